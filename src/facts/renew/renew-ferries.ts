/** Ferry connections from the road database. Facts of known connections are renewed. Ended ones are not sailed. */
import type { Day } from '../../base/day.ts';
import type { FerryRow } from '../../upstream/road-database/parse-ferry.ts';
import type { ConnectionFile, ConnectionRecord } from '../schema/ferries.ts';
import { type Change, listChange, type Named } from './renewed-data.ts';

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
      : renew(kept, row, { bundledOn: bundled.meta.date, today });
  });
  if (rows.length === 0)
    return { meta: { ...bundled.meta, date: (isNewer ? before : bundled).meta.date }, connections };
  const source = `${SOURCE}; fares, quays and lines: ${bundled.meta.source}`;
  return { meta: { ...bundled.meta, source, date: today }, connections };
}

const SOURCE = 'Statens vegvesen, NVDB object type 770, API les V4';

const pickRenewed = ({ name, road, operation, number, season, endedOn }: ConnectionRecord) => ({
  ...{ name, road, operation },
  ...(number !== undefined && { number }),
  ...(season && { season }),
  ...(endedOn !== undefined && { endedOn }),
});

function renew(
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
  readonly what: (typeof TOLD)[number];
}

const TOLD = ['name', 'road', 'operation', 'season', 'endedOn'] as const;

/** The changed facts, in the order of the file. Numbers of connections are not compared. */
export function compareConnections(
  before: readonly ConnectionRecord[],
  after: readonly ConnectionRecord[],
): readonly ConnectionChange[] {
  const was = new Map(before.map((record) => [record.id, record]));
  return after.flatMap((now) =>
    TOLD.flatMap((what) => {
      const { id, name } = now;
      const changes = listChange(show(was.get(id)?.[what]), show(now[what]));
      return changes.map((change) => ({ id, name, what, ...change }));
    }),
  );
}

const show = (value: ConnectionRecord[(typeof TOLD)[number]]): string | undefined =>
  typeof value === 'object' ? `${value.from} to ${value.to}` : value;
