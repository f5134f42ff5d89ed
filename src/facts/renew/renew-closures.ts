/**
 * Roads closed in winter, from the road database: the days of known ones are renewed, and an official pass that is
 * new enters where all that it says fits together. One that is odd keeps its row and is told.
 */
import { type Day, toDayNumber } from '../../base/day.ts';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { ClosureRow, YearDays } from '../../upstream/road-database/parse-closure.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type { FerrySectionRecord, RoadClosures, SectionRecord } from '../schema/road-closures.ts';
import { type Finding, label } from './guard-places.ts';

type Known = SectionRecord | FerrySectionRecord;

/** Rows that may go in, and what was set aside: one sentence without full stop each. */
export interface SoundClosures {
  readonly rows: readonly ClosureRow[];
  readonly odd: readonly string[];
  /** New roads that are closed in winter and have no row: a person may add one. */
  readonly left: readonly string[];
}

interface ClosureTerms {
  readonly limits: RenewalLimits;
  /** Days that move far are taken. */
  readonly force: boolean;
  /** Is there a road of that name near a place? */
  readonly hasRoad: (road: string, at: LatLon) => boolean;
}

/** What was read of type 107. */
interface ClosureHarvest {
  readonly rows: readonly ClosureRow[];
  readonly unreadable: readonly Finding[];
}

/** Sets the rows aside that are odd; all of them where too many of the known are gone. */
export function takeSoundClosures(
  { rows, unreadable }: ClosureHarvest,
  before: RoadClosures,
  terms: ClosureTerms,
): SoundClosures {
  const records = [...before.sections, ...before.ferries];
  const known = new Map(records.map((record) => [Number(record.id), record]));
  const there = new Set([
    ...rows.map(({ nvdbId }) => nvdbId),
    ...unreadable.map(({ closure }) => closure),
  ]);
  const objects = records.filter(isObject);
  const gone = objects.filter(({ id }) => !there.has(Number(id)));
  if (gone.length * 100 > objects.length * terms.limits.mostFallPercent)
    return {
      rows: [],
      odd: [tellTooFew(objects.length - gone.length, objects.length)],
      left: [],
    };
  const twice = listTwice(rows);
  const judged = rows.map((row) => {
    const record = known.get(row.nvdbId);
    const why = twice.has(row.nvdbId) ? 'is there twice' : judge(row, record, terms);
    return { row, isKnown: record !== undefined, why };
  });
  const keep = (wanted: boolean, tell: (row: ClosureRow, why: string) => string) =>
    judged.flatMap(({ row, isKnown, why }) =>
      isKnown === wanted && why !== undefined ? [tell(row, why)] : [],
    );
  const odd = [
    ...gone.map(({ id, name }) => `the closed road ${id} (${name}) is gone: it keeps its days`),
    ...unreadable.map(({ closure, line }) => tellUnreadable(line, known.get(closure ?? 0))),
    ...keep(true, (row, why) => `the closed road ${label(row)} ${why}: it keeps its days`),
  ];
  const left = keep(false, (row, why) =>
    row.closed === null ? '' : `the closed road ${describe(row)} has no row: it ${why}`,
  ).filter((line) => line !== '');
  return {
    rows: judged.flatMap(({ row, why }) => (why === undefined ? [row] : [])),
    odd: [...new Set(odd)],
    left: [...new Set(left)],
  };
}

const tellTooFew = (there: number, all: number) =>
  `${there} of ${all} known closed roads are there, which is too few: all keep their days`;

const tellUnreadable = (line: string, record: Known | undefined) =>
  record === undefined ? `${line}: it is left out` : `${line} (${record.name}): it keeps its days`;

function listTwice(rows: readonly ClosureRow[]): ReadonlySet<number> {
  const ids = rows.map(({ nvdbId }) => nvdbId);
  return new Set(ids.filter((id, i) => ids.indexOf(id) !== i));
}

/** Why a row does not go in; `undefined`: it may. The subject is the road. */
function judge(
  row: ClosureRow,
  record: Known | undefined,
  { limits, force, hasRoad }: ClosureTerms,
): string | undefined {
  const odd = findOdd(row, record, limits);
  if (odd !== undefined) return odd;
  if (record === undefined) return whyNotNew(row, hasRoad);
  return force ? undefined : findMove(row, record, limits);
}

