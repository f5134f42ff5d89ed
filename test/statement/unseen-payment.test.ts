import { expect, test } from 'vitest';
import { hourTerms, project, station } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { BRIDGE_CAP, drivesOf, reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const town = project({ hourRules: [hourTerms()] });
const evening = project({
  hourRules: [hourTerms({ onceBetween: { fromMin: 1050, untilMin: 1230 } })],
});
const STATIONS = [
  station('North', { project: town, hourGroup: 'town' }),
  station('South', { project: town, hourGroup: 'town' }),
  station('Dusk', { project: evening, hourGroup: 'evening' }),
  station('Alone'),
  station('Bridge', { cap: BRIDGE_CAP }),
];

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                                              | found                | because
    18T00:20 North 0                                  |                      | the hour may have begun before the statement does
    18T00:20 Alone 32, 18T01:10 North 0               |                      | or before the first line of the vehicle
    18T00:20 Alone 32, 18T01:20 North 0               | 2 other-amount 0>32  | an hour later it has begun on it
    18T00:20 Alone 32, 18T01:10 North 0, 18T01:30 South 0 | 2 other-amount 0>32 | of which a later line tells
    18T00:20 Alone 0                                  | 1 other-amount 0>32  | without an hour rule nothing is free
    18T18:00 Dusk 0                                   |                      | the one payment of the evening may have been before it
    18T18:00 Alone 32, 18T20:10 Dusk 0                |                      | hours before it, too
    18T17:00 Alone 32, 18T18:10 Dusk 0                | 2 other-amount 0>32  | but not before the evening begins
    18T12:10 North 32, 18T13:10 South 0               |                      | 60 minutes without seconds may be 59
    18T12:10 North 32, 18T13:11 South 0               | 2 other-amount 0>32  | 61 may not
    18T12:10:20 North 32, 18T13:10:20 South 0         | 2 other-amount 0>32  | nor 60 with seconds
    10-31T12:00 Bridge 32, 02T12:00 Bridge 0          |                      | of November nothing is told
  `),
)(
  'a line of nothing that something unseen may have paid is no finding: $rows ($because)',
  (row) => {
    expect(tellFindings(reconcile(rowsOf(row.rows), undefined, termsOf(STATIONS)))).toBe(row.found);
  },
);

test.each(
  table<'month' | 'found' | 'because'>(`
    month | found                 | because
    11-01 | 2 other-amount 0>32   | it is told that November had none
    10-31 |                       | October is told of alone
  `),
)('what is told of a cap is told of the month of the first departure alone: $because', (row) => {
  const terms = termsOf(STATIONS, {
    usedBefore: { bridge: 0 },
    departureMs: Date.parse(`2026-${row.month}T12:00:00+01:00`),
  });
  const rows = rowsOf('01T12:00 Alone 32, 02T12:00 Bridge 0');
  expect(tellFindings(reconcile(rows, undefined, terms))).toBe(row.found);
});

test('a drive that no line bills is missing, at the beginning as well', () => {
  const found = reconcile(
    rowsOf('18T14:00 Alone 32'),
    drivesOf('18T12:00 North, 18T14:00 Alone'),
    termsOf(STATIONS),
  );
  expect(tellFindings(found)).toBe('- not-billed 0>32');
});
