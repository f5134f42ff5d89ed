/** What is in force at a station at a moment: its tariff, and whether it collects at all. */
import { type Day, formatDay, toDayNumber, yearOf } from '../../base/day.ts';
import { type Begun, endOfRow, hasBegun, isBefore, type Moment } from '../dated.ts';
import type { AbsentStation, CollectionPeriod, Tariff, TollStation } from './law.ts';

/** The ordinary tariff of a moment. */
export interface OrdinaryTariff {
  readonly tariff: Tariff;
  /** False: no source covers the day, and the tariff is the nearest known one. */
  readonly isKnown: boolean;
  /** The row that is not used, on a day between two rows that no source covers; absent: there is none. */
  readonly other?: Tariff;
}

/**
 * The tariff of a station at a moment; `undefined` for a station without any.
 *
 * The tariff is not known before the first row, after the `until` of a row, and in a later calendar year than the
 * newest row. After an `until` one of the two rows around the day stands in: see `isNextNearer`.
 */
export function findTariff(
  { tariffs }: Pick<TollStation, 'tariffs'>,
  moment: Moment,
): OrdinaryTariff | undefined {
  const { day } = moment;
  const begun = tariffs.findLastIndex((tariff) => hasBegun(tariff, moment));
  const row = tariffs[Math.max(begun, 0)];
  if (row === undefined) return undefined;
  if (begun === -1) return { tariff: row, isKnown: false };

  const next = tariffs[begun + 1];
  if (hasEnded(row, moment)) {
    if (next === undefined) return { tariff: row, isKnown: false };
    const [tariff, other] = isNextNearer(row, next, day) ? [next, row] : [row, next];
    return { tariff, isKnown: false, other };
  }
  const isNewest = row.until === undefined && next === undefined;
  return { tariff: row, isKnown: !isNewest || yearOf(day) === yearOf(row.from) };
}

const hasEnded = (
  { until, untilMin = 0 }: Pick<Tariff, 'until' | 'untilMin'>,
  moment: Moment,
): boolean => until !== undefined && !isBefore(moment, { day: until, minuteOfDay: untilMin });

/**
 * Does the next row stand in on a day between the end of a row and its own first day?
 *
 * It does where a source tells that the older row has ended. It does not where it was published to begin on its first
 * day: it surely did not hold before that day, and the older row may have held.
 *
 * A row that was observed on its first day, or of which only the last day is published, may be older. Tariffs change at
 * the turn of the year more often than within it. So it is taken to begin on 1 January of its year, or on its first day
 * where the older row was known within that year. From its begin on it stands in. Before that the row whose days are
 * nearer stands in, and never one without a price.
 */
function isNextNearer(row: Tariff, next: Tariff, day: Day): boolean {
  if (row.hasEnded === true) return true;
  if (next.observed !== true && next.isOlder !== true) return false;
  const end = endOfRow(row.from, row.until) ?? day;
  const newYear = formatDay(yearOf(next.from), 1, 1);
  const begin = end <= newYear ? newYear : next.from;
  if (begin <= day) return true;
  if ((next.small ?? next.large) === undefined) return false;
  return toDayNumber(begin) - toDayNumber(day) < toDayNumber(day) - toDayNumber(end);
}

/** False before a station opens and after it has closed. */
export const isCollecting = ({ periods }: Pick<TollStation, 'periods'>, moment: Moment): boolean =>
  periods === undefined || periods.some((period) => includes(period, moment));

/** The days between which a station began to collect, or stopped, where the moment may lie outside its time. */
interface CollectionDoubt {
  readonly what: 'began' | 'stopped';
  /** The earliest day on which it can have begun or stopped; absent: no source tells. */
  readonly from?: Day;
  /**
   * The latest moment at which it can have begun or stopped. Where no source tells when it began, this is the begin of
   * the first tariff.
   */
  readonly by: Begun;
}

/** `undefined` where the station certainly collects, or certainly does not. */
export function findCollectionDoubt(
  { periods = [{}], tariffs }: Pick<TollStation, 'periods' | 'tariffs'>,
  moment: Moment,
): CollectionDoubt | undefined {
  const period = periods.find((one) => includes(one, moment));
  const [first] = tariffs;
  if (period === undefined || first === undefined) return undefined;
  const { openFrom, openBy, openUntil, openTo } = period;
  if (openUntil !== undefined && openUntil <= moment.day && openTo !== undefined)
    return { what: 'stopped', from: openUntil, by: { from: openTo.day } };
  if (openFrom !== undefined && openBy === undefined) return undefined;
  const by = openBy === undefined ? first : { from: openBy };
  if (hasBegun(by, moment)) return undefined;
  return { what: 'began', ...(openFrom && { from: openFrom.day }), by };
}

const includes = ({ openFrom, openTo }: CollectionPeriod, moment: Moment): boolean =>
  (openFrom === undefined || !isBefore(moment, openFrom)) &&
  (openTo === undefined || isBefore(moment, openTo));

/** Did a station still stand that the road database does not have any more? */
export const stoodAt = (station: AbsentStation, moment: Moment): boolean =>
  !hasEnded(station, moment);
