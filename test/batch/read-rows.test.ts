import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readRows, readTripRows, type TripRow } from '../../src/batch/read-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veipris-rows-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;

test('a folder in place of a file is named', async () => {
  await expect(readTripRows(folder)).rejects.toMatchObject({ code: 'EISDIR', path: folder });
});

/** The rows of a file with such content. */
async function read(content: string | Buffer, ending = '.csv') {
  const path = join(folder, `${++files}${ending}`);
  await writeFile(path, content);
  const { rows, ...others } = await readTripRows(path);
  const list: TripRow[] = [];
  for await (const row of rows) list.push(row);
  return { ...others, rows: list };
}

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

const trip = (note: string) => ({ from: '59,10', to: '60,5', ...(note && { note }) });

describe('what is wrong with a row stays in the row', () => {
  const HEAD = 'from;to;note\n59,10;60,5;first\n';
  const LAST = '59,10;60,5;last\n';

  test.each([
    ['59,10;60,5;5" pipe\n', /^Line 3 is not valid CSV: a quote stands inside a cell/, '5" pipe'],
    ['59,10;60,5;"5" pipe\n', /^Line 3 is not valid CSV: .* written twice\.$/, '"5" pipe'],
    ['59,10;60,5;"5"pipe\n', /^Line 3 is not valid CSV: .* written twice\.$/, '"5"pipe'],
    ['59,10;60,5;"5 pipe\n', /^Line 3 is not valid CSV: a quote is opened and not/, '"5 pipe'],
    ['59,10;60,5;"5 pipe\r\n', /^Line 3 is not valid CSV: a quote is opened and not/, '"5 pipe'],
  ])('%j is one row with an error', async (line, problem, note) => {
    const { rows } = await read(HEAD + line + LAST);
    expect(rows).toEqual([
      { no: 1, cells: trip('first') },
      { no: 2, cells: trip(note), problem: expect.stringMatching(problem) },
      { no: 3, cells: trip('last') },
    ]);
  });

  test('a quote that is not closed takes no row away, though a later one would close it', async () => {
    const { rows } = await read(`${HEAD}59,10;60,5;"5 pipe\n59,10;60,5;\n59,10;60,5;5"\n${LAST}`);
    expect(rows.map(({ no, problem }) => [no, problem?.slice(0, 6)])).toEqual([
      [1, undefined],
      [2, 'Line 3'],
      [3, undefined],
      [4, 'Line 5'],
      [5, undefined],
    ]);
  });

  test('a quote that is not closed in the last row is an error there', async () => {
    const { rows } = await read(`${HEAD}"59,10;60,5;x`);
    expect(rows[1]?.problem).toMatch(/opened and not closed/);
  });

  test('a quote is looked for over a mebibyte, and then the lines after it are rows', async () => {
    const far = `x;y;${'z'.repeat(95)}\n`.repeat(20_000);
    const { rows } = await read(`${HEAD}59,10;60,5;"open\n${far}x;y;too far"\n`);
    expect(rows).toHaveLength(20_003);
    expect(rows.filter(({ problem }) => problem).map(({ no }) => no)).toEqual([2, 20_003]);
  });

  test.each([
    ['from;to;note\n59,10;60,5;"a ""b""\n\nc; d"\n', 'a "b"\n\nc; d'],
    ['note;from;to\r\n"a\r\nb";59,10;60,5\r\n', 'a\r\nb'],
    ['from;note;to\n59,10;"a\nb\n";60,5', 'a\nb\n'],
    ['from;to;note\r59,10;60,5;"a\rb"\r', 'a\rb'],
    ['from;to;note\n59,10;60,5; a\u2028b\rc \n', 'a\u2028b\rc'],
  ])('line breaks stay in their cell: %j', async (text, note) => {
    expect((await read(text)).rows).toEqual([{ no: 1, cells: trip(note) }]);
  });

  test('whatever quotes stand in its notes, a table has one row per line', async () => {
    const notes = fc.array(fc.string({ unit: fc.constantFrom('"', ' ', 'a', ',') }));
    await fc.assert(
      fc.asyncProperty(notes, async (written) => {
        const lines = written.map((note) => `59,10;60,5;${note}\n`);
        const { rows } = await read(HEAD + lines.join('') + LAST);
        expect(rows.map(({ no }) => no)).toEqual([1, ...lines.map((_, i) => i + 2), rows.length]);
        expect(rows.at(-1)).toEqual({ no: lines.length + 2, cells: trip('last') });
      }),
    );
  });
});

