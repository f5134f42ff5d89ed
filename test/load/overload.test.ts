/** The door before the engine under more calls than can be answered, in time that the test makes. */
import { expect, test } from 'vitest';
import { openDoor } from '../../src/load/admit-calls.ts';
import { settled } from '../support/time.ts';

const PLACES = 4;
const WORK_MS = 50;
const SUSTAINED_PER_S = (PLACES * 1000) / WORK_MS;

interface Outcome {
  readonly cameMs: number;
  /** Absent: it was refused. */
  readonly tookMs?: number;
}

/** A door before work that always takes the same time, and loads that follow each other. */
function scene() {
  let nowMs = 0;
  const door = openDoor(PLACES, () => nowMs);
  const ends = new Map<number, (() => void)[]>();
  const outcomes: Outcome[] = [];
  let sinceLast = 0;

  const work = () =>
    new Promise<void>((resolve) => {
      const atMs = nowMs + WORK_MS;
      ends.set(atMs, [...(ends.get(atMs) ?? []), resolve]);
    });
  const come = (cameMs: number) =>
    door.run(work).then(
      () => outcomes.push({ cameMs, tookMs: nowMs - cameMs }) > 0,
      () => outcomes.push({ cameMs }) < 0,
    );

  /** Callers that ask again whenever they are answered. */
  async function loop(callers: number, forMs: number): Promise<Outcome[]> {
    const startMs = nowMs;
    // Who is refused stays away: it would ask again in the same moment, for ever.
    const again = async (wasAnswered: boolean): Promise<void> => {
      if (wasAnswered && nowMs < startMs + forMs) await come(nowMs).then(again);
    };
    for (let i = 0; i < callers; i++) void again(true);
    await pass(forMs, () => undefined);
    return outcomes.filter(({ cameMs }) => cameMs >= startMs);
  }

  async function pass(forMs: number, before: () => void): Promise<void> {
    for (const untilMs = nowMs + forMs; nowMs < untilMs; ) {
      before();
      nowMs += 1;
      for (const end of ends.get(nowMs) ?? []) end();
      ends.delete(nowMs);
      await settled();
    }
  }

  /** Lets so many calls a second come for a while; gives those that came after `fromMs` of it. */
  async function load(share: number, forMs: number, fromMs = 0): Promise<Outcome[]> {
    const startMs = nowMs;
    await pass(forMs, () => {
      sinceLast += (share * SUSTAINED_PER_S) / 1000;
      for (; sinceLast >= 1; sinceLast--) void come(nowMs);
    });
    return outcomes.filter(({ cameMs }) => cameMs >= startMs + fromMs);
  }

  return { load, loop };
}

const longest = (outcomes: readonly Outcome[]) =>
  Math.max(...outcomes.map(({ tookMs = 0 }) => tookMs));
const refused = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ tookMs }) => tookMs === undefined);

test('at twice what can be answered the accepted calls take no three times as long, and none is idle', async () => {
  const { load } = scene();
  const steady = await load(0.7, 5000);
  expect(refused(steady)).toEqual([]);
  // It takes 4 s to tell it from a burst, and 4 s to answer what has come by then.
  const over = await load(2, 25_000, 10_000);
  const answered = over.length - refused(over).length;
  expect(longest(over)).toBeLessThanOrEqual(3 * longest(steady));
  expect(answered).toBeGreaterThan(0.95 * SUSTAINED_PER_S * 15);
});

test('when the calls have become fewer none is refused any more, within 5 s', async () => {
  const { load } = scene();
  await load(2, 10_000);
  const after = await load(0.7, 10_000);
  const startMs = after[0]?.cameMs ?? 0;
  const last = Math.max(0, ...refused(after).map(({ cameMs }) => cameMs - startMs));
  expect(last).toBeLessThan(5000);
  expect(longest(after.filter(({ cameMs }) => cameMs > startMs + 5000))).toBeLessThan(3 * WORK_MS);
});

test('a burst is answered as a whole, and calls that come after it is over as well', async () => {
  const { load } = scene();
  await load(0.7, 1000);
  const endMs = 1100;
  await load(20, 100);
  const burst = (await load(0.5, 5000, -100)).filter(({ cameMs }) => cameMs < endMs);
  const after = await load(0.5, 1000);
  expect(burst.length).toBe(0.1 * 20 * SUSTAINED_PER_S);
  expect(refused([...burst, ...after])).toEqual([]);
});

test.each([16, 64])(
  '%d callers that ask again when they are answered are never refused',
  async (callers) => {
    const { loop } = scene();
    const asked = await loop(callers, 10_000);
    expect(asked.length).toBeGreaterThan(0.9 * SUSTAINED_PER_S * 10 - callers);
    expect(refused(asked)).toEqual([]);
  },
);
