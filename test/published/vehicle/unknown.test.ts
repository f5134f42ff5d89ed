/** What nobody publishes of one vehicle: the ordinary tariff stands, or the newest table is carried. */
import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { pass } from '../../support/vehicle-clerk.ts';

type Row = 'project' | 'station' | 'when' | 'vehicle' | 'pays' | 'as' | 'because';

test.each(
  table<Row>(`
    project      | station          | when             | vehicle             | pays   | as        | because
    tromso       | Fv862 Tromsøbrua | 2025-03-05 12:00 | electric            | 5.60   | carried?  | the ordinary 14 (42) of the road database is that of the notice
    tromso       | Fv862 Tromsøbrua | 2026-11-18 08:00 | electric            | 16.80  | carried?  | the ordinary 14 (42) of the road database is that of the notice
    e18-telemark | E18 Stillinga    | 2026-11-18 12:00 | electric            | 17.20  | carried?  | 43 in the notice of 2024 and in 2026
    e18-vestfold | E18 Gulli        | 2026-11-18 12:00 | hydrogen            | 2.80   | carried?  | 7 in the notice of 2023 and in 2026
    e18-vestfold | E18 Sky          | 2026-11-18 12:00 | electric            | 14.40  | ordinary? | 16 has become 18
    oslo         | Uelands Gate     | 2026-11-18 12:00 | petrol              | 33.60  | ordinary? | diesel has moved from 40 to 42
    oslo         | Uelands Gate     | 2026-11-18 08:00 | electric            | 40     | ordinary? | diesel has moved from 46 to 50
    oslo         | Uelands Gate     | 2026-11-18 12:00 | diesel              | 33.60  | known     | the ordinary tariff is that of diesel
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large diesel euro6  | 161    | ordinary? | 113 has become 161
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large diesel euro5  | 161    | known     | the ordinary tariff is that of Euro V and older
    oslo         | Uelands Gate     | 2026-11-18 12:00 | large diesel        | 161    | ordinary? | nobody tells the Euro class
    oslo         | Uelands Gate     | 2025-03-05 12:00 | large diesel euro6  | 113    | ordinary? | group 2 of 2025 is not published: what stands in proves nothing
    oslo         | Uelands Gate     | 2024-03-05 12:00 | untagged            | 37     | ordinary? | nobody tells the fuel
    bergen       | Gravdal          | 2026-11-18 12:00 | large diesel euro6  | 88     | ordinary? | 82 has become 88
    bergen       | Gravdal          | 2025-03-05 12:00 | hydrogen            | 10.40  | carried?  | free is published for 2026: whether it was so before is not told
    bergen       | Gravdal          | 2024-03-05 08:00 | hydrogen            | 18.40  | carried?  | the same
    bergen       | Gravdal          | 2024-03-05 08:00 | hydrogen untagged   | 23     | known     | without a tag it pays the zero-emission tariff
    bergen       | Gravdal          | 2024-03-05 12:00 | large gas euro6     | 44     | carried?  | the class of gas is told for 2026
    oslo         | Uelands Gate     | 2023-04-12 12:00 | hydrogen            | 11.20  | carried?  | free is known from the directive of 2023-09-08 on
    oslo         | Uelands Gate     | 2023-04-12 12:00 | large gas euro5     | 91     | carried?  | the same
    oslo         | Uelands Gate     | 2023-04-12 12:00 | electric            | 11.20  | known     | nothing is open about electric vehicles
    kristiansand | E39 Fidjane      | 2026-11-18 12:00 | electric            | 20     | ordinary? | 24 has become 25
    kristiansand | E39 Fidjane      | 2024-05-15 12:00 | electric            | 7.20   | carried?  | the table that held until 2024-06-20; nobody tells since when
    ryfast       | Rv13 Solbakk     | 2026-11-18 12:00 | electric            | 95.20  | ordinary? | 116 has become 119
    ryfast       | Rv13 Solbakk     | 2021-05-05 12:00 | electric            | 112    | ordinary? | the share is published from 2024 on
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | electric            | 27.20  | ordinary? | 32 has become 34
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | electric untagged   | 34     | known     | without a tag there is no rebate
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | petrol              | 27.20  | known     | no project but Oslo and Bergen asks for the fuel
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | large diesel        | 68     | known     | no project but Oslo and Bergen asks for the Euro class
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | large electric      | 0      | known     | large zero emission is free with a tag
    nedre-glomma | Dikeveien        | 2026-11-18 12:00 | large hydrogen untagged | 68 | known     | and pays in full without
    grenland     | Vallermyrene     | 2026-11-18 12:00 | electric            | 16.80  | ordinary? | 70 % is a plan
    forde        | E39 Bruland (Førde Aust) | 2026-11-18 12:00 | electric            | 36     | ordinary? | no notice at all
    oslo         | Uelands Gate     | 2026-11-18 12:00 | petrol L3e          | 0      | known     | a motorcycle pays nowhere
    private-roads | Leirdalen       | 2026-11-18 12:00 | large electric      | 110    | ordinary? | private roads are no AutoPASS projects
    tromso       | Fv862 Tromsøbrua | 2023-01-04 12:00 | electric            | 9.60   | ordinary? | a rebate is not older than its notice
    tromso       | Fv862 Tromsøbrua | 2019-03-05 12:00 | electric            | 9.60   | ordinary? | nor by years
    kristiansand | E39 Fidjane      | 2022-03-01 12:00 | electric            | 13.60  | ordinary? | nobody tells whether the table of 2024 is so old
    trondheim    | Klett - E6, S-snitt | 2021-06-15 12:00 | electric         | 14.40  | ordinary? | the page is of about 2022
    e6-gardermoen-moelv | E6 Jønsberg   | 2022-08-10 12:00 | electric        | 9.60   | known     | the table of 2022 prints it
    e6-gardermoen-moelv | E6 Jønsberg   | 2024-06-10 12:00 | electric        | 21.60  | ordinary? | 24 has become 27, and the notice prints no electric price
    e6-gardermoen-moelv | E6 Vien       | 2024-06-10 12:00 | electric        | 17.60  | ordinary? | 19 has become 22
    e6-gardermoen-moelv | Akershus grense - Skaberud | 2024-06-10 12:00 | electric | 10 | carried?  | 25 in both notices
    e6-gardermoen-moelv | Minnesund - Hedmark grense | 2024-06-10 12:00 | electric | 0 | carried?  | 24 in both notices
    trondheim    | Klett - E6, S-snitt | 2022-06-15 12:00 | electric         | 2.88   | carried?  | the year of the page is known, its day is not
  `),
)('$project on $when: $vehicle pays $pays, $as, for $because', (row) => {
  const { pays, certainty, warnings } = pass(row.project, row.station, row.when, row.vehicle);
  expect({ pays, as: certainty }).toEqual({ pays: row.pays, as: row.as });
  expect(warnings.length).toBe(row.as === 'known' ? 0 : 1);
});

