import { existsSync } from 'node:fs';
import { link, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Timer } from '../../src/base/timer.ts';
import {
  type BatchResult,
  countRows,
  priceBatch,
  showProgress,
  workInOrder,
} from '../../src/batch/price-batch.ts';
import { openRowPricer } from '../../src/batch/price-row.ts';
import { underLock } from '../../src/files/file-lock.ts';
import type { QuoteQuestion } from '../../src/wire/parameters.ts';
import { answer } from '../support/answer.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { tempHome } from '../support/temp-home.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veipris-batch-'));
});
afterAll(() => rm(folder, { recursive: true }));

const CSV = [
  'trip,from,to,note',
  ...Array.from({ length: 40 }, (_, i) => `${i + 1},"59.${i + 10},10.7","60.4,5.3","a ""b""\nc"`),
].join('\n');

/** The same as Norwegian Excel saves it. */
const EXCEL = `\uFEFF${CSV.replace('trip,from,to,note', 'trip;from;to;note')
  .replaceAll('","', '";"')
  .replaceAll(/^(\d+),/gm, '$1;')
  .replaceAll('\n', '\r\n')}`;

/** What quotes a careless count of rows would trip over. */
const NOTES = ['a "b', '"', 'c\\"\n"', 'æ\\', ''];

const NO_PAUSE: Timer = {
  start(_, ring) {
    ring();
    return () => undefined;
  },
};

interface Scene {
  readonly fail?: (lat: number) => Fault | undefined;
  readonly defaults?: QuoteQuestion;
  readonly dataVersion?: string;
}

/** Prices a file; later rows are ready before earlier ones. */
async function price(
  inName: string,
  text: string,
  outName?: string,
  { fail = () => undefined, defaults = { refine: '1' }, dataVersion = 'test' }: Scene = {},
) {
  const inPath = join(folder, inName);
  await writeFile(inPath, text);
  const asked: number[] = [];
  const wanted: (number | undefined)[] = [];
  const notes: string[] = [];
  let waiting: (() => void)[] = [];
  const result = await priceBatch(
    { inPath, ...(outName && { outPath: join(folder, outName) }), defaults },
    {
      openPricer: (rowTerms) =>
        openRowPricer(rowTerms, {
          terms: { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
          answerRoute: async ({ request: { from, alternatives } }) => {
            asked.push(from.lat);
            wanted.push(alternatives);
            await new Promise<void>((resolve) => {
              waiting.unshift(resolve);
              setImmediate(() => {
                for (const wake of waiting) wake();
                waiting = [];
              });
            });
            const failure = fail(from.lat);
            if (failure !== undefined) throw failure;
            if (from.lat === 59.13) throw new Fault('route_not_possible', 'No road leads there.');
            const { _billing, ...rest } = answer();
            return { ...rest, _billing: { ..._billing, dataVersion } };
          },
          retryTimer: NO_PAUSE,
        }),
      onNote: (line) => void notes.push(line),
      onRow: () => undefined,
    },
  );
  return { result, asked, wanted, notes };
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

test.each([
  ['a table has room for the recommended route alone', 'csv', {}, 0],
  ['JSON has the bills of all routes', 'ndjson', {}, undefined],
  ['an option says otherwise', 'csv', { alternatives: '1' }, 1],
  ['an option says so', 'ndjson', { alternatives: '0' }, 0],
] as const)(
  '%s: other routes wanted for a row of %s, with %j: %s',
  async (_, ending, defaults, count) => {
    const out = `wanted-${count}.${ending}`;
    const { wanted } = await price('two.csv', TWO, out, { defaults });
    expect(wanted).toEqual([count, count]);
  },
);

test('a row that says itself how many other routes it wants gets them', async () => {
  const rows = 'from,to,alternatives\n"59.9,10.7","60.4,5.3",1\n"59.9,10.7","60.4,5.3",\n';
  expect((await price('own.csv', rows, 'own.out.csv')).wanted).toEqual([1, 0]);
});

const LINES = Array.from(
  { length: 40 },
  (_, i) =>
    `{"trip":${i},"from":"59.9,10.7","to":"60.4,5.3","note":${JSON.stringify(NOTES[i % 5])}}`,
).join('\n');

test.each([
  ['csv', CSV],
  ['csv', EXCEL],
  ['ndjson', LINES],
])(
  'a %s that was cut off anywhere is gone on with, and ends as if nothing had happened',
  async (ending, text) => {
    const [trips, cut] = [`trips.${ending}`, `cut.${ending}`];
    await price(trips, text, `whole.${ending}`);
    const whole = await readFile(join(folder, `whole.${ending}`));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (length) => {
        await writeFile(join(folder, cut), whole.subarray(0, length));
        const { result, asked } = await price(trips, text, cut);
        expect(await read(cut)).toBe(whole.toString());
        // The one that has an error is tried again.
        expect(asked).toHaveLength(
          40 - result.before + (ending === 'csv' && result.before >= 4 ? 1 : 0),
        );
      }),
      { numRuns: 25, examples: [[0], [whole.length]] },
    );
    await rm(join(folder, `whole.${ending}`));
  },
);