describe('columns', () => {
  test.each([
    ['from,to,from,note,note', 'The header has the column "from" more than once.'],
    ['from,to,note, note', 'The header has the column "note" more than once.'],
    ['from;to;;', 'The header has several columns without a name.'],
    ['from,to,"a" b', /^The header of .* is not valid CSV: a quote/],
    ['from,to,"a', /^The header of .* is not valid CSV: a quote is opened and not closed\.$/],
  ])('the header %s is refused in a line', async (header, why) => {
    await expect(read(`${header}\n1,2,3,4,5\n`)).rejects.toThrow(why);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'a column may be called %s',
    async (name) => {
      const { rows } = await read(`from,to,${name}\na,b,\na,b,c\n`);
      const texts = rows.map(({ cells }) => JSON.stringify(cells));
      expect(texts).toEqual(['{"from":"a","to":"b"}', `{"from":"a","to":"b","${name}":"c"}`]);
    },
  );

  test.each([
    ['a blank first line', '\n \r\nfrom;to\na;b\n'],
    ["Excel's line", 'sep=;\r\nfrom;to\r\na;b\r\n'],
    ["Excel's line with a tab", 'sep=\t\nfrom\tto\na\tb\n'],
    ["Excel's line after a mark", '\uFEFF"sep=|"\nfrom|to\na|b'],
    ['a comma in a name, parted by semicolons', 'from;to;"a,b;c"\na;b;\n'],
    ['a semicolon in a name', 'from,to,"a;b"\na,b,\n'],
  ])('%s does no harm', async (_, text) => {
    expect((await read(text)).rows).toEqual([{ no: 1, cells: { from: 'a', to: 'b' } }]);
  });
});

describe('a name that is a parameter but for case, blanks and signs is refused, not handed through', () => {
  const refusal = (name: string, meant: string) =>
    `has ${JSON.stringify(name)}, which is not read: write ${meant}, or give it another name.`;

  test.each([
    ['Heavy', 'heavy'],
    ['start_time', 'startTime'],
    ['Vehicle length', 'vehicleLength'],
    ['FERRY-CLASS', 'ferryClass'],
    ['From', 'from'],
  ])('%s', async (name, meant) => {
    const others = ['from', 'to'].filter((other) => other !== meant);
    const line = JSON.stringify({
      ...Object.fromEntries(others.map((o) => [o, '59,10'])),
      [name]: 1,
    });
    const { rows } = await read(`${line}\n`, '.ndjson');
    expect(rows[0]?.problem).toBe(`Line 1 ${refusal(name, meant)}`);
    expect(rows[0]?.cells).toMatchObject({ [name]: '1' });
    if (others.length < 2) return;
    const table = `from;to;${name}\n59,10;60,5;1\n`;
    await expect(read(table)).rejects.toThrow(`The header ${refusal(name, meant)}`);
  });

  test.each([
    [{ trace: '', From: 'home' }, undefined],
    [{ trace: '', Fuel: 'electric' }, 'Fuel'],
    [{ journey: '', To: 'work', 'Start time': '08:00' }, undefined],
    [{ journey: '', TAG: '0' }, 'TAG'],
  ])('of %j, which has parameters of its own: %s', async (line, name) => {
    const { rows } = await read(`${JSON.stringify(line)}\n`, '.ndjson');
    expect(rows[0]?.problem).toBe(name && `Line 1 ${refusal(name, name.toLowerCase())}`);
  });

  test('beside the parameter itself it is handed through', async () => {
    const { rows } = await read('from;to;startTime;Start time\n59,10;60,5;;20.11.2026 08:00\n');
    expect(rows).toEqual([
      { no: 1, cells: { from: '59,10', to: '60,5', 'Start time': '20.11.2026 08:00' } },
    ]);
  });
});

describe('how a text is written', () => {
  const TABLE = 'from,to,note\na,b,Ålesund\n';
  const LINE = '{"from":"a","to":"b","note":"Ålesund"}\n';
  const row = { no: 1, cells: { from: 'a', to: 'b', note: 'Ålesund' } };
  const WAYS = {
    'UTF-8': (text: string) => Buffer.from(text),
    'UTF-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
    'UTF-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16, big end first': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  };

  test.each(Object.entries(WAYS))('%s is read', async (_, write) => {
    expect((await read(write(TABLE))).rows).toEqual([row]);
    expect((await read(write(LINE), '.ndjson')).rows).toEqual([row]);
  });

  test.each(Object.entries(WAYS))('%s is read wherever its chunks end', async (_, write) => {
    const bytes = write(`\r\n ${TABLE}`);
    for (const size of [1, 2, 3, 5]) {
      const { kind, columns, rows } = await readRows(chunksOf(bytes, size), 'standard input');
      const list: TripRow[] = [];
      for await (const one of rows) list.push(one);
      expect([kind, columns, list]).toEqual(['csv', ['from', 'to', 'note'], [row]]);
    }
  });

  test('a row in another encoding says so, and hands through what is sure', async () => {
    const table = Buffer.from(`${TABLE}c,d,Ålesund\ne,f,Molde\n`, 'latin1');
    const { rows } = await read(table);
    const problem = (no: number) => `Line ${no} is not UTF-8: save the file as UTF-8.`;
    expect(rows).toEqual([
      { no: 1, cells: { from: 'a', to: 'b' }, problem: problem(2) },
      { no: 2, cells: { from: 'c', to: 'd' }, problem: problem(3) },
      { no: 3, cells: { from: 'e', to: 'f', note: 'Molde' } },
    ]);
    const lines = await read(Buffer.from(`${LINE}{}\n`, 'latin1'), '.jsonl');
    expect(lines.rows).toEqual([
      { no: 1, cells: {}, problem: problem(1) },
      { no: 2, cells: {} },
    ]);
  });

  test('a header in another encoding is refused', async () => {
    const table = Buffer.from('from,to,sjåfør\na,b,c\n', 'latin1');
    await expect(read(table)).rejects.toThrow(/^The header of .* is not UTF-8/);
  });

  test('U+FFFD that was written in UTF-8 is handed through', async () => {
    expect((await read('from,to\na,\uFFFD\n')).rows[0]?.cells.to).toBe('\uFFFD');
  });
});

test('in NDJSON only a line feed parts lines', async () => {
  const { rows } = await read(
    '\uFEFF{"a":"1\u2028\u2029\u0085"}\r\n\n{"a":\r"2"}\n{"a":"3"}',
    '.ndjson',
  );
  expect(rows).toEqual([
    { no: 1, cells: { a: '1\u2028\u2029\u0085' } },
    { no: 2, cells: { a: '2' } },
    { no: 3, cells: { a: '3' } },
  ]);
});

test('the members of the first object are the columns of NDJSON, without a recording or a journey', async () => {
  const text = '{"from":"Oslo","id":7,"trace":"x"}\n{"from":"Bergen","other":1}\n';
  const { columns, rows } = await read(text, '.ndjson');
  expect(columns).toEqual(['from', 'id']);
  expect(rows.map(({ no, cells }) => [no, cells.from])).toEqual([
    [1, 'Oslo'],
    [2, 'Bergen'],
  ]);
  expect(await read('\n', '.ndjson')).toMatchObject({ columns: [], rows: [] });
});

test('a line of endless length is an error, and the one after it is read', async () => {
  const { rows } = await read(`from,to\n${'x'.repeat(3_000_000)}\na,b\n`);
  expect(rows.map(({ problem }) => problem)).toEqual([
    'Line 2 is longer than 1048576 bytes.',
    undefined,
  ]);
});

describe('where the name has no ending, the first character tells the kind', () => {
  test.each([
    ['{"from":"a"}\n', 'ndjson'],
    ['\n \uFEFF {"from":"a"}\n', 'ndjson'],
    ['from,to\na,b\n', 'csv'],
    ['\n\n"from",to\na,b\n', 'csv'],
  ])('%j', async (text, kind) => {
    expect((await read(text, '')).kind).toBe(kind);
    expect((await read(text, '.txt')).rows).toHaveLength(1);
  });
});

test('a pipe is opened once and read from its first byte', async () => {
  const path = join(folder, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  const [{ kind, rows }] = await Promise.all([readTripRows(path), feed(path, 'from,to\na,b\n')]);
  const list: TripRow[] = [];
  for await (const row of rows) list.push(row);
  expect({ kind, list }).toEqual({ kind: 'csv', list: [{ no: 1, cells: { from: 'a', to: 'b' } }] });
});

/** A pipe opens when somebody reads it. */
async function feed(path: string, text: string): Promise<void> {
  const pipe = await open(path, 'w');
  for (const character of text) await pipe.write(character);
  await pipe.close();
}

test('no pattern that goes back is matched against a first line that does not end', async () => {
  const exec = RegExp.prototype.exec;
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, on) {
    // The looks for the first letter, and for Excel's own line at the beginning, go through a text once.
    const isOnce = this.source === '\\S' || this.source.startsWith('^"?sep=');
    if (on.length > 4000 && !isOnce) throw new Error(`${this}`);
    return exec.call(this, on);
  });
  try {
    const reading = readRows(chunksOf(Buffer.alloc(60_000, 'a'), 2_000), 'rows.csv');
    await expect(reading).rejects.toThrow('a header with the columns "from" and "to"');
  } finally {
    spy.mockRestore();
  }
});

test.each([
  ['an open quote and blank lines', 'from,to\n"\n', '\n'],
  ['an open quote and lines of a letter', 'from,to\n"\n', 'a\n'],
  ['blank lines', 'from,to\n', '\n'],
  ['blank lines of NDJSON', '{}\n', '\n'],
])(
  'the thread is given away while %s are read, each of which is moved a few times at most',
  async (_what, head, line) => {
    const count = 100_000;
    async function* arrive() {
      yield Buffer.from(head + line.repeat(count));
    }
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const { rows } = await readRows(arrive(), 'The body');
    for await (const _row of rows);
    isOver = true;
    expect(turns).toBeGreaterThan(count / 200);
  },
);