/** Is it a record of the road database? Those of the press have small numbers for ids. */
const isObject = ({ source }: Known): boolean => source.startsWith(FROM_ROAD_DATABASE);

const FROM_ROAD_DATABASE = 'NVDB type 107';

/** What can not be true, whatever it was before; the subject is the road. */
function findOdd(
  { closed, night }: ClosureRow,
  record: Known | undefined,
  { mostClosedDays }: RenewalLimits,
): string | undefined {
  if (record !== undefined && !isObject(record)) return 'has the id of a road of the press';
  if (record?.kind === 'convoy' && closed !== null && !isSame(closed, record.notClosed))
    return `is open in winter here, and closed ${tell(closed)} there`;
  if (record?.kind === 'closed' && closed === null) return 'has no closed days any more';
  const long = [closed, night].find((days) => days !== null && countDays(days) > mostClosedDays);
  if (long) return `is closed ${tell(long)}, which is more than ${mostClosedDays} days`;
  const summer = closed !== null && covers(closed, MIDSUMMER);
  return summer ? `is closed ${tell(closed)}, which is no winter` : undefined;
}

/** Every road that is closed in winter is open then. */
const MIDSUMMER = '07-15';

function findMove(
  { closed }: ClosureRow,
  record: Known,
  { mostMovedDays }: RenewalLimits,
): string | undefined {
  if (record.kind !== 'closed' || closed === null) return undefined;
  const { from, to } = record.closed;
  const far = ([was, is]: readonly [string | null, string]) =>
    was !== null && distanceDays(was, is) > mostMovedDays;
  const moves = [[from, closed.from] as const, [to, closed.to] as const];
  return moves.some(far)
    ? `is closed ${tell(closed)} instead of ${from} to ${to}, which moves a day by more than ${mostMovedDays}`
    : undefined;
}

/** The gates of a pass lie so far apart at least, metres. */
const LEAST_LENGTH_M = 1000;
/** The count of closed days bears the two days out where it differs by no more. */
const MOST_COUNT_OFF = 28;

/** Why a new object is not taken as a closed road; `undefined`: it may be. The subject is the road. */
function whyNotNew(
  { road, isPass, closed, days, gates, ends }: ClosureRow,
  hasRoad: ClosureTerms['hasRoad'],
): string | undefined {
  if (!isPass) return 'is no official pass';
  if (closed === null || days === null) return 'has no count of closed days';
  if (Math.abs(countDays(closed) - days) > MOST_COUNT_OFF)
    return `is closed on ${days} days, which are not those ${tell(closed)}`;
  if (road === null || !/^[ERF]\d/.test(road)) return 'has no road number';
  if (gates === null) return 'has no gates with names';
  if (ends === null) return 'is not one line';
  if (flatDistanceM(...ends) < LEAST_LENGTH_M) return 'begins where it ends';
  return ends.every((at) => hasRoad(road, at))
    ? undefined
    : `does not lie on ${road} of the road network`;
}

/**
 * The file with the days of the rows. Decisions by hand stay: kinds, gates, names, what other sources say.
 *
 * @param bundled the file of this program.
 * @param before the file in force, whose days stay where there is no row; the bundled ones where those are newer.
 */
export function compileClosures(
  bundled: RoadClosures,
  before: RoadClosures,
  rows: readonly ClosureRow[],
  today: Day,
): RoadClosures {
  const byId = new Map(rows.map((row) => [String(row.nvdbId), row]));
  const inForce = new Map(
    [...before.sections, ...before.ferries].map((record) => [record.id, record]),
  );
  const renew = <R extends Known>(record: R): R => {
    const row = byId.get(record.id);
    const was = inForce.get(record.id);
    if (record.kind !== 'closed') return record;
    if (row?.closed)
      return {
        ...record,
        closed: toClosed(row, record.closed.others),
        asOf: today,
        source: SOURCE,
      };
    return was?.kind === 'closed' && was.asOf > record.asOf
      ? { ...record, closed: was.closed, asOf: was.asOf, source: was.source }
      : record;
  };
  const isKnown = new Set([...bundled.sections, ...bundled.ferries].map(({ id }) => id));
  const renewed = rows.flatMap((row) =>
    isKnown.has(String(row.nvdbId)) ? [] : toSection(row, today),
  );
  const isRenewed = new Set(renewed.map(({ id }) => id));
  const added = before.sections.filter(({ id }) => !isKnown.has(id) && !isRenewed.has(id));
  const sections = [...bundled.sections.map(renew), ...added, ...renewed];
  const ferries = bundled.ferries.map(renew);
  const ofKind = (wanted: string) => sections.filter(({ kind }) => kind === wanted).length;
  const counts = {
    closed: ofKind('closed'),
    convoy: ofKind('convoy'),
    'private-toll': ofKind('private-toll'),
    ferries: ferries.length,
  };
  const date = rows.length > 0 ? today : before.meta.date;
  return { ...bundled, meta: { ...bundled.meta, date, counts }, sections, ferries };
}