test('a large table that was cut in a cell of two lines is gone on with behind its last whole row', async () => {
  const rows = Array.from(
    { length: 1000 },
    (_, i) => `"59.9,10.7","60.4,5.3","line\ntwo ${i + 1}"`,
  );
  const text = ['from,to,note', ...rows, ''].join('\n');
  await price('large.csv', text, 'large-whole.csv');
  const whole = await read('large-whole.csv');
  await writeFile(join(folder, 'large-cut.csv'), whole.slice(0, whole.indexOf('two 1000') + 3));
  const { result, asked } = await price('large.csv', text, 'large-cut.csv');
  expect(result).toMatchObject({ before: 999, rows: 1 });
  expect(asked).toHaveLength(1);
  expect(await read('large-cut.csv')).toBe(whole);
});

const TWO = 'trip,from,to\n1,"59.9,10.7","60.4,5.3"\n2,"59.9,10.7","60.4,5.3"\n';
const ONE = TWO.slice(0, TWO.indexOf('\n2,') + 1);

test.each([
  [
    'other columns, the last row cut',
    'out.csv',
    'something,else\n1,2\n3,4',
    /holds something else/,
  ],
  ['no row at all', 'out.csv', 'A letter to the editor', /holds something else/],
  ['lines of text', 'out.ndjson', 'one\ntwo', /holds something else/],
  ['lines of other JSON', 'out.ndjson', '{"trip":1}\n{"tr', /holds something else/],
  ['a list', 'out.ndjson', '[1,2]\n[3', /holds something else/],
])('a file with %s is refused in a line, and stays as it was', async (_, outName, text, why) => {
  await writeFile(join(folder, outName), text);
  await expect(price('two.csv', TWO, outName)).rejects.toThrow(why);
  expect(await read(outName)).toBe(text);
  await rm(join(folder, outName));
});

test.each(['the same name', 'a hard link', 'a symbolic link'])(
  'the input is never written over, not by %s either',
  async (how) => {
    const outName = how === 'the same name' ? 'two.csv' : 'alias.csv';
    await writeFile(join(folder, 'two.csv'), TWO);
    if (how === 'a hard link') await link(join(folder, 'two.csv'), join(folder, outName));
    if (how === 'a symbolic link') await symlink(join(folder, 'two.csv'), join(folder, outName));
    await expect(price('two.csv', TWO, outName)).rejects.toThrow(/rows are read from/);
    expect(await read('two.csv')).toBe(TWO);
    await rm(join(folder, outName));
  },
);

test.each([
  ['csv', 'another trip', TWO.replace('\n2,', '\n3,'), 2],
  ['csv', 'another place', TWO.replace('59.9', '58.9'), 1],
  ['csv', 'fewer rows', TWO.slice(0, TWO.indexOf('\n2,') + 1), 2],
  ['ndjson', 'another trip', TWO.replace('\n2,', '\n3,'), 2],
  ['ndjson', 'fewer rows', TWO.slice(0, TWO.indexOf('\n2,') + 1), 2],
])('a %s of a batch with %s is not gone on with', async (ending, _, other, row) => {
  const outName = `tuesday.${ending}`;
  await price('two.csv', TWO, outName);
  const written = `${await read(outName)}cut in the midd`;
  await writeFile(join(folder, outName), written);
  await expect(price('other.csv', other, outName)).rejects.toThrow(
    new RegExp(
      `^Row ${row} of .*${outName} is not row ${row} of this batch: name another --out\\.$`,
    ),
  );
  expect(await read(outName)).toBe(written);
  for (const beside of ['part', 'part.anew', 'lock'])
    expect(existsSync(join(folder, `${outName}.${beside}`))).toBe(false);
  await rm(join(folder, outName));
});

