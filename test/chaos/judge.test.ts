import { expect, test } from 'vitest';
import type { Inspection } from '../../measure/chaos/inspect.ts';
import { type AnswerTerms, judgeAnswers, judgeCounts } from '../../measure/chaos/judge.ts';
import type { Ask, Made } from '../../measure/chaos/traffic.ts';

const TRIP: Ask = { path: '/trip', normal: [200], isCounted: true };
const QUAYS: Ask = { path: '/quays', normal: [200], isCounted: false };

const call = (status: number | undefined, more: Partial<Made> = {}): Made => ({
  ask: TRIP,
  startedMs: 0,
  tookMs: 10,
  saysWhen: status === 503,
  ...(status !== undefined && { status }),
  ...more,
});

/** Three answers that count, one that was cut, and some that do not count. */
const CALLS = [
  call(200),
  call(404),
  call(200),
  call(undefined),
  call(undefined, { isRefused: true }),
  call(503),
  call(200, { ask: QUAYS }),
];

const stand = (more: Partial<Inspection> = {}): Inspection => ({
  used: 100,
  accounts: 'Ola',
  integrity: 'ok',
  ...more,
});

test.each([
  ['an answer is not counted', { used: 102 }, ['3 calls answered, 2 counted']],
  ['all are counted', { used: 103 }, []],
  ['the one that was cut is counted as well', { used: 104 }, []],
  ['one too many is counted', { used: 105 }, ['5 calls counted, 3 answered, 1 cut']],
  ['an account has changed', { used: 103, accounts: 'Kari' }, ['accounts or keys have changed']],
  ['the file is damaged', { used: 103, integrity: 'row 7 missing' }, ['row 7 missing']],
])('when %s, the judgement of the counts says so', (_what, after, broken) => {
  expect(judgeCounts(stand(), stand(after), CALLS)).toEqual(broken);
});

const SAME = [call(200, { hash: 'a' }), call(200, { hash: 'a' })];

test.each<[string, readonly Made[], AnswerTerms, readonly string[]]>([
  ['as ever', SAME, { mayFail: false }, []],
  ['an honest 503', [call(503)], {}, []],
  ['a 503 where none may be', [call(503)], { mayFail: false }, ['1 calls failed']],
  ['a 503 of a busy machine', [call(503)], { mayFail: false, isBusy: true }, []],
  ['a 502 on a busy machine', [call(502)], { mayFail: false, isBusy: true }, ['1 calls failed']],
  ['a 503 without a time', [call(503, { saysWhen: false })], {}, ['1 x 503 without Retry-After']],
  ['a 503 that may be silent', [call(503, { saysWhen: false })], { mayBeSilent: true }, []],
  ['a 500', [call(500)], { isBusy: true }, ['/trip was 500']],
  ['a wrong 404', [call(404)], { isBusy: true }, ['/trip was 404']],
  [
    'another price',
    [...SAME, call(200, { hash: 'b' })],
    { isBusy: true },
    ['1 of 3 answers differ: /trip'],
  ],
  ['late', [call(200, { tookMs: 16_001 })], {}, ['1 calls took longer than 16 s']],
  ['late on a busy machine', [call(200, { tookMs: 16_001 })], { isBusy: true }, []],
])('answers: %s', (_what, made, terms, broken) => {
  expect(judgeAnswers(made, terms)).toEqual(broken);
});
