import { performance } from 'node:perf_hooks';
import { atOnce } from '../../src/base/steps.ts';
import { stepBody } from '../../src/http/reply/write-answer.ts';
import type { RouteAnswer } from '../../src/wire/route.ts';
import { timed } from '../numbers.ts';

/** Numbers from 0 up to 1, the same in every run. Source: Park and Miller, CACM 31 (10), 1988. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Milliseconds of each call, one after another, as a single caller would ask. */
export async function measure(count: number, work: (call: number) => unknown): Promise<number[]> {
  const ms: number[] = [];
  for (let call = 0; call < count; call++) {
    const startMs = performance.now();
    await work(call);
    ms.push(performance.now() - startMs);
  }
  return ms;
}

/** The least processor time of several rounds of the same work. Milliseconds. */
export async function processorMs(rounds: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, (await timed(work))[1]);
  return least;
}

/** The ways that are compared, by name. */
export type Ways<Name extends string> = Readonly<Record<Name, (item: number) => unknown>>;

/**
 * Fastest time of each item and way over `rounds` rounds. The order is random, so that no way always runs after the
 * same other way and finds its cache. Other programs can only add time. Milliseconds.
 */
export async function compareWays<Name extends string>(
  items: number,
  ways: Ways<Name>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[];
  const best = Object.fromEntries(
    names.map((name) => [name, new Array<number>(items).fill(Number.POSITIVE_INFINITY)]),
  ) as Record<Name, number[]>;
  const random = seeded(ORDER_SEED);
  for (let round = 0; round < rounds; round++)
    for (let item = 0; item < items; item++)
      for (const name of shuffled(names, random)) {
        const startMs = performance.now();
        await ways[name](item);
        const ms = performance.now() - startMs;
        best[name][item] = Math.min(best[name][item] ?? ms, ms);
      }
  return best;
}

const ORDER_SEED = 1;

/** Source: the shuffle of Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}

/** The ratio of each item done in two ways. */
export const ratios = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((ms, i) => ms / (other[i] ?? Number.NaN));

/** Writes the routes of an answer as they are sent. They are most of the answer. */
export function writeLines(answer: RouteAnswer | undefined): void {
  if (answer !== undefined) atOnce(stepBody(answer.routes, ''));
}
