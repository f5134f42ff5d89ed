import { type Day, toDayNumber } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { FerryClass } from '../base/vehicle.ts';
import { shareInKroner } from './ferry-rounding.ts';
import type { FareTable, ZoneTable } from './ferry-tariffs.ts';

/** A fare of one class between two days. */
export interface DatedFare {
  readonly label: string;
  readonly from: Day;
  readonly until: Day;
  readonly ordinaryOre: Ore;
  /** Absent: not published beside the ordinary fare. */
  readonly zeroEmissionOre?: Ore;
  /** An estimate even on the days it is made for. */
  readonly estimate: boolean;
  /** Absent: our own reconstruction. */
  readonly source?: string;
}

/**
 * The fare of a day: the first that covers it, else the one nearest in time; the first of two
 * equally near. `undefined` when every fare lies beyond a day across which fares do not compare.
 */
export function findFare(
  fares: readonly DatedFare[],
  day: Day,
  breaks: readonly Day[],
): DatedFare | undefined {
  const comparable = fares.filter((fare) => !breaks.some((at) => liesBetween(at, fare, day)));
  const nearestDays = Math.min(...comparable.map((fare) => gapDays(fare, day)));
  return comparable.find((fare) => gapDays(fare, day) === nearestDays);
}

/** Is the fare known, or made, for the day itself? */
export const covers = (fare: DatedFare, day: Day): boolean => fare.from <= day && day < fare.until;

/** The published fares of a class, oldest first; `[]` when none is. */
export function listPublished(table: FareTable, ferryClass: FerryClass): DatedFare[] {
  return table.rows.flatMap((row) => {
    const ordinaryOre = row.ordinary[ferryClass];
    const zeroEmissionOre = row.zeroEmission[ferryClass];
    if (ordinaryOre === undefined) return [];
    const { label, from, until, source } = row;
    const estimate = row.dated === 'undated';
    const fare = { label, from, until, ordinaryOre, estimate, source };
    return [zeroEmissionOre === undefined ? fare : { ...fare, zeroEmissionOre }];
  });
}

/** The estimated fares of a class in a zone, oldest first; `[]` beyond the table. */
export function listZoneFares(table: ZoneTable, zone: number, ferryClass: FerryClass): DatedFare[] {
  const referenceOre = table.fares.get(zone)?.[ferryClass];
  if (referenceOre === undefined) return [];
  return table.periods.map(({ label, from, until, scale }) => ({
    label: `${label}, zone ${zone} (estimate)`,
    from,
    until,
    ordinaryOre: shareInKroner(referenceOre, scale),
    estimate: true,
  }));
}

function liesBetween(at: Day, { from, until }: DatedFare, day: Day): boolean {
  return day < from ? day < at && at <= from : until <= at && at <= day;
}

function gapDays(fare: DatedFare, day: Day): number {
  if (covers(fare, day)) return 0;
  return day < fare.from
    ? toDayNumber(fare.from) - toDayNumber(day)
    : toDayNumber(day) - toDayNumber(fare.until) + 1;
}
