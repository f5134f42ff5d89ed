/** Roads closed in winter and ferry connections, from the road database. Decisions by hand stay. */
import { type Day, fromDayNumber, toDayNumber } from '../../base/day.ts';
import type {
  ClosureRow,
  FerryRow,
  YearDays,
} from '../../upstream/road-database/parse-overlays.ts';
import type { ConnectionFile, ConnectionRecord } from '../schema/ferries.ts';
import type { FerrySectionRecord, RoadClosures, SectionRecord } from '../schema/road-closures.ts';
import { type Change, listChange, type Named } from './renewed-data.ts';

export type KnownClosure = SectionRecord | FerrySectionRecord;

/** Is it a record of the road database? Records of the press have small numbers as ids. */
export const isObject = ({ source }: KnownClosure): boolean =>
  source.startsWith(FROM_ROAD_DATABASE);

const FROM_ROAD_DATABASE = 'NVDB type 107';

interface Told {
  readonly rows: readonly ClosureRow[];
  /** By connection; absent: no seasons are told. */
  readonly seasons?: ReadonlyMap<string, YearDays>;
}

/**
 * The file with the days of the rows. Decisions by hand stay: kinds, gates, names, and the days of other sources.
 *
 * @param bundled the file of this program.
 * @param told.seasons of the summer ferries of type 770, by connection. They hold if type 107 has no days for a ferry.
 * @param before the file in force. Without a row its days stay, unless the bundled days are newer.
 */
export function compileClosures(
  bundled: RoadClosures,
  before: RoadClosures,
  { rows, seasons = new Map() }: Told,
  today: Day,
): RoadClosures {
  const byId = new Map(rows.map((row) => [String(row.nvdbId), row]));
  const inForce = new Map(
    [...before.sections, ...before.ferries].map((record) => [record.id, record]),
  );
  const renew = <R extends KnownClosure>(record: R): R => {
    const row = byId.get(record.id);
    const was = inForce.get(record.id);
    if (record.kind !== 'closed') return record;
    if (row?.closed && record.asOf <= today)
      return {
        ...record,
        closed: toClosed(row, record.closed.others),
        asOf: today,
        source: CLOSURES_SOURCE,
      };
    const season = seasons.get('connectionId' in record ? record.connectionId : '');
    if (season && !isObject(record))
      return { ...record, closed: outside(season), asOf: today, source: FROM_FERRIES };
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

const FROM_FERRIES = 'NVDB type 770, API les V4';
const CLOSURES_SOURCE = `${FROM_ROAD_DATABASE}, API les V4`;

const toClosed = ({ closed, night, days }: ClosureRow, others: YearDays | undefined) => ({
  from: closed?.from ?? null,
  to: closed?.to ?? null,
  ...(days !== null && { days }),
  ...(night !== null && { night }),
  ...(others && { others }),
});

/** All other days of a year of 365 days. */
function outside({ from, to }: YearDays): YearDays {
  const beside = (monthDay: string, days: number) =>
    fromDayNumber(toDayNumber(`2025-${monthDay}`) + days).slice('2025-'.length);
  return { from: beside(to, 1), to: beside(from, -1) };
}

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
      source: CLOSURES_SOURCE,
    },
  ];
}

/** A closed road that is new, has other days, or is no longer kept. */
export type ClosureChange = Change & Named;

/** The changed closed roads and ferries, in the order of the file. */
export function compareClosures(
  before: RoadClosures,
  after: RoadClosures,
): readonly ClosureChange[] {
  const daysOf = (closures: RoadClosures) =>
    new Map(
      listClosed(closures).map(({ id, name, closed }) => [id, { name, days: showDays(closed) }]),
    );
  const [was, is] = [daysOf(before), daysOf(after)];
  return [...new Map([...was, ...is])].flatMap(([id, { name }]) =>
    listChange(was.get(id)?.days, is.get(id)?.days).map((change) => ({ id, name, ...change })),
  );
}

/** The roads that are closed on some days, followed by such ferries. */
export const listClosed = ({ sections, ferries }: RoadClosures) =>
  [...sections, ...ferries].flatMap((record) => (record.kind === 'closed' ? [record] : []));

