/** The daily renewal of a server with `ROAD_DATABASE=nvdb`: how the last one ended, and when the next comes. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/duration.ts';
import { parseChecked } from '../../base/parse-checked.ts';
import { repeat, type Timer } from '../../base/timer.ts';
import { replaceDurably } from '../../files/write-durably.ts';
import type { Clock } from '../../trip/ports.ts';
import type { Row } from '../schema/values.ts';

export interface DailyTerms {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Gives a number from 0 to 1, so that servers that start together ask at different times. */
  readonly random: () => number;
  /** How the last renewal of this home ended, in any process; `undefined`: there was none. */
  readonly readLast: () => Promise<LastRenewal | undefined>;
  /** Renews, unless another process has just renewed. Settles when it is done, also after a failure. */
  readonly renew: () => Promise<void>;
}

/** Renews again and again until it is stopped. @returns the function that stops it. */
export function renewDaily({ clock, timer, random, readLast, renew }: DailyTerms): () => void {
  const readDelayMs = async () => delayToNextMs(await readLast(), clock.now(), random());
  return repeat(timer, readDelayMs(), async () => {
    await renew();
    return readDelayMs();
  });
}

/** Longest pause after failures in a row. */
const MOST_PAUSE_MS = 6 * HOUR_MS;
/** Pause after the first failure; each further one doubles it. */
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
/** No process renews sooner than `least` after its start. Without an earlier renewal it renews within `most`. */
const START_MS = { least: 5 * SECOND_MS, most: 65 * SECOND_MS } as const;

/**
 * Milliseconds until the next renewal. It comes a day after the last renewal, up to half an hour earlier or later.
 * After failures in a row the pause grows, and it is never shorter than the road database asks for.
 *
 * @param random 0 … 1; spreads servers that would ask at the same moment.
 * @internal Outside this file only tests use it.
 */
export function delayToNextMs(
  last: LastRenewal | undefined,
  nowMs: number,
  random: number,
): number {
  const soonMs = START_MS.least + random * (START_MS.most - START_MS.least);
  if (last === undefined) return soonMs;
  // The noted time may lie in the future if the clock has been set back since.
  const lastMs = Math.min(last.atMs, nowMs);
  if (last.ok) return Math.max(soonMs, lastMs + 24 * HOUR_MS + (random - 0.5) * HOUR_MS - nowMs);
  const pauseMs = Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (last.failures - 1));
  const askedMs = (last.retryAfterS ?? 0) * SECOND_MS;
  return Math.max(soonMs, lastMs + Math.max(askedMs, pauseMs * (0.8 + 0.4 * random)) - nowMs);
}

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
