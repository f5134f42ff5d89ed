import { setImmediate as giveWay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NO_QUEUE, openAdmissionQueue } from '../../src/answer/admission-queue.ts';
import { openTurns } from '../../src/answer/turns.ts';
import { Fault } from '../../src/base/fault.ts';
import type { LatLon } from '../../src/base/point.ts';
import { quoteDepartures } from '../../src/trip/departures.ts';
import { priceJourney } from '../../src/trip/journey.ts';
import type { InTurn } from '../../src/trip/ports.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import { lineOf, partsOf, routeOf } from '../support/trip-scene.ts';

const START_MS = Date.UTC(2026, 10, 18, 11);
const PARTS = 20;

/** A question of many parts over the drawn road, and how many of its parts are worked out. */
function openScene() {
  let planned = 0;
  const planTrip = async () => {
    planned++;
    return [routeOf('a1b')];
  };
  const planner = { source: 'drawn', planTrip, shareWays: () => ({ source: 'drawn', planTrip }) };
  const parts = partsOf([], { planner });
  const [from, to] = ['a', 'b'].map((name) => lineOf(name)[0] as LatLon) as [LatLon, LatLon];
  const drive = { from, to, via: [], startMs: START_MS };
  const terms = { size: 'small', ferry: { ferryClass: 'AP1' } } as const;
  const startsMs = Array.from({ length: PARTS }, (_, i) => START_MS + i * 60_000);
  const ask = {
    departures: (inTurn: InTurn, signal?: AbortSignal) =>
      quoteDepartures(parts)(
        { trip: { ...drive, ...terms, avoidTolls: false, refine: true }, startsMs },
        signal,
        inTurn,
      ),
    journey: (inTurn: InTurn, signal?: AbortSignal) =>
      priceJourney(
        { ...terms, drives: startsMs.map((startMs) => ({ ...drive, startMs })) },
        { ...parts, quote: quoteTrip(parts), inTurn },
        signal,
      ),
  };
  return { ask, planned: () => planned };
}

const QUESTIONS = ['departures', 'journey'] as const;

test.each(QUESTIONS)(
  'a call that comes while %s are worked out does not wait for their end',
  async (question) => {
    const { ask, planned } = openScene();
    const queue = openAdmissionQueue({ limit: 1, nowMs: () => 0, nextTurn: () => giveWay() });
    const answer = ask[question](openTurns(queue, 'patient', undefined));
    const other = queue.run('other', async () => planned());
    expect(await other).toBeLessThan(PARTS / 2);
    await answer;
    expect(planned()).toBe(PARTS);
  },
);

test.each(QUESTIONS)('%s end with their call, also where there is no queue', async (question) => {
  const { ask, planned } = openScene();
  const call = new AbortController();
  setImmediate(() => setImmediate(() => call.abort(new Error('The caller has left.'))));
  const answer = ask[question](openTurns(NO_QUEUE, '', call.signal), call.signal);
  await expect(answer).rejects.toThrow('The caller has left.');
  expect(planned()).toBeLessThan(PARTS / 2);
});

test('a question is refused before its first turn; what was begun is tried again', async () => {
  let calls = 0;
  const refuses = (refused: readonly number[]) => ({
    ...NO_QUEUE,
    run: async <Result>(_: string, work: () => Promise<Result>) => {
      if (refused.includes(calls++)) throw new Fault('overloaded');
      return work();
    },
  });
  const first = openTurns(refuses([0]), '', undefined);
  await expect(first(async () => 'done')).rejects.toThrow('overloaded');
  calls = 0;
  const second = openTurns(refuses([1]), '', undefined);
  await second(async () => 'done');
  expect(await second(async () => 'done as well')).toBe('done as well');
});
