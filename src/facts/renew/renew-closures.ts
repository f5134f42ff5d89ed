/**
 * Roads closed in winter, from the road database. The days of known roads are renewed, and new passes are added.
 */
import { type Day, fromDayNumber, toDayNumber } from '../../base/day.ts';
import type { ClosureRow, YearDays } from '../../upstream/road-database/parse-closure.ts';
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
        source: SOURCE,
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
const SOURCE = `${FROM_ROAD_DATABASE}, API les V4`;

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
      source: SOURCE,
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
    new Map(listClosed(closures).map(({ id, name, closed }) => [id, { name, days: show(closed) }]));
  const [was, is] = [daysOf(before), daysOf(after)];
  return [...new Map([...was, ...is])].flatMap(([id, { name }]) =>
    listChange(was.get(id)?.days, is.get(id)?.days).map((change) => ({ id, name, ...change })),
  );
}

/** The roads that are closed on some days, followed by such ferries. */
export const listClosed = ({ sections, ferries }: RoadClosures) =>
  [...sections, ...ferries].flatMap((record) => (record.kind === 'closed' ? [record] : []));

/** `10-16 to 06-01`. */
const show = ({ from, to, days }: { from: string | null; to: string | null; days?: number }) =>
  `${from ?? '?'} to ${to ?? '?'}${days === undefined ? '' : `, ${days} days a year`}`;
