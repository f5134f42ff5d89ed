/**
 * Guards overlays: road objects that lie over roads and ferry lines and have no price of their own. An odd object stays
 * as it is and is reported. The others are renewed. None of them stops the renewal of prices.
 */
import { toDayNumber } from '../../base/day.ts';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type {
  ParsedObjects,
  QuayRow,
  RoadObject,
} from '../../upstream/road-database/parse-objects.ts';
import type {
  ClosureRow,
  FerryRow,
  YearDays,
} from '../../upstream/road-database/parse-overlays.ts';
import type { ConnectionRecord, QuayRecord } from '../schema/ferries.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type { RoadClosures } from '../schema/road-closures.ts';
import { label } from './guard-rows.ts';
import { hasEnded, isObject, type KnownClosure } from './renew-overlays.ts';
import type { Named } from './renewed-data.ts';

/** The rows that are taken, and sentences without full stop about those that were set aside. */
interface SoundOverlay<Row> {
  readonly rows: readonly Row[];
  readonly odd: readonly string[];
  /** New objects without a record. A person may add a record. */
  readonly left: readonly string[];
}

/** How one type of object is named and judged. */
interface OverlayTerms<Row, Known> {
  readonly limits: Pick<RenewalLimits, 'mostFallPercent'>;
  /** `closed road`. */
  readonly what: string;
  /** The predicate for an odd object, `keeps its days`, and for all objects, `keep their days`. */
  readonly keeps: readonly [one: string, all: string];
  /** Should the road database have the record? */
  isObject(record: Known): boolean;
  /** Does the row say that the object still exists? Absent: every row does. */
  isThere?(row: Row): boolean;
  /** Why a row is set aside, with the object as subject; `undefined`: it is taken. */
  judge(row: Row, record: Known | undefined): string | undefined;
  /** The description of a new object; `undefined`: it is not reported. */
  describe(row: Row): string | undefined;
}

/** Sets odd rows aside. If too many known objects are gone or have ended, all rows are set aside. */
function takeSoundOverlay<Row extends RoadObject, Known extends Named>(
  { rows, unreadable }: ParsedObjects<Row>,
  records: readonly Known[],
  terms: OverlayTerms<Row, Known>,
): SoundOverlay<Row> {
  const { limits, what, keeps, isObject, isThere = () => true, judge, describe } = terms;
  const [keepsOne, keepAll] = keeps;
  const known = new Map(records.map((record) => [Number(record.id), record]));
  const told = new Set([...rows.map(({ nvdbId }) => nvdbId), ...unreadable.map(({ id }) => id)]);
  const objects = records.filter(isObject);
  const gone = objects.filter(({ id }) => !told.has(Number(id)));
  const ended = new Set(rows.filter((row) => !isThere(row)).map(({ nvdbId }) => nvdbId));
  const there = objects.filter((record) => !gone.includes(record) && !ended.has(Number(record.id)));
  if ((objects.length - there.length) * 100 > objects.length * limits.mostFallPercent) {
    const few = `${there.length} of ${objects.length} known ${what}s are there`;
    return { rows: [], odd: [`${few}, which is too few: all ${keepAll}`], left: [] };
  }
  const twice = listTwice(rows);
  const judged = rows.map((row) => {
    const record = known.get(row.nvdbId);
    const why = twice.has(row.nvdbId) ? 'is there twice' : judge(row, record);
    return { row, isKnown: record !== undefined, why };
  });
  const odd = judged.flatMap(({ row, isKnown, why }) =>
    isKnown && why !== undefined ? [`the ${what} ${label(row)} ${why}: it ${keepsOne}`] : [],
  );
  const left = judged.flatMap(({ row, isKnown, why }) => {
    const described = isKnown || why === undefined ? undefined : describe(row);
    return described === undefined ? [] : [`the ${what} ${described} has no row: it ${why}`];
  });
  const unread = unreadable.map(({ line, id }) => {
    const record = id === undefined ? undefined : known.get(id);
    return record ? `${line} (${record.name}): it ${keepsOne}` : `${line}: it is left out`;
  });
  const lost = gone.map(({ id, name }) => `the ${what} ${id} (${name}) is gone: it ${keepsOne}`);
  return {
    rows: judged.flatMap(({ row, why }) => (why === undefined ? [row] : [])),
    odd: [...new Set([...lost, ...unread, ...odd])],
    left: [...new Set(left)],
  };
}

