import { formatTable } from '../page.ts';
import { PUBLISHED } from './ferry-basis.ts';
import type { FerryLegResult } from './ferry-crossings.ts';
import { type AskProduct, listFerryNames } from './product.ts';
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

/** The trips that show a ferry, with their time by land if that is as quick. Trips without a route are left out. */
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
      ferries: listFerryNames(answer.bill),
      durationMin,
      ...(byLandMin !== undefined && { byLandMin }),
    });
  }
  return found;
}

/** The result of a trip by land. */
interface LandResult {
  readonly name: string;
  readonly by: string;
  /** Ferries that were shown. */
  readonly ferries: readonly string[];
}

/** The results of the connections, by the basis of their fares, and each failure by name. */
export function reportFerries(
  legs: readonly FerryLegResult[],
  land: readonly LandResult[],
  seeded: readonly FerryTrip[],
): string {
  const reasons = [...new Set(PUBLISHED.map(({ why }) => why))];
  const rows = reasons.map((why) => {
    const names = PUBLISHED.filter((one) => one.why === why).map(({ name }) => name);
    return summarise(
      why,
      legs.filter(({ trip }) => names.includes(trip.connection)),
    );
  });
  const wrong = legs.filter(({ outcome }) => outcome === 'wrong');
  const slow = seeded.filter(({ byLandMin }) => byLandMin !== undefined);
  const needless = land.filter(({ ferries }) => ferries.length > 0);
  return [
    formatTable(HEAD, [...rows, summarise('all', legs)]),
    wrong.length === 0 ? 'Wrong: none.' : formatTable(WRONG, wrong.flatMap(formatWrong)),
    `${land.length} trips by land, both ways: ${needless.length} with a ferry.`,
    ...needless.map(({ name, by, ferries }) => `- ${name} (${by}): ${ferries.join(', ')}`),
    `${seeded.length} seeded trips with a ferry: ${slow.length} are as quick by land.`,
    ...slow.map(({ trip, ferries }) => `- ${trip.region}: ${ferries.join(', ')}`),
  ].join('\n\n');
}

const HEAD = ['fare', 'connections', 'sailed', 'legs', 'right', 'another way is quicker', 'wrong'];
const WRONG = ['connection', 'from', 'to', 'what'];

function summarise(name: string, legs: readonly FerryLegResult[]): (string | number)[] {
  const count = (outcome: FerryLegResult['outcome']) =>
    legs.filter((leg) => leg.outcome === outcome).length;
  const connections = new Set(legs.map(({ trip }) => trip.connection));
  const sailed = new Set(
    legs.filter(({ outcome }) => outcome === 'sailed').map(({ trip }) => trip.connection),
  );
  return [
    name,
    connections.size,
    sailed.size,
    legs.length,
    count('sailed'),
    count('other-way'),
    count('wrong'),
  ];
}

/** A row for each fault. */
const formatWrong = ({ trip, faults }: FerryLegResult) =>
  faults.map((fault) => [trip.connection, trip.from.name, trip.to.name, fault]);
