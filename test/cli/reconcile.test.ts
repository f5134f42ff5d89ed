import { expect, test } from 'vitest';
import { reconcileCommand } from '../../src/cli/reconcile.ts';
import type { Reconciliation } from '../../src/statement/reconcile.ts';
import { run } from '../support/terminal.ts';
import { openTripDesk } from '../support/trip-desk.ts';

const STATEMENT = `Tidspunkt;Sted;Beløp
18.11.2026 12:05;Nordbrua;40,00
18.11.2026 12:40;Nordbrua;40,00
`;
const AT = Date.parse('2026-11-18T12:05:00+01:00');

const NONE = { lines: 0, ore: 0 };
const NONE_LEFT_OUT = {
  vehicles: 1,
  isDayFirst: false,
  credits: { settled: NONE, earlier: NONE },
  otherPlates: NONE,
};
const FOUND: Reconciliation = {
  ...NONE_LEFT_OUT,
  rows: 2,
  unpriced: 1,
  billedOre: 8000,
  expectedOre: 4000,
  findings: [
    {
      kind: 'hour-rule-not-applied',
      line: 3,
      atMs: AT + 35 * 60_000,
      station: 'Nordbrua',
      billedOre: 4000,
      expectedOre: 0,
      reason: 'The passage is within an hour that is paid.',
      estimated: true,
    },
    {
      kind: 'not-billed',
      atMs: AT,
      station: 'Sørbrua',
      billedOre: 0,
      expectedOre: undefined,
      reason: 'The drive passes it.',
      estimated: false,
    },
  ],
};

const DRIVE = { from: '60,10', to: '60.1,10', startTime: '2026-11-18T12:00:00+01:00' };
const FILES = {
  'bill.csv': STATEMENT,
  'month.json': JSON.stringify({ fuel: 'diesel', drives: [DRIVE] }),
};

/** Runs the command over one statement and what is found in it, and keeps what was asked. */
async function reconcile(
  args: readonly string[],
  found: Reconciliation = FOUND,
  files: Readonly<Record<string, string>> = {},
) {
  const asked: unknown[] = [];
  const { desk } = openTripDesk(
    {
      answerReconcile: async ({ statement: { rows, ...told }, request, asked: vehicle }) => {
        asked.push({
          drives: request.drives.length,
          fuel: vehicle?.fuel,
          billedOre: rows.map(({ ore }) => ore),
          at: rows[0]?.atMs,
        });
        return { ...found, ...told };
      },
    },
    { files: { ...FILES, ...files } },
  );
  return { ...(await run([reconcileCommand(desk)], 'reconcile', ...args)), asked };
}

test('findings are a table, and a sentence each for the operator', async () => {
  const { code, out, asked, err } = await reconcile(['--statement', 'bill.csv']);
  expect(err).toEqual(['building']);
  expect(code).toBe(0);
  expect(asked).toEqual([{ drives: 0, billedOre: [4000, 4000], at: AT }]);
  expect(out).toBe(`2 lines: billed 80.00 NOK, expected 40.00 NOK, difference 40.00 NOK.
Read: time from Tidspunkt, station from Sted, amount from Beløp.
Passages without a known price for the vehicle: 1.

Line  at                station   billed  expected  finding
   3  2026-11-18 12:40  Nordbrua   40.00      0.00  hour-rule-not-applied (estimate)
      2026-11-18 12:05  Sørbrua     0.00         ?  not-billed

Nothing to ask back for
- Line 3: The passage is within an hour that is paid.
- The drive passes it.`);
});

test('what the operator is asked for is too much for sure; lines that nothing is said of are counted', async () => {
  const [first, second] = FOUND.findings;
  const owed = { ...first, estimated: false, expectedOre: 3360, atMost: true } as const;
  const { out } = await reconcile(['--statement', 'bill.csv'], {
    ...FOUND,
    vehicles: 2,
    credits: { settled: { lines: 1, ore: -3200 }, earlier: { lines: 2, ore: -6560 } },
    otherPlates: { lines: 3, ore: 12_000 },
    findings: [owed, { ...second, andLines: [5], line: 4 }] as Reconciliation['findings'],
  });
  expect(out).toContain(`
Lines that pay back others of this statement, and are taken off them: 1 (-32.00 NOK).
Lines that pay back what an earlier statement has: 2 (-65.60 NOK).
Lines of other plates, which are left out: 3 (120.00 NOK).
The lines are of 2 vehicles: each is judged as the one that the question describes.
`);
  expect(out).toContain('at most 33.60  hour-rule');
  expect(out).toContain('4, 5  2026');
  expect(out).toMatch(
    /\n\nTo the operator\n- Line 3: .*\n\nNothing to ask back for\n- Lines 4, 5: The drive passes it\.$/,
  );
});

