import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { matrixCommand } from '../../src/cli/matrix.ts';
import type { AnswerPair, MatrixQuestion } from '../../src/wire/matrix.ts';
import { run } from '../support/terminal.ts';
import { openTripDesk } from '../support/trip-desk.ts';

const question: MatrixQuestion = {
  origins: ['60,10'],
  destinations: ['60.1,10', '78.2,15.6'],
  startTime: '2026-11-20T12:00:00+01:00',
};

const HEAD = {
  source: 'roads',
  startTime: '2026-11-20T12:00:00+01:00',
  dataVersion: 'v1',
  computedAt: '2026-11-20T12:00:00+01:00',
  attribution: 'Credits.',
};

const PAIRS: readonly AnswerPair[] = [
  {
    origin: 0,
    destination: 0,
    durationMin: 61.4,
    distance: 50_432,
    tollNok: 40,
    ferryNok: 91.5,
    totalNok: 131.5,
    complete: false,
    estimated: true,
    missing: ['Brua, which has no tariff, is not charged.'],
    warnings: ['time_decides'],
  },
  {
    origin: 0,
    destination: 1,
    durationMin: null,
    distance: null,
    tollNok: null,
    ferryNok: null,
    totalNok: null,
    complete: false,
    reason: 'No road leads there.',
  },
];

const FILE = 'towns.json';

const commandOver = (asked = question, pairs: AsyncIterable<readonly AnswerPair[]> = oneByOne()) =>
  matrixCommand(
    openTripDesk(
      {
        answerMatrix: async ({ request }) => {
          expect(request.origins).toEqual([{ lat: 60, lon: 10 }]);
          return { head: HEAD, pairs };
        },
      },
      { files: { [FILE]: JSON.stringify(asked) } },
    ).desk,
  );

async function* oneByOne(pairs = PAIRS): AsyncGenerator<readonly AnswerPair[]> {
  for (const pair of pairs) yield [pair];
}

const runMatrix = (...args: readonly string[]) => run([commandOver()], 'matrix', ...args);

test('pairs are printed with minutes, kilometres, toll, ferry and total', async () => {
  const { out, code } = await runMatrix('towns.json');
  expect(code).toBe(0);
  expect(out).toMatch(/From +To +min +km +toll +ferry +total/);
  expect(out).toMatch(
    /60,10 +60\.1,10 +61 +50\.4 km +40\.00 +91\.50 +131\.50 +incomplete, estimated, time_decides/,
  );
  expect(out).toContain('- Brua, which has no tariff, is not charged.');
  expect(out).toContain('Departure 2026-11-20 12:00');
});

test('a pair without a way has its reason instead of sums', async () => {
  const { out } = await runMatrix('towns.json');
  expect(out).toMatch(/60,10 +78\.2,15\.6 +- +- +- +- +- +No road leads there\./);
});

test('without prices there are minutes and kilometres alone', async () => {
  const pair = { origin: 0, destination: 0, durationMin: 61.4, distance: 50_432 };
  const plain = commandOver({ ...question, prices: false }, oneByOne([pair]));
  const { out } = await run([plain], 'matrix', 'towns.json');
  expect(out).toMatch(/From +To +min +km$/m);
  expect(out).toMatch(/60,10 +60\.1,10 +61 +50\.4 km$/m);
});

describe('the calls of POST /api/matrix are told', () => {
  test.each([
    [1, '1 pair; POST /api/matrix counts 1 call for this.'],
    [25, '25 pairs; POST /api/matrix counts 1 call for this.'],
    [26, '26 pairs; POST /api/matrix counts 2 calls for this.'],
  ])('%i destinations', async (count, line) => {
    const destinations = Array.from({ length: count }, () => '60.1,10');
    const { err } = await run([commandOver({ ...question, destinations })], 'matrix', 'towns.json');
    expect(err).toEqual([line, 'building']);
  });
});

test('--json prints the answer, --ndjson what holds for all and then each pair', async () => {
  const whole = await runMatrix('towns.json', '--json');
  expect(JSON.parse(whole.out)).toEqual({ ...HEAD, pairs: PAIRS });
  const records = await runMatrix('towns.json', '--ndjson');
  const lines = records.out.split('\n').map((line): unknown => JSON.parse(line));
  expect(lines).toEqual([HEAD, ...PAIRS]);
});

test('--csv prints a row for each pair, with the places as they were named', async () => {
  const { out } = await runMatrix('towns.json', '--csv');
  expect(out.split('\n')).toEqual([
    'origin,destination,from,to,durationMin,distance,tollNok,ferryNok,totalNok,complete,estimated,missing,warnings,reason',
    '0,0,"60,10","60.1,10",61.4,50432,40,91.5,131.5,false,true,"Brua, which has no tariff, is not charged.",time_decides,',
    '0,1,"60,10","78.2,15.6",,,,,,false,,,,No road leads there.',
  ]);
});

test('--csv gives texts back with their line breaks, and no formula', async () => {
  const [, pair = expect.fail()] = PAIRS;
  const hard = ['a\nb', 'a\r', '=1\n+1', 'a,"b" '];
  const told = oneByOne(hard.map((reason) => ({ ...pair, reason })));
  const { out } = await run([commandOver(question, told)], 'matrix', 'towns.json', '--csv');
  const [, ...rows] = parse(out, { record_delimiter: '\n' });
  expect(rows.map((cells) => cells.at(-1))).toEqual(['a\nb', 'a\r', "'=1\n+1", 'a,"b" ']);
});

describe('wrong usage', () => {
  test.each([
    ['no file', []],
    ['two forms', ['towns.json', '--json', '--csv']],
    ['another option', ['towns.json', '--xml']],
  ])('%s', async (_, args) => {
    expect(await runMatrix(...args)).toMatchObject({ code: 2, out: '' });
  });

  test('a stop that is refused is named', async () => {
    const command = commandOver({ ...question, destinations: ['60.1,10', '95,10'] });
    const { code, err } = await run([command], 'matrix', 'towns.json');
    expect(code).toBe(2);
    expect(err[0]).toContain('destinations[1]');
  });
});

test('work that fails in the middle is a failure, not a short matrix', async () => {
  const command = commandOver(question, failing());
  const { code, err } = await run([command], 'matrix', 'towns.json', '--ndjson');
  expect(code).toBe(1);
  expect(err.at(-1)).toContain('the engine stopped');
});

async function* failing(): AsyncGenerator<readonly AnswerPair[]> {
  yield PAIRS.slice(0, 1);
  throw new Error('the engine stopped');
}
