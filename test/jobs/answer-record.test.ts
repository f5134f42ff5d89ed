import { expect, test, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { atOnce } from '../../src/base/steps.ts';
import { formatOf } from '../../src/batch/format-priced-row.ts';
import { openRowPricer } from '../../src/batch/price-row.ts';
import type { RowKind } from '../../src/batch/read-rows.ts';
import { answerRecord, countUnits, type InTurn } from '../../src/jobs/answer-record.ts';
import type { JourneyAnswer } from '../../src/wire/journey.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';

const NOW_MS = Date.parse('2026-11-20T08:00:00+01:00');
const point = (i: number) => ({ lat: 59.9 + i * 1e-6, lon: 10.7, at: NOW_MS + i * 1000 });
const trace = (points: number) => Array.from({ length: points }, (_, i) => point(i));
const planned = { from: '59.9125,10.6360', to: '59.9139,10.7522' };

test.each([
  ['a trip', 'ndjson', {}, 1],
  ['a recording', 'ndjson', { trace: trace(2) }, 1],
  ['a recording of 10 001 points', 'ndjson', { trace: trace(10_001) }, 2],
  ['a journey of two drives', 'ndjson', { journey: { drives: [planned, planned] } }, 2],
  ['a drive there and back', 'ndjson', { journey: { drives: [{ ...planned, return: true }] } }, 2],
  [
    'a journey by a long recording',
    'ndjson',
    { journey: { drives: [{ trace: trace(10_001) }] } },
    2,
  ],
  ['a journey that can not be read', 'ndjson', { journey: { drives: 'none' } }, 1],
  ['a recording that can not be read', 'ndjson', { trace: 'none' }, 1],
  [
    'a line with both, which is refused',
    'ndjson',
    { trace: trace(10_001), journey: { drives: [planned, planned] } },
    1,
  ],
  ['a table with such columns', 'csv', { trace: trace(10_001), journey: 4711 }, 1],
] as const)('%s (%s) counts as its own call does', async (_what, kind, row, units) => {
  const cells = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const inTurn: InTurn = async (steps) => atOnce(steps);
  expect(await countUnits({ cells }, kind as RowKind, inTurn)).toBe(units);
});

test('a recording is read once, in the turn of its account, however often its row is tried', async () => {
  const answerJourney = vi.fn<() => Promise<JourneyAnswer>>(() =>
    Promise.reject(new Fault('upstream_down')),
  );
  const inTurn = vi.fn(async (steps) => atOnce(steps)) as unknown as InTurn;
  const terms = { nowMs: NOW_MS, ferryBounds: NATIONAL_BOUNDS };
  const format = formatOf('ndjson', []);
  const answers = { answerJourney, answerTrace: () => Promise.reject(new Error('Not asked.')) };
  const records = { terms, kind: 'ndjson', form: 'ndjson', format, answers, inTurn } as const;
  const pricer = openRowPricer(
    {
      kind: 'ndjson',
      columns: [],
      form: { delimiter: ',', lineBreak: '\n', hasMark: false },
      question: {},
    },
    {
      terms,
      answerRoute: () => Promise.reject(new Error('Not asked.')),
      answerOther: (row) => answerRecord(row, {}, records),
      retryTimer: {
        start: (_delayMs, ring) => {
          queueMicrotask(ring);
          return () => undefined;
        },
      },
      format,
    },
  );
  const journey = JSON.stringify({ drives: [{ trace: trace(2) }] });
  const ended = await pricer.price({ no: 1, cells: { journey } });
  expect(ended).toMatchObject({ failure: { code: 'upstream_down' } });
  expect(answerJourney).toHaveBeenCalledTimes(4);
  expect(inTurn).toHaveBeenCalledTimes(1);
});
