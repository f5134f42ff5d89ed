import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { parseChecked } from '../../base/parse-checked.ts';
import { replaceDurably } from '../../files/write-durably.ts';
import type { Row } from '../schema/values.ts';

const LastRenewalFile = Type.Object({
  /** Unix milliseconds. */
  atMs: Type.Number(),
  ok: Type.Boolean(),
  /** Toll stations that were set aside, one sentence without full stop each; absent or `[]`: none. */
  oddStations: Type.Optional(Type.Array(Type.String())),
  /** Closed roads that keep their days, as above. */
  oddClosures: Type.Optional(Type.Array(Type.String())),
  /** Ferry connections that stay as they are, as above. */
  oddFerries: Type.Optional(Type.Array(Type.String())),
  /** Why it failed: one sentence that anybody may read. */
  reason: Type.Optional(Type.String()),
  /** The time at which the road database wants to be asked again. Seconds after `atMs`. */
  retryAfterS: Type.Optional(Type.Number()),
  /** When a renewal last succeeded; absent: never. Unix milliseconds. */
  succeededAtMs: Type.Optional(Type.Number()),
  /** The number of failures since then. */
  failures: Type.Integer({ minimum: 0 }),
});

/** How the last renewal ended, in any process. */
export type LastRenewal = Row<typeof LastRenewalFile>;

type OddRecords = Pick<LastRenewal, 'oddStations' | 'oddClosures' | 'oddFerries'>;

/** What was renewed: the data of the road database, or the official road network. */
type Renewed = 'data' | 'network';

const pathIn = (home: string, what: Renewed) => join(home, what, 'last-renewal.json');

/** The last renewal; `undefined`: there was none, or its file can not be read. */
export async function readLastRenewal(
  home: string,
  what: Renewed = 'data',
): Promise<LastRenewal | undefined> {
  try {
    const text = await readFile(pathIn(home, what), 'utf8');
    return parseChecked(text, LastRenewalFile, 'last-renewal.json');
  } catch {
    return undefined;
  }
}

/** Notes how a renewal ended, for every process of this home. */
export async function noteRenewal(
  home: string,
  outcome: OddRecords & Pick<LastRenewal, 'atMs' | 'ok' | 'reason' | 'retryAfterS'>,
  what: Renewed = 'data',
): Promise<void> {
  const before = await readLastRenewal(home, what);
  const succeededAtMs = outcome.ok ? outcome.atMs : before?.succeededAtMs;
  const last: LastRenewal = {
    ...outcome,
    ...(succeededAtMs !== undefined && { succeededAtMs }),
    failures: outcome.ok ? 0 : (before?.failures ?? 0) + 1,
  };
  const path = pathIn(home, what);
  await mkdir(dirname(path), { recursive: true });
  await replaceDurably(path, `${JSON.stringify(last)}\n`);
}
