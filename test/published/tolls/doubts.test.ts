/** Rules that no operator has published in full: the amount charged is an estimate, and the other reading bounds it. */
import { expect, test } from 'vitest';
import type { TollTerms } from '../../../src/pricing/toll/terms.ts';
import { table } from '../../support/table.ts';
import { driveAs, printed } from '../../support/toll-clerk.ts';
import { vehicleOf } from '../../support/vehicle-clerk.ts';

type Row = 'project' | 'drive' | 'vehicle' | 'pays' | 'range' | 'because';

/** What the vehicle pays, with a `?` where it is an estimate, and between which amounts it lies. */
function pay(
  { project, drive, vehicle }: Pick<Record<Row, string>, 'project' | 'drive' | 'vehicle'>,
  terms?: Pick<TollTerms, 'capUse'>,
) {
  const { vehicle: toll, warnings } = driveAs(project, drive, vehicleOf(vehicle), terms);
  const { ore = Number.NaN, estimated, range } = toll ?? {};
  return {
    pays: `${printed(ore)}${estimated ? '?' : ''}`,
    range: range ? `${printed(range.minOre)} - ${printed(range.maxOre)}` : '',
    codes: warnings.map(({ code }) => code),
  };
}

/** The amount, the range over both readings, and that it is said where there is one. */
function expectReadings(row: Record<Row, string>): void {
  const { pays, range, codes } = pay(row);
  expect({ pays, range }).toEqual({ pays: row.pays, range: row.range });
  if (row.range !== '') expect(codes).toContain('toll_rule_not_known');
}

test.each(
  table<Row>(`
    project      | drive                                                         | vehicle      | pays   | range         | because
    tromso       | 2026-11-20 06:20 E8 Breivika > 06:40 Kv Universitetet         | diesel       | 11.20? | 11.20 - 33.60 | the first pays, or the dearest
    tromso       | 2026-11-20 06:20 E8 Breivika > 06:40 Kv Universitetet         | large diesel | 28?    | 28 - 84       | of both groups
    tromso       | 2026-11-20 10:20 E8 Breivika > 10:40 Kv Universitetet         | diesel       | 11.20  |               | outside the rush all cost the same
    trondheim    | 2026-11-20 10:20 Kroppan bru (Nordgående), M-snitt > 10:25 Nedre Leirfoss (Fossestuvegen), M-snitt | diesel | 12.80? | 12.80 - 17.60 | the two differ at all hours
    trondheim    | 2026-11-20 10:20 Nedre Leirfoss (Fossestuvegen), M-snitt > 10:45 Kroppan bru (Nordgående), M-snitt | large diesel | 53? | 53 - 60 | the dearer one for large vehicles is the other
    trondheim    | 2026-11-20 10:20 Nedre Leirfoss (Fossestuvegen), M-snitt > 10:45 Kroppan bru (Nordgående), M-snitt | diesel | 17.60 | | the first is the dearest
    oslo         | 2021-03-01 06:25 E18 Maritim > 06:45 Sørkedalsveien           | diesel       | 20.80? | 20.80 - 24.80 | before 2021-05-01 it was sometimes the first
    oslo         | 2021-06-01 06:25 E18 Maritim > 06:45 Sørkedalsveien           | diesel       | 24.80  |               | the dearest since then
    kristiansand | 2026-11-20 06:20 E39 Vesterveien > 06:40 E39 Vesterveien      | diesel       | 20     |               | the operator says that the first pays
  `),
)(
  'which passage of the hour pays in $project, $drive: $vehicle pays $pays ($range), because $because',
  expectReadings,
);

test.each(
  table<Row>(`
    project | drive                                                            | vehicle      | pays   | range         | because
    askoy   | 2026-11-20 12:00 Nedre Kleppe > 12:10 Fv 5254 Kleppevegen        | diesel       | 35.20? | 35.20 - 70.40 | the road database has no rule at the station, the project has one
    askoy   | 2026-11-20 12:00 Nedre Kleppe > 12:10 Fv 5254 Kleppevegen        | large diesel untagged | 88? | 88 - 176 | of every vehicle
    askoy   | 2026-11-20 12:00 Nedre Kleppe > 12:10 Stongafjellet              | diesel       | 35.20  |               | the others have the rule in both
    askoy   | 2026-11-20 12:00 Fv 5254 Kleppevegen                             | diesel       | 35.20  |               | one passage is one payment
    trondheim | 2026-11-20 12:00 Nedre Leirfoss (Fossestuvegen), M-snitt > 12:10 Nydalsbrua Nord (Oslovn) | diesel | 17.60? | 17.60 - 35.20 | that the station kept its section at the new bridge is our reading
    trondheim | 2026-11-20 12:00 Byåsveien, B-snitt > 12:10 Nydalsbrua Nord (Oslovn) | diesel | 30.40 | | by both readings they are two sections
  `),
)(
  'whether the hour rule covers a station of $project, $drive: $vehicle pays $pays ($range), because $because',
  expectReadings,
);