function listTwice(rows: readonly RoadObject[]): ReadonlySet<number> {
  const ids = rows.map(({ nvdbId }) => nvdbId);
  return new Set(ids.filter((id, i) => ids.indexOf(id) !== i));
}

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
    judge: (row, record) => judgeClosure(row, record, terms),
    describe: describeClosure,
  });

/** Why a row is set aside; `undefined`: it is taken. The subject of the sentence is the road. */
function judgeClosure(
  row: ClosureRow,
  record: KnownClosure | undefined,
  terms: ClosureTerms,
): string | undefined {
  const odd = findOddClosure(row, record, terms.limits);
  if (odd !== undefined) return odd;
  if (record === undefined) return whyNotNew(row, terms);
  return terms.force ? undefined : findMove(row, record, terms.limits);
}

/** A fact that is impossible or contradicts our record; `undefined`: none. The subject of the sentence is the road. */
function findOddClosure(
  { closed, night }: ClosureRow,
  record: KnownClosure | undefined,
  { mostClosedDays, midsummer }: RenewalLimits,
): string | undefined {
  if (record !== undefined && !isObject(record)) return 'has the id of a road of the press';
  if (record?.kind === 'convoy' && closed !== null && !areSame(closed, record.notClosed))
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

const describeClosure = (row: ClosureRow) =>
  row.closed === null
    ? undefined
    : `${label(row)} on ${row.road ?? 'no road'} ${tellDays(row.closed)}`;

const tellDays = ({ from, to }: YearDays) => `from ${from} to ${to}`;

const areSame = (a: YearDays, b: YearDays | undefined) => a.from === b?.from && a.to === b.to;

const YEAR = 365;
const numberOf = (monthDay: string) => toDayNumber(`2025-${monthDay}`);

/** The number of days, including the first and the last. */
const countDays = ({ from, to }: YearDays) => ((numberOf(to) - numberOf(from) + YEAR) % YEAR) + 1;

const covers = ({ from, to }: YearDays, day: string) =>
  from <= to ? from <= day && day <= to : from <= day || day <= to;

/** Days between two days of the year, counted the shorter way round. */
function distanceDays(a: string, b: string): number {
  const days = Math.abs(numberOf(a) - numberOf(b));
  return Math.min(days, YEAR - days);
}

interface FerryTerms {
  readonly limits: RenewalLimits;
  /** Another road category, authority or period of operation is taken. */
  readonly force: boolean;
  /** The quays in force. Our connections and those of the road database are matched by them. */
  readonly quays: readonly QuayRecord[];
  /** The quays that the road database has now. */
  readonly quaysThere: readonly QuayRow[];
  /** Connections that have closed days in `road-closures.json`. */
  readonly seasonal: ReadonlySet<string>;
}

/** Sets odd rows of type 770 aside. If too many known connections are gone or have ended, all rows are set aside. */
export function takeSoundFerries(
  { rows, unreadable }: ParsedObjects<FerryRow>,
  before: readonly ConnectionRecord[],
  terms: FerryTerms,
): SoundOverlay<FerryRow> {
  const sailing = before.filter(({ endedOn }) => endedOn === undefined);
  const isTold = new Set([...rows.map(({ nvdbId }) => nvdbId), ...unreadable.map(({ id }) => id)]);
  const unmatched = sailing.filter(({ id }) => !isTold.has(Number(id)));
  const isOurs = new Set(before.map(({ id }) => Number(id)));
  const renamed = new Map<FerryRow, ConnectionRecord>();
  for (const row of rows.filter(({ nvdbId }) => !isOurs.has(nvdbId)).filter(isThere)) {
    const same = unmatched.filter((record) => isSameFerry(row, record, terms));
    if (same[0] !== undefined && same.length === 1) renamed.set(row, same[0]);
  }
  const matched = rows.map((row) => {
    const record = renamed.get(row);
    return record === undefined ? row : { ...row, nvdbId: Number(record.id) };
  });
  const ids = new Set(matched.map(({ nvdbId }) => String(nvdbId)));
  const ended = unmatched
    .filter(({ id }) => !ids.has(id))
    .filter((record) => !isCalledAt(record, terms))
    .map(toEnded);
  const sound = takeSoundOverlay<FerryRow, ConnectionRecord>(
    { rows: [...matched, ...ended], unreadable },
    before,
    {
      limits: terms.limits,
      what: 'ferry connection',
      keeps: ['stays as it is', 'stay as they are'],
      isObject: ({ endedOn }) => endedOn === undefined,
      isThere,
      judge: (row, record) => judgeFerry(row, record, terms),
      describe: (row) => (isThere(row) ? `${label(row)} on ${row.road ?? 'no road'}` : undefined),
    },
  );
  const otherIds = [...renamed].map(
    ([row, record]) => `the ferry connection ${label(row)} is our ${record.id} (${record.name})`,
  );
  const summery = sound.rows
    .filter((row) => isThere(row) && row.operation === 'summer')
    .filter(({ nvdbId }) => !terms.seasonal.has(String(nvdbId)))
    .map(
      (row) =>
        `the ferry connection ${label(row)} sails in summer only and has no row in road-closures.json: it is sailed on all days, with a warning`,
    );
  return { ...sound, left: [...otherIds, ...summery, ...sound.left] };
}

const isThere = (row: FerryRow) => !hasEnded(row);

/** Is an object with another id the same connection? Compares the number, else the road and the quays at its ends. */
function isSameFerry(
  { number, road, ends }: FerryRow,
  record: ConnectionRecord,
  terms: FerryTerms,
) {
  if (number !== null && record.number !== undefined) return number === record.number;
  return road === record.road && ends !== null && missM(ends, record, terms) <= NEAR_M;
}

/** A line of the road database ends this near to its quays. In 2026 the most was 0.2 km. Metres. */
const NEAR_M = 500;

/** Metres from the farther end of a line to its nearest quay of a connection; `Infinity`: both ends are at one quay. */
function missM(
  ends: NonNullable<FerryRow['ends']>,
  { quayIds }: ConnectionRecord,
  { quays }: Pick<FerryTerms, 'quays'>,
): number {
  const calls = quays.filter(({ id }) => quayIds.includes(id));
  const [from, to] = ends.map((end) =>
    calls
      .map((quay) => ({ id: quay.id, offM: flatDistanceM(quay, end) }))
      .toSorted((a, b) => a.offM - b.offM)
      .at(0),
  );
  if (from === undefined || to === undefined || from.id === to.id) return Number.POSITIVE_INFINITY;
  return Math.max(from.offM, to.offM);
}

/** Are at least two quays of the connection in use? If so, the ferry goes on although its object is gone. */
const isCalledAt = ({ quayIds }: ConnectionRecord, { quaysThere }: FerryTerms) =>
  quaysThere.filter(
    ({ nvdbId, status }) => status === 'Trafikkeres' && quayIds.includes(String(nvdbId)),
  ).length > 1;

const toEnded = ({ id, name, road }: ConnectionRecord): FerryRow => ({
  nvdbId: Number(id),
  ...{ name, road, number: null, level: 'unknown', operation: 'closed-down' },
  ...{ season: null, endsOn: null, ends: null },
});

/** Why a row is set aside; `undefined`: it is taken. The subject of the sentence is the connection. */
function judgeFerry(
  row: FerryRow,
  record: ConnectionRecord | undefined,
  { limits, force }: FerryTerms,
): string | undefined {
  if (record === undefined) return 'is new, and crossings of it have no price';
  if (!isThere(row)) return undefined;
  return findOddFerry(row, limits) ?? (force ? undefined : findTurn(row, record));
}

/** A fact that is impossible, without regard to the record; `undefined`: none. */
function findOddFerry(
  { name, operation, season, road }: FerryRow,
  { midsummer }: RenewalLimits,
): string | undefined {
  if (name === null || name === '') return 'has no name';
  if (operation === 'unknown') return 'has an operating status that is not known';
  if (road !== null && !/^[ERFKP]/.test(road)) return `is on ${road}, which is no road of ferries`;
  const isSummer = season === null || covers(season, midsummer);
  return isSummer ? undefined : `sails ${tellDays(season)}, which is no summer`;
}

/** An unlikely change; `undefined`: none. */
function findTurn(
  { operation, road, level }: FerryRow,
  record: ConnectionRecord,
): string | undefined {
  if (operation === 'all-year' && record.operation !== 'all-year')
    return 'sails all year there, and in a season here';
  if (road?.[0] !== record.road[0]) return `is on ${road ?? 'no road'} instead of ${record.road}`;
  const ours = record.authority.replace(/ .*/, '');
  return level === 'unknown' || level === ours
    ? undefined
    : `is ${level} instead of ${ours}, which its fares were decided by`;
}
