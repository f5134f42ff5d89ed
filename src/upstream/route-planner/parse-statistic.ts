import { readNumber, readRecord } from '../../base/read-loose.ts';
import type { TotalTimes } from './part-times.ts';

/** What we read of `statistic`; no price in it is ever charged. Absent: it does not say. */
export interface Statistic extends TotalTimes {
  readonly lengthM?: number;
  readonly ferryM?: number;
  /** It counts tolls on the way, or sums their prices up; absent: neither. */
  readonly hasTolls?: true;
  /** For the log only: it is often empty, and may be twice the real number. */
  readonly ferryCount?: number;
}

/** Its lengths are metres; its times are minutes, unlike those of the parts. */
export function parseStatistic(value: unknown): Statistic {
  const raw = readRecord(value) ?? {};
  const atLeast0 = (name: string) => {
    const number = readNumber(raw[name]);
    return number === undefined || number < 0 ? undefined : number;
  };
  const hasTolls = [atLeast0('tollCount'), atLeast0('tollSmall')].some((n = 0) => n > 0);
  const lengthM = atLeast0('totalLength');
  const ferryM = atLeast0('meterFerry');
  const ferryCount = atLeast0('ferryCount');
  const wholeMin = atLeast0('totalTime');
  const delayMin = atLeast0('totalDelay');
  const driveMin =
    atLeast0('totalDriveTime') ?? (wholeMin && Math.max(0, wholeMin - (delayMin ?? 0)));
  return {
    ...(hasTolls && { hasTolls }),
    ...(lengthM !== undefined && { lengthM }),
    ...(ferryM !== undefined && { ferryM }),
    ...(ferryCount !== undefined && { ferryCount }),
    ...(driveMin !== undefined && { driveS: driveMin * 60 }),
    ...(delayMin !== undefined && { delayS: delayMin * 60 }),
  };
}