test.each(
  table<Row>(`
    project   | drive                                                                                                 | vehicle         | pays | range   | because
    trondheim | 2026-11-20 10:20 Kroppan bru (Nordgående), M-snitt > 10:45 Kroppan bru (Nordgående), M-snitt           | diesel untagged | 32?  | 16 - 32 | there and back past one station may be one payment
    trondheim | 2026-11-20 10:20 Kroppan bru (Nordgående), M-snitt > 11:20 Kroppan bru (Nordgående), M-snitt           | diesel untagged | 32   |         | the hour is over
    trondheim | 2026-11-20 10:20 Kroppan bru (Nordgående), M-snitt > 10:45 Kroppan bru (Nordgående), M-snitt           | diesel          | 12.80 |        | with a tag the rule is known
  `),
)(
  'whether the hour rule covers vehicles without a tag in $project, $drive: $vehicle pays $pays ($range), because $because',
  (row) => {
    const { pays, range, codes } = pay(row);
    expect({ pays, range }).toEqual({ pays: row.pays, range: row.range });
    expect(codes.includes('local_rule_not_applied')).toBe(row.range !== '');
  },
);

test.each(
  table<Row>(`
    project | drive                          | vehicle           | pays  | range    | because
    bergen  | 2022-12-30 12:00 Sandviken     | electric          | 4     |          | 5 is printed for 2022
    bergen  | 2023-02-28 12:00 Sandviken     | electric          | 4.80? | 4 - 4.80 | half of 12, or still 5
    bergen  | 2023-02-28 08:00 Sandviken     | electric          | 8.80  |          | half of 22, and 11 of 2022
    bergen  | 2023-02-28 08:00 Sandviken     | electric untagged | 11    |          | the same without a tag
    bergen  | 2023-03-01 08:00 Sandviken     | electric          | 17.60 |          | the halving is over
  `),
)(
  'electric vehicles in the halving of Bergen that ended with February 2023, $project, $drive: $vehicle pays $pays ($range), because $because',
  expectReadings,
);

test.each([
  ['ferry-collection', 'Ferje Flakk-Rørvik', 'diesel', '57?', true],
  ['ferry-collection', 'Ferje Flakk-Rørvik', 'diesel untagged', '57', true],
  ['private-roads', 'Leirdalen', 'diesel', '110?', false],
])(
  'whether a tag takes something off a toll collected at a ferry is not told: %s, %s: %s pays %s',
  (project, name, vehicle, pays, isTold) => {
    const paid = pay({ project, drive: `2026-11-20 12:00 ${name}`, vehicle });
    expect([paid.pays, paid.codes.includes('tag_discount_not_known')]).toEqual([pays, isTold]);
  },
);

test.each(
  table<Row>(`
    project      | drive                                | vehicle      | pays   | range         | because
    bergen       | 2026-12-24 07:30 Sandviken           | diesel       | 56?    | 30.40 - 56    | an eve is no holiday in the text found, nor a working day
    bergen       | 2026-12-24 07:30 Sandviken           | large diesel euro5 | 154? | 88 - 154  | of both groups
    bergen       | 2026-12-25 07:30 Sandviken           | diesel       | 30.40  |               | a holiday
    bergen       | 2026-07-15 07:30 Sandviken           | diesel       | 56?    | 30.40 - 56    | July is not named
    kristiansand | 2026-12-24 08:00 E39 Vesterveien     | diesel       | 30.40? | 20 - 30.40    |
    kristiansand | 2026-12-24 08:00 E39 Vesterveien     | large diesel | 51     |               | large vehicles pay no rush price
    grenland     | 2026-12-24 08:00 Hesselbergs gate    | diesel       | 23.20? | 16.80 - 23.20 |
    trondheim    | 2026-12-31 08:00 Tonstad, T-snitt    | diesel       | 16.80? | 12.80 - 16.80 |
    trondheim    | 2026-04-01 08:00 Tonstad, T-snitt    | diesel       | 16.80? | 12.80 - 16.80 | the Wednesday before Easter
    tromso       | 2026-12-24 08:00 E8 Breivika         | diesel       | 11.20  |               | the operator exempts the eves
    tromso       | 2026-07-15 08:00 E8 Breivika         | diesel       | 33.60  |               | and names its days off, July not among them
    oslo         | 2025-07-15 08:00 E18 Maritim         | diesel       | 32     |               | the operator exempts July
    oslo         | 2026-12-24 08:00 E18 Maritim         | diesel       | 40     |               | and no eve
  `),
)(
  'rush on a day between in $project, $drive: $vehicle pays $pays ($range), because $because',
  expectReadings,
);

