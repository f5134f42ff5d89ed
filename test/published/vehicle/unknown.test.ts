/** What nobody publishes of one vehicle: the ordinary tariff stands, or the newest table is carried. */
import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { pass } from '../../support/vehicle-clerk.ts';

type Row = 'project' | 'station' | 'when' | 'vehicle' | 'pays' | 'as' | 'because';

test.each(
  table<Row>(`
    project      | station          | when             | vehicle             | pays   | as        | because
    tromso       | Fv862 Tromsøbrua | 2025-03-05 12:00 | electric            | 5.60   | carried?  | the share of 2023, told again in 2024, holds
    tromso       | Fv862 Tromsøbrua | 2026-11-18 08:00 | electric            | 16.80  | carried?  | and no newer decision is known
    e18-telemark | E18 Stillinga    | 2026-11-18 12:00 | electric            | 17.20  | carried?  | the share of 2019, told again in 2024
    e18-vestfold | E18 Gulli        | 2026-11-18 12:00 | hydrogen            | 2.80   | carried?  | the share of 2023
    e18-vestfold | E18 Sky          | 2026-11-18 12:00 | electric            | 7.20   | carried?  | 16 has become 18, and half of it is charged
    kristiansand | rv9 Grim         | 2026-11-18 12:00 | electric            | 10     | carried?  | 24 has become 25, and half of it is charged
    kristiansand | rv9 Grim         | 2026-11-18 08:00 | electric untagged   | 19     | carried?  | the half holds without a tag, too
    ryfast       | Rv13 Solbakk     | 2026-11-18 12:00 | electric            | 66.64  | carried?  | 116 has become 119
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | electric            | 13.60  | carried?  | 32 has become 34
    nedre-glomma | Dikeveien        | 2022-03-01 12:00 | electric            | 0      | carried?  | free in 2019; until when is not told
    e6-ringebu-otta | E6 Odenrud    | 2026-11-18 12:00 | electric            | 17.20  | carried?  | the share of 2023
    bomlo        | Bømlopakken      | 2026-11-18 12:00 | electric            | 54.88  | carried?  | 85 has become 98
    trondheim    | Klett - E6, S-snitt | 2026-11-18 12:00 | electric         | 7.04   | carried?  | 40 % of 17.60, told last in 2024
    trondheim    | Klett - E6, S-snitt | 2026-11-18 12:00 | M1 electric      | 7.04   | carried?  | a car is no van
    trondheim    | Klett - E6, S-snitt | 2026-11-18 12:00 | N1 electric      | 0      | carried?  | electric vans are free on the page of 2024
    trondheim    | Klett - E6, S-snitt | 2024-11-20 12:00 | N1 electric      | 0      | known     | in the year of which the page tells
    trondheim    | Klett - E6, S-snitt | 2026-11-18 12:00 | large gas        | 0      | carried?  | and so are gas trucks
    oslo         | Uelands Gate     | 2026-11-18 12:00 | hydrogen            | 0      | carried?  | the news of 2024-01-01 is the last that tells of it
    oslo         | Uelands Gate     | 2025-03-05 12:00 | hydrogen            | 0      | carried?  | and no price for electric vehicles moves it
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large electric untagged | 0  | carried?  | free without a tag in the table of 2024
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large electric      | 0      | known     | with a tag it is a rule of the state
    nord-jaeren  | Stokkaveien      | 2022-06-15 12:00 | large electric      | 0      | carried?  | before that rule the project's own of 2020
    e18-tvedestrand-arendal | E18 Mørland | 2020-05-10 12:00 | large electric   | 0      | known     | large zero emission goes on to pay nothing to Ferde
    e18-tvedestrand-arendal | E18 Mørland | 2022-05-10 12:00 | large electric   | 0      | carried?  | and no newer decision is known
    nord-jaeren  | Stokkaveien      | 2019-05-10 12:00 | large electric      | 0      | known     | nor did it pay before a notice of the project
    askoy        | Stongafjellet    | 2018-05-10 12:00 | large electric      | 0      | known     | in Askøy
    forde        | E39 Bruland (Førde Aust) | 2018-05-10 12:00 | large electric | 0   | known     | in Førde
    haugaland    | Fv47 Karmsundgata | 2018-05-10 12:00 | large electric     | 0      | known     | and on Haugalandet
    e39-kristiansand-lyngdal | E39 Skoieveien | 2022-05-10 12:00 | large hydrogen | 0  | carried?  | a page without a day says it of all its projects
    alesund      | Olsvika          | 2022-12-30 12:00 | large electric      | 0      | carried?  | printed on a page without a day
    nordoyvegen  | Fv. 659 Nordøyvegen | 2022-12-30 12:00 | large electric   | 328.50 | ceiling?  | the law of 50 % names no size
    nordoyvegen  | Fv. 659 Nordøyvegen | 2023-09-07 12:00 | large hydrogen   | 361.20 | ceiling?  | nor does that of 70 %
    nordoyvegen  | Fv. 659 Nordøyvegen | 2023-09-08 12:00 | large hydrogen   | 0      | known     | the rule of the state
    e16-kongsvinger | E16 Åsum      | 2018-06-15 12:00 | large electric      | 0      | known     | free everywhere by the older rule of the state
    hallingporten | Rv. 7 Brekkebygda | 2018-12-31 12:00 | electric          | 0      | known     | small ones too
    hallingporten | Rv. 7 Brekkebygda | 2019-01-01 12:00 | electric          | 35.20  | ceiling?  | each project has decided since
    oslo         | Ekebergveien     | 2020-02-29 12:00 | N1 electric         | 4      | known     | electric vans are exempt from 2020-03-01 on
    oslo         | Ekebergveien     | 2020-03-01 12:00 | N1 electric         | 4      | known?    | and only those whose owners have applied
    bergen       | Gravdal          | 2026-11-18 12:00 | hydrogen            | 0      | known     | the page of 2026 says it
    bergen       | Gravdal          | 2026-11-18 12:00 | large gas           | 0      | carried?  | the list has no day
    e39-lonset-hjelset | E39 Hjelset | 2026-11-18 12:00 | electric            | 17.60  | carried?  | the page of the share is undated
    oslo         | Uelands Gate     | 2026-11-18 12:00 | petrol              | 33.60  | ordinary? | diesel has moved from 40 to 42
    oslo         | Uelands Gate     | 2026-11-18 12:00 | electric            | 23.52  | ceiling?  | a plan is no tariff: 70 % of 33.60
    oslo         | Uelands Gate     | 2026-11-18 08:00 | electric            | 28     | ceiling?  | 70 % of 40
    oslo         | Uelands Gate     | 2026-11-18 08:00 | electric untagged   | 50     | ordinary? | the ceiling is one for vehicles with a tag
    oslo         | Uelands Gate     | 2024-06-03 12:00 | N1 electric         | 12.80  | known?    | nobody tells whether its owner has applied for free passage
    oslo         | Ekebergveien     | 2018-03-06 12:00 | N1 electric         | 0      | known     | in the old ring all were free
    oslo         | Uelands Gate     | 2026-11-18 12:00 | diesel              | 33.60  | known     | the ordinary tariff is that of diesel
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large diesel euro6  | 161    | ordinary? | 113 has become 161
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large diesel euro5  | 161    | known     | the ordinary tariff is that of Euro V and older
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large diesel        | 161    | ordinary? | nobody tells the Euro class
    oslo         | Uelands Gate     | 2024-03-05 12:00 | untagged            | 37     | ordinary? | nobody tells the fuel
    bergen       | Gravdal          | 2026-11-18 12:00 | large diesel euro6  | 88     | ordinary? | 85 has become 88
    bergen       | Gravdal          | 2024-03-05 08:00 | hydrogen untagged   | 23     | known     | without a tag it pays the zero-emission tariff
    bergen       | Gravdal          | 2024-03-05 12:00 | large gas euro6     | 44     | carried?  | the class of gas is told for 2026
    bergen       | Gravdal          | 2027-01-05 12:00 | electric            | 10.40  | carried?  | diesel pays 38 of 2026, and electric cars the 13 beside it
    bergen       | Sandviken        | 2027-01-05 08:00 | electric            | 19.20  | carried?  | in the rush as well
    bergen       | Gravdal          | 2027-01-05 12:00 | petrol              | 25.60  | carried?  | as petrol does
    bergen       | Gravdal          | 2021-03-05 12:00 | petrol              | 20     | carried?  | of 2021 no table is known: 25 of 2019 beside its 30
    ryfast       | Rv13 Solbakk     | 2021-05-05 12:00 | electric            | 56     | ceiling?  | the share is published from 2024 on: half of 112
    grenland     | Vallermyrene     | 2026-11-18 12:00 | electric            | 11.76  | ceiling?  | 70 % is a plan, and the ceiling
    forde        | E39 Bruland (Førde Aust) | 2026-11-18 12:00 | electric            | 18     | carried?  | the share of 2019
    forde        | E39 Bruland (Førde Aust) | 2017-03-01 12:00 | electric            | 0      | known     | free until 2019-09-01
    harstad      | Skolegata        | 2026-11-18 12:00 | electric            | 11.20  | carried?  | the share of 2024
    nordland-e6  | Svenningvatnet   | 2026-11-18 12:00 | electric            | 12.40  | carried?  | the share of 2023
    nordland-e6  | Svenningvatnet   | 2022-06-15 12:00 | electric            | 12.40  | ceiling?  | free in 2020 is not taken to hold
    nordland-e6  | E6 Bolna         | 2026-11-18 12:00 | electric            | 25.20  | ceiling?  | the share of 2023 is one of Vefsn
    e16-kongsvinger | E16 Åsum      | 2026-11-18 12:00 | electric            | 17.60  | carried?  | the half of a 15 August, 2025 at the latest
    e16-kongsvinger | E16 Åsum      | 2024-03-05 12:00 | electric            | 24.64  | ceiling?  | the year of that August is not told
    e16-kongsvinger | E16 Åsum      | 2020-03-05 12:00 | electric            | 0      | known     | 2021 at the earliest
    fv78-helgeland | Fv. 78 Drevja  | 2026-11-18 12:00 | electric            | 12     | carried?  | the share of 2023
    fv78-helgeland | Fv. 78 Drevja  | 2023-01-04 12:00 | electric            | 16.80  | ceiling?  | no share is published: the law allows 70 %
    fv78-helgeland | Fv. 78 Drevja  | 2022-12-30 12:00 | electric            | 12     | ceiling?  | the law allowed 50 % until 2022-12-31
    kristiansand | rv9 Grim         | 2022-03-01 12:00 | electric            | 6.80   | ceiling?  | payment began in 2021; how much is told for 2023
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | electric untagged   | 34     | known     | without a tag there is no rebate
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | petrol              | 27.20  | known     | no project but Oslo and Bergen asks for the fuel
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | large diesel        | 68     | known     | no project but Oslo and Bergen asks for the Euro class
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | large electric      | 0      | known     | large zero emission is free with a tag
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | large hydrogen untagged | 68 | known     | and pays in full without
    oslo         | Uelands Gate     | 2026-11-18 12:00 | petrol L3e          | 0      | known     | a motorcycle pays nowhere
    private-roads | Leirdalen       | 2026-11-18 12:00 | large electric      | 110    | ordinary? | private roads are no AutoPASS projects
    private-roads | Leirdalen       | 2026-11-18 12:00 | electric            | 110    | ordinary? | and no law bounds what they ask
    e6-gardermoen-moelv | Akershus grense - Skaberud | 2024-06-10 12:00 | electric | 10 | carried?  | the notice of 2024 does not name it
  `),
)('$project on $when: $vehicle pays $pays, $as, for $because', (row) => {
  const { pays, certainty, warnings } = pass(row.project, row.station, row.when, row.vehicle);
  expect({ pays, as: certainty }).toEqual({ pays: row.pays, as: row.as });
  expect(warnings.length).toBe(row.as === 'known' ? 0 : 1);
});

