import { expect, test } from 'vitest';
import { reconcile as stepReconcile } from '../../src/statement/reconcile.ts';
import { excessOf } from '../../src/statement/statement.ts';
import { station } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { drivesOf, reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const STATIONS = [station('E6 North'), station('South')];
const TERMS = termsOf(STATIONS);

test.each(
  table<'rows' | 'drives' | 'found' | 'because'>(`
    rows                                                                              | drives                     | found                  | because
    10-31T12:00 E6 North -32, 03T12:10 E6 North 32                                    | 03T12:10 North             |                        | older than every line: of an earlier statement
    03T12:00 E6 North 64, 03T12:00 E6 North -32, 05T12:10 E6 North 32                 | 03T12:00 North, 05T12:10 North |                    | of the same moment first
    03T12:00 E6 North 64, 03T12:00 Kreditert E6 North -32                             | 03T12:00 North             |                        | the station is the same, whatever else the text says
    03T12:00 E6 North 32, 03T12:00 E6 North 32, 05T12:10 E6 North 32, 06T09:00 North -32 | 03T12:00 North, 05T12:10 North |                 | what is billed twice before what is right
    03T12:00 E6 North 32, 05T12:10 E6 North 32, 06T09:00 E6 North -32                 | 05T12:10 North             |                        | what was not driven, although the other is nearer
    03T12:00 E6 North 40, 05T12:10 E6 North 32, 06T09:00 E6 North -8                  | 03T12:00 North, 05T12:10 North |                    | what was too much of a line
    03T12:00 E6 North 32, 05T12:10 E6 North 32, 06T09:00 E6 North -32                 | 03T12:00 North, 05T12:10 North | - not-billed 0>32  | else a right line, which bills nothing then
    03T12:00 E6 North 32, 02T12:00 South 32, 03T12:30 South -32                       | 03T12:00 North             |                        | of its own station alone
    03T12:00 E6 North 32, 04T12:00 South -32                                          | 03T12:00 North             | 2 other-amount -32>?   | nothing is there that it pays back
    03T12:00 E6 North 32, 04T12:00 E6 North -50                                       | 03T12:00 North             | 2 other-amount -50>?   | nor where it is more than any
    03T12:00 E6 North 40/8, 03T12:00 E6 North -8/-8                                   | 03T12:00 North             |                        | tax that is paid back is no tax
    03T12:00 E6 North 40/8, 05T09:00 E6 North -8/-8                                   | 03T12:00 North             |                        | later as well
    03T12:00 E6 North 32/6.4, 03T12:00 South 32, 05T09:00 South -32                   | 03T12:00 North             | 1 vat-added 32>32      | tax of another line stays
  `),
)('a credit is taken off the line that it pays back: $because', ({ rows, drives, found }) => {
  const driven = drivesOf(drives.replaceAll('North', 'E6-North')).map((one) => ({
    ...one,
    stationId: one.stationId.replace('-', ' '),
  }));
  const checked = reconcile(rowsOf(rows), driven, TERMS);
  expect(tellFindings(checked)).toBe(found);
  if (found === '') expect(checked.billedOre).toBe(checked.expectedOre);
});

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                                                                  | found                    | because
    12:00 E6 North 32, 12:00 E6 North 32, 20T09:00 Kreditering -32        |                          | what is billed twice
    12:00 E6 North 32, 13:00 South 40, 20T09:00 Kreditering -8            |                          | what is too much of a line
    12:00 E6 North 32, 13:00 South 40, 20T09:00 Kreditering -32           | 2 tag-not-used 40>32, 3 other-amount -32>? | no line that is right
    12:00 E6 North 32, 12:00 E6 North 32, 17T09:00 Kreditering -32        | 2 billed-twice 32>0      | of an earlier statement
    12:00 E6 North 32, 12:00 E6 North 32, 20T09:00 Kreditering -32, 20T09:00 Kreditering -32 | 4 other-amount -32>? | a line is paid back once
    12:00 E6 North 32, 12:00 E6 North 32, 20T09:00 South -32              | 2 billed-twice 32>0, 3 other-amount -32>? | a credit of another station is none of it
  `),
)('a credit of no station is taken off a line that is wrong by its amount: $because', (row) => {
  expect(tellFindings(reconcile(rowsOf(row.rows), undefined, TERMS))).toBe(row.found);
});

test.each(
  table<'rows' | 'without' | 'owed' | 'because'>(`
    rows                                                                            | without | owed      | because
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32            | 0       | 8 8 32    | nothing is paid back
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32            | 16      | 32        | as much as the missing discounts
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32            | 48      |           | as much as all mistakes
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32            | 20      | 28        | the rest of them all, of the largest
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32            | 60      |           | more than all mistakes
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32            | 47.60   |           | less than a krone is left, by which a sum is rounded
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32            | 0.40    | 8 8 32    | a sum is rounded by it
    12:00 E6 North 40, 14:00 E6 North 40, 16:00 South 32, 16:00 South 32, 20T09:00 Rabatt -16 | 0 | 32    | at a moment
    12:00 E6 North 40, 14:00 E6 North 40, 20T09:00 South -16                        | 0       | 8 8       | a station says that it is none of it
  `),
)('what credits of no passage may pay back is not asked for: $because', (row) => {
  const { findings } = reconcile(
    rowsOf(row.rows),
    undefined,
    TERMS,
    Math.round(Number(row.without) * 100),
  );
  const owed = findings.filter((one) => !one.estimated).map((one) => excessOf(one) / 100);
  expect(owed.filter((nok) => nok > 0).join(' ')).toBe(row.owed);
});

test('a credit without its line says so, and of no station that it bills less', () => {
  const rows = rowsOf('03T12:00 South 32, 04T12:00 E6 North -32');
  expect(reconcile(rows, undefined, TERMS).findings.map(({ reason }) => reason)).toEqual([
    'E6 North, 2026-11-04 12:00: billed -32.00 NOK. No line of this statement is the one that it pays back.',
  ]);
});

test.each(
  table<'rows' | 'settled' | 'earlier' | 'found' | 'because'>(`
    rows                                                            | settled | earlier | found | because
    10-31T12:00 E6 North -32, 03T12:10 E6 North 32                  | 0       | -32     | 0     | older than what its station has
    10-31T12:00 South -32, 10-31T13:00 Elsewhere -5, 03T12:10 E6 North 32 | 0 | -37     | 0     | older than every line, of a station or a text that has none
    03T12:10 E6 North 32, 04T12:00 South -32                        | 0       | 0       | -32   | between lines: of which statement it is, is not told
    03T12:10 E6 North 64, 03T12:10 E6 North -32, 04T12:00 North -32 | -64     | 0       | 0     | off lines of this one
    10-31T12:00 South -32                                           | 0       | 0       | -32   | no line is there
  `),
)(
  'each line that pays back is settled, of an earlier statement or a finding: $rows ($because)',
  (row) => {
    const { credits, findings } = reconcile(rowsOf(row.rows), undefined, TERMS);
    const found = findings.reduce((ore, { billedOre }) => ore + Math.min(0, billedOre), 0);
    const told = [credits.settled.ore, credits.earlier.ore, found].map((ore) => String(ore / 100));
    expect(told).toEqual([row.settled, row.earlier, row.found]);
  },
);

test('twice the lines and credits of one station are twice the work', () => {
  const startMs = Date.parse('2026-11-01T12:00:00+01:00');
  const count = (lines: number) => {
    const counted = { looked: 0, steps: 0 };
    const rows = Array.from({ length: lines }, (_, i) => ({
      line: i + 2,
      station: 'South',
      atMs: startMs + i * 3_700_000,
      get ore() {
        counted.looked += 1;
        // The credits are of all of a line, or of a part of one.
        return i < lines / 2 ? 3200 : i % 2 ? -3200 : -3000;
      },
    }));
    for (const _ of stepReconcile(rows, undefined, TERMS)) counted.steps += 1;
    return counted;
  };
  const [some, more] = [count(500), count(1000)];
  expect(more.looked).toBeLessThan(3 * some.looked);
  expect(more.steps).toBeGreaterThan(1000);
});
