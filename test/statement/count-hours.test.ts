import { describe, expect, test } from 'vitest';
import { excessOf } from '../../src/statement/statement.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { BRIDGE_CAP, drivesOf, reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const town = project({ hourRules: [hourTerms()] });
const evening = project({
  hourRules: [hourTerms({ onceBetween: { fromMin: 1050, untilMin: 1230 } })],
});
const linked = project({
  linkedStations: [
    { from: '2020-01-01', paid: ['Paid', 'Paying'], free: ['Linked'], source: 'test' },
  ],
});
const STATIONS = [
  station('North', { project: town, hourGroup: 'town' }),
  station('South', { project: town, hourGroup: 'town' }),
  station('Dusk', { project: evening, hourGroup: 'evening' }),
  station('Alone'),
  station('Paid', { project: linked }),
  station('Paying', { project: linked }),
  station('Linked', { project: linked }),
  station('Bridge', { cap: BRIDGE_CAP }),
  station('Arch', { project: town, hourGroup: 'town', cap: BRIDGE_CAP }),
  station('Span', { project: town, hourGroup: 'town', cap: BRIDGE_CAP }),
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
    18T12:10 North 32, 18T13:10 South 0, 18T13:40 North 32, 18T14:20 South 0 | | and the hour behind it begins with its own payment
    18T12:10 North 32, 18T13:10 South 0, 18T13:40 North 32, 18T14:41 South 0 | 4 other-amount 0>32 | which has ended then
    18T12:10 North 32, 18T13:11 South 0, 18T13:40 North 32, 18T14:20 South 0 | 4 other-amount 0>32 | where the line of nothing is no part of the first hour it begins the second
    18T12:10 North 32, 18T13:11 South 0               | 2 other-amount 0>32  | 61 may not
    18T12:10:20 North 32, 18T13:10:20 South 0         | 2 other-amount 0>32  | nor 60 with seconds
    18T10:00 Alone 32, 18T11:50 Unknown 32, 18T12:10 North 0 | 2 station-not-known 32>? | a payment at an unknown station may be that of the hour
    18T10:00 Alone 32, 18T12:10 North 0, 18T12:20 Unknown 32 | 3 station-not-known 32>? | also where the line is the first one of it
    18T10:00 Alone 32, 18T11:00 Unknown 32, 18T12:10 North 0 | 2 station-not-known 32>?, 3 other-amount 0>32 | but not of another hour
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

test.each(
  table<'rows' | 'used' | 'found' | 'because'>(`
    rows                                                     | used | found               | because
    12:10 Arch 32, 13:10 Span 0, 15:00 Arch 32               | 0    |                     | by clocks without seconds the line of nothing is of the first hour
    12:10 Arch 32, 13:10 Span 0, 15:00 Arch 32, 17:00 Arch 32 | 0   | 4 cap-not-applied 32>0 | two are paid
    00:20 Arch 0, 15:00 Span 32                              | 1    |                     | its hour may be of the statement before
    00:20 Arch 0, 15:00 Span 32, 17:00 Span 32               | 1    | 3 cap-not-applied 32>0 |
    12:10 Arch 32, 12:20 Span 0, 15:00 Arch 32               | 1    | 3 cap-not-applied 32>0 | an hour with a payment counts once
  `),
)(
  'an hour that is billed nothing counts for no cap: $rows after $used: $found ($because)',
  (row) => {
    const terms = termsOf(STATIONS, { usedBefore: { bridge: Number(row.used) } });
    expect(tellFindings(reconcile(rowsOf(row.rows), undefined, terms))).toBe(row.found);
  },
);

test.each(
  table<'rows' | 'drives' | 'found' | 'because'>(`
    rows                                | drives                                              | found                 | because
    12:00 North 32                      | 12:00:50 North, 13:00:30 South                      |                       | 59 min 40 s after the line
    12:00 North 32                      | 12:00:50 North, 13:01:00 South                      | - not-billed 0>32     | 60 minutes at least
    12:00:50 North 32                   | 12:00:50 North, 13:00:50 South                      | - not-billed 0>32     | a clock with seconds
    12:00 North 32, 13:30 North 32      | 12:00:50 North, 13:00:30 South, 13:30 North, 14:05 South |                  | the drive of the first hour begins no second one
    12:00 North 32, 13:30 North 32      | 12:00:50 North, 13:00:30 South, 13:30 North, 14:31 South | - not-billed 0>32 | which has ended then
  `),
)(
  'a drive that is on no line is of the hour of a line without seconds as long as it may be: $drives ($because)',
  ({ rows, drives, found }) => {
    const checked = reconcile(rowsOf(rows), drivesOf(drives), termsOf(STATIONS));
    expect(tellFindings(checked)).toBe(found);
  },
);

test('a payment at an unknown station may be that of the hour where drives are told, too', () => {
  const rows = rowsOf('18T10:00 Alone 32, 18T11:50 Unknown 32, 18T12:10 North 0');
  const driven = drivesOf('18T10:00 Alone, 18T12:10 North');
  expect(tellFindings(reconcile(rows, driven, termsOf(STATIONS)))).toBe('2 station-not-known 32>?');
});

test.each(
  table<'rows' | 'drives' | 'owed' | 'because'>(`
    rows                                      | drives                  | owed | because
    00:10 North 32, 12:00 South 32, 12:30 North 0 | 00:10 North, 12:30 North | 0 | the passage that was driven has to be paid
    00:10 North 32, 12:00 South 40, 12:30 North 0 | 00:10 North, 12:30 North | 8 | but no more
    00:10 North 32, 12:00 South 32, 13:10 North 0 | 00:10 North, 13:10 North | 32 | that of another hour is another matter
    00:10 North 32, 12:00 Alone 32, 12:30 North 0 | 00:10 North, 12:30 North | 32 | and that of another group
    00:10 North 32, 12:00 South 32                | 00:10 North, 12:30 North | 0  | it may be on no line
    00:10 North 32, 12:00 South 32                | 00:10 North, 14:20 North | 0  | up to 90 minutes from its plan
    00:10 North 32, 12:00 South 32                | 00:10 North, 14:40 North | 32 |
    10:30 North 32, 11:10 North 0, 12:00 South 32, 12:30 North 0 | 10:30 North, 11:10 North, 12:30 North | 0 | another free one is of an hour that is paid
    11:00 North 0, 11:30 South 32, 12:00 North 0, 12:45 North 32, 13:30 North 0 | 11:00 North, 12:00 North, 12:45 North, 13:30 North | 0 | two hours lack a payment
    12:00 South 32, 12:50 North 0, 13:10 North 32, 14:05 North 0 | 12:50 North, 13:10 North, 14:05 North | 0 | hours behind it begin at other passages
    12:00 South 32, 18:00 Dusk 32                 | 18:00 Dusk               | 32 |
    17:40 Dusk 32, 20:10 Dusk 0                   | 20:10 Dusk               | 0  | one payment of the evening
    12:00 Bridge 32, 14:00 Bridge 32, 16:00 Bridge 0 | 12:00 Bridge, 16:00 Bridge | 0 | it has met the cap of two, so that another one is due
    12:00 Bridge 32, 14:00 Bridge 32              | 12:00 Bridge, 16:00 Bridge | 0 | on a line or on none
    12:00 Bridge 32, 12:01 Bridge 32, 16:00 Bridge 0 | 12:00 Bridge, 16:00 Bridge | 0 | also where it bills a passage again
    12:00 Arch 32, 12:01 Arch 32, 13:00 Span 0    | 12:00 Arch, 13:00 Span   | 32 | but not where the hour of the passage has
    12:00 Arch 32, 12:01 Arch 32, 13:30 Span 20   | 12:00 Arch, 13:30 Span   | 32 | or where that hour bills a payment
    12:00 Bridge 0, 14:00 Bridge 32, 16:00 Bridge 32 | 12:00 Bridge, 16:00 Bridge | 32 | what was before it is another matter
    12:00 Paid 32, 12:20 Linked 0                 | 12:20 Linked             | 0  | a payment that makes a linked station free
    12:00 Paid 32, 12:40 Linked 0                 | 12:40 Linked             | 32 | in another trip it does not
    12:00 Paid 32, 12:15 Paying 32, 12:20 Linked 0 | 12:15 Paying, 12:20 Linked | 32 | nor where one that is due makes it free
    12:00 Paid 32, 12:25 Alone 32, 12:50 Linked 0 | 12:00 Paid, 12:50 Linked | 0  | but a line that holds the trip together does
  `),
)('of a line that is not due, $rows, $owed is asked back: $because', ({ rows, drives, owed }) => {
  const { findings } = reconcile(rowsOf(rows), drivesOf(drives), termsOf(STATIONS));
  const undue = findings.filter(({ kind }) => kind === 'not-driven' || kind === 'billed-twice');
  expect(undue.map((one) => excessOf(one) / 100)).toEqual([Number(owed)]);
});

test('a drive that no line bills is missing, at the beginning as well', () => {
  const found = reconcile(
    rowsOf('18T14:00 Alone 32'),
    drivesOf('18T12:00 North, 18T14:00 Alone'),
    termsOf(STATIONS),
  );
  expect(tellFindings(found)).toBe('- not-billed 0>32');
});

describe('a second payment in an hour is claimed where no unlisted passage can make it right', () => {
  const ring = (id: string, pays: 'first' | 'dearest', paysKnown?: false) => {
    const terms = hourTerms({ pays, ...(paysKnown === false && { paysKnown }) });
    return { project: project({ id, name: id, hourRules: [terms] }), hourGroup: id };
  };
  const rush = morningRush();
  const inRush = { tariffs: [tariff({ small: 40, smallRush: 50, rush })] };
  const ringed = ring('Ring', 'dearest');
  const inner = [25, 50].map((small, i) => ({
    ...ring('Inner', 'first'),
    tariffs: [tariff({ small })],
    name: ['Cheap', 'Dear'][i] ?? '',
  }));
  const stations = [
    station('Outer', { ...ringed, ...inRush }),
    station('Hill', { ...ringed, ...inRush }),
    station('Doubtful', { ...ring('Open', 'first', false), ...inRush }),
    station('Firm', { ...ring('Firm', 'first'), ...inRush }),
    ...inner.map(({ name, ...facts }) => station(name, facts)),
    station('Two Towns', { passageKey: 'ours', ...ringed, ...inRush }),
    station('Two Towns', { passageKey: 'theirs', project: project({ id: 'far', name: 'Far' }) }),
    station('Far', { project: project({ id: 'far', name: 'Far' }) }),
    station('Bridge', { operator: 'Bridge AS' }),
  ].map((one, i) => ({ ...one, id: one.name === 'Two Towns' ? `${i}` : one.id }));
  const terms = termsOf(stations);

  /** `2 32`: lines, and what the operator is asked for. */
  const tellClaims = (checked: ReturnType<typeof reconcile>) =>
    checked.findings
      .filter((one) => !one.estimated && excessOf(one) > 0)
      .map((one) => `${one.line} ${excessOf(one) / 100}`)
      .join(', ');

  test.each(
    table<'rows' | 'claims' | 'because'>(`
      rows                                                                  | claims | because
      07:00 Outer 40, 07:25 Hill 40                                         |        | one of 06:20 may have been free, and its hour has ended at 07:20
      07:00 Outer 40, 07:25 Hill 50                                         | 2 10   | what is above both prices is claimed all the same
      07:00 Outer 40, 07:25 Hill 40, 07:40 Outer 40                         | 2 40   | three lines are of two hours at most
      07:25 Outer 40, 07:50 Hill 40                                         |        | 06:26 will do
      07:30 Outer 40, 07:55 Hill 40                                         | 2 40   | the hour before has no cheaper passage
      12:00 Outer 32, 12:25 Hill 32                                         | 2 32   | nothing costs less
      06:25 Outer 32, 06:50 Hill 40                                         | 1 32   | nothing costs less than the first payment
      06:05 Outer 32, 07:05 Hill 40, 07:20 Outer 40                         | 3 40   | the hour before lasts until the first payment
      06:05 Outer 32, 07:05 Hill 40, 08:00 Outer 40                         | 3 40   |
      05:05 Outer 32, 07:05 Hill 40, 07:20 Outer 40                         |        | there is time for one between them
      07:00 Outer 40, 07:10 Hill 0, 07:25 Hill 40                           |        | free passages are listed, and what was before the first line is not
      17T12:00 Outer 32, 07:00 Outer 40, 07:10 Hill 0, 07:25 Hill 40        | 4 40   | what was before is listed, too
      06:10 Bridge 32, 07:00 Outer 40, 07:10 Hill 0, 07:25 Hill 40          |        | from 06:01 to 06:10 there is time for one
      06:00 Bridge 32, 07:00 Outer 40, 07:10 Hill 0, 07:25 Hill 40          | 4 40   | what was before had ended at the first payment
      06:40 Outer 0, 07:00 Outer 40, 07:25 Hill 40                          |        | its hour may have begun before it
      06:40 Outer 0, 07:00 Outer 40, 07:45 Hill 40                          |        | or on it, and have ended
      17T12:00 Outer 32, 06:40 Outer 0, 07:00 Outer 40, 07:25 Hill 40       | 4 40   | but not where what was before is listed
      12:40 Outer 0, 13:00 Outer 32, 13:25 Hill 32                          | 3 32   | nor where nothing costs less than the payment
      17T12:00 Outer 32, 06:13 Hill 0, 06:52 Hill 0, 07:13 Outer 40, 07:14 Hill 0, 07:33 Hill 40 | | 60 minutes without seconds may be 59: the second payment has its own hour
      17T12:00 Outer 32, 06:13 Hill 0, 06:52 Hill 40, 07:12 Outer 40        | 4 40   | and 59 are one hour
      07:00 Outer 40, 07:25 Hill 40, 17T12:00 Outer 32, 17T12:30 Hill 0     | 2 40   | on any day
      07:00 Outer 40, 07:25 Hill 40, 17T12:00 Bridge 0                      |        | by this operator
      06:20 Outer 0, 07:00 Outer 40, 07:25 Hill 40                          |        | the listed one is right
      06:20 Unknown 0, 07:00 Outer 40, 07:05 Hill 0, 07:25 Hill 40          |        | its station is not known
      17T12:00 Outer 32, 06:40 Unknown 0, 07:00 Outer 40, 07:05 Hill 0, 07:25 Hill 40 | 5 40 | its hour would have them all
      17T12:00 Outer 32, 06:20 Unknown 32, 07:00 Outer 40, 07:05 Hill 0, 07:25 Hill 40 | 5 40 | what is billed pays its own hour
      06:20 Two Towns 0, 07:00 Outer 40, 07:05 Hill 0, 07:25 Hill 40, 12:00 Far 32 |  | it may be the station of this town
      07:00 Doubtful 40, 07:25 Doubtful 40                                  |        | it is not published that the first pays
      07:00 Firm 40, 07:25 Firm 40                                          | 2 40   | the first pays: no free one begins an hour
      17T12:00 Far 32, 12:10 Cheap 0, 12:50 Dear 40                         | 3 20   | the hour costs what its first passage does
      17T12:00 Far 32, 11:50 Unknown 32, 12:10 Cheap 0, 12:50 Dear 40       |        | or that one is of the hour of a payment before
    `),
  )('$rows: "$claims" ($because)', ({ rows, claims }) => {
    expect(tellClaims(reconcile(rowsOf(rows), undefined, terms))).toBe(claims);
  });

  test('what may be right is told as an estimate, and its sentence says why', () => {
    const rows = rowsOf('07:00 Outer 40, 07:25 Hill 40');
    const { findings } = reconcile(rows, undefined, terms);
    expect(findings).toMatchObject([{ kind: 'hour-rule-not-applied', line: 2, estimated: true }]);
    expect(findings[0]?.reason).toContain(
      'Nothing of it is asked back: a passage that is on no known line may have begun an hour before, so that the lines may be of two hours.',
    );
  });

  test.each(
    table<'rows' | 'claims' | 'because'>(`
      rows                                                             | claims | because
      17T12:00 Outer 32, 06:10 Outer 40                                |        | it is the price of the rush, in which the hour ends
      17T12:00 Outer 32, 06:10 Outer 40, 06:20 Hill 0                  |        |
      17T12:00 Outer 32, 06:10 Outer 40, 12:00 Hill 32                 | 2 8    | another line tells what was behind it
      17T12:00 Outer 32, 05:20 Outer 40                                | 2 8    | the hour ends before the rush
      17T12:00 Outer 32, 06:10 Outer 41                                | 2 9    | no passage costs as much
      17T12:00 Outer 32, 06:10 Firm 40                                 | 2 8    | the first passage pays
      17T12:00 Outer 32, 06:10 Outer 40/8                              | 2 8    | a tax is no price
      17T12:00 Outer 32, 06:10 Outer 32, 06:20 Hill 40                 | 3 40   | the hour has its payment
      17T12:00 Outer 32, 06:10 Outer 40, 07:10 Hill 0                  |        | by clocks without seconds that is the end of the hour
      17T12:00 Outer 32, 06:10 Outer 40, 07:11 Hill 0                  | 2 8    | and that is behind it
    `),
  )(
    'what may be paid for a passage behind the last line is no claim: $rows: "$claims" ($because)',
    ({ rows, claims }) => {
      expect(tellClaims(reconcile(rowsOf(rows), undefined, terms))).toBe(claims);
    },
  );

  test.each(
    table<'rows' | 'found' | 'because'>(`
      rows                                              | found               | because
      17T12:00 Outer 32, 06:10 Outer 0, 06:20 Hill 0    |                     | a dearer passage of the rush may pay for both
      17T12:00 Outer 32, 06:10 Outer 0, 12:00 Hill 32   | 2 other-amount 0>32 | another line tells that there was none
      17T12:00 Outer 32, 12:10 Outer 0                  | 2 other-amount 0>32 | nothing costs more
      17T12:00 Outer 32, 06:10 Firm 0                   | 2 other-amount 0>32 | the first passage pays
    `),
  )(
    'what a passage behind the last line may pay is no finding: $rows: $found ($because)',
    ({ rows, found }) => {
      expect(tellFindings(reconcile(rowsOf(rows), undefined, terms))).toBe(found);
    },
  );

  test('what may be the price of a passage behind the last line is an estimate, and its sentence says so', () => {
    const { findings } = reconcile(rowsOf('17T12:00 Outer 32, 06:10 Outer 40'), undefined, terms);
    expect(findings).toMatchObject([{ kind: 'rush-charged', line: 2, estimated: true }]);
    expect(findings[0]?.reason).toContain(
      'Nothing of it is asked back: it is the price of another passage,',
    );
  });

  test.each(
    table<'drives' | 'claims' | 'because'>(`
      drives                                             | claims | because
      07:00 Outer, 07:25 Hill                            |        | what was before the first drive is not told
      17T12:00 Far, 07:00 Outer, 07:25 Hill              | 2 40   | nothing else was driven
      06:20 Outer, 07:00 Outer, 07:25 Hill               |        | the free one was
      06:20 Outer?, 07:00 Outer, 07:25 Hill              |        | or may have been
      17T12:00 Far, 06:40 Outer, 07:00 Outer, 07:25 Hill |        | the free one may have been before 06:25: the clock of a drive is a plan
      17T12:00 Far, 07:50 Outer, 07:00 Outer, 07:25 Hill |        |
      17T12:00 Far, 08:20 Outer, 07:00 Outer, 07:25 Hill | 2 40   | no drive is so far from its plan
      17T12:00 Far, 06:40 Firm, 07:00 Outer, 07:25 Hill  | 2 40   | nor does one past another ring begin this hour
    `),
  )('drives tell all passages: $drives: "$claims" ($because)', ({ drives, claims }) => {
    const rows = rowsOf('07:00 Outer 40, 07:25 Hill 40');
    expect(tellClaims(reconcile(rows, drivesOf(drives), terms))).toBe(claims);
  });

  test.each(
    table<'rows' | 'drives' | 'found' | 'because'>(`
      rows                         | drives                              | found               | because
      12:40 Cheap 20               | 12:10 Dear, 12:40 Cheap             |                     | the first drive may be of an hour that began before it
      17T12:00 Far 32, 12:40 Cheap 20 | 17T12:00 Far, 12:10 Dear, 12:40 Cheap | 2 other-amount 20>40 | nothing was driven before it
      17T12:00 Far 32              | 17T12:00 Far, 12:10 Dear            | - not-billed 0>40   | and no line bills it
    `),
  )('a drive that is on no line may be of the hour before: $drives: $found ($because)', (row) => {
    const checked = reconcile(rowsOf(row.rows), drivesOf(row.drives), terms);
    expect(tellFindings(checked)).toBe(row.found);
  });
});