test.each(
  table<'project' | 'station' | 'when' | 'vehicle' | 'pays' | 'range' | 'because'>(`
    project | station      | when             | vehicle  | pays  | range         | because
    oslo    | E6 Taraldrud | 2021-02-03 08:00 | electric | 11.20 | 11.20 - 12    | elbil24.no has 14, vartoslo.no 15
    oslo    | E6 Taraldrud | 2021-02-03 08:00 | electric untagged | 14 | 14 - 15 | without a tag as well
    oslo    | E6 Taraldrud | 2021-02-03 12:00 | electric | 8     |               | outside the rush both have 10
    oslo    | E6 Taraldrud | 2021-02-03 08:00 | petrol   | 22.40 |               | of petrol both have 28
    oslo    | E6 Taraldrud | 2021-10-06 08:00 | electric | 8.80  |               | the price of 2021-10-01 is told by one source
    e6-gardermoen-moelv | Minnesund - Hedmark grense | 2024-06-10 12:00 | electric | 0 | 0 - 9.60 | the notice of 2024-06-01 has 50 % for the project
    e6-gardermoen-moelv | Minnesund - Hedmark grense | 2026-11-18 12:00 | electric | 0 | 0 - 11.60 | 50 % of 23.20
    e6-gardermoen-moelv | Minnesund - Hedmark grense | 2024-05-31 12:00 | electric | 0 |        | before that notice 0 % alone is told
  `),
)(
  'where sources differ the amount is an estimate between both: $project on $when: $vehicle pays $pays [$range], for $because',
  ({ project, station, when, vehicle, pays, range }) => {
    const paid = pass(project, station, when, vehicle);
    expect([paid.pays, paid.range]).toEqual([pays, range]);
    const codes = paid.bill.warnings.map(({ code }) => code);
    expect(codes.includes('toll_rule_not_known')).toBe(range !== '');
    if (range !== '') expect(paid.certainty).toMatch(/\?$/);
  },
);