test.each(
  table<Row>(`
    project           | drive                                                       | vehicle      | pays    | range          | because
    e16-bjorum-skaret | 2026-11-20 10:00 E16 Avtjerna > 10:05 E16 Skaret            | diesel       | 81.60?  | 40.80 - 81.60  | they may be one payment
    e16-bjorum-skaret | 2026-11-20 10:00 E16 Avtjerna > 10:05 E16 Skaret            | large diesel untagged | 204? | 102 - 204 | for every vehicle
    e16-bjorum-skaret | 2026-11-20 10:00 E16 Avtjerna                               | diesel       | 40.80   |                | one of them is one payment
    e16-eggemoen-olum | 2026-11-20 10:00 E16 Olum > 10:10 Kleggerud sør             | diesel       | 69.60?  | 51.20 - 69.60  | a later decision lets small vehicles pay once
    e16-eggemoen-olum | 2026-11-20 10:00 E16 Olum > 11:10 Kleggerud sør             | diesel       | 69.60   |                | within the hour
    e16-eggemoen-olum | 2026-11-20 10:00 E16 Olum > 10:10 Kleggerud sør             | large diesel | 218     |                | it names other stations for large ones
    trondheim         | 2026-11-20 10:00 Moholt, O-snitt > 10:10 Tungasletta, O-snitt | diesel     | 12.80   |                | the hour rule is known to hold with a tag
    trondheim         | 2026-11-20 10:00 Moholt, O-snitt > 10:10 Moholt, O-snitt, rampe 1 | diesel | 12.80?  | 0 - 12.80      | they may cancel each other
    trondheim         | 2026-11-20 10:00 Tungasletta, O-snitt > 10:10 Landbruksvegen, O-snitt | diesel untagged | 32? | 16 - 32 | the hour rule may cover it
    trondheim         | 2026-11-20 10:00 Moholt, O-snitt, rampe 1                   | diesel       | 12.80?  | 0 - 12.80      | the charged direction is not known
    tonsberg          | 2026-11-20 10:00 Fv. 300 Auli > 10:10 Fv. 308 Kanalbrua       | diesel untagged | 42?  | 21 - 42        | the hour rule may cover it
  `),
)(
  'what a warning says may be wrong in $project, $drive, is an estimate: $vehicle pays $pays ($range), because $because',
  (row) => {
    const { pays, range } = pay(row);
    expect({ pays, range }).toEqual({ pays: row.pays, range: row.range });
  },
);

test.each(
  table<Row>(`
    project   | drive                                                              | vehicle         | pays   | range         | because
    trondheim | 2026-11-20 08:00 Tonstad, T-snitt > 08:10 Nydalsbrua Nord (Oslovn) | diesel          | 16.80? | 16.80 - 52    | that the link moved to the new bridge is our reading
    trondheim | 2026-11-20 08:00 Nydalsbrua Nord (Oslovn) > 08:10 Tonstad, T-snitt | diesel          | 16.80? | 16.80 - 52    | in either order
    trondheim | 2026-11-20 08:00 Tonstad, T-snitt > 08:10 Nydalsbrua Nord (Oslovn) | diesel untagged | 65     |               | the link needs a tag
    trondheim | 2026-11-20 12:00 Bøckmans veg, B-snitt > 12:10 Nydalsbrua Nord (Oslovn) > 12:30 Kroppan bru (Sørgående), M-snitt | diesel | 25.60? | 12.80 - 43.20 | a passage that is free by the link opens no hour, as we read it
    trondheim | 2026-11-20 08:00 Nydalsbrua Nord (Oslovn)                          | diesel          | 35.20  |               | no linked station is paid
  `),
)('linked stations in $project, $drive: $vehicle pays $pays ($range), because $because', (row) => {
  const { pays, range, codes } = pay(row);
  expect({ pays, range }).toEqual({ pays: row.pays, range: row.range });
  expect(codes.includes('toll_rule_not_known')).toBe(
    row.range !== '' || row.vehicle.includes('untagged'),
  );
});

