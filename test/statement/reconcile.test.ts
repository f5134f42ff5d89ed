import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../src/base/calendar.ts';
import { fromNok } from '../../src/base/nok.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { Fuel, VehicleSize } from '../../src/base/vehicle.ts';
import type { TollStation, VehicleTariff } from '../../src/pricing/toll/law.ts';
import { reconcile as stepReconcile } from '../../src/statement/reconcile.ts';
import { type BilledPassage, excessOf } from '../../src/statement/statement.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { BRIDGE_CAP, reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const town = project({ hourRules: [hourTerms()] });
const evening = project({
  id: 'evening',
  name: 'Evening',
  hourRules: [hourTerms({ onceBetween: { fromMin: 1050, untilMin: 1230 } })],
  linkedStations: [{ from: '0001-01-01', paid: ['Paid'], free: ['Linked'], source: 'test' }],
  reversedRules: [{ stations: ['Fjord'], windowMin: 60, source: 'test' }],
  exemptions: [{ from: '0001-01-01', codePrefix: 'L', name: 'mopeds', source: 'test' }],
});
const free = (fuel: 'hydrogen' | 'electric', facts: Partial<VehicleTariff>): VehicleTariff => ({
  id: fuel,
  size: 'small',
  classes: [fuel],
  from: '2024-01-01',
  price: { kind: 'exempt' },
  untagged: false,
  source: 'test',
  ...facts,
});
const STATIONS: readonly TollStation[] = [
  station('North', {
    project: town,
    hourGroup: 'town',
    tariffs: [
      tariff({ small: 40, smallRush: 60, large: 100, largeRush: 130, rush: morningRush() }),
    ],
  }),
  station('Bridge', { cap: BRIDGE_CAP }),
  station('Carried', {
    tariffs: [
      {
        ...tariff(),
        small: { ore: fromNok(40), carriedFrom: { from: '2025-01-01', source: 'test' } },
      },
    ],
  }),
  station('Quay', { project: evening, hourGroup: 'evening' }),
  station('Dusk', {
    project: evening,
    hourGroup: 'evening',
    vehicleTariffs: [
      free('hydrogen', {}),
      free('electric', { price: { kind: 'share', percentOfTagged: 0 } }),
      free('electric', { size: 'large', untagged: true }),
    ],
  }),
  station('Raised', {
    tariffs: [
      tariff({ from: '2025-01-01', small: 30, large: 90 }),
      tariff({ from: '2026-01-01', small: 40, large: 100 }),
      tariff({ from: '2026-11-18', fromMin: 900, small: 55, large: 110 }),
      tariff({ from: '2027-01-01', small: 70, large: 150 }),
    ],
  }),
  station('Paid', { project: evening }),
  station('Linked', { project: evening }),
  station('Fjord', { project: evening }),
  station('Unpriced', { tariffs: [] }),
  station('Kings Road', { passageKey: 'far', project: project({ id: 'far', name: 'Far' }) }),
  station('Kings Road', { passageKey: 'near', project: town, tariffs: [tariff({ small: 20 })] }),
  station('Ended', { periods: [{ openTo: { day: '2026-11-01', minuteOfDay: 0 } }] }),
];
const lawful = project({
  ceilings: [{ from: '0001-01-01', percentOfTagged: 70, source: 'law' }],
  hourRules: [hourTerms({ pays: 'dearest' })],
});
const byVehicle = { smallByFuel: true, largeByEuroClass: false, ownZeroEmission: false };
const OPEN_STATIONS = [
  station('Open', { project: lawful, hourGroup: 'open' }),
  station('North', {
    vehicleTariffs: [free('electric', { price: { kind: 'share', percentOfTagged: 100 } })],
  }),
  station('Fuels', { project: project({ byVehicle }) }),
];
const TERMS = termsOf(STATIONS);

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                                          | found                     | because
    12:00 North 32                                |                           | the price with a tag
    12:00 North 40                                | 1 tag-not-used            | the price without
    12:00 North 100                               | 1 wrong-class             | the price of a large vehicle
    12:00 North 50                                | 1 other-amount            | no tariff gives it
    08:00 North 48                                |                           | the rush price with a tag
    08:00 North 32                                | 1 rush-not-charged        | in the rush
    12:00 North 60                                | 1 tag-not-used            | two mistakes: the rush price without a tag
    08:00 North 40                                | 1 tag-not-used            | the price without a tag, and in the rush
    12:00 North 130                               | 1 wrong-class             | the rush price of a large vehicle
    09:00 North 48                                | 1 rush-charged            | the end of the rush lies outside
    12:00 North 32, 12:30 North 0                 |                           | one payment in the hour
    12:00 North 32, 12:30 North 32                | 2 hour-rule-not-applied   | two payments
    12:00 North 0, 12:30 North 32                 |                           | which of the two is billed does not matter
    12:00 North 32, 12:01 North 32                | 2 billed-twice            | one drive past
    12:00 Bridge 0, 12:00 Bridge 32               |                           | one drive past, a line of it of nothing
    12:00 Bridge 32, 12:01 Bridge 0               |                           | one drive past
    12:00 Bridge 20, 12:00 Bridge 12              |                           | one price in two lines
    12:00 Bridge 20, 12:00 Bridge 20              | 2 billed-twice, 1 other-amount | the same amount again is no part
    12:00 Bridge 32, 12:01 Bridge 0, 12:02 Bridge 32 | 3 billed-twice         | the line of nothing is none
    12:00 Bridge 32, 14:00 Bridge 32, 16:00 Bridge 0  |                       | two are paid in a month
    12:00 Bridge 32, 14:00 Bridge 32, 16:00 Bridge 32 | 3 cap-not-applied     | and the third is free
    12:00 Bridge 0                                |                           | the cap may be met by what is not told
    11:00 Bridge 0, 12:10 North 0                 | 2 other-amount            | North has no cap
    12:00 Bridge 31                               | 1 other-amount            | no tariff gives it
    12:00 Bridge 40                               | 1 tag-not-used            |
    12:00 Elsewhere 20                            | 1 station-not-known       | nothing can be said of it
    12:00 Town Toll - NORTH (sor) 32              |                           | a name within a longer text
    12:00 Kings Road 32                           | 1 station-not-unique      | two stations of the name, no other line
    12:00 Kings Road 16, 14:00 North 32           |                           | the one in the project of another line
    12:00 Ended 32                                | 1 not-collecting          | it ended on 1 November
    12:00 Ended 0                                 |                           | passed for nothing
    12:00 North 40, 12:00 North -8                |                           | a part is paid back
    12:00 Bridge 32, 12:01 Bridge 32, 16:00 Bridge -32 |                      | a line too many, paid back
    12:00 North -32                               | 1 other-amount            | nothing to be paid back
    12:00 Unpriced 32                             |                           | no tariff is known
    17:35 Quay 32, 19:35 Dusk 32                  | 2 local-rule-not-applied  | one is paid in the evening
    17:35 Quay 32, 18:30 Dusk 32                  | 2 hour-rule-not-applied   | these are of one hour, too
    17:35 Quay 32, 19:35 Dusk 0                   |                           | one is
    17:25 Quay 32, 18:30 Dusk 32                  |                           | the first was before it
    12:00 Paid 32, 12:20 Linked 32                | 2 local-rule-not-applied  | the trip is paid at the other one
    12:00 Fjord 32                                | 1 local-rule-not-applied  | no other station of the rule is passed
  `),
)('$rows: $found', ({ rows, found }) => {
  const { findings } = reconcile(rowsOf(rows), undefined, TERMS);
  expect(findings.map(({ line, kind }) => `${line} ${kind}`).join(', ')).toBe(found);
});

test.each(
  table<'rows' | 'sentence'>(`
    rows                             | sentence
    17:35 Quay 32, 19:35 Dusk 32     | With a tag one passage in all is paid on weekdays 17:30-20:30: another one pays, and this one is free by that rule.
    17:35 Quay 32, 18:30 Dusk 32     | Another passage of the same hour pays: this one is free by the hour rule.
    12:00 Paid 32, 12:20 Linked 32   | The trip is paid at Paid, which is linked with this station: with a tag this passage is free.
    12:00 Fjord 32                   | With a tag the passage is free where no other station of the reversed hour rule is passed soon before or after it, and none was.
  `),
)('$rows: the rule is told in words: $sentence', ({ rows, sentence }) => {
  expect(reconcile(rowsOf(rows), undefined, TERMS).findings.at(-1)?.reason).toContain(sentence);
});

test.each(
  table<'vehicle' | 'nok' | 'found' | 'sentence'>(`
    vehicle        | nok | found        | sentence
    hydrogen       | 0   |              |
    hydrogen       | 32  | wrong-fuel   | The ordinary price is billed, not that of the fuel or class of the vehicle. Small hydrogen vehicles with a tag pass here for nothing.
    hydrogen       | 40  | tag-not-used | The price without tag is billed. Small hydrogen vehicles with a tag pass here for nothing.
    hydrogen       | 100 | wrong-class  | The price of tariff group 2 is billed. Small hydrogen vehicles with a tag pass here for nothing.
    hydrogen       | 13  | other-amount | expected 0.00 NOK. Small hydrogen vehicles with a tag pass here for nothing.
    electric       | 32  | wrong-fuel   | Small electric vehicles with a tag pass here for nothing.
    electric large | 100 | wrong-fuel   | Large electric vehicles, with or without a tag, pass here for nothing.
    L3e            | 32  | wrong-fuel   | Mopeds, with or without a tag, pass here for nothing.
    L3e            | 40  | wrong-fuel   | It is that without tag. Mopeds, with or without a tag, pass here for nothing.
    L3e            | 100 | wrong-class  | Mopeds, with or without a tag, pass here for nothing.
  `),
)('a vehicle that passes for nothing ($vehicle) and is billed $nok: $found', (row) => {
  const [fuel = '', size = 'small'] = row.vehicle.split(' ');
  const facts = fuel === 'L3e' ? { technicalCode: fuel } : { fuel: fuel as Fuel };
  const vehicle = { size: size as VehicleSize, tagged: true, ...facts };
  const terms = { ...TERMS, vehicle };
  const { findings } = reconcile(rowsOf(`19:35 Dusk ${row.nok}`), undefined, terms);
  expect(findings.map(({ kind }) => kind).join()).toBe(row.found);
  expect(findings[0]?.reason ?? '').toContain(row.sentence);
});

test.each(
  table<'rows' | 'fuel' | 'found' | 'unpriced' | 'expected' | 'because'>(`
    rows                             | fuel     | found                   | unpriced | expected | because
    12:00 Open 16                    | electric |                         | 1        | 16.00    | it may be that
    12:00 Open 22.4                  | electric |                         | 1        | 22.40    | or the most that the law allows
    12:00 Open 0                     | electric |                         | 1        | 0.00     | or nothing
    12:00 Open 22.5                  | electric | 1 other-amount 22.4     | 0        | 22.40    | but no more
    12:00 Open 32                    | electric | 1 wrong-fuel 22.4       | 0        | 22.40    | the ordinary price is more
    12:00 Open 40                    | electric | 1 tag-not-used 22.4     | 0        | 22.40    | and that without a tag
    12:00 Open 28                    | electric | 1 other-amount 22.4     | 0        | 22.40    | the most with tax is no price
    12:00 Open 16, 12:30 Open 0      | electric |                         | 1        | 16.00    | one payment in the hour
    12:00 Open 0, 12:30 Open 16      | electric |                         | 1        | 16.00    | by whichever
    12:00 Open 0, 12:30 Open 30      | electric | 2 other-amount 22.4     | 0        | 22.40    | which is no more either
    12:00 Open 10, 12:30 Open 10     | electric | 2 hour-rule-not-applied 0 | 1      | 10.00    | two are too many
    12:00 Open 16, 14:00 North 50    | electric | 2 other-amount 32       | 1        | 48.00    | what is known is judged as ever
    12:00 Fuels 16                   | petrol   |                         | 1        | 16.00    | the tariff of petrol is not known, that of diesel is the most
    12:00 Fuels 0                    | petrol   | 1 other-amount 32       | 0        | 32.00    | and something is paid
    12:00 Fuels 34                   | petrol   | 1 other-amount 32       | 0        | 32.00    | and no more
  `),
)('of a price of which the most is known, $rows of $fuel: $found', (row) => {
  const vehicle = { size: 'small', tagged: true, fuel: row.fuel as Fuel } as const;
  const { findings, unpriced, expectedOre } = reconcile(rowsOf(row.rows), undefined, {
    ...TERMS,
    tolls: { ...TERMS.tolls, stations: OPEN_STATIONS },
    vehicle,
  });
  const told = findings.map((one) => `${one.line} ${one.kind} ${(one.expectedOre ?? 0) / 100}`);
  expect(told.join(', ')).toBe(row.found);
  expect([unpriced, (expectedOre / 100).toFixed(2)]).toEqual([Number(row.unpriced), row.expected]);
  const above = findings.filter((one) => one.billedOre > 2240 && one.station === 'Open');
  for (const { reason } of above)
    expect(reason).toContain('at most 22.40 NOK: the amount is more than the price can be');
});

test.each(
  table<'rows' | 'found' | 'open' | 'because'>(`
    rows                           | found                     | open | because
    12:00 Fuels 20                 |                           | 1    | another fuel may pay so little
    12:00 Fuels 32                 |                           | 0    | or as much as diesel
    12:00 Fuels 40                 | 2 tag-not-used 32         | 0    | no fuel pays more with a tag
    12:00 Fuels 0                  | 2 other-amount 32         | 0    | and none nothing
    12:00 North 16, 12:30 North 16 |                           | 0    | what is ordinary, in two lines
    12:00 North 20, 12:30 North 20 | 3 hour-rule-not-applied 0 | 1    | an hour is paid once by every fuel
  `),
)('of a vehicle whose fuel is not told $rows is $found: $because', ({ rows, found, open }) => {
  const { findings, unpriced } = reconcile(rowsOf(`10:00 Raised 32, ${rows}`), undefined, {
    ...TERMS,
    tolls: { ...TERMS.tolls, stations: [...STATIONS, ...OPEN_STATIONS.slice(2)] },
    vehicle: { size: 'small', tagged: true },
  });
  const told = findings.map(
    ({ line, kind, expectedOre = 0 }) => `${line} ${kind} ${expectedOre / 100}`,
  );
  expect(told.join(', ')).toBe(found);
  for (const { atMost = false, expectedOre, estimated } of findings)
    expect([atMost, estimated]).toEqual([expectedOre !== 0, false]);
  expect(unpriced).toBe(Number(open));
});

test.each(
  table<'tagged' | 'nok' | 'found' | 'because'>(`
    tagged | nok | found        | because
    no     | 40  |              | the price without
    no     | 32  | tag-charged  | the price with a tag
    no     | 33  | other-amount | neither
    yes    | 40  | tag-not-used | the price without
  `),
)('a vehicle with a tag ($tagged) that is billed $nok: $found, $because', (row) => {
  const vehicle = { size: 'small', tagged: row.tagged === 'yes', fuel: 'diesel' } as const;
  const rows = rowsOf(`12:00 Bridge ${row.nok}`);
  const { findings } = reconcile(rows, undefined, { ...TERMS, vehicle });
  expect(findings.map(({ kind }) => kind).join()).toBe(row.found);
});

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                             | found                | because
    12:00 Cove 16, 14:00 E8 Hill 16  |                      | the one of the town of the other line, whose name has a road in it
    12:00 Cove 32, 14:00 Lake 32     |                      | the one of that name alone
    12:00 E8 Cove 16                 |                      | with the number of the road there is one
    12:00 Cove 32                    | 1 station-not-unique | no other line tells
    12:00 Hill 16                    |                      | one station has the name behind its road
  `),
)('a station is known by its name with or without its road: $rows ($because)', (row) => {
  const north = project({ id: 'north', name: 'North' });
  const west = project({ id: 'west', name: 'West' });
  const tariffs = [tariff({ small: 20 })];
  const stations = [
    station('Cove', { project: west, operator: 'West AS' }),
    station('E8 Cove', { project: north, tariffs }),
    station('E8 Hill', { project: north, tariffs }),
    station('Lake', { project: west, operator: 'West AS' }),
  ];
  const named = stations.map((one, i) => ({ ...one, id: `${i}` }));
  const tolls = { ...TERMS.tolls, stations: named };
  const { findings } = reconcile(rowsOf(row.rows), undefined, { ...TERMS, tolls });
  expect(findings.map(({ line, kind }) => `${line} ${kind}`).join(', ')).toBe(row.found);
});