const SOURCE = `${FROM_ROAD_DATABASE}, API les V4`;

const toClosed = ({ closed, night, days }: ClosureRow, others: YearDays | undefined) => ({
  from: closed?.from ?? null,
  to: closed?.to ?? null,
  ...(days !== null && { days }),
  ...(night !== null && { night }),
  ...(others && { others }),
});

function toSection(row: ClosureRow, today: Day): SectionRecord[] {
  const { nvdbId, road, name, gates, ends } = row;
  if (road === null || gates === null || ends === null) return [];
  return [
    {
      id: String(nvdbId),
      road,
      name: name ?? `${gates[0]} - ${gates[1]}`,
      kind: 'closed',
      ends: [
        { name: gates[0], ...ends[0] },
        { name: gates[1], ...ends[1] },
      ],
      closed: toClosed(row, undefined),
      asOf: today,
      source: SOURCE,
    },
  ];
}

/** A road whose days change, is new, or is kept no longer. */
export interface ClosureChange {
  readonly id: string;
  readonly name: string;
  /** `10-16 to 06-01`; absent: it had none, or has none. */
  readonly before?: string;
  readonly after?: string;
}

/** Closed roads and ferries whose days are other ones, in the order of the file. */
export function compareClosures(
  before: RoadClosures,
  after: RoadClosures,
): readonly ClosureChange[] {
  const daysOf = (closures: RoadClosures) =>
    new Map(listClosed(closures).map(({ id, name, closed }) => [id, { name, days: show(closed) }]));
  const [was, is] = [daysOf(before), daysOf(after)];
  return [...new Map([...was, ...is])].flatMap(([id, { name }]) => {
    const [old, now] = [was.get(id)?.days, is.get(id)?.days];
    if (old === now) return [];
    return [
      {
        id,
        name,
        ...(old !== undefined && { before: old }),
        ...(now !== undefined && { after: now }),
      },
    ];
  });
}

/** Roads, and ferries behind them, that are closed on some days. */
export const listClosed = ({ sections, ferries }: RoadClosures) =>
  [...sections, ...ferries].flatMap((record) => (record.kind === 'closed' ? [record] : []));

const show = ({ from, to, days }: { from: string | null; to: string | null; days?: number }) =>
  `${from ?? '?'} to ${to ?? '?'}${days === undefined ? '' : `, ${days} days a year`}`;

const describe = (row: ClosureRow) =>
  `${label(row)} on ${row.road ?? 'no road'}${row.closed === null ? '' : ` ${tell(row.closed)}`}`;

const tell = ({ from, to }: YearDays) => `from ${from} to ${to}`;

const isSame = (a: YearDays, b: YearDays | undefined) => a.from === b?.from && a.to === b.to;

const YEAR = 365;
const numberOf = (monthDay: string) => toDayNumber(`2025-${monthDay}`);

/** How many days, both included. */
const countDays = ({ from, to }: YearDays) => ((numberOf(to) - numberOf(from) + YEAR) % YEAR) + 1;

const covers = ({ from, to }: YearDays, day: string) =>
  from <= to ? from <= day && day <= to : from <= day || day <= to;

/** The shorter way round the year. */
function distanceDays(a: string, b: string): number {
  const days = Math.abs(numberOf(a) - numberOf(b));
  return Math.min(days, YEAR - days);
}