test.each(
  table<Row | 'used'>(`
    project   | used            | drive                                  | vehicle      | pays | range     | because
    forde     | forde:30        | 2026-11-20 12:00 E39 Bruland (Førde Aust) | diesel    | 0?   | 0 - 36    | the 30 are those of 2016
    forde     | forde:29        | 2026-11-20 12:00 E39 Bruland (Førde Aust) | diesel    | 36   |           | the thirtieth is paid
    bodo      | bodo:80         | 2026-11-20 12:00 Jernbaneveien          | large diesel | 0?   | 0 - 48    | a notice of 2022 is the last that has it
    alesund   | alesund:60      | 2026-11-20 12:00 Olsvika               | large diesel | 0?   | 0 - 61    | of large vehicles the notice of 2023 is the last
    bomlo     | bomlo:30        | 2021-06-01 12:00 Bømlopakken           | diesel       | 0    |           | the notice of 2019-02-01 has it
    bomlo     | bomlo:30        | 2019-01-31 12:00 Bømlopakken           | diesel       | 55.20? |         | it began on 2019-02-01, and so did the price
    bomlo     | bomlo:30        | 2024-11-20 12:00 Bømlopakken           | diesel       | 0    |           | the notice of 2022-11-01 and the page of 2024-05-31
    bomlo     | bomlo:40        | 2026-11-20 12:00 Bømlopakken           | large diesel | 0?   | 0 - 195   | large vehicles have 40, by the page of 2024
    e16-oppland | e16-bagn-bjorgo:40 | 2023-11-20 12:00 E16 Bagnskleive    | diesel       | 0    |           | the notice of 2023
    e16-oppland | e16-bagn-bjorgo:40 | 2023-11-20 12:00 E16 Bagnskleive    | large diesel | 152  |           | the notice gives it to group 1
    haugaland | haugaland:75    | 2026-11-20 12:00 Fv47 Tittelsnesvegen  | diesel       | 0?   | 0 - 12    | the 75 are those of the project before
    trondheim | trondheim:110   | 2026-11-20 12:00 Tonstad, T-snitt      | diesel       | 0?   | 0 - 12.80 | the page that has the 110 has no day
    trondheim | trondheim:109   | 2026-11-20 12:00 Tonstad, T-snitt > 12:10 Tungasletta, O-snitt | diesel | 12.80? | 12.80 - 25.60 | all seven sections are one count
    trondheim | trondheim:110   | 2018-05-31 12:00 Tonstad, T-snitt      | diesel       | 12.80? |         | there are seven sections since 2018-06-01
    trondheim | trondheim-t:110 | 2026-11-20 12:00 Tonstad, T-snitt      | diesel       | 12.80 |          | a section has no cap of its own
    oslo      | oslo-a:120      | 2026-11-20 12:00 Uelands Gate          | diesel       | 0    |           | the page of today has it
    oslo      | oslo-a:120      | 2025-11-20 12:00 Uelands Gate          | diesel       | 0    |           | and it is taken to have held before
    oslo      | oslo-a:119      | 2019-06-03 12:00 E18 Maritim           | diesel       | 20   |           | it is 120 since 2019-06-01
    oslo      | oslo-a:60       | 2019-05-31 12:00 E18 Maritim           | diesel       | 0?   | 0 - 44.10 | the 60 of the ring before are those of 2017
    oslo      | oslo-a:60       | 2017-11-20 12:00 E18 Maritim           | diesel       | 0    |           | in the year of the notice of 2017-07-01
    oslo      | oslo-a:59       | 2017-11-20 12:00 E18 Maritim           | diesel       | 44.10 |          | the sixtieth is paid
  `),
)(
  'whether a monthly cap of $project still holds, $used, $drive: $vehicle pays $pays ($range), because $because',
  (row) => {
    const [key = '', count] = row.used.split(':');
    const month = row.drive.slice(0, 7);
    const { pays, range, codes } = pay(row, {
      capUse: { month, counts: { [key]: Number(count) } },
    });
    expect({ pays, range }).toEqual({ pays: row.pays, range: row.range });
    expect(codes.includes('toll_rule_not_known')).toBe(row.range !== '');
  },
);