test('a price with value added tax is known by it', () => {
  const [finding] = reconcile(rowsOf('12:00 Bridge 50'), undefined, {
    ...TERMS,
    vehicle: { size: 'small', tagged: false },
  }).findings;
  expect(finding).toMatchObject({ kind: 'vat-added', expectedOre: 4000 });
});

test('where the price without a tag is that with tax on top, both are said', () => {
  const [finding] = reconcile(rowsOf('12:00 Bridge 40'), undefined, TERMS).findings;
  expect(finding?.kind).toBe('tag-not-used');
  expect(finding?.reason).toContain('without tag is billed. The price and value added tax are');
});

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                                          | found       | because
    12:00 Bridge 3200, 14:00 Bridge 3200          | refused     | both are a hundred times the price
    12:00 Bridge 4000, 14:00 North 3200           | refused     | that without a tag is a price, too
    12:00 Bridge 3200, 14:00 Bridge 0             | refused     | lines of nothing tell nothing
    12:00 Bridge 3200, 14:00 Bridge 3300, 16:00 Elsewhere 70 | refused | nor do other amounts
    12:00 Bridge 3200, 14:00 Bridge 32            | 1 other-amount 3200>32 | kroner are as likely
    12:00 Bridge 3200, 14:00 Bridge 31.5          | 1 other-amount 3200>32, 2 other-amount 31.5>32 | these have øre behind the kroner
    12:00 Bridge 3200.00                          | 1 other-amount 3200>32 | øre are written
    12:00 Bridge 3200, 14:00 Bridge 32.00         | 1 other-amount 3200>32 | on another line
    12:00 Bridge 3200 AB12345, 14:00 Bridge 32 CD12345 | 1 other-amount 3200>32 | also on one of another vehicle
    12:00 Bridge 320                              | 1 other-amount 320>32  | ten times is a mistake
  `),
)('whole øre are refused, and no mistake in kroner is: $rows ($because)', ({ rows, found }) => {
  const billed = rowsOf(rows.replace(/ [A-Z]{2}\d{5}/g, '')).map((row, i) => {
    const [plate] = /[A-Z]{2}\d{5}/.exec(rows.split(', ')[i] ?? '') ?? [];
    return { ...row, ...(plate && { plate }) };
  });
  const tell = () => tellFindings(reconcile(billed, undefined, TERMS));
  if (found === 'refused')
    expect(tell).toThrow('more of them are a hundred times a price of their station');
  else expect(tell()).toBe(found);
});

test('tax in a column of its own is told, whatever the amount', () => {
  const rows = rowsOf('12:00 Bridge 32').map((row) => ({ ...row, vatOre: 640 }));
  expect(reconcile(rows, undefined, TERMS).findings).toMatchObject([
    { kind: 'vat-added', billedOre: 3200, expectedOre: 3200 },
  ]);
});

test.each(
  table<'row' | 'found' | 'sentence'>(`
    row             | found        | sentence
    14:59 Raised 44 | other-amount | The amount is that of the tariff after this one, which is in force from 2026-11-18 15:00 on.
    14:59 Raised 24 | other-amount | The amount is that of the tariff before this one, which was in force from 2025-01-01 until 2026-01-01.
    15:00 Raised 32 | other-amount | The amount is that of the tariff before this one, which was in force from 2026-01-01 until 2026-11-18 15:00.
    15:00 Raised 56 | other-amount | The amount is that of the tariff after this one, which is in force from 2027-01-01 on.
    14:59 Raised 55 | tag-not-used | The price without tag is billed. The amount is that of the tariff after this one, which is in force from 2026-11-18 15:00 on.
    14:59 Raised 40.5 | other-amount | Neither the tariff of this moment nor the one before or after gives this amount for the vehicle.
    15:00 Raised 24 | other-amount | Neither the tariff of this moment nor the one before or after gives this amount for the vehicle.
  `),
)('the tariff before or after is known by its price, and told from when it is: $row', (one) => {
  const { findings } = reconcile(rowsOf(one.row), undefined, TERMS);
  expect(findings.map(({ kind }) => kind)).toEqual([one.found]);
  expect(findings[0]?.reason).toContain(one.sentence);
});

describe('tariffs that change beside days without rush', () => {
  const rush = morningRush();
  const stations = [
    station('Yearly', {
      tariffs: [
        tariff({ from: '2022-01-01', until: '2023-01-01', small: 32, smallRush: 59, rush }),
        tariff({ from: '2025-01-01', small: 35, smallRush: 66, rush }),
        tariff({ from: '2026-01-01', small: 36, smallRush: 68, rush }),
        tariff({ from: '2027-01-01', small: 38, smallRush: 70, rush }),
      ],
    }),
    station('Short', {
      tariffs: [
        tariff({ from: '2025-12-25', small: 35, smallRush: 66, rush }),
        tariff({ from: '2025-12-27', small: 36, smallRush: 68, rush }),
      ],
    }),
    station('Ended', {
      tariffs: [
        tariff({ from: '2025-12-26', isOlder: true, small: 35, smallRush: 66, rush }),
        tariff({ from: '2025-12-27', small: 36, smallRush: 68, rush }),
      ],
    }),
  ];
  const calendar = toCalendar(
    [
      [1, 1],
      [12, 25],
      [12, 26],
    ].map(([month = 0, day = 0]) => ({ name: 'Off', kind: 'public-holiday', month, day })),
  );

  test.each(
    table<'at' | 'billed' | 'found' | 'sentence' | 'because'>(`
      at               | billed      | found            | sentence                                                                          | because
      2026-06-11T08:00 | Yearly 52.8 | other-amount     | 54.40 NOK. The amount is that of the tariff before this one, which was in force from 2025-01-01 until 2026-01-01. | 25 December 2025 is a Thursday, too
      2026-06-12T08:00 | Yearly 56   | other-amount     | 54.40 NOK. The amount is that of the tariff after this one, which is in force from 2027-01-01 on. | 1 January 2027 is a Friday, too
      2026-06-11T08:00 | Yearly 28   | rush-not-charged | lies in the rush. The amount is that of the tariff before                         | two mistakes
      2026-06-11T12:00 | Yearly 28   | other-amount     | 28.80 NOK. The amount is that of the tariff before this one                       | outside the rush every day is alike
      2026-06-13T08:00 | Yearly 28   | other-amount     | 28.80 NOK. The amount is that of the tariff before this one                       | a Saturday has no rush
      2026-12-25T08:00 | Yearly 28   | other-amount     | 28.80 NOK. The amount is that of the tariff before this one                       | nor has a holiday
      2026-06-11T08:00 | Short 52.8  | other-amount     | 54.40 NOK. Neither the tariff of this moment nor the one before or after          | its two days had no rush
      2026-06-11T08:00 | Short 28    | other-amount     | 54.40 NOK. Neither the tariff of this moment nor the one before or after          |
      2026-06-11T12:00 | Short 28    | other-amount     | which was in force from 2025-12-25 until 2025-12-27.                              |
      2026-06-11T08:00 | Ended 52.8  | other-amount     | The amount is that of the tariff before this one, of which the last day is known alone, 2025-12-26. | it held on days with rush, too
      2025-06-11T08:00 | Yearly 47.2 | other-amount     | which was in force from 2022-01-01 until 2023-01-01.                              | it is known for that year alone
    `),
  )('$at $billed: $found, because $because', ({ at, billed, found, sentence }) => {
    const [row] = rowsOf(`12:00 ${billed}`);
    const rows = row ? [{ ...row, atMs: fromOsloWallClock(at) }] : [];
    const terms = { ...TERMS, calendar, tolls: { ...TERMS.tolls, stations } };
    const { findings } = reconcile(rows, undefined, terms);
    expect(findings.map(({ kind }) => kind)).toEqual([found]);
    expect(findings[0]?.reason).toContain(sentence);
  });
});

test.each(
  table<'row' | 'fuel' | 'source' | 'because'>(`
    row           | fuel     | source       | because
    12:00 North 7 |          | test         | the row in force has the price
    12:00 Aged 7  |          | older notice | that of an older row stands in
    12:00 Aged 7  | electric | by fuel      | the fuel has a row of its own
  `),
)('the source of $row ($fuel) is "$source": $because', ({ row, fuel, source }) => {
  const stations = [
    station('North'),
    station('Aged', {
      tariffs: [
        tariff({ small: 30, from: '2025-01-01', source: 'older notice' }),
        {
          ...tariff({ large: 90 }),
          small: { ore: 3000, carriedFrom: { from: '2025-01-01', source: 'older notice' } },
        },
      ],
      vehicleTariffs: [
        free('electric', { price: { kind: 'tariff', ore: 2000 }, source: 'by fuel' }),
      ],
    }),
  ];
  const vehicle = { size: 'small', tagged: true, fuel: 'electric' } as const;
  const terms = { ...TERMS, tolls: { ...TERMS.tolls, stations }, ...(fuel !== '' && { vehicle }) };
  const [finding] = reconcile(rowsOf(row), undefined, terms).findings;
  expect(finding?.source).toBe(source);
  expect(finding?.reason).toContain(`Tariff: ${source}.`);
});

test.each(
  table<'row' | 'vat' | 'found' | 'sentence' | 'because'>(`
    row             | vat | found        | sentence                                                                                   | because
    12:00 Bridge 40 | 8   | vat-added    | expected 32.00 NOK. Value added tax is billed, and tolls have none. Without it the amount is right. | the column says what is on top, although it is the price without tag
    12:00 Bridge 40 | 5   | tag-not-used | The price without tag is billed. The line has value added tax, and tolls have none.         | without the tax another amount is left
    12:00 Bridge 31 | 6   | vat-added    | Value added tax is billed, and tolls have none. Tariff                                     | nothing else gives the amount
    12:00 Fjord 32  | 6   | local-rule-not-applied | and none was. The line has value added tax, and tolls have none.                 | it is free as well
    12:00 Unpriced 32 | 6 | vat-added    | Value added tax is billed, and tolls have none: nothing can be said of the amount.         | no tariff is known
  `),
)('$row with tax of $vat is $found, because $because', ({ row, vat, found, sentence }) => {
  const rows = rowsOf(row).map((one) => ({ ...one, vatOre: fromNok(Number(vat)) }));
  const { findings, billedOre, expectedOre } = reconcile(rows, undefined, TERMS);
  expect(findings.map(({ kind }) => kind)).toEqual([found]);
  expect(findings[0]?.reason).toContain(sentence);
  expect(expectedOre).toBe(findings[0]?.expectedOre ?? billedOre);
});

test('at a private road and where a ferry is paid, tax is no finding: tolls alone are known to have none', () => {
  const stations = STATIONS.map((one) => ({
    ...one,
    project: { ...one.project, nationalTerms: false as const },
  }));
  const terms = { ...TERMS, tolls: { ...TERMS.tolls, stations } };
  const taxed = rowsOf('12:00 Bridge 32').map((row) => ({ ...row, vatOre: 343 }));
  expect(reconcile(taxed, undefined, terms).findings).toEqual([]);
  const onTop = reconcile(rowsOf('12:00 Bridge 40'), undefined, terms).findings;
  expect(onTop.map(({ kind }) => kind)).toEqual(['tag-not-used']);
});

test('what is expected by a price that stands in for another is an estimate', () => {
  const rows = rowsOf('12:00 Carried 50, 14:00 North 50');
  const { findings } = reconcile(rows, undefined, TERMS);
  expect(findings.map(({ station, estimated }) => [station, estimated])).toEqual([
    ['Carried', true],
    ['North', false],
  ]);
});

test('a passage that is billed nothing is told where the use of its cap is told', () => {
  const told = { ...TERMS, usedBefore: { bridge: 0 } };
  expect(reconcile(rowsOf('12:00 Bridge 0'), undefined, told).findings).toMatchObject([
    { kind: 'other-amount', billedOre: 0, expectedOre: 3200 },
  ]);
});

test('a drive that is planned for a time is billed at the time that the operator saw', () => {
  const driven = [{ stationId: 'North', atMs: fromOsloWallClock('2026-11-18T09:20') }];
  expect(reconcile(rowsOf('08:40 North 48'), driven, TERMS).findings).toEqual([]);
  const late = reconcile(rowsOf('11:40 North 32'), driven, TERMS).findings;
  expect(late.map(({ kind }) => kind)).toEqual(['not-billed', 'not-driven']);
});

test('what was passed surely is billed before what may have been passed', () => {
  const at = (clock: string) => fromOsloWallClock(`2026-11-18T${clock}`);
  const driven = [
    { stationId: 'Bridge', atMs: at('12:30') },
    { stationId: 'Bridge', atMs: at('12:05'), isPossible: true as const },
  ];
  expect(reconcile(rowsOf('12:00 Bridge 32'), driven, TERMS).findings).toEqual([]);
  const both = rowsOf('12:00 Bridge 32, 12:30 Bridge 32');
  expect(reconcile(both, driven, TERMS).findings).toEqual([]);
});

test('tax in a column is not said to be in an amount that it is not in', () => {
  const rows = rowsOf('08:00 North 32').map((row) => ({ ...row, vatOre: 800 }));
  const [finding] = reconcile(rows, undefined, TERMS).findings;
  expect(finding?.kind).toBe('rush-not-charged');
  expect(finding?.reason).not.toContain('are as much');
  expect(finding?.reason).toContain('The line has value added tax');
});

test('what a month had before is that of one vehicle', () => {
  const rows = rowsOf('12:00 Bridge 32, 14:00 Bridge 32').map((row, i) => ({
    ...row,
    plate: `QQ1000${i}`,
  }));
  const told = { ...TERMS, usedBefore: { bridge: 1 } };
  expect(() => reconcile(rows, undefined, told)).toThrow('name its plate');
  expect(() => reconcile(rows, undefined, { ...told, plate: 'QQ10000' })).not.toThrow();
});

test.each(
  table<'rows' | 'plates' | 'owed' | 'because'>(`
    rows                                                  | plates  | owed | because
    10T12:00 North 80, 11T12:00 North 80, 10T12:00 North 32 | 1 1 2 | 0    | a lorry among cars
    10T12:00 North 80, 11T12:00 North 80, 12T12:00 North 32 | 1 1 1 | 96   | one vehicle is the one that is described
    10T12:00 North 80, 11T12:00 North 32, 10T12:00 North 32 | 1 1 2 | 48   | another line of it is right
    10T12:00 North 32, 10T12:00 North 32, 10T12:00 North 32 | 1 1 2 | 32   | what is billed again has its price
    10T12:00 North 80, 11T12:00 Elsewhere 32, 10T12:00 North 32 | 1 1 2 | 0 | of an unknown station nothing is expected
    10T12:00 North 80, 10T12:00 North 80, 10T12:00 North 32 | 1 1 2 | 80   | what is billed twice is so for any vehicle
    10T12:00 North 80, 11T12:00 North 80, 11T12:00 North -80, 10T12:00 North 32 | 1 1 1 2 | 0 | a line that is paid back is none
    10T12:00 North 40, 10T12:00 North 32 | 1 2 | 0 | the price without a tag may be that of a car without one
  `),
)('of several vehicles one of which no line is right may be another one: $because', (one) => {
  const plates = one.plates.split(' ');
  const rows = rowsOf(one.rows).map((row, i) => ({ ...row, plate: `QQ1000${plates[i]}` }));
  const { findings } = reconcile(rows, undefined, TERMS);
  const owed = findings.filter(({ estimated }) => !estimated).map(excessOf);
  expect(owed.reduce((sum, ore) => sum + ore, 0) / 100).toBe(Number(one.owed));
});

test('vehicles are told apart by their plates', () => {
  const rows = rowsOf('12:00 North 32, 12:10 North 32');
  const plates = rows.map((row, i) => ({ ...row, plate: `QQ1000${i}` }));
  expect(reconcile(plates, undefined, TERMS).findings).toEqual([]);
});

describe('a line without a plate', () => {
  const driven = ['12:00', '14:00'].map((clock) => ({
    stationId: 'Bridge',
    atMs: fromOsloWallClock(`2026-11-18T${clock}`),
  }));

  test.each(
    table<'plates' | 'asked' | 'found' | 'expected' | 'because'>(`
      plates           | asked   | found                                | expected | because
      none none        |         |                                      | 64.00    | one vehicle
      QQ10000 none     |         |                                      | 64.00    | the only plate that is named
      none QQ10000     |         |                                      | 64.00    |
      QQ10000 none     | QQ10000 |                                      | 64.00    | the plate that is asked about
      QQ10001 none     | QQ10000 | undefined not-billed                 | 64.00    | of the vehicle asked about, not of the other
    `),
  )('is of $because: $plates, asked $asked', ({ plates, asked, found, expected }) => {
    const rows = rowsOf('12:00 Bridge 32, 14:00 Bridge 32').map((row, i) => {
      const plate = plates.split(' ')[i];
      return plate === 'none' ? row : { ...row, plate };
    });
    const terms = asked === '' ? TERMS : { ...TERMS, plate: asked };
    const { findings, expectedOre } = reconcile(rows as BilledPassage[], driven, terms);
    expect(findings.map(({ line, kind }) => `${line} ${kind}`).join(', ')).toBe(found);
    expect((expectedOre / 100).toFixed(2)).toBe(expected);
  });

  test('is of a vehicle by itself where lines name several', () => {
    const plates = ['QQ10000', undefined, 'QQ10001'];
    const rows = rowsOf('12:00 North 32, 12:10 North 32, 12:20 North 32').map((row, i) => ({
      ...row,
      ...(plates[i] !== undefined && { plate: plates[i] }),
    }));
    expect(reconcile(rows, undefined, TERMS).findings).toEqual([]);
  });
});

test('of several plates the lines of others than the one asked about are counted, and not looked at', () => {
  const rows = rowsOf('12:00 North 32, 12:10 North 100');
  const plates = rows.map((row, i) => ({ ...row, plate: `QQ1000${i}` }));
  const found = reconcile(plates, undefined, { ...TERMS, plate: 'QQ10000' });
  expect(found.findings).toEqual([]);
  expect(found.otherPlates).toEqual({ lines: 1, ore: 10_000 });
  expect([found.vehicles, found.billedOre, found.expectedOre]).toEqual([1, 3200, 3200]);
  expect(found.rows, 'what is billed is what these add up to').toBe(1);
  expect(reconcile(plates, undefined, TERMS).vehicles).toBe(2);
});

describe('the work of a long statement', () => {
  const NAMES = Array.from({ length: 300 }, (_, i) => `Plaza ${i}`);

  /** Stations that count how often their name is read, and rows that count how often their moment is. */
  function count(lines: number) {
    const counted = { names: 0, moments: 0 };
    const stations = NAMES.map((name) =>
      Object.defineProperty({ ...station(name, { passageKey: name }) }, 'name', {
        get: () => {
          counted.names += 1;
          return name;
        },
      }),
    );
    const startMs = fromOsloWallClock('2026-11-02T00:00');
    // Half of them pay the other half back, and each has a text of its own.
    const rows = Array.from({ length: lines }, (_, i): BilledPassage => {
      const text = `Elsewhere ${i % (lines / 2)}`;
      const row = { line: i + 2, station: text, ore: i < lines / 2 ? 3300 : -3200 };
      return Object.defineProperty({ ...row, atMs: 0 }, 'atMs', {
        get: () => {
          counted.moments += 1;
          return startMs + i * 60_000;
        },
        enumerable: true,
      });
    });
    let steps = 0;
    const tolls = { ...TERMS.tolls, stations };
    for (const _ of stepReconcile(rows, undefined, { ...TERMS, tolls })) steps += 1;
    reconcile(rowsOf('12:00 Elsewhere 32'), undefined, { ...TERMS, tolls });
    return { ...counted, steps };
  }

  test('reads the name of a station once, however many texts and statements there are', () => {
    expect(count(1000).names).toBe(NAMES.length);
  });

  test('grows as the statement does, and gives way after each line', () => {
    const [some, more] = [count(500), count(1000)];
    expect(more.moments).toBeLessThan(3 * some.moments);
    expect(some.steps).toBeGreaterThanOrEqual(500);
    expect(more.steps).toBeGreaterThanOrEqual(1000);
  });

  test('looks at a drive for lines of its own station alone', () => {
    let looked = 0;
    const driven = STATIONS.flatMap(({ id }) =>
      Array.from({ length: 50 }, (_, i) => ({
        stationId: id,
        get atMs() {
          looked += 1;
          return fromOsloWallClock('2026-11-02T00:00') + i * 60_000;
        },
      })),
    );
    expect(reconcile(rowsOf('12:00 Bridge 32'), driven, TERMS).rows).toBe(1);
    expect(looked).toBeLessThan(3 * driven.length);
  });
});

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                                   | found                   | because
    02:10? North 32, 02:40? North 32       |                         | they may lie 90 minutes apart
    01:50 North 32, 02:10? North 32        |                         | or 80
    02:10? North 32, 02:10? North 32       |                         | or an hour
    02:50? North 32, 03:10 North 0         |                         | and these 20 minutes
    02:10? North 40, 02:40? North 32       |                         | nothing is said of an hour that may be none
    02:10? North 40                        | 1 tag-not-used          | a price has nothing to do with the hour
    02:10 North 32, 02:40 North 32         | 2 hour-rule-not-applied | it is known which hour it is
    02:10? North 32, 12:00 North 32, 12:10 North 32 | 3 hour-rule-not-applied | and of the day it is
  `),
)('in the night when summer time ends $rows: $found', ({ rows, found }) => {
  const night = rows.split(', ').map((one, i) => {
    const [, clock = '', mark, name = '', nok = ''] =
      /^(\d\d:\d\d)(\??) (\S+) (\S+)$/.exec(one) ?? [];
    const atMs = fromOsloWallClock(`2026-10-25T${clock}`);
    const row = { line: i + 1, atMs, station: name, ore: fromNok(Number(nok)) };
    return mark ? { ...row, isUndecided: true as const } : row;
  });
  const checked = reconcile(night, undefined, TERMS);
  expect(checked.findings.map(({ line, kind }) => `${line} ${kind}`).join(', ')).toBe(found);
  if (found === '') expect(checked.expectedOre).toBe(checked.billedOre);
});

test('what a month had before is of the month of the first departure, as in a journey', () => {
  const rows = rowsOf('00:10 Bridge 32');
  const kindsOf = (departure: string) =>
    reconcile(rows, undefined, {
      ...TERMS,
      usedBefore: { bridge: 2 },
      departureMs: fromOsloWallClock(departure),
    }).findings.map(({ kind }) => kind);
  expect(kindsOf('2026-11-01T00:00')).toEqual(['cap-not-applied']);
  expect(kindsOf('2026-10-31T23:50')).toEqual([]);
});