test.each([
  ['{"from":"59.9,10.7","to":[60.4,5.3],"heavy":true}', { billing: {} }],
  [
    '{"from":"59.9,10.7","to":"60.4,5.3","weight":true}',
    { error: expect.stringMatching(/^weight must be a number/) },
  ],
  ['not json', { error: 'Line 1 is not valid JSON.' }],
  ['\n \nnot json', { row: 1, error: 'Line 3 is not valid JSON.' }],
  [
    '{"from":"a","to":"b","to":"c"}',
    { error: 'Line 1 has an object with two members named "to".' },
  ],
  ['\n[1]', { row: 1, error: 'Line 2 must be a JSON object.' }],
  [
    '{"from":"59.9,10.7"}',
    { error: 'to is missing: give it as "<lat>,<lon>" in WGS84, or as the name of a place.' },
  ],
  ['{"from":"here","to":"60.4,5.3"}', { error: expect.stringMatching(/^from /) }],
])('the line %s gives %j', async (line, expected) => {
  await price('line.ndjson', `${line}\n`, 'line.out.ndjson');
  expect(JSON.parse(await read('line.out.ndjson'))).toMatchObject(expected);
  await rm(join(folder, 'line.out.ndjson'));
});

test('behind semicolons a measure may have a decimal comma, and a point keeps its own; behind commas it is refused', async () => {
  const rows =
    'from;to;vehicleLength\n60,10;60.4,5.3;7,5\n60,10;60.4,5.3;7.5\n60,10;60.4,5.3;7,5,1\n';
  await price('commas.csv', rows, 'commas.out.csv');
  const [, comma, point, wrong] = (await read('commas.out.csv')).split('\n');
  expect(comma).toBe(point?.replace('7.5', '7,5'));
  expect(comma).toMatch(/^60,10;60\.4,5\.3;7,5;\d/);
  expect(wrong).toContain('vehicleLength');
  await price('plain.csv', 'from,to,vehicleLength\n"60,10","60.4,5.3","7,5"\n', 'plain.out.csv');
  expect(await read('plain.out.csv')).toContain('vehicleLength must');
});

test('a row of too few cells says so, and semicolons part cells as well', async () => {
  await price('short.csv', 'from;to\n59.9,10.7\n59.9,10.7;60.4,5.3\n', 'short.out.csv');
  const [, first, second] = (await read('short.out.csv')).split('\n');
  expect(first).toMatch(/"?The row has 1 cells, and the header 2\."?$/);
  expect(second).toMatch(/^59\.9,10\.7;60\.4,5\.3;\d/);
});

test.each([
  ['a.csv', 'start,end\n1,2\n', 'x.csv', /must have a header with the columns "from" and "to"/],
  ['b.csv', 'from,to,rush\n', 'x.csv', /"rush" has the name of a result/],
  ['c.csv', 'from,to\n', 'x.txt', /must end with \.csv/],
  ['d.csv', 'from,to\n', 'other.csv', /other columns/],
])('%s is refused in a line', async (inName, text, outName, why) => {
  await writeFile(join(folder, 'other.csv'), 'something,else\n1,2\n');
  await expect(price(inName, text, outName)).rejects.toThrow(why);
});

const crash = () => new Fault('upstream_broken', 'The routing engine failed.');

test('an engine that crashes now and then costs no row', async () => {
  await price('trips.csv', CSV, 'calm.csv');
  const seen = new Map<number, number>();
  const { result } = await price('trips.csv', CSV, 'crashing.csv', {
    fail: (lat) => {
      const times = (seen.get(lat) ?? 0) + 1;
      seen.set(lat, times);
      return times < 1 + (Math.round(lat * 100) % 4) ? crash() : undefined;
    },
  });
  expect(result).toEqual({ rows: 40, before: 0, errors: 1 });
  expect(await read('crashing.csv')).toBe(await read('calm.csv'));
});

