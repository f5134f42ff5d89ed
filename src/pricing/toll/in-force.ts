/** What of a station is in force at a moment: its tariff, and whether it collects at all. */
import { type Day, yearOf } from '../../base/day.ts';
import { hasBegun, isBefore, type Moment } from '../dated.ts';
import type { CollectionPeriod, Tariff, TollStation } from './law.ts';

/** The ordinary tariff of a moment. */
export interface OrdinaryTariff {
  readonly tariff: Tariff;
  /** False: no source covers the day, and the tariff is the nearest known one. */
  readonly isKnown: boolean;
}

/**
 * The tariff of a station at a moment; `undefined` for a station without any.
 *
 * It is not known before the first row, after the `until` of a row, and in a later calendar year than the newest row.
 * After an `until` the next row is used if it was observed later in the same year, else the row itself.
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
  if (row.until !== undefined && day >= row.until) {
    const isNearer = next?.observed === true && yearOf(next.from) === yearOf(day);
    return { tariff: isNearer ? next : row, isKnown: false };
  }
  const isNewest = row.until === undefined && next === undefined;
  return { tariff: row, isKnown: !isNewest || yearOf(day) === yearOf(row.from) };
}

/** False before a station opens and after it has closed. */
export const isCollecting = ({ periods }: Pick<TollStation, 'periods'>, moment: Moment): boolean =>
  periods === undefined || periods.some((period) => includes(period, moment));

/** Between which days a station began to collect, or stopped, where the moment may lie outside. */
export interface CollectionDoubt {
  readonly what: 'began' | 'stopped';
  /** The earliest that it can have been; absent: no source tells. */
  readonly from?: Day;
  /** The first day that a source vouches for; where none does, that of the first tariff. */
  readonly by: Day;
  /** Minute of that day; absent: midnight. */
  readonly byMin?: number | undefined;
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
    return { what: 'stopped', from: openUntil, by: openTo.day };
  if (openFrom !== undefined && openBy === undefined) return undefined;
  const isVouched = openBy === undefined ? hasBegun(first, moment) : openBy <= moment.day;
  if (isVouched) return undefined;
  const since = openFrom && { from: openFrom.day };
  if (openBy !== undefined) return { what: 'began', ...since, by: openBy };
  const { from: by, fromMin: byMin } = first;
  return { what: 'began', ...since, by, ...(byMin !== undefined && { byMin }) };
}

const includes = ({ openFrom, openTo }: CollectionPeriod, moment: Moment): boolean =>
  (openFrom === undefined || !isBefore(moment, openFrom)) &&
  (openTo === undefined || isBefore(moment, openTo));
