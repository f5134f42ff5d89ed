import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Inspection, inspect } from './inspect.ts';
import type { Scene } from './scene.ts';
import { type Ask, isNormal, type Made, startTraffic } from './traffic.ts';

/** What a fault did; `broken`: the promises that it broke, one sentence each. */
export interface Seen {
  readonly text: string;
  readonly broken: readonly string[];
}

export interface LoadTerms {
  /** Breaks something, waits, and heals it; what it throws is a broken promise. */
  readonly hurt: (scene: Scene) => Promise<void>;
  /** Absent: `CALLS`. */
  readonly asks?: readonly Ask[];
  /** Calls that may be failed by 5xx; absent: any. */
  readonly mayFail?: boolean;
  /** A foreign service that is away does not say for how long; absent: every 503 says when to come back. */
  readonly mayBeSilent?: boolean;
  /** How long after the healing calls may go on failing; absent: 5 s. */
  readonly wellWithinMs?: number;
}

const AT = 'startTime=2026-11-20T08:00:00%2B01:00';

/** All kinds of calls, and what they are answered. */
export const CALLS: readonly Ask[] = [
  counted('/api/route?from=nowhere', [400]),
  counted(`/api/route?from=59.9139,10.7522&to=59.7440,10.2045&refine=1&${AT}`, [200]),
  counted('/api/vehicle?plate=QQ10001', [200]),
  counted(`/api/route-osrm?from=59.9139,10.7522&to=59.4340,10.6577&${AT}`, [200]),
  { path: '/api/ferry-quays', normal: [200], isCounted: false },
];

const PER_S = 20;
const BEFORE_MS = 2000;
const AFTER_MS = 3000;
/** The last try of a credit that somebody waits for here: see `account/open-calls.ts`. */
const CREDITS_WITHIN_MS = 40_000;
const WELL_MS = 5000;
const PATIENCE_MS = 25_000;

/** Makes calls before, during and after a fault, and looks whether every promise was kept. */
export async function underLoad(scene: Scene, terms: LoadTerms): Promise<Seen> {
  const { hurt, asks = CALLS, wellWithinMs = WELL_MS } = terms;
  const before = await inspect(scene.database);
  const traffic = startTraffic(() => scene.addresses, { key: scene.key, asks, perS: PER_S });
  await sleep(BEFORE_MS);
  const broken: string[] = [];
  await hurt(scene).catch((error: unknown) => broken.push(String(error)));
  const healedMs = performance.now();
  await untilWell(traffic.made, healedMs);
  await sleep(AFTER_MS);
  await traffic.stop();
  const after = await settled(scene, before, traffic.made);
  const illMs = illAfterMs(traffic.made, healedMs);
  broken.push(
    ...judgeCounts(before, after, traffic.made),
    ...judgeAnswers(traffic.made, terms),
    ...(illMs < wellWithinMs ? [] : [`ill for ${seconds(illMs)} after the healing`]),
  );
  return { text: describe(traffic.made, { before, after, illMs }), broken };
}

async function untilWell(made: readonly Made[], healedMs: number): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  const isWell = () => {
    const since = made.filter(({ startedMs }) => startedMs > healedMs);
    return since.length >= PER_S && since.slice(-PER_S).every(isNormal);
  };
  while (!isWell() && performance.now() < endMs) await sleep(200);
}

/** The database when the credits have come through that are still tried. */
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

/** Calls that must be counted, and calls whose connection broke: these may be. */
function countOf(made: readonly Made[]) {
  const all = made.filter(({ ask }) => ask.isCounted);
  return {
    answered: all.filter(({ status }) => status !== undefined && status < 500).length,
    cut: all.filter(({ status, isRefused }) => status === undefined && isRefused !== true).length,
    refused: made.filter(({ isRefused }) => isRefused === true).length,
  };
}

function judgeCounts(before: Inspection, after: Inspection, made: readonly Made[]): string[] {
  const { answered, cut } = countOf(made);
  const used = after.used - before.used;
  return [
    ...(used < answered ? [`${answered} calls answered, ${used} counted`] : []),
    ...(used > answered + cut ? [`${used} calls counted, ${answered} answered, ${cut} cut`] : []),
    ...(after.accounts === before.accounts ? [] : ['accounts or keys have changed']),
    ...(after.integrity === 'ok' ? [] : [after.integrity]),
  ];
}

function judgeAnswers(
  made: readonly Made[],
  { mayFail = true, mayBeSilent = false }: LoadTerms,
): string[] {
  const ill = made.filter((one) => !isNormal(one) && one.status !== undefined);
  const strange = ill.filter(({ status = 0 }) => status !== 502 && status !== 503);
  const silent = mayBeSilent
    ? []
    : ill.filter(({ status, saysWhen }) => status === 503 && !saysWhen);
  const late = made.filter(({ tookMs }) => tookMs > 16_000);
  return [
    ...strange.map(({ ask, status }) => `${pathOf(ask)} was ${status}`).slice(0, 3),
    ...(silent.length > 0 ? [`${silent.length} x 503 without Retry-After`] : []),
    ...listUnlike(made),
    ...(late.length > 0 ? [`${late.length} calls took longer than 16 s`] : []),
    ...(mayFail || ill.length === 0 ? [] : [`${ill.length} calls failed`]),
  ];
}

/** Answers to a question that must always be answered in the same way, and were not. */
function listUnlike(made: readonly Made[]): string[] {
  const asks = new Set(made.map(({ ask }) => ask));
  return [...asks].flatMap((ask) => {
    const hashes = made.flatMap((one) => (one.ask === ask && one.hash ? [one.hash] : []));
    const unlike = hashes.filter((hash) => hash !== hashes[0]).length;
    return unlike === 0 ? [] : [`${unlike} of ${hashes.length} answers differ: ${pathOf(ask)}`];
  });
}

/** From the healing to the beginning of the last call that was not answered as on other days. */
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

const pathOf = ({ path }: Ask) => (typeof path === 'string' ? path : path(0));

function counted(path: string, normal: readonly number[]): Ask {
  return { path, normal, isCounted: true };
}