test('a row on which the engine keeps failing has an error of its own, and those after it are priced', async () => {
  const fail = (lat: number) => (lat === 59.2 ? crash() : undefined);
  const { result } = await price('trips.csv', CSV, 'poison.ndjson', { fail });
  expect(result).toEqual({ rows: 40, before: 0, errors: 2 });
  const rows = (await read('poison.ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const broken = rows.filter(({ error }) => error === 'The routing engine failed.');
  expect(broken.map(({ row }) => row)).toEqual([11]);
});

test('an engine that keeps failing ends the run at the second row, and the next one goes on with it', async () => {
  const fail = (lat: number) => (lat >= 59.2 ? crash() : undefined);
  await expect(price('trips.csv', CSV, 'broken.csv', { fail })).rejects.toThrow(
    'Row 12 could not be priced: The routing engine failed.',
  );
  const { result } = await price('trips.csv', CSV, 'broken.csv');
  expect(result).toMatchObject({ before: 11, rows: 29 });
});

const away = () => new Fault('upstream_down', 'It is away.');

test.each(['upstream_down', 'overloaded'] as const)(
  'a row that keeps failing with %s ends the run, and the next one goes on with it',
  async (code) => {
    const down = (lat: number) => (lat === 59.2 ? new Fault(code, 'It is away.') : undefined);
    await expect(price('trips.csv', CSV, `${code}.csv`, { fail: down })).rejects.toThrow(
      'Row 11 could not be priced: It is away. The rows before it are written; start again to go on with it.',
    );
    const { result } = await price('trips.csv', CSV, `${code}.csv`);
    expect(result).toMatchObject({ rows: 30, before: 10, errors: 0 });
    expect(await read(`${code}.csv`)).not.toContain('It is away.');
  },
);

test.each(['csv', 'ndjson'])(
  'a %s that was begun with other options is not gone on with',
  async (ending) => {
    const out = `options.${ending}`;
    const begin = (scene: Scene) => price('trips.csv', CSV, out, scene);
    const heavy = { refine: '1', heavy: '1' };
    await expect(
      begin({ defaults: heavy, fail: (lat) => (lat === 59.2 ? away() : undefined) }),
    ).rejects.toThrow('Row 11');
    const written = await read(`${out}.part`);
    for (const defaults of [
      { refine: '0', heavy: '1' },
      { refine: '1' },
      { ...heavy, via: '60,9' },
    ])
      await expect(begin({ defaults })).rejects.toThrow(
        /was begun with other options \((refine 1|heavy 1|via not given)\)/,
      );
    expect(await read(`${out}.part`)).toBe(written);
    const { result, notes } = await begin({ defaults: heavy });
    expect(result).toMatchObject({ before: 10, rows: 30 });
    expect(notes).toEqual([]);
  },
);

test.each(['csv', 'ndjson'])(
  'a finished %s is not gone on with under other options, whether rows are left or not',
  async (ending) => {
    const out = `finished.${ending}`;
    await price('one.csv', ONE, out);
    const written = await read(out);
    for (const rows of [ONE, TWO])
      await expect(
        price('one.csv', rows, out, { defaults: { heavy: '1', refine: '0' } }),
      ).rejects.toThrow(
        /was begun with other options \(refine 1, heavy not given\)|\(heavy not given, refine 1\)/,
      );
    expect(await read(out)).toBe(written);
    expect((await price('one.csv', ONE, out)).notes).toEqual([]);
  },
);

test.each([
  ['is deleted', undefined],
  ['is something else', 'my options'],
  ['is other JSON', '7'],
])(
  'a finished output whose options %s is said to tell nothing of them, in every run',
  async (_, text) => {
    const out = 'silent.csv';
    const options = join(folder, `${out}.options`);
    await price('one.csv', ONE, out);
    await (text === undefined ? rm(options) : writeFile(options, text));
    const defaults = { heavy: '1' };
    for (let run = 0; run < 2; run += 1) {
      const { notes } = await price('one.csv', ONE, out, { defaults });
      expect(notes).toEqual([
        expect.stringMatching(/^The 1 rows that are there do not tell with which options/),
      ]);
    }
    await rm(join(folder, out));
  },
);

test.each([
  ['csv', 'test', '', /^The 1 rows that are there do not tell with which options/, 1],
  [
    'csv',
    'newer',
    'are told',
    /^The data is another than that of the 1 rows that are there: newer after test\.$/,
    1,
  ],
  ['ndjson', 'newer', '', /^The data is another than/, 2],
] as const)(
  'rows that were added to a finished %s, with data %s, are not mixed in silently',
  async (ending, dataVersion, isTold, last, count) => {
    const out = `more.${ending}`;
    await price('one.csv', ONE, out);
    if (!isTold) await rm(join(folder, `${out}.options`));
    const { result, notes } = await price('two.csv', TWO, out, { dataVersion });
    expect(result).toMatchObject({ before: 1, rows: 1 });
    expect(notes.at(-1)).toMatch(last);
    expect(notes).toHaveLength(count);
    await rm(join(folder, out));
  },
);

test('a second run on the same output is refused while the first one works', async () => {
  const second = () => price('two.csv', TWO, 'busy.csv');
  const times = { lookMs: 1000, patienceMs: 0 };
  await underLock(join(folder, 'busy.csv.lock'), times, {
    name: 'writing',
    run: () => expect(second()).rejects.toThrow(/^Another process is writing to .*busy\.csv\./),
  });
  expect((await second()).result).toMatchObject({ rows: 2 });
});

test('rows with an error are tried again by the next run, in their places, and nothing else is', async () => {
  const down = (lat: number) =>
    lat === 59.12 || lat === 59.15 ? new Fault('not_found', 'No such vehicle yet.') : undefined;
  for (const out of ['again.csv', 'again.ndjson']) {
    await price('trips.csv', CSV, out, { fail: down });
    const before = (await read(out)).split('\n');
    const { result, asked } = await price('trips.csv', CSV, out);
    expect(asked.toSorted()).toEqual([59.12, 59.13, 59.15]);
    expect(result).toEqual({ rows: 0, before: 40, errors: 0, mended: 2, unmended: 1 });
    const after = await read(out);
    expect(after).not.toContain('No such vehicle yet.');
    expect(after).toContain('No road leads there.');
    const same = after.split('\n').filter((line, i) => line === before[i]).length;
    expect(before.length - same).toBe(2);
    const whole = `whole-${out}`;
    await price('trips.csv', CSV, whole);
    expect(await read(whole)).toBe(after);
  }
});

test('a row that had an error is priced as it was corrected since, and says what is wrong with the correction', async () => {
  for (const ending of ['csv', 'ndjson']) {
    const wrong = `a,from,to\n1,"59.9,10.7",nowhere\n2,"59.9,10.7","60.4,5.3"\n3,also nowhere,"60.4,5.3"\n`;
    await price('wrong.csv', wrong, `mended.${ending}`);
    const mended = wrong.replace('nowhere', '"60.4,5.3"').replace('also nowhere', 'neither here');
    const { result } = await price('wrong.csv', mended, `mended.${ending}`);
    expect(result).toEqual({ rows: 0, before: 3, errors: 0, mended: 1, unmended: 1 });
    await price('wrong.csv', mended, `fresh.${ending}`);
    expect(await read(`mended.${ending}`)).toBe(await read(`fresh.${ending}`));
    const others = mended.replace('\n2,', '\n4,');
    await expect(price('wrong.csv', others, `mended.${ending}`)).rejects.toThrow(/^Row 2 of/);
  }
});

test('a run that ends while earlier rows are tried again leaves them as they were', async () => {
  const fail = (lat: number) => (lat === 59.2 ? away() : undefined);
  await expect(price('trips.csv', CSV, 'left.csv', { fail })).rejects.toThrow('Row 11');
  const written = await read('left.csv.part');
  const [head, ...rows] = CSV.split('\n');
  const others = [head, ...rows.slice(0, 8), 'x,1,2,', ...rows.slice(9)].join('\n');
  await expect(price('trips.csv', others, 'left.csv')).rejects.toThrow(
    /is not row \d of this batch/,
  );
  expect(await read('left.csv.part')).toBe(written);
  expect(existsSync(join(folder, 'left.csv.part.anew'))).toBe(false);
});

test('what came from Norwegian Excel is written as Excel takes it: mark, semicolons, decimal commas, its line breaks', async () => {
  const rows = ['tur;from;to', 'sør;59,91;10,75', 'å;"59.91,10.75";60.4,5.3', ''].join('\r\n');
  await price('excel.csv', `\uFEFF${rows}`, 'excel.out.csv');
  const written = await read('excel.out.csv');
  expect(written.startsWith('\uFEFFtur;from;to;tollSmall;')).toBe(true);
  const lines = written.split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(/^å;59\.91,10\.75;60\.4,5\.3;\d+,\d+;/);
  const { result } = await price('excel.csv', `\uFEFF${rows}`, 'excel.out.csv');
  expect(result).toMatchObject({ before: 2, rows: 0 });
  expect(await read('excel.out.csv')).toBe(written);
});

async function* list(items: readonly number[]): AsyncGenerator<number> {
  yield* items;
}

test('whatever ends first, the items keep their order, and no more are under way than may be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.nat()),
      fc.integer({ min: 1, max: 5 }),
      async (scheduler, items, atOnce) => {
        let underWay = 0;
        let most = 0;
        const work = async (item: number) => {
          most = Math.max(most, ++underWay);
          await scheduler.schedule(Promise.resolve());
          underWay -= 1;
          return item;
        };
        const done = (async () => {
          const results: number[] = [];
          for await (const result of workInOrder(list(items), work, atOnce)) results.push(result);
          return results;
        })();
        expect(await scheduler.waitFor(done)).toEqual(items);
        expect(most).toBe(items.length === 0 ? 0 : Math.min(atOnce, items.length));
      },
    ),
  );
});

