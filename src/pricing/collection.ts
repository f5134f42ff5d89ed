/** Whether a station collects toll at a moment: it has a first day, and may have a last one. */
import type { Day } from '../base/day.ts';
import { type CollectionPeriod, hasBegun, type Moment, type TollStation } from './tariff.ts';

type Station = Pick<TollStation, 'periods' | 'tariffs'>;

/** False before a station opens and after it has closed. */
export const isCollecting = ({ periods }: Pick<TollStation, 'periods'>, moment: Moment): boolean =>
  periods === undefined || periods.some((period) => includes(period, moment));

/** Between which days a station began to collect, or stopped, where the moment may lie outside. */
export interface CollectionDoubt {
  readonly what: 'began' | 'stopped';
  /** The earliest that it can have been; absent: nobody tells. */
  readonly from?: Day;
  /** The first day that a source vouches for; where none does, that of the first tariff. */
  readonly by: Day;
}

/** `undefined` where the station certainly collects, or certainly does not. */
export function findCollectionDoubt(
  { periods = [{}], tariffs }: Station,
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
  return { what: 'began', ...(openFrom && { from: openFrom.day }), by: openBy ?? first.from };
}

const includes = ({ openFrom, openTo }: CollectionPeriod, moment: Moment): boolean =>
  (openFrom === undefined || !isBefore(moment, openFrom)) &&
  (openTo === undefined || isBefore(moment, openTo));

const isBefore = (a: Moment, b: Moment): boolean =>
  a.day < b.day || (a.day === b.day && a.minuteOfDay < b.minuteOfDay);
