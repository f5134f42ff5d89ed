import { describe, expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, readBack, sums } from '../../support/toll-clerk.ts';

describe('Trondheim charges what Vegamot has published', () => {
  test.each(
    table(`
      from       | station                             | full | full rush | tag   | tag rush | ev tag | ev tag rush | large | large rush | source
      2022-01-01 | Være (Gml. E6), N-snitt             | 18   | 37        | 14.40 | 29.60    | 2.88   | 5.92        | 44    | 88         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Sluppen bru (station 55)            | 18   | 37        | 14.40 | 29.60    | 2.88   | 5.92        | 29    | 58         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Bjørndalen (station 54)             | 18   | 37        | 14.40 | 29.60    | 2.88   | 5.92        | 29    | 58         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Nedre Leirfoss (Fossestuvegen), M-snitt | 18 | 37      | 14.40 | 29.60    | 2.88   | 5.92        | 44    | 88         | vegamot.no/takster-og-rabatter/takstgruppe-2
      2022-01-01 | Klett - E6, S-snitt                 | 18   | 37        | 14.40 | 29.60    | 2.88   | 5.92        | 44    | 88         | vegamot.no/takster-og-rabatter/takstgruppe-2
      2022-01-01 | Klett - Rv.707, S-snitt             | 18   | 37        | 14.40 | 29.60    | 2.88   | 5.92        | 44    | 88         | vegamot.no/takster-og-rabatter/takstgruppe-2
      2022-01-01 | Rv 706 Leangensletta, O-snitt       | 13   | 17        | 10.40 | 13.60    | 2.08   | 2.72        | 32    | 40         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Haakon VIIs gate, O-snitt           | 13   | 17        | 10.40 | 13.60    | 2.08   | 2.72        | 32    | 40         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Landbruksvegen, O-snitt             | 13   | 17        | 10.40 | 13.60    | 2.08   | 2.72        | 32    | 40         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Tungasletta, O-snitt                | 13   | 17        | 10.40 | 13.60    | 2.08   | 2.72        | 32    | 40         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Moholt, O-snitt                     | 13   | 17        | 10.40 | 13.60    | 2.08   | 2.72        | 32    | 40         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Thorbjørn Bratts veg, O-snitt       | 13   | 17        | 10.40 | 13.60    | 2.08   | 2.72        | 32    | 40         | vegamot.no/takster-og-rabatter/takstgruppe-1
      2022-01-01 | Bratsbergveien, O-snitt             | 13   | 17        | 10.40 | 13.60    | 2.08   | 2.72        | 32    | 40         | vegamot.no/takster-og-rabatter/takstgruppe-1
    `),
  )('$station about 2022', (row) => {
    expect(readBack('trondheim', row)).toEqual(row);
  });

  test.each(
    table(`
      from       | station                 | large | large rush | source
      2023-01-01 | Være (Gml. E6), N-snitt | 48    | 95         | vegamot.no/takster-og-rabatter/takstgruppe-2
      2023-10-01 | Nydalsbrua Nord (Oslovn) | 35   | 64         | vegamot.no/takster-og-rabatter/takstgruppe-2
      2023-10-01 | Nydalsbrua Sør (Oslovn) | 35    | 64         | vegamot.no/takster-og-rabatter/takstgruppe-2
      2023-01-01 | Moholt, O-snitt         | 34    | 44         | vegamot.no/takster-og-rabatter/takstgruppe-2
    `),
  )('$station in 2023, large vehicles', (row) => {
    expect(readBack('trondheim', row)).toEqual(row);
  });

  test('a tariff of which only the year is known comes with a warning', () => {
    const codes = drive('trondheim', '2022-03-01 12:00 Tungasletta, O-snitt').warnings.map(
      ({ code }) => code,
    );
    expect(codes).toContain('tariff_not_known_for_day');
  });
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                                                                          | pays              | because
    2026-10-05 12:00 Tonstad, T-snitt > 12:10 Nydalsbrua Sør (Oslovn)                              | 12.80 38 38 77    | paid at Tonstad, Sluppen is free with a tag
    2026-10-05 12:00 Nydalsbrua Sør (Oslovn) > 12:10 Tonstad, T-snitt                              | 12.80 38 38 77    | the link works both ways
    2026-10-05 12:00 Bøckmans veg, B-snitt > 13:30 Nydalsbrua Nord (Oslovn)                        | 12.80 38 38 77    | paid at Bøckmans veg, Sluppen is free with a tag
    2022-03-01 12:00 Tonstad, T-snitt > 12:10 Sluppen bru (station 55)                             | 12.80 34 38 67    | stations 54 and 55 stood at Sluppen and Bjørndalen before October 2023
    2026-10-05 12:00 Være (Gml. E6), N-snitt > 12:20 Tungasletta, O-snitt                          | 30.40 38 91 91    | every section is a group of its own
    2026-10-05 12:00 Tungasletta, O-snitt > 12:20 Moholt, O-snitt                                  | 12.80 32 38 76    | one passage an hour in a section, and the old page asks for a tag
    2026-10-05 12:00 Tonstad, T-snitt > 12:30 Tonstad, T-snitt, rampe 1 > 12:40 Nydalsbrua Sør (Oslovn) | 12.80 54 38 115 | the first passage at Tonstad is paid, the second free
    2026-10-05 12:00 Nedre Leirfoss (Fossestuvegen), M-snitt > 12:10 Nydalsbrua Nord (Oslovn)      | 17.60 44 53 92    | section Sluppen has 53, 54 and 55
    2026-10-05 12:00 Nydalsbrua Nord (Oslovn) > 12:05 Nydalsbrua Sør (Oslovn)                      | 17.60 44 39 78    | section Sluppen has 53, 54 and 55
    2026-10-05 12:00 Byåsveien, B-snitt > 12:10 Nydalsbrua Nord (Oslovn)                           | 30.40 38 77 77    | Byåsveien is of another section, and no link
    2026-10-05 12:00 Bøckmans veg, B-snitt > 12:10 Nydalsbrua Nord (Oslovn) > 12:30 Kroppan bru (Sørgående), M-snitt | 25.60 54 98 137 | a free hour runs from a paid passage, and Nydalsbrua is free by the link
    2026-10-05 12:00 Byåsveien, B-snitt > 12:10 Bøckmans veg, B-snitt > 12:20 Nydalsbrua Nord (Oslovn) | 30.40 54 77 115 | the hour rule makes Bøckmans veg free, so Sluppen is charged
    2026-10-05 06:59 Tungasletta, O-snitt                                                          | 12.80 16 38 38    | the rush begins at 07:00
    2026-10-05 07:00 Tungasletta, O-snitt                                                          | 16.80 21 48 48    | the rush begins at 07:00
    2026-10-05 08:59 Tungasletta, O-snitt                                                          | 16.80 21 48 48    | 08:59 is the last minute of the rush
    2026-10-05 09:00 Tungasletta, O-snitt                                                          | 12.80 16 38 38    | 09:00 is off-peak
    2026-10-10 08:00 Tungasletta, O-snitt                                                          | 12.80 16 38 38    | Saturday is no weekday
  `),
)('Trondheim, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('trondheim', text))).toBe(pays);
});

test('a passage of the linked section that the hour rule made free frees nothing', () => {
  // Byåsveien opens the hour of the B section, so Bøckmans veg is free and Sluppen is charged.
  const bill = drive(
    'trondheim',
    '2022-03-01 12:00 Byåsveien, B-snitt > 12:20 Bøckmans veg, B-snitt > 12:30 Sluppen bru (station 55)',
  );
  expect(bill.charged.map(({ station }) => station.name)).toContain('Sluppen bru (station 55)');
  expect(bill.free.map(({ station, rule }) => [station.name, rule])).toEqual([
    ['Bøckmans veg, B-snitt', 'hour-rule'],
  ]);
});

test('both stations at Moholt on one trip: the rule is named, and not applied', () => {
  const bill = drive(
    'trondheim',
    '2026-10-05 12:00 Moholt, O-snitt > 12:05 Moholt, O-snitt, rampe 1',
  );
  expect(bill.warnings.map(({ code }) => code)).toContain('local_rule_not_applied');
});

test.each(
  table<'drive' | 'untagged' | 'told' | 'because'>(`
    drive                                                                      | untagged | told | because
    2026-10-05 12:00 Tungasletta, O-snitt > 12:20 Landbruksvegen, O-snitt      | 32       | O    | two stations of one section
    2026-10-05 12:00 Kroppan bru (Sørgående), M-snitt > 12:20 Nedre Leirfoss (Fossestuvegen), M-snitt | 38 | M | each section has its own
    2026-10-05 12:00 Byåsveien, B-snitt > 12:30 Gamle Oslovei, B-snitt         | 32       | B    |
    2026-10-05 12:00 Kroppan bru (Nordgående), M-snitt > 12:30 Nydalsbrua Nord (Oslovn) | 38 | M | Nydalsbrua is taken as one of M
    2026-10-05 12:00 Klett - E6, S-snitt > 12:05 Klett - Rv.707, S-snitt       | 44       | S    |
    2026-10-05 12:00 Tonstad, T-snitt > 12:05 Tonstad, T-snitt, rampe 1        | 32       | T    |
    2026-10-05 12:00 Tillerbrua, K-snitt > 12:05 Fv 704 Torgårdsletta, K-snitt | 44       | K    |
    2026-10-05 12:00 Tungasletta, O-snitt > 12:20 Tonstad, T-snitt             | 32       |      | two sections are two payments with a tag, too
    2026-10-05 12:00 Tungasletta, O-snitt                                      | 16       |      | one station
  `),
)(
  '$drive: $untagged without a tag, which the hour rule may not cover in section [$told]',
  (row) => {
    const { total, warnings } = drive('trondheim', row.drive);
    expect(total.smallNoDiscountOre).toBe(100 * Number(row.untagged));
    const told = warnings.filter(({ code }) => code === 'local_rule_not_applied');
    expect(told.map(({ message }) => message.match(/section (.) of Trondheim/)?.[1]).join()).toBe(
      row.told,
    );
  },
);

test.each([
  ['2023-08-31', 0],
  ['2023-09-01', 1],
])(
  'whether the hour rule covers vehicles without a tag is open from 2023-09-01 on: %s',
  (day, told) => {
    const { warnings } = drive(
      'trondheim',
      `${day} 12:00 Tungasletta, O-snitt > 12:20 Landbruksvegen, O-snitt`,
    );
    const isOpen = ({ code }: (typeof warnings)[number]) => code === 'local_rule_not_applied';
    expect(warnings.filter(isOpen).length).toBe(told);
  },
);

test('where Sluppen and Bjørndalen still stood, the bill says that the data lacks them', () => {
  const missing = (day: string) =>
    drive('trondheim', `${day} 12:00 Tungasletta, O-snitt`)
      .warnings.filter(({ code }) => code === 'station_missing')
      .map(({ about }) => about);
  expect([missing('2023-09-30'), missing('2023-10-01')]).toEqual([
    ['Sluppen bru (station 55)', 'Bjørndalen (station 54)'],
    [],
  ]);
});
