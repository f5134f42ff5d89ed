/** Guards the closed roads of a renewal. An odd road keeps its days and is reported. The others are renewed. */
import { toDayNumber } from '../../base/day.ts';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { ClosureRow, YearDays } from '../../upstream/road-database/parse-closure.ts';
import type { ParsedObjects } from '../../upstream/road-database/parse-objects.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type { RoadClosures } from '../schema/road-closures.ts';
import { type SoundOverlay, takeSoundOverlay } from './guard-overlays.ts';
import { label } from './guard-places.ts';
import { isObject, type KnownClosure } from './renew-closures.ts';

interface ClosureTerms {
  readonly limits: RenewalLimits;
  /** Closed days may move by any number of days. */
  readonly force: boolean;
  /** Is a road of this name near a place? */
  readonly hasRoad: (road: string, at: LatLon) => boolean;
}

/** Sets odd rows of type 107 aside. If too many known roads are gone, all rows are set aside. */
export const takeSoundClosures = (
  harvest: ParsedObjects<ClosureRow>,
  before: RoadClosures,
  terms: ClosureTerms,
): SoundOverlay<ClosureRow> =>
  takeSoundOverlay<ClosureRow, KnownClosure>(harvest, [...before.sections, ...before.ferries], {
    limits: terms.limits,
    what: 'closed road',
    keeps: ['keeps its days', 'keep their days'],
    isObject,
    judge: (row, record) => judge(row, record, terms),
    describe,
  });

/** Why a row is set aside; `undefined`: it is taken. The subject of the sentence is the road. */
function judge(
  row: ClosureRow,
  record: KnownClosure | undefined,
  terms: ClosureTerms,
): string | undefined {
  const odd = findOdd(row, record, terms.limits);
  if (odd !== undefined) return odd;
  if (record === undefined) return whyNotNew(row, terms);
  return terms.force ? undefined : findMove(row, record, terms.limits);
}

/** A fact that is impossible or contradicts our record; `undefined`: none. The subject of the sentence is the road. */
function findOdd(
  { closed, night }: ClosureRow,
  record: KnownClosure | undefined,
  { mostClosedDays, midsummer }: RenewalLimits,
): string | undefined {
  if (record !== undefined && !isObject(record)) return 'has the id of a road of the press';
  if (record?.kind === 'convoy' && closed !== null && !isSame(closed, record.notClosed))
    return `is open in winter here, and closed ${tellDays(closed)} there`;
  if (record?.kind === 'closed' && closed === null) return 'has no closed days any more';
  const long = [closed, night].find((days) => days !== null && countDays(days) > mostClosedDays);
  if (long) return `is closed ${tellDays(long)}, which is more than ${mostClosedDays} days`;
  const summer = closed !== null && covers(closed, midsummer);
  return summer ? `is closed ${tellDays(closed)}, which is no winter` : undefined;
}

function findMove(
  { closed }: ClosureRow,
  record: KnownClosure,
  { mostMovedDays }: RenewalLimits,
): string | undefined {
  if (record.kind !== 'closed' || closed === null) return undefined;
  const { from, to } = record.closed;
  const far = ([was, is]: readonly [string | null, string]) =>
    was !== null && distanceDays(was, is) > mostMovedDays;
  const moves = [[from, closed.from] as const, [to, closed.to] as const];
  return moves.some(far)
    ? `is closed ${tellDays(closed)} instead of ${from} to ${to}, which moves a day by more than ${mostMovedDays}`
    : undefined;
}

/** Why a new object is not taken as a closed road; `undefined`: it is. The subject of the sentence is the road. */
function whyNotNew(
  { road, isPass, closed, days, gates, ends }: ClosureRow,
  { limits, hasRoad }: ClosureTerms,
): string | undefined {
  if (!isPass) return 'is no official pass';
  if (closed === null || days === null) return 'has no count of closed days';
  if (Math.abs(countDays(closed) - days) > limits.mostCountOffDays)
    return `is closed on ${days} days, which are not those ${tellDays(closed)}`;
  if (road === null || !/^[ERF]\d/.test(road)) return 'has no road number';
  if (gates === null) return 'has no gates with names';
  if (ends === null) return 'is not one line';
  if (flatDistanceM(...ends) < limits.leastPassM) return 'begins where it ends';
  return ends.every((at) => hasRoad(road, at))
    ? undefined
    : `does not lie on ${road} of the road network`;
}

const describe = (row: ClosureRow) =>
  row.closed === null
    ? undefined
    : `${label(row)} on ${row.road ?? 'no road'} ${tellDays(row.closed)}`;

export const tellDays = ({ from, to }: YearDays) => `from ${from} to ${to}`;

const isSame = (a: YearDays, b: YearDays | undefined) => a.from === b?.from && a.to === b.to;

const YEAR = 365;
const numberOf = (monthDay: string) => toDayNumber(`2025-${monthDay}`);

/** The number of days, including the first and the last. */
const countDays = ({ from, to }: YearDays) => ((numberOf(to) - numberOf(from) + YEAR) % YEAR) + 1;

export const covers = ({ from, to }: YearDays, day: string) =>
  from <= to ? from <= day && day <= to : from <= day || day <= to;

/** Days between two days of the year, counted the shorter way round. */
function distanceDays(a: string, b: string): number {
  const days = Math.abs(numberOf(a) - numberOf(b));
  return Math.min(days, YEAR - days);
}
