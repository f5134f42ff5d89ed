import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { priceBatch } from '../../src/batch/price-batch.ts';
import { answer } from '../support/answer.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veipris-batch-'));
});
afterAll(() => rm(folder, { recursive: true }));

const CSV = [
  'trip,from,to,note',
  ...Array.from({ length: 40 }, (_, i) => `${i + 1},"59.${i + 10},10.7","60.4,5.3","a ""b""\nc"`),
].join('\n');

/** Prices a file; later rows are ready before earlier ones. */
async function price(inName: string, text: string, outName?: string) {
  const inPath = join(folder, inName);
  await writeFile(inPath, text);
  const asked: number[] = [];
  let waiting: (() => void)[] = [];
  const result = await priceBatch(
    { inPath, ...(outName && { outPath: join(folder, outName) }), defaults: { refine: '1' } },
    {
      terms: { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
      answerRoute: async ({ request: { from } }) => {
        asked.push(from.lat);
        await new Promise<void>((resolve) => {
          waiting.unshift(resolve);
          setImmediate(() => {
            for (const wake of waiting) wake();
            waiting = [];
          });
        });
        if (from.lat === 59.13) throw new Fault('route_not_possible', 'No road leads there.');
        return answer();
      },
      onRow: () => undefined,
    },
  );
  return { result, asked };
}

const read = (name: string) => readFile(join(folder, name), 'utf8');

test('rows keep their order and their own columns, and a failure stays in its row', async () => {
  const { result } = await price('trips.csv', CSV, 'trips.out.ndjson');
  const rows = (await read('trips.out.ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  expect(rows[0]).toMatchObject({ asked: { trip: '1', note: 'a "b"\nc' }, billing: {} });
  expect(rows[3]).toEqual({
    row: 4,
    asked: { trip: '4', from: '59.13,10.7', to: '60.4,5.3', note: 'a "b"\nc' },
    error: 'No road leads there.',
  });
  expect(result).toEqual({ rows: 40, before: 0, errors: 1 });
});

test('what was cut off anywhere is gone on with, and ends as if nothing had happened', async () => {
  await price('trips.csv', CSV, 'whole.csv');
  const whole = await read('whole.csv');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (length) => {
      await writeFile(join(folder, 'cut.csv'), whole.slice(0, length));
      const { result, asked } = await price('trips.csv', CSV, 'cut.csv');
      expect(await read('cut.csv')).toBe(whole);
      expect(asked).toHaveLength(40 - result.before);
    }),
    { numRuns: 25, examples: [[0], [whole.length]] },
  );
});

test.each([
  ['{"from":"59.9,10.7","to":[60.4,5.3],"heavy":true}', { billing: {} }],
  ['not json', { error: 'The line is not valid JSON.' }],
  ['[1]', { error: 'The line must be a JSON object.' }],
  ['{"from":"59.9,10.7"}', { error: 'to is missing: give it as "<lat>,<lon>" in WGS84.' }],
  ['{"from":"here","to":"60.4,5.3"}', { error: expect.stringMatching(/^from /) }],
])('the line %s gives %j', async (line, expected) => {
  await price('line.ndjson', `${line}\n`, 'line.out.ndjson');
  expect(JSON.parse(await read('line.out.ndjson'))).toMatchObject(expected);
  await rm(join(folder, 'line.out.ndjson'));
});

test('a row of too few cells says so, and semicolons part cells as well', async () => {
  await price('short.csv', 'from;to\n59.9,10.7\n59.9,10.7;60.4,5.3\n', 'short.out.csv');
  const [, first, second] = (await read('short.out.csv')).split('\n');
  expect(first).toMatch(/"?The row has 1 cells, and the header 2\."?$/);
  expect(second).toMatch(/^"59\.9,10\.7","60\.4,5\.3",\d/);
});

test.each([
  ['a.csv', 'start,end\n1,2\n', 'x.csv', /must have a header with the columns "from" and "to"/],
  ['b.csv', 'from,to,rush\n', 'x.csv', /"rush" has the name of a result/],
  ['c.csv', 'from,to\n', 'x.txt', /must end with \.csv/],
  ['d.csv', 'from,to\n', 'other.csv', /has other columns/],
])('%s is refused in a line', async (inName, text, outName, why) => {
  await writeFile(join(folder, 'other.csv'), 'something,else\n1,2\n');
  await expect(price(inName, text, outName)).rejects.toThrow(why);
});
