import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatClaimSheet, formatExpense } from '../../src/batch/format-expense.ts';
import { expenseFormatOf, formatOf } from '../../src/batch/format-priced-row.ts';
import { readRows } from '../../src/batch/read-rows.ts';
import {
  formatRows,
  NORWEGIAN_FORM,
  PLAIN_FORM,
  type TableForm,
} from '../../src/batch/table-form.ts';
import type { Claim } from '../../src/wire/claim.ts';
import { anyText } from '../support/any-text.ts';
import { expenseLine } from '../support/expense-line.ts';

const FORMS: readonly TableForm[] = [
  PLAIN_FORM,
  NORWEGIAN_FORM,
  { delimiter: '\t', lineBreak: '\r\n', hasMark: false },
  { delimiter: '|', lineBreak: '\n', hasMark: true },
];

/** Cells that a writer of tables may tear, trim or leave open. */
const HARD = [
  ...['a\nb', 'a\rb', 'a\r\nb', '\n', '\na', 'a\n', 'a\r', '\r\n\r\n', 'Storgata 1\n0155 Oslo'],
  ...['a;b', 'a,b', 'a|b', 'a\tb', 'a"b', '"', '""', '"a"', 'a";"b', "it's", "'a'"],
  ...[
    ' a',
    'a ',
    ' ',
    '\ta',
    'a\t',
    '\u00a0a\u00a0',
    '\uFEFFa',
    'a\u0000b',
    'a\u2028b',
    '😀',
    'א\u202eb',
  ],
];
/** Cells that a spreadsheet may take for formulas. */
const FORMULAS = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=x', '\n=x', '\r\n=x', '\u0000=x', ' =1+1'],
  ...['\uff1d1', '\uff0b1', '\uff0d1', '\uff20x', '=HYPERLINK("http://x";"y")', '=1\n+2'],
];

const read = (text: string, { delimiter, lineBreak, hasMark }: TableForm, trim = false) =>
  parse(text, { delimiter, record_delimiter: lineBreak, bom: hasMark, trim });

describe.each(FORMS)('a table of the form %j', (form) => {
  test.each([...HARD, ...FORMULAS])(
    'gives the cell %j back, whether its reader trims or not',
    (cell) => {
      const rows = [
        ['x', cell, 'y'],
        [cell, 'x', cell],
      ];
      for (const trim of [false, true])
        expect(read(formatRows(rows, form), form, trim)).toEqual(rows);
    },
  );

  test('gives any cells back', () => {
    const row = fc.array(anyText(), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(row, (cells) => {
        expect(read(formatRows([cells, cells], form), form)).toEqual([cells, cells]);
      }),
    );
  });
});

test.each(
  [PLAIN_FORM, NORWEGIAN_FORM].flatMap((form) =>
    [...HARD, ...FORMULAS].map((note) => [form.delimiter, note, form] as const),
  ),
)('our own reader of tables with %j gives the cell %j back', async (_, note, form) => {
  const cells = { from: 'a', to: 'b', note };
  const table = formatRows([Object.keys(cells), Object.values(cells)], form);
  async function* arrive() {
    yield Buffer.from(table);
  }
  const { rows } = await readRows(arrive(), 'trips.csv');
  for await (const row of rows) expect(row).toEqual({ no: 1, cells });
});

const claimOf = (text: string): Claim => ({
  claimant: { name: text, address: text, employer: text },
  plate: text,
  from: '2026-11-20',
  to: '2026-11-20',
  entries: [
    {
      ...{ date: '2026-11-20', departure: '08:00', arrivalDate: '2026-11-20', arrival: '09:00' },
      ...{ from: text, to: text, purpose: text, note: text, via: [text], passengers: [text] },
      ...{ km: 20, tolls: [], ferries: [], tollNok: 0, ferryNok: 0, allowanceNok: 0, totalNok: 0 },
      ...{ estimated: false, missing: [text] },
    },
  ],
  ...{ km: 20, tollNok: 0, ferryNok: 0, allowanceNok: 0, totalNok: 0, rates: [] },
});

const row = (note: string) => ({ no: 1, cells: { note }, error: note });

/** Every table that is written, with one text in all cells that others write. */
const TABLES: readonly (readonly [name: string, form: TableForm, of: (text: string) => string])[] =
  [
    ['priced rows', PLAIN_FORM, (text) => formatOf('csv', ['note']).format(row(text))],
    [
      'priced rows of a Norwegian table',
      { ...NORWEGIAN_FORM, hasMark: false },
      (text) => formatOf('csv', ['note'], NORWEGIAN_FORM).format(row(text)),
    ],
  ];
const SHEETS: typeof TABLES = [
  ['a claim', NORWEGIAN_FORM, (text) => formatClaimSheet(claimOf(text))],
  [
    'the lines of a route',
    NORWEGIAN_FORM,
    (text) => formatExpense({ lines: [expenseLine({ name: text })] }),
  ],
  [
    'the lines of a batch',
    { ...NORWEGIAN_FORM, hasMark: false },
    (text) => expenseFormatOf(['note']).format(row(text)),
  ],
];

describe.each([...TABLES, ...SHEETS])('%s', (_, form, of) => {
  const plain = read(of('x'), form);

  test.each(HARD.filter((cell) => !/^\p{Cc}/u.test(cell)))(
    'has the text %j where it has x',
    (text) => {
      expect(read(of(text), form)).toEqual(
        plain.map((cells) => cells.map((c) => (c === 'x' ? text : c))),
      );
    },
  );
});

test.each(SHEETS)('%s has no text that a spreadsheet takes for a formula', (_, form, of) => {
  const plain = read(of('x'), form);
  for (const text of FORMULAS)
    expect(read(of(text), form)).toEqual(
      plain.map((cells) => cells.map((cell) => (cell === 'x' ? `'${text}` : cell))),
    );
});