test.each([
  [
    'nord-jaeren',
    'E 39 Mosvatnet, mot Nord - Stavanger sentrum',
    '2022-06-15 12:00',
    'petrol',
    '18.40',
  ],
  ['oslo', 'Uelands Gate', '2026-11-18 08:00', 'large diesel euro5', '161'],
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
    'The tariff of small electric vehicles in Bypakke Nedre Glomma on 2026-11-18 is not known: the ordinary one is charged (last published: 50 % of the price with tag, from 2024-03-20).',
  ],
  [
    ['e6-gardermoen-moelv', 'E6 Jønsberg', '2024-06-10 12:00', 'electric'],
    'The tariff of small electric vehicles in E6 Gardermoen-Moelv on 2024-06-10 is not known: the ordinary one is charged (last published: 50 % of the price with tag, from 2022-08-01).',
  ],
  [
    ['tromso', 'Fv862 Tromsøbrua', '2026-11-18 12:00', 'electric'],
    'The tariff of small electric vehicles in Bypakke Tenk Tromsø is not published for 2026-11-18: that of 2024-06-14 is carried forward, because the ordinary one stands as it stood then.',
  ],
  [
    ['kristiansand', 'E39 Fidjane', '2024-05-15 12:00', 'electric'],
    'The tariff of small electric vehicles in Samferdselspakke for Kristiansandsregionen is not published for 2024-05-15: that of 2024-06-20 is charged, of which nobody tells since when it holds, beside the ordinary one of the same notice.',
  ],
  [
    ['trondheim', 'Klett - E6, S-snitt', '2022-06-15 12:00', 'electric'],
    'The tariff of small electric vehicles in Miljøpakken Trondheim is not published for 2022-06-15: that of the notice of 2022 is charged, whose day is not told, beside the ordinary one of the same notice.',
  ],
  [
    ['bergen', 'Gravdal', '2025-03-05 12:00', 'hydrogen'],
    'Whether small hydrogen vehicles with a tag passed for nothing in Bypakke Bergen on 2025-03-05 is not known, only that they do from 2026-01-01 on: their tariff of before is charged.',
  ],
])('the warning of %j says which row is charged, and why', (asked, sentence) => {
  expect(pass(...asked).messages).toEqual([sentence]);
});