/** `10-16 to 06-01`. */
const showDays = ({ from, to, days }: { from: string | null; to: string | null; days?: number }) =>
  `${from ?? '?'} to ${to ?? '?'}${days === undefined ? '' : `, ${days} days a year`}`;

/**
 * The file with the facts of the rows. Quays, fares, lines and minutes stay.
 *
 * @param bundled the file of this program.
 * @param before the file in force. Without a row its record stays, unless the bundled file is newer.
 */
export function compileConnections(
  bundled: ConnectionFile,
  before: ConnectionFile,
  rows: readonly FerryRow[],
  today: Day,
): ConnectionFile {
  const byId = new Map(rows.map((row) => [String(row.nvdbId), row]));
  const isNewer = before.meta.date > bundled.meta.date;
  const inForce = new Map(before.connections.map((record) => [record.id, record]));
  const connections = bundled.connections.map((record): ConnectionRecord => {
    const was = inForce.get(record.id);
    const kept = isNewer && was ? { ...record, ...pickRenewed(was) } : record;
    const row = byId.get(record.id);
    return row === undefined || today < bundled.meta.date
      ? kept
      : renewFerry(kept, row, { bundledOn: bundled.meta.date, today });
  });
  if (rows.length === 0)
    return { meta: { ...bundled.meta, date: (isNewer ? before : bundled).meta.date }, connections };
  const source = `${FERRIES_SOURCE}; fares, quays and lines: ${bundled.meta.source}`;
  return { meta: { ...bundled.meta, source, date: today }, connections };
}

const FERRIES_SOURCE = 'Statens vegvesen, NVDB object type 770, API les V4';

const pickRenewed = ({ name, road, operation, number, season, endedOn }: ConnectionRecord) => ({
  ...{ name, road, operation },
  ...(number !== undefined && { number }),
  ...(season && { season }),
  ...(endedOn !== undefined && { endedOn }),
});

function renewFerry(
  record: ConnectionRecord,
  row: FerryRow,
  { bundledOn, today }: { readonly bundledOn: Day; readonly today: Day },
): ConnectionRecord {
  const { name, road, operation, number, season, endsOn } = row;
  const { season: _, endedOn: was, ...rest } = record;
  if (operation === 'unknown' && endsOn === null) return record;
  if (operation === 'closed-down' || operation === 'unknown' || endsOn !== null) {
    // It still sailed on the day of the bundled file. Without a day of its end it ends when the end is first told.
    const told = endsOn ?? was ?? today;
    return { ...record, endedOn: told > bundledOn ? told : bundledOn };
  }
  return {
    ...rest,
    ...{ name: name ?? record.name, road: road ?? record.road, operation },
    ...(number !== null && { number }),
    ...(season && { season }),
  };
}

/** Does the road database say that the connection is closed down, or that it ends on a day? */
export const hasEnded = ({ operation, endsOn }: FerryRow): boolean =>
  operation === 'closed-down' || endsOn !== null;

/** A change of a fact about a connection. */
export interface ConnectionChange extends Change, Named {
  readonly what: (typeof TOLD_OF_FERRIES)[number];
}

const TOLD_OF_FERRIES = ['name', 'road', 'operation', 'season', 'endedOn'] as const;

/** The changed facts, in the order of the file. Numbers of connections are not compared. */
export function compareConnections(
  before: readonly ConnectionRecord[],
  after: readonly ConnectionRecord[],
): readonly ConnectionChange[] {
  const was = new Map(before.map((record) => [record.id, record]));
  return after.flatMap((now) =>
    TOLD_OF_FERRIES.flatMap((what) => {
      const { id, name } = now;
      const changes = listChange(show(was.get(id)?.[what]), show(now[what]));
      return changes.map((change) => ({ id, name, what, ...change }));
    }),
  );
}

const show = (value: ConnectionRecord[(typeof TOLD_OF_FERRIES)[number]]): string | undefined =>
  typeof value === 'object' ? `${value.from} to ${value.to}` : value;