test.each([
  [
    'nord-jaeren',
    'E 39 Mosvatnet, mot Nord - Stavanger sentrum',
    '2022-06-15 12:00',
    'petrol',
    '20.80',
  ],
  ['bergen', 'Sandviken', '2021-06-15 08:00', 'large diesel euro5', '123'],
  ['hardangerbrua', 'Rv.13 Hardangerbrua', '2020-03-05 12:00', 'electric', '60'],
  ['hardangerbrua', 'Rv.13 Hardangerbrua', '2023-03-05 12:00', 'electric', '51.60'],
  ['hardangerbrua', 'Rv.13 Hardangerbrua', '2024-06-29 12:00', 'diesel', '103.20'],
  ['hardangerbrua', 'Rv.13 Hardangerbrua', '2024-06-29 12:00', 'large diesel', '428'],
])(
  'where the ordinary tariff itself stands in for that of the day, the amount is not known either: %s, %s, %s, %s',
  (project, name, when, vehicle, pays) => {
    const paid = pass(project, name, when, vehicle);
    expect(paid).toMatchObject({ pays, certainty: 'carried?', warnings: [] });
  },
);

test.each<readonly [Parameters<typeof pass>, string]>([
  [
    ['nedre-glomma', 'Dikeveien', '2026-11-18 12:00', 'electric'],
    'The share of small electric vehicles in Bypakke Nedre Glomma on 2026-11-18 is that of 2024-03-20, 50 % of the price with tag: it holds until a newer decision, and none is known.',
  ],
  [
    ['grenland', 'Vallermyrene', '2026-11-18 12:00', 'electric'],
    'What small electric vehicles pay in Bypakke Grenland on 2026-11-18 is not published (a share of 0 % is known for the days before 2026-01-01, and none after it): the most that the law allows, 70 % of the price with tag, is charged, and it may be anything down to nothing.',
  ],
  [
    ['haugaland', 'Fv47 Karmsundgata', '2026-11-18 12:00', 'electric'],
    'What small electric vehicles pay in Haugalandspakken, Bypakke Haugesund og fastlands-Karmøy on 2026-11-18 is not published (a share of 70 % is known for the days before 2026-03-30, and none after it): the most that the law allows, 70 % of the price with tag, is charged, and it may be anything down to nothing.',
  ],
  [
    ['halogalandsbrua', 'E6 Hålogalandsbrua', '2021-06-03 12:00', 'electric'],
    'What small electric vehicles pay in Hålogalandsbrua on 2021-06-03 is not published (a share of 0 % is known for the days before 2021-01-01, and none after it): the most that the law allows, 50 % of the price with tag, is charged, and it may be anything down to nothing.',
  ],
  [
    ['hallingporten', 'Rv. 7 Brekkebygda', '2019-06-03 12:00', 'electric'],
    'What small electric vehicles pay in Rv. 7 Hallingporten on 2019-06-03 is not published: the most that the law allows, 50 % of the price with tag, is charged, and it may be anything down to nothing.',
  ],
  [
    ['fv17-fv720', 'Malm', '2026-11-18 12:00', 'electric'],
    'The share of small electric vehicles in Fv. 17 og Fv. 720 on 2026-11-18 is one whose first day is not told, 70 % of the price with tag: it holds until a newer decision, and none is known.',
  ],
  [
    ['oslo', 'Uelands Gate', '2026-11-18 08:00', 'electric untagged'],
    'What small electric vehicles pay in Oslopakke 3 on 2026-11-18 is not published: the ordinary tariff is charged, and it may be anything down to nothing.',
  ],
  [
    ['oslo', 'Uelands Gate', '2026-11-18 12:00', 'petrol'],
    'The tariff of small petrol vehicles in Oslopakke 3 on 2026-11-18 is not known: the ordinary one is charged.',
  ],
  [
    ['trondheim', 'Klett - E6, S-snitt', '2026-11-18 12:00', 'N1 electric'],
    'The free passage of small electric vehicles (N1) in Miljøpakken Trondheim on 2026-11-18 is that of 2024-06-01: it holds until a newer decision, and none is known.',
  ],
  [
    ['oslo', 'Uelands Gate', '2024-06-03 12:00', 'N1 electric'],
    'In Oslopakke 3 small electric vehicles (N1) pass for nothing on application: whether this one has applied is not known, and its tariff without is charged.',
  ],
  [
    ['bergen', 'Gravdal', '2027-01-05 12:00', 'electric'],
    'The tariff of small electric vehicles in Bypakke Bergen is not published for 2027-01-05: that of 2026-01-01 is carried forward, beside the ordinary one that stood beside it then.',
  ],
  [
    ['bergen', 'Gravdal', '2026-11-18 12:00', 'large gas'],
    'The free passage of large gas vehicles in Bypakke Bergen on 2026-11-18 is one whose first day is not told: it holds until a newer decision, and none is known.',
  ],
  [
    ['bergen', 'Gravdal', '2024-03-05 12:00', 'large gas euro6'],
    'Whether large gas vehicles with a tag passed for nothing in Bypakke Bergen on 2024-03-05 is not known, only that they do from 2026-01-01 on: their tariff of before is charged.',
  ],
])('the warning of %j says which row is charged, and why', (asked, sentence) => {
  expect(pass(...asked).messages).toEqual([sentence]);
});

