/** The facts in force in a running server. It takes over renewed facts without a pause. */
import type { Logger } from 'pino';
import { type Day, toDayNumber } from '../base/day.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import { repeat, type Timer } from '../base/timer.ts';
import type { NetworkFolders } from '../network/open-network.ts';
import { readOwnMap } from '../network/own-map.ts';
import type { Clock } from '../trip/ports.ts';
import { openDataVersions } from './data-versions.ts';
import { type Facts, type OpenFacts, openFacts } from './open-facts.ts';
import { type LastRenewal, readLastRenewal } from './renew/daily-renewal.ts';

export interface CurrentFacts<Snapshot> {
  /** The snapshot in force. A call that begins with a snapshot ends with the same snapshot. */
  current(): Snapshot;
  standing(): FactsStanding;
  /** Stops looking for renewed facts. */
  close(): void;
}

/** The state of the facts in force. */
interface FactsStanding {
  /** Name of the renewed version, or `bundled`. */
  readonly version: string;
  /** The day that the toll stations stand for. */
  readonly date: Day;
  /** Days from `date` to today in Norway. */
  readonly ageDays: number;
  /** When the last renewal ended, Norwegian time with offset, and why it failed; absent: there was none. */
  readonly lastRenewal?: { readonly at: string; readonly ok: boolean; readonly reason?: string };
  /** Why newer data is not in force, one sentence each; absent: there is no problem. */
  readonly problems?: readonly string[];
}

export interface KeepTerms<Snapshot> {
  readonly folders: NetworkFolders;
  readonly first: OpenFacts;
  /** Opens a snapshot of the facts. The running snapshot answers in the meantime. */
  readonly open: (facts: Facts) => Promise<Snapshot>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Does the running server take over a new road network, too? Absent: only the next start takes it over. */
  readonly followsNetwork?: boolean;
}

/** Milliseconds between looks whether another process has renewed the data. */
const LOOK_MS = 2000;
/** The number of looks without a try after a take-over has failed. */
const LOOKS_AFTER_FAILURE = 30;

/** Opens the first snapshot. From then on it follows the data in force in this home. */
export async function keepFactsCurrent<Snapshot>(
  terms: KeepTerms<Snapshot>,
): Promise<CurrentFacts<Snapshot>> {
  const { folders, clock, timer, log, followsNetwork = false } = terms;
  const versions = openDataVersions(folders.home);
  const readInForce = async () => ({
    data: await versions.readCurrent(),
    network: followsNetwork ? (await readOwnMap(folders.home))?.sha256 : undefined,
  });
  let held = { opened: terms.first, snapshot: await terms.open(terms.first.facts) };
  let { problems } = terms.first;
  let failures: readonly string[] = [];
  let seen = await readInForce();
  let last = await readLastRenewal(folders.home);
  let looksToSkip = 0;

  const exchange = async (isOtherNetwork: boolean) => {
    const opened = await openFacts(folders);
    tellProblems(opened, log);
    if (isOtherNetwork || opened.version?.version !== held.opened.version?.version) {
      held = { opened, snapshot: await terms.open(opened.facts) };
      const what = isOtherNetwork ? 'a renewed road network' : 'renewed data';
      log.info({ version: versionOf(opened) }, `took over ${what}`);
    }
    ({ problems } = opened);
  };
  const look = async () => {
    last = await readLastRenewal(folders.home);
    const current = await readInForce();
    const isOtherNetwork = current.network !== seen.network;
    const isOther = isOtherNetwork || current.data !== seen.data;
    if (isOther && looksToSkip-- > 0) return;
    looksToSkip = LOOKS_AFTER_FAILURE;
    if (isOther) await exchange(isOtherNetwork);
    seen = current;
    // Earlier failures are over: the data is taken over, or no longer in force.
    looksToSkip = 0;
    failures = [];
  };
  const stopLooking = repeat(timer, LOOK_MS, async () => {
    await look().catch((err: unknown) => {
      failures = ['The renewed data could not be taken over; the log says why.'];
      log.error({ err }, 'could not take over renewed data');
    });
    return LOOK_MS;
  });

  return {
    current: () => held.snapshot,
    standing: () => describeStanding(held.opened, clock.now(), last, [...problems, ...failures]),
    close: stopLooking,
  };
}

/** Says why a version that should be in force is not. */
export function tellProblems({ problems }: OpenFacts, log: Pick<Logger, 'error'>): void {
  if (problems.length > 0) log.error({ problems }, 'renewed data is not in force');
}

const versionOf = ({ version }: Pick<OpenFacts, 'version'>): string =>
  version?.version ?? 'bundled';

function describeStanding(
  opened: OpenFacts,
  nowMs: number,
  last: LastRenewal | undefined,
  problems: readonly string[],
): FactsStanding {
  const { day: date } = opened.facts.tolls;
  return {
    version: versionOf(opened),
    date,
    // The clock may have been set back to before this day.
    ageDays: Math.max(0, toDayNumber(toOsloTime(nowMs).day) - toDayNumber(date)),
    ...(last && { lastRenewal: describeRenewal(last) }),
    ...(problems.length > 0 && { problems }),
  };
}

function describeRenewal({ atMs, ok, reason }: LastRenewal) {
  return { at: formatOsloInstant(atMs), ok, ...(reason !== undefined && { reason }) };
}