test('a statement that is right is said to be', async () => {
  const found = {
    ...NONE_LEFT_OUT,
    ...{ rows: 2, unpriced: 0, billedOre: 8000, expectedOre: 8000, findings: [] },
  };
  expect((await reconcile(['--statement', 'bill.csv'], found)).out).toBe(
    '2 lines: billed 80.00 NOK, expected 80.00 NOK, difference 0.00 NOK.\nRead: time from Tidspunkt, station from Sted, amount from Beløp.\nNothing to be said against it.',
  );
});

test('lines that are left out are told with why, where and how much', async () => {
  const rest = '30.11.2026;Fakturagebyr;65,00\n30.11.2026;Purregebyr;35,00\n;;0,00\n';
  const files = { 'bill.csv': `${STATEMENT}${rest}` };
  const { out } = await reconcile(['--statement', 'bill.csv'], FOUND, files);
  expect(out).toContain(
    '1 line has no station and is left out (line 6).\n2 lines have no moment and are left out (the first is line 4): 100.00 NOK.',
  );
});

test('--json prints the findings as data', async () => {
  const { out } = await reconcile(['--statement', 'bill.csv', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    rows: 2,
    differenceNok: 40,
    findings: [
      { line: 3, at: '2026-11-18T12:40:00+01:00', billedNok: 40, differenceNok: 40 },
      { station: 'Sørbrua', billedNok: 0 },
    ],
  });
});

test('the drives are those of a file, the vehicle that of --vehicle, the columns those that are named', async () => {
  const statement = ['--statement', 'bill.csv'];
  const drives = await reconcile([...statement, '--drives', 'month.json']);
  expect(drives.asked).toMatchObject([{ drives: 1, fuel: 'diesel' }]);
  const vehicle = await reconcile([...statement, '--vehicle', '{"fuel": "electric"}']);
  expect(vehicle.asked).toMatchObject([{ drives: 0, fuel: 'electric' }]);
  const columns = ['--columns', 'time=Tidspunkt,station=Sted,amount=Beløp'];
  expect((await reconcile([...statement, ...columns])).code).toBe(0);
  const withComma = { 'bill.csv': STATEMENT.replace('Beløp', '"Beløp, kr"') };
  const comma = ['--columns', 'amount=Beløp, kr,station=Sted'];
  expect((await reconcile([...statement, ...comma], FOUND, withComma)).code).toBe(0);
  const unknown = await reconcile([...statement, '--columns', 'amount=Sum']);
  expect(unknown).toMatchObject({ code: 2, asked: [] });
  expect(unknown.err.join()).toContain('columns.amount is no column of the statement');
});

test.each([
  [[], '--statement is missing'],
  [
    ['--statement', 'bill.csv', '--drives', 'a', '--vehicle', '{}'],
    '--vehicle goes without --drives, which has the vehicle',
  ],
  [['--statement', 'bill.csv', '--vehicle', '{bad'], '--vehicle is not JSON'],
  [['--statement', 'bill.csv', '--vehicle', '{"foo":1}'], '--vehicle, foo: no such field'],
  [['--statement', 'bill.csv', '--columns', 'sum=Kr'], '--columns must be NAME=COLUMN entries'],
])('%j is wrong usage: %s', async (args, sentence) => {
  const { code, err } = await reconcile(args);
  expect(code).toBe(2);
  expect(err.join()).toContain(`veipris reconcile: ${sentence}`);
});

test('a file that can not be read is exit code 1', async () => {
  expect(await reconcile(['--statement', 'other.csv'])).toMatchObject({ code: 1 });
});