test.each(
  table<'project' | 'station' | 'when' | 'vehicle' | 'isTold' | 'because'>(`
    project       | station          | when             | vehicle                 | isTold | because
    nedre-glomma  | Dikeveien        | 2026-11-18 12:00 | electric untagged       | yes    | half of 27.20 with a tag, 34 without
    nedre-glomma  | Dikeveien        | 2026-11-18 12:00 | large hydrogen untagged | yes    | nothing with a tag
    grenland      | Vallermyrene     | 2026-11-18 12:00 | electric untagged       | yes    | the law has a ceiling with a tag, whatever the share is
    nedre-glomma  | Dikeveien        | 2026-11-18 12:00 | electric                | no     | it has a tag
    nedre-glomma  | Dikeveien        | 2026-11-18 12:00 | petrol untagged         | no     | a tag gives the general discount alone
    bergen        | Gravdal          | 2026-11-18 12:00 | electric untagged       | no     | zero emission has a price without a tag
    oslo          | Uelands Gate     | 2026-11-18 12:00 | electric untagged       | no     | such a price is not known for the day
    oslo          | Uelands Gate     | 2026-11-18 12:00 | large electric untagged | no     | it pays nothing either way
    kristiansand  | rv9 Grim         | 2026-11-18 12:00 | electric untagged       | no     | the half holds without a tag, too
    private-roads | Leirdalen        | 2026-11-18 12:00 | electric untagged       | no     | no tag makes a private road cheaper
    nedre-glomma  | Dikeveien        | 2026-11-18 12:00 | electric L3e untagged   | no     | a motorcycle pays nothing
  `),
)('that $vehicle loses by having no tag in $project is told: $isTold, for $because', (row) => {
  const { warnings } = pass(row.project, row.station, row.when, row.vehicle).bill;
  const told = warnings.filter(({ code }) => code === 'zero_emission_untagged');
  expect(told.length > 0 ? 'yes' : 'no').toBe(row.isTold);
});