/** What a line writes that hears of rows, each so long after the one before. */
function written(
  rows: readonly BatchResult[],
  eachMs: number,
  { isTTY = true, rowCount }: { readonly isTTY?: boolean; readonly rowCount?: number } = {},
): string {
  let text = '';
  let atMs = 5000;
  const write = (more: string | Uint8Array) => {
    text += more;
    return true;
  };
  const line = showProgress({ stream: { isTTY, write }, nowMs: () => atMs, rowCount });
  for (const row of rows) {
    atMs += eachMs;
    line.onRow(row);
  }
  line.end();
  return text;
}

/** The text of the progress of rows that take 100 ms each. */
const shown = (isTTY: boolean, rows: number, before: number) =>
  written(
    Array.from({ length: rows }, (_, i) => ({ rows: i + 1, before, errors: i > 1 ? 1 : 0 })),
    100,
    { isTTY },
  );

test.each([
  [
    4,
    0,
    '\r2 rows done, 10 a second, 0 with an error \r4 rows done, 10 a second, 1 with an error \n',
  ],
  [3, 500, '\r502 rows done, 10 a second, 0 with an error \n'],
  [1, 500, ''],
])(
  '%i rows after %i that were there are shown as done, with the speed of this run',
  (rows, before, text) => {
    expect(shown(true, rows, before)).toBe(text);
  },
);

test('earlier rows that have an error still are counted among those with one', () => {
  const row = { rows: 2, before: 5, errors: 1, mended: 1, unmended: 3 };
  expect(written([row], 1000)).toBe('\r7 rows done, 2 a second, 4 with an error \n');
});

test('what is no terminal gets no progress', () => {
  expect(shown(false, 9, 0)).toBe('');
});

test('where the number of rows is known the share of them is shown, never above the whole', () => {
  const rows = [2, 9].map((done) => ({ rows: done, before: 0, errors: 0 }));
  expect(written(rows, 1000, { rowCount: 8 })).toBe(
    '\r2 rows done (25 %), 2 a second, 0 with an error \r9 rows done (100 %), 5 a second, 0 with an error \n',
  );
});

test('rows are counted without header and blank lines, and not of what is no file', async () => {
  const path = join(tempHome(), 'rows.csv');
  await writeFile(path, 'from,to\n\n1,2\r\n  \n3,4');
  expect(await countRows(path, 'csv')).toBe(2);
  expect(await countRows(path, 'ndjson')).toBe(3);
  expect(await countRows('-', 'csv')).toBeUndefined();
});
