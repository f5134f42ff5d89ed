import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { pairPassages } from '../../src/statement/pair-passages.ts';
import { station } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { drivesOf, reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const TERMS = termsOf([station('North'), station('South')]);

test.each(
  table<'rows' | 'drives' | 'found' | 'because'>(`
    rows                                    | drives                             | found                              | because
    05T10:50 North 32, 05T12:40 North 32    | 05T10:00 North, 05T11:20 North     |                                    | both fit in order, although the first is nearer to the second drive
    05T11:00 North 32                       | 05T10:00 North, 05T11:05 North     | - not-billed 0>32                  | the nearest is billed
    05T11:00 North 32                       | 05T10:00 North, 05T11:05 North?    |                                    | one that was passed for sure before it
    05T11:00 North 32, 05T13:00 North 32    | 05T12:00 North, 05T12:10 South     | 2 not-driven 32>0, - not-billed 0>32 | a drive pays once, and at its own station
    05T10:00 North 32                       | 05T11:31 North                     | 1 not-driven 32>0, - not-billed 0>32 | 91 minutes are too far
  `),
)('lines and drives are paired in time order: $rows of $drives ($because)', (row) => {
  const checked = reconcile(rowsOf(row.rows), drivesOf(row.drives), TERMS);
  expect(tellFindings(checked).split(', ').toSorted()).toEqual(row.found.split(', ').toSorted());
});

test('no other pairing in order has more pairs, and none of as many lies nearer', () => {
  const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 });
  const toTimed = (all: readonly number[]) =>
    all.toSorted((a, b) => a - b).map((atMs) => ({ atMs }));
  const REACH = 5;
  type Timed = readonly { readonly atMs: number }[];
  /** Pairs, and how far apart they lie in all, by trying every way. */
  const best = ([row, ...rows]: Timed, drives: Timed): readonly [pairs: number, apart: number] => {
    if (row === undefined) return [0, 0];
    const ways = drives.flatMap((drive, i) => {
      const apart = Math.abs(drive.atMs - row.atMs);
      const [pairs, rest] = best(rows, drives.slice(i + 1));
      return apart > REACH ? [] : [[pairs + 1, rest + apart] as const];
    });
    return [best(rows, drives), ...ways].toSorted((a, b) => b[0] - a[0] || a[1] - b[1])[0] as [
      number,
      number,
    ];
  };
  fc.assert(
    fc.property(times, times, (billed, driven) => {
      const [rows, drives] = [toTimed(billed), toTimed(driven)];
      const pairs = [...atOnce(pairPassages(rows, drives, REACH))];
      const apart = pairs.reduce((sum, [row, drive]) => sum + Math.abs(row.atMs - drive.atMs), 0);
      expect([pairs.length, apart]).toEqual(best(rows, drives));
      expect(new Set(pairs.map(([, drive]) => drive)).size).toBe(pairs.length);
    }),
  );
});
