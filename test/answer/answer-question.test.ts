import { expect, test } from 'vitest';
import {
  answerInTurn,
  answerOnce,
  answerQuestion,
  type OnStage,
} from '../../src/answer/answer-question.ts';
import type { AnswerTrip } from '../../src/answer/answers.ts';
import type { QuoteQuestion } from '../../src/wire/parameters.ts';
import { type ParsedQuestion, parseQuoteRequest } from '../../src/wire/question.ts';
import type { RouteAnswer } from '../../src/wire/route.ts';
import { VEHICLE_RULES } from '../support/bundled-facts.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { table } from '../support/table.ts';

const ask = (more: QuoteQuestion = {}) =>
  parseQuoteRequest(
    { from: '59.9,10.7', to: '60.4,5.3', startTime: '2026-11-20T08:00:00Z', ...more },
    { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
  );

const answerNo = (no: number, more: object = {}) =>
  ({ routes: [], _billing: { no, ...more } }) as unknown as RouteAnswer;

/** Asks for quotes as callers do, with so many answers remembered. */
function share(quote: AnswerTrip, remembered: number) {
  const answer = answerOnce(quote, remembered);
  return (question: ParsedQuestion, signal?: AbortSignal, onStage?: OnStage) =>
    answer(question, { signal, onStage });
}

/** An answerer that waits until it is told to go on. */
function slow(more: object = {}) {
  const begun: AbortSignal[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const answer: AnswerTrip = (_question, { signal, onStage } = {}) => {
    const no = begun.push(signal as AbortSignal);
    onStage?.('route');
    return new Promise((resolve, reject) => {
      ends.push({ resolve: () => resolve(answerNo(no, more)), reject });
    });
  };
  return { begun, ends, answer };
}

test('the same question at the same time is worked out once, and another one by itself', async () => {
  const { begun, ends, answer } = slow();
  const shared = share(answer, 0);
  const same = [shared(ask()), shared(ask())];
  const others = ['2026-11-20T08:00:00.001Z', '2026-11-20T08:01:00Z'].map((startTime) =>
    shared(ask({ startTime })),
  );
  const srs = shared(ask({ srs: '4326' }));
  expect(begun).toHaveLength(4);
  const alone = [shared(ask({ alternatives: '0' })), shared(ask({ alternatives: '1' }))];
  expect(begun).toHaveLength(6);
  same.push(shared(ask({ alternatives: '2' })));
  expect(begun).toHaveLength(6);
  for (const { resolve } of ends) resolve();
  const [one, two, three] = await Promise.all(same);
  expect(one).toBe(two);
  expect(one).toBe(three);
  expect(await others[0]).not.toEqual(await others[1]);
  expect(await srs).not.toEqual(one);
  for (const another of alone) expect(await another).not.toEqual(one);
});

test('a caller that hangs up leaves the others their answer', async () => {
  const { begun, ends, answer } = slow();
  const shared = share(answer, 0);
  const hangUp = new AbortController();
  const [gone, stays] = [shared(ask(), hangUp.signal), shared(ask())];
  hangUp.abort(new Error('hung up'));
  await expect(gone).rejects.toThrow('hung up');
  expect(begun[0]?.aborted).toBe(false);
  ends[0]?.resolve();
  expect(await stays).toEqual(answerNo(1));
});

test('work that nobody waits for any more is ended, and who comes later begins anew', async () => {
  const { begun, ends, answer } = slow();
  const shared = share(answer, 0);
  const hangUp = new AbortController();
  const gone = shared(ask(), hangUp.signal);
  hangUp.abort(new Error('hung up'));
  await expect(gone).rejects.toThrow('hung up');
  expect(begun[0]?.aborted).toBe(true);
  const later = shared(ask());
  ends[0]?.reject(new Error('ended early'));
  ends[1]?.resolve();
  expect(await later).toEqual(answerNo(2));
});

test('a failure reaches all who wait, and is not remembered', async () => {
  const { ends, answer } = slow();
  const shared = share(answer, 10);
  const both = [shared(ask()), shared(ask())];
  ends[0]?.reject(new Error('no engine'));
  for (const one of both) await expect(one).rejects.toThrow('no engine');
  const again = shared(ask());
  ends[1]?.resolve();
  expect(await again).toEqual(answerNo(2));
});

test('a caller that waits for the work of another hears that it waits for a route', () => {
  const shared = share(slow().answer, 0);
  const heard: string[] = [];
  for (const name of ['first', 'second'])
    void shared(ask(), undefined, (stage) => heard.push(`${name}: ${stage}`));
  expect(heard).toEqual(['first: route', 'second: route']);
});

test('an answer is remembered only where that is wanted', async () => {
  for (const [remembered, works] of [
    [0, 2],
    [1, 1],
  ] as const) {
    const { begun, ends, answer } = slow();
    const shared = share(answer, remembered);
    const first = shared(ask());
    ends[0]?.resolve();
    await first;
    const again = shared(ask());
    ends[1]?.resolve();
    await again;
    expect(begun).toHaveLength(works);
  }
});

test('a preliminary answer in place of a refined one is not remembered', async () => {
  const { begun, ends, answer } = slow({ refineFallback: true });
  const shared = share(answer, 1);
  const first = shared(ask());
  ends[0]?.resolve();
  await first;
  void shared(ask());
  expect(begun).toHaveLength(2);
});

test.each(
  table(`
    late  | asked                  | works
    never | one after the other    | 1
    never | at once and once later | 1
    soon  | one after the other    | 2
    soon  | at once and once later | 2
  `),
)(
  'an answer whose search was cut is remembered where it was not late: late $late, asked $asked, worked out $works times',
  async ({ late, asked, works }) => {
    let begun = 0;
    const isLate = (share = 1) => late === 'soon' && share < 1;
    const ofAll: AnswerTrip = async (_question, work) => {
      // The exact search has a part of the time, and the quick ones behind it end in time.
      work?.isLate?.(0.7);
      return answerNo(++begun, { searchCut: true });
    };
    const answer = answerOnce(ofAll, 1);
    const others = asked === 'one after the other' ? [] : [{ isLate: () => false }];
    await Promise.all([{ isLate }, ...others].map((caller) => answer(ask(), caller)));
    await answer(ask(), { isLate });
    expect(begun).toBe(Number(works));
  },
);

test('a question without a vehicle is handed on as it is, and no register is asked', async () => {
  const question = parseQuoteRequest(
    { from: '60,10', to: '61,11' },
    { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
  );
  const reached = new Error('The question has reached the trip.');
  const answer = answerQuestion(() => ({
    vehicle: {
      lookUp: () => Promise.reject(new Error('Expected no register to be asked.')),
      ferryBounds: NATIONAL_BOUNDS,
      vehicleRules: VEHICLE_RULES,
    },
    async answer(handedOn: ParsedQuestion) {
      expect(handedOn).toBe(question);
      throw reached;
    },
  }));
  await expect(answer(question)).rejects.toBe(reached);
});

test('a question that is not remembered is worked out in the turn of its account, and ends with its caller', async () => {
  const { signal } = new AbortController();
  const pause = async () => undefined;
  const turns: unknown[] = [];
  const answer = answerInTurn(async (...quoted: unknown[]) => quoted, {
    async run(account, work, ends) {
      turns.push([account, ends]);
      return work(pause);
    },
  });
  const told = await answer('asked', { account: 'a', signal });
  expect(told).toEqual(['asked', { signal, pause }]);
  await answer('asked');
  expect(turns).toEqual([
    ['a', signal],
    ['', undefined],
  ]);
});
