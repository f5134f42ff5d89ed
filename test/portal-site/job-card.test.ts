import { describe, expect, test, vi } from 'vitest';
import { errorText, nextLookMs, paceOf, webhookProblem } from '../../portal/js/jobs/job-card.js';
import { FAULT_REPLIES } from '../../src/http/reply/replies.ts';
import type { ReceiverProblem } from '../../src/jobs/job.ts';

/** The language of the page, which texts are read by as they are loaded. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'nb' } } }));

const NOW = '2026-11-20T20:00:00+01:00';
const MIDNIGHT = '2026-11-21T00:00:00+01:00';
const SOON = '2026-11-20T20:05:00+01:00';

const [arriving, running, turn, done, stopped] = [
  'arriving',
  'running',
  'waiting',
  'done',
  'stopped',
].map((state) => ({ state }));
const waiting = (waitsUntil: string) => ({ state: 'waiting', waitsUntil });

test.each([
  ['one that arrives', [arriving, done], 2000],
  ['one that runs', [running, waiting(MIDNIGHT)], 2000],
  ['one that waits for its turn', [turn], 2000],
  ['one that waits for five minutes', [waiting(SOON)], 300_000],
  ['one that waits for midnight', [waiting(MIDNIGHT)], 600_000],
  ['one whose moment has come', [waiting('2026-11-20T19:59:59+01:00')], 2000],
  ['none that moves', [done, stopped], undefined],
])('jobs of which there is %s are looked at again in so many milliseconds', (_, jobs, ms) => {
  const all = jobs.flatMap((job) => job ?? []);
  expect(nextLookMs(all, Date.parse(NOW))).toBe(ms);
});

describe('the pace of a job', () => {
  test.each([
    [{}, ''],
    [
      { ratePerS: 12.5, expectedEndAt: SOON },
      '12,5 rader i sekundet, ferdig ca. 20. nov. 2026, 20:05',
    ],
    [{ state: 'waiting', waitsUntil: MIDNIGHT }, 'Går videre 21. nov. 2026, 00:00'],
  ])('%j: %s', (more, told) => expect(paceOf({ state: 'running', ...more })).toBe(told));
});

test.each(Object.keys(FAULT_REPLIES))(
  'rows with the error "%s" are told without English',
  (code) => {
    expect(errorText(code)).toMatch(/kan ikke|finnes ikke|ingen kjørbar|feil/);
  },
);

const RECEIVER_TEXTS: Readonly<Record<ReceiverProblem, readonly [said: string, told: string]>> = {
  name_not_known: ['Its name is not known.', 'navnet er ikke kjent.'],
  address_not_public: ['Its address is not public.', 'den er ikke offentlig.'],
  bad_status: ['It answered 500.', 'den svarte 500.'],
  too_late: ['It did not answer within 10 s.', 'den svarte ikke innen 10 s.'],
  certificate_not_valid: ['Its certificate is not valid.', 'sertifikatet er ikke gyldig.'],
  not_reached: ['It could not be reached.', 'den kan ikke nås.'],
};

test.each(Object.entries(RECEIVER_TEXTS))(
  'of a receiver "%s" is told in Norwegian',
  (code, [problem, told]) => expect(webhookProblem({ problem, code })).toBe(told),
);

test('of a receiver a code of a later server is told, too', () => {
  expect(webhookProblem({ problem: '', code: 'later' })).toBe('den kan ikke nås.');
});
