import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { FULL_PACE, type Pace } from './fault.ts';
import { type Inspection, inspect } from './inspect.ts';
import { type AnswerTerms, countOf, judgeAnswers, judgeCounts } from './judge.ts';
import type { Scene } from './scene.ts';
import { type Ask, isNormal, type Made, startTraffic } from './traffic.ts';
import { until } from './until.ts';

/** The effects of a fault; `broken`: the promises that it broke, one sentence each. */
export interface Seen {
  readonly text: string;
  readonly broken: readonly string[];
  /** Every call, in the order in which they ended. */
  readonly made: readonly Made[];
}

export interface LoadTerms extends Pick<AnswerTerms, 'mayFail' | 'mayBeSilent'> {
  /**
   * Breaks something, waits, and heals it. An error that it throws counts as a broken promise.
   *
   * @param untilFelt resolves when a call has had an unusual answer.
   */
  readonly hurt: (scene: Scene, untilFelt: () => Promise<unknown>) => Promise<void>;
  /** Absent: `FULL_PACE`. */
  readonly pace?: Pace;
  /** Absent: `CALLS`. */
  readonly asks?: readonly Ask[];
}

const MOMENT = '2026-11-20T08:00:00+01:00';
const AT = `startTime=${encodeURIComponent(MOMENT)}`;

/** All kinds of calls, and their usual answers. */
export const CALLS: readonly Ask[] = [
  counted('/api/route?from=nowhere', [400]),
  counted(`/api/route?from=59.9139,10.7522&to=59.7440,10.2045&refine=1&${AT}`, [200]),
  counted('/api/vehicle?plate=QQ10001', [200]),
  counted(`/api/route-osrm?from=59.9139,10.7522&to=59.4340,10.6577&${AT}`, [200]),
  { path: '/api/ferry-quays', normal: [200], isCounted: false },
  counted(
    '/api/departures?from=59.9139,10.7522&to=59.7440,10.2045&step=60&earliest=2026-11-20T06:00:00%2B01:00&latest=2026-11-20T12:00:00%2B01:00',
    [200],
  ),
  withBody('/api/matrix', {
    origins: ['59.9139,10.7522'],
    destinations: ['59.7440,10.2045', '59.4340,10.6577'],
    startTime: MOMENT,
  }),
  withBody('/api/journey', {
    drives: [{ from: '59.9139,10.7522', to: '59.4340,10.6577', startTime: MOMENT }],
  }),
  withBody(`/api/trace?${AT}`, [
    { lat: 59.9139, lon: 10.7522 },
    { lat: 59.744, lon: 10.2045 },
  ]),
];

/** Credits are tried again 1, 6 and 36 s after the first try (`account/open-calls.ts`). Later tries are not awaited. */
const CREDITS_WITHIN_MS = 40_000;
/** Calls may still fail for this time after the healing. */
const WELL_MS = 5000;
const PATIENCE_MS = 25_000;
const BUSY_PATIENCE_MS = 180_000;

/** Makes calls before, during and after a fault, and checks whether every promise was kept. */
export async function underLoad(scene: Scene, terms: LoadTerms): Promise<Seen> {
  const { hurt, pace = FULL_PACE, asks = CALLS } = terms;
  const { perS, beforeMs, afterMs, isBusy } = pace;
  const patienceMs = isBusy ? BUSY_PATIENCE_MS : PATIENCE_MS;
  const before = await inspect(scene.database);
  const traffic = startTraffic(() => scene.addresses, { key: scene.key, asks, perS });
  const { made } = traffic;
  await sleep(beforeMs);
  const broken: string[] = [];
  const untilFelt = () => until(() => !made.every(isNormal), patienceMs);
  await hurt(scene, untilFelt).catch((error: unknown) => broken.push(String(error)));
  const healedMs = performance.now();
  const isWell = await until(() => isWellSince(healedMs, made, perS), patienceMs);
  await sleep(afterMs);
  await traffic.stop();
  const after = await settled(scene, before, made);
  const illMs = illAfterMs(made, healedMs);
  broken.push(
    ...judgeCounts(before, after, made),
    ...judgeAnswers(made, { ...terms, isBusy }),
    ...(isBusy || illMs < WELL_MS ? [] : [`ill for ${seconds(illMs)} after the healing`]),
    ...(isWell ? [] : [`still ill ${seconds(patienceMs)} after the healing`]),
  );
  return { text: describe(made, { before, after, illMs }), broken, made };
}

/** Have the calls of the last second had their usual answers? */
function isWellSince(healedMs: number, made: readonly Made[], perS: number): boolean {
  const since = made.filter(({ startedMs }) => startedMs > healedMs);
  return since.length >= perS && since.slice(-perS).every(isNormal);
}

/** The state of the database after the pending credits have been booked. */
async function settled({ database }: Scene, before: Inspection, made: readonly Made[]) {
  const endMs = performance.now() + CREDITS_WITHIN_MS;
  const { answered, cut } = countOf(made);
  for (;;) {
    const now = await inspect(database);
    const used = now.used - before.used;
    if ((used >= answered && used <= answered + cut) || performance.now() > endMs) return now;
    await sleep(500);
  }
}

/** The time from the healing to the beginning of the last call with an unusual answer. */
function illAfterMs(made: readonly Made[], healedMs: number): number {
  const ill = made.filter((one) => !isNormal(one)).map(({ startedMs }) => startedMs - healedMs);
  return Math.max(0, ...ill);
}

function describe(
  made: readonly Made[],
  { before, after, illMs }: { before: Inspection; after: Inspection; illMs: number },
): string {
  const failed = [502, 503].flatMap((status) => {
    const count = made.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} x ${status}`];
  });
  const { answered, cut, refused } = countOf(made);
  return [
    `${made.length} calls`,
    ...failed,
    ...(cut === 0 ? [] : [`${cut} cut`]),
    ...(refused === 0 ? [] : [`${refused} refused a connection`]),
    `${answered} answered and ${after.used - before.used} counted`,
    `longest ${seconds(Math.max(...made.map(({ tookMs }) => tookMs)))}`,
    `well after ${seconds(illMs)}`,
  ].join(', ');
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function withBody(path: string, body: object): Ask {
  return { ...counted(path, [200]), body: JSON.stringify(body) };
}

function counted(path: string, normal: readonly number[]): Ask {
  return { path, normal, isCounted: true };
}
