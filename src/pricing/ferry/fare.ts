/** The fare of one class on a day, and the share of it that zero emission pays. */
import { type Day, toDayNumber } from '../../base/day.ts';
import { type Ore, takePercent } from '../../base/nok.ts';
import type { FerryClass } from '../../base/vehicle.ts';
import { isInForce } from '../dated.ts';
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
  /** The source names the fare but not its days, which are inferred. */
  readonly isDayInferred: boolean;
  /** Absent: our own reconstruction. */
  readonly source?: string;
}

/**
 * The fare of a day: the first fare that covers it, else the fare that is nearest in time. Of two fares that are
 * equally near it is the first. `undefined` when a break lies between the day and every fare.
 *
 * @param breaks days across which fares do not compare.
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

/** The published fares of a class, oldest first; `[]` when none is published. */
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

/** The estimated fares of a class in a zone, oldest first; `[]` when the table lacks the zone or the class. */
export function listZoneFares(table: ZoneTable, zone: number, ferryClass: FerryClass): DatedFare[] {
  const referenceOre = table.fares.get(zone)?.[ferryClass];
  if (referenceOre === undefined) return [];
  return table.periods.map(({ label, from, until, scale }) => ({
    label: `${label}, zone ${zone} (estimate)`,
    from,
    until,
    ordinaryOre: takePercent(referenceOre, scale * 100, 'nok'),
    estimate: true,
    isDayInferred: false,
  }));
}

function liesBetween(at: Day, { from, until }: DatedFare, day: Day): boolean {
  return day < from ? day < at && at <= from : until <= at && at <= day;
}

function gapDays(fare: DatedFare, day: Day): number {
  if (isInForce(fare, day)) return 0;
  return day < fare.from
    ? toDayNumber(fare.from) - toDayNumber(day)
    : toDayNumber(day) - toDayNumber(fare.until) + 1;
}

/**
 * The part of the ordinary fare that a zero-emission vehicle of the class pays on a day. Where no row fits, the part is
 * the whole fare, which is an assumption, too.
 */
export function findZeroEmissionShare(
  shares: readonly ZeroEmissionShare[],
  ferryClass: FerryClass,
  connection: FerryConnection,
  day: Day,
): Pick<ZeroEmissionShare, 'percent' | 'assumed' | 'source'> &
  Partial<Pick<ZeroEmissionShare, 'from'>> {
  return (
    shares.findLast(
      ({ from, classes, authorities }) =>
        from <= day &&
        classes.includes(ferryClass) &&
        (authorities?.includes(connection.authority) ?? true),
    ) ?? {
      percent: 100,
      assumed: true,
      source: 'no share is published for the day: an assumption',
    }
  );
}
