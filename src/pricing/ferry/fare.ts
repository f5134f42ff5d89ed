/** The fare of one class on a day, and shares of it. */
import { type Day, toDayNumber } from '../../base/day.ts';
import type { Ore } from '../../base/nok.ts';
import type { FerryClass } from '../../base/vehicle.ts';
import type { FareTable, FerryConnection, ZeroEmissionShare, ZoneTable } from './law.ts';

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
  /** The source names the fare, and not the days: these are inferred. */
  readonly isDayInferred: boolean;
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
    const isDayInferred = row.dated === 'inferred';
    const fare = { label, from, until, ordinaryOre, estimate, isDayInferred, source };
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
    ordinaryOre: takeShare(referenceOre, scale, 'nok'),
    estimate: true,
    isDayInferred: false,
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

/**
 * The part of the ordinary fare that a zero-emission vehicle of the class pays on a day. Before
 * the first row the whole fare, which is an assumption too.
 */
export function findZeroEmissionShare(
  shares: readonly ZeroEmissionShare[],
  ferryClass: FerryClass,
  connection: FerryConnection,
  day: Day,
): Pick<ZeroEmissionShare, 'share' | 'assumed' | 'source'> {
  return (
    shares.findLast(
      ({ from, classes, authorities }) =>
        from <= day &&
        classes.includes(ferryClass) &&
        (authorities?.includes(connection.authority) ?? true),
    ) ?? { share: 1, assumed: true, source: 'no share is published for the day: an assumption' }
  );
}

/**
 * A share of a fare in whole kroner or øre, half up. The share has at most four decimals; it is taken
 * in whole numbers, because 0.5 and 0.7 of a fare often end exactly on half a krone.
 *
 * Source: fares of Svelvik-Verket and Moss-Horten, 2024: 63 -> 32, 577 -> 289, 1289 -> 645; agreement prices of
 * Moss-Horten, 2017 and 2020: 204 -> 142.80.
 */
export function takeShare(ore: Ore, share: number, roundedTo: 'nok' | 'ore'): Ore {
  const unitOre = roundedTo === 'nok' ? 100 : 1;
  const parts = 10_000 * unitOre;
  return Math.floor((ore * Math.round(share * 10_000) + parts / 2) / parts) * unitOre;
}
