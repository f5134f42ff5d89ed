import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatOf } from '../../src/batch/format-priced-row.ts';
import { openRowPricer } from '../../src/batch/price-row.ts';
import { PLAIN_FORM } from '../../src/batch/table-form.ts';
import { formatOfJob, priceBlock, TryLater } from '../../src/jobs/price-block.ts';
import { answer } from '../support/answer.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';

const NOW_MS = Date.parse('2026-11-20T08:00:00+01:00');
const trip = { from: '59.9125,10.6360', to: '59.9139,10.7522' };

test('a defect of ours is told of without the row, tried again, and credited with all its units in the end', async () => {
  const troubles: unknown[] = [];
  const format = formatOf('ndjson', []);
  let asked = 0;
  const pricer = openRowPricer(
    { kind: 'ndjson', columns: [], form: PLAIN_FORM, question: {} },
    {
      terms: { nowMs: NOW_MS, ferryBounds: NATIONAL_BOUNDS },
      answerRoute: async () => {
        asked += 1;
        if (asked % 2 === 1) throw new TypeError('A defect.');
        return answer();
      },
      onTrouble: (error, { no }) => troubles.push([error, no]),
      format,
    },
  );
  const rows = [
    { no: 1, cells: trip, units: 3 },
    { no: 2, cells: trip },
  ];
  const block = { input: gzipSync(JSON.stringify(rows)) };
  const { signal } = new AbortController();
  const price = (isLast: boolean) =>
    priceBlock(block, { ...pricer, atOnce: 1 }, { format, isLast, signal });
  await expect(price(false)).rejects.toBeInstanceOf(TryLater);
  asked = 0;
  expect(await price(true)).toMatchObject({
    failed: 1,
    credited: 3,
    errors: { internal_error: 1 },
  });
  expect(troubles).toEqual([
    [new TypeError('A defect.'), 1],
    [new TypeError('A defect.'), 1],
  ]);
});

test.each([
  ['priced', { answer: answer() }],
  ['refused', { error: 'The recording has no points.' }],
])('a row that is %s repeats neither its recording nor its journey', (_what, outcome) => {
  const terms = {
    kind: 'ndjson',
    columns: [],
    form: PLAIN_FORM,
    question: {},
    resultForm: 'ndjson',
    overLimit: 'wait',
  } as const;
  const { format } = formatOfJob({ terms, isTest: false });
  const long = 'x'.repeat(1_000_000);
  const line = format({ no: 1, cells: { id: 'a', trace: long, journey: long }, ...outcome });
  expect(JSON.parse(line)).toMatchObject({ row: 1, asked: { id: 'a' } });
  expect(line).not.toContain(long);
});
