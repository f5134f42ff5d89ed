import type { AskProduct, AuditAnswer } from './product.ts';
import type { SeededTrip } from './seeded-trips.ts';
import type { MinutesByLand } from './way-by-land.ts';

/** A seeded trip that shows a ferry. */
export interface FerryTrip {
  readonly trip: SeededTrip;
  readonly ferries: readonly string[];
  readonly durationMin: number;
  /** Absent: there is no way by land, or a slower one. */
  readonly byLandMin?: number;
}

/** The trips that show a ferry, and those of them that are as quick by land; no route: left out. */
export async function listFerryTrips(
  trips: readonly SeededTrip[],
  ask: AskProduct,
  minutesByLand: MinutesByLand,
): Promise<FerryTrip[]> {
  const found: FerryTrip[] = [];
  for (const trip of trips) {
    const answer = await ask({ ...trip, refine: true }).catch(() => undefined);
    if (answer === undefined || answer.bill.ferryCount === 0) continue;
    const { durationMin } = answer.bill;
    const byLandMin = minutesByLand(trip.from, trip.to, durationMin);
    found.push({
      trip,
      ferries: listNames(answer.bill),
      durationMin,
      ...(byLandMin !== undefined && { byLandMin }),
    });
  }
  return found;
}

const listNames = ({ ferries, ferryUnpriced = [] }: AuditAnswer['bill']) =>
  [...ferries, ...ferryUnpriced].map(({ name }) => name);