test('the sentence on the missing tag names class and project', () => {
  const { bill } = pass('nedre-glomma', 'Dikeveien', '2026-11-18 12:00', 'electric untagged');
  expect(bill.warnings).toContainEqual({
    code: 'zero_emission_untagged',
    message:
      'Without a tag small electric vehicles pay the full price in Bypakke Nedre Glomma: with one they pay less than others.',
    about: 'Bypakke Nedre Glomma',
  });
});

test.each(
  table<'project' | 'station' | 'when' | 'vehicle' | 'range' | 'because'>(`
    project      | station          | when             | vehicle           | range     | because
    grenland     | Vallermyrene     | 2026-11-18 12:00 | electric          | 0 - 11.76 | no share is published: from nothing to the ceiling
    nordoyvegen  | Fv. 659 Nordøyvegen | 2022-12-30 12:00 | large electric | 0 - 328.50 | of large vehicles as well
    oslo         | Uelands Gate     | 2026-11-18 08:00 | electric          | 0 - 28    | nor a tariff of 2026
    oslo         | Uelands Gate     | 2026-11-18 08:00 | electric untagged | 0 - 50    | without a tag the ceiling is the ordinary price
    private-roads | Leirdalen       | 2026-11-18 12:00 | electric          | 0 - 110   | no law sets a ceiling
    oslo         | Uelands Gate     | 2024-06-03 12:00 | N1 electric       | 0 - 12.80 | vans are free on application
    oslo         | Uelands Gate     | 2024-06-03 12:00 | M1 electric       |           | and cars are not
    oslo         | Uelands Gate     | 2024-06-03 12:00 | N1 electric untagged |        | nor vans without a tag
    oslo         | Uelands Gate     | 2024-06-03 12:00 | N1 petrol         |           | nor vans that burn something
    bergen       | Gravdal          | 2024-03-05 12:00 | large gas euro6   | 0 - 44    | it may have been exempt already
    tromso       | Fv862 Tromsøbrua | 2026-11-18 08:00 | electric          |           | a share that holds is charged as it is
    oslo         | Uelands Gate     | 2026-11-18 08:00 | hydrogen          |           | and so is an exemption
    oslo         | Uelands Gate     | 2026-11-18 12:00 | petrol            |           | the ordinary tariff stands in as a whole
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | electric untagged |           | the full price is known
  `),
)('$project, $vehicle on $when lies within "$range", for $because', (row) => {
  const { range } = pass(row.project, row.station, row.when, row.vehicle);
  expect(range).toBe(row.range);
});
