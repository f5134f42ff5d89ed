import { describe, expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, projectRecord, readBack, sums } from '../../support/toll-clerk.ts';

describe('Bergen charges what Ferde has published', () => {
  // `full` is diesel, the dearest of group 1; `large` is Euro V and older.
  test.each(
    table(`
      from       | station        | full | full rush | tag   | tag rush | large | large rush | source
      2016-02-01 | Sandviken      | 19   | 45        | 17.10 | 40.50    | -     | -          | bomringenbergen.no/takster/
      2018-06-01 | Sandviken      | 29   | 54        | 23.20 | 43.20    | 67    | 118        | ferde.no/ufaqs/hva-vil-det-koste-a-kjore-i-bomringen-nar-miljodifferensiering-innfores/
      2019-01-01 | Sandviken      | 30   | 56        | 24    | 44.80    | 70    | 123        | ferde.no/2018/11/prisjustering-av-bompengetakstene-i-bergen-fra-01-01-19/
      2022-01-01 | Sandviken      | 32   | 59        | 25.60 | 47.20    | -     | -          | ferde.no/bomringen-i-bergen/
      2024-01-01 | Sandviken      | 35   | 66        | 28    | 52.80    | 82    | 145        | ferde.no/driftsmeldinger/bypakke-bergen_01.01.24
      2024-01-01 | Gravdal        | 35   | 66        | 28    | 52.80    | 82    | 145        | ferde.no/driftsmeldinger/bypakke-bergen_01.01.24
      2025-01-01 | Sandviken      | 36   | 68        | 28.80 | 54.40    | -     | -          | ferde.no/bomanlegg-og-priser/bergen
      2026-01-01 | Sandviken      | 38   | 70        | 30.40 | 56       | -     | -          | ferde.no/bomanlegg-og-priser/bergen
      2024-01-01 | Åsanemyrane    | 35   | 35        | 28    | 28       | 82    | 82         | ferde.no/driftsmeldinger/bypakke-bergen_01.01.24
      2026-01-01 | Småstrandgaten | 38   | 38        | 30.40 | 30.40    | -     | -          | ferde.no/bomanlegg-og-priser/bergen
    `),
  )('$station from $from', (row) => {
    expect(readBack('bergen', row)).toEqual(row);
  });

  test.each(
    table(`
      from       | station   | petrol | petrol rush | petrol tag | petrol tag rush | ev | ev rush | ev tag | ev tag rush | euro6 | euro6 rush
      2016-02-01 | Sandviken | 19     | 45          | 17.10      | 40.50           | -  | -       | -      | -           | -     | -
      2018-06-01 | Sandviken | 24     | 49          | 19.20      | 39.20           | -  | -       | -      | -           | 36    | 72
      2019-01-01 | Sandviken | 25     | 51          | 20         | 40.80           | -  | -       | -      | -           | 37    | 75
      2022-01-01 | Sandviken | 26     | 54          | 20.80      | 43.20           | 5  | 11      | 4      | 8.80        | -     | -
      2024-01-01 | Sandviken | 29     | 60          | 23.20      | 48              | 12 | 23      | 9.60   | 18.40       | 44    | 88
      2025-01-01 | Sandviken | 30     | 62          | 24         | 49.60           | 13 | 23      | 10.40  | 18.40       | -     | -
      2026-01-01 | Sandviken | 32     | 64          | 25.60      | 51.20           | 13 | 24      | 10.40  | 19.20       | -     | -
    `),
  )('the data has the other fuels and Euro VI from $from', (row) => {
    expect(readBack('bergen', row)).toEqual(row);
  });

  test.each(
    table(`
      from       | station   | ev | ev rush | ev tag | ev tag rush
      2019-04-06 | Sandviken | 10 | 20      | 8      | 16
      2023-03-01 | Sandviken | 12 | 22      | 9.60   | 17.60
    `),
  )('the data has the electric price of $from, when nothing else changed', (row) => {
    expect(readBack('bergen', row)).toEqual(row);
  });
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                              | pays             | because
    2024-03-05 06:10 Sandviken > 06:40 Gravdal         | 52.80 66 145 145 | a later passage inside rush raises the single charge
    2024-03-05 05:20 Sandviken > 06:20 Gravdal         | 56 70 164 164    | the window is one hour, its end lies outside
    2024-03-05 12:00 Sandviken > 12:30 Åsanemyrane     | 28 35 82 82      | all stations of Bergen are one group
    2023-08-31 12:00 Sandviken > 12:30 Gravdal         | 25.60 64 70 140  | untagged vehicles have the rule from 2023-09-01
    2023-09-01 12:00 Sandviken > 12:30 Gravdal         | 25.60 32 70 70   | untagged vehicles have the rule from 2023-09-01
    2021-04-30 06:10 Sandviken > 06:40 Gravdal         | 24 86 70 193     | the first pays before 2021-05-01
    2021-05-03 06:10 Sandviken > 06:40 Gravdal         | 44.80 86 123 193 | the dearest pays from 2021-05-01
  `),
)('Bergen, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('bergen', text))).toBe(pays);
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                        | pays             | because
    2024-03-05 08:59 Sandviken   | 52.80 66 145 145 | 08:59 is the last minute of the rush
    2024-03-05 09:00 Sandviken   | 28 35 82 82      | 09:00 is off-peak
    2024-03-05 14:29 Sandviken   | 28 35 82 82      | the afternoon begins at 14:30
    2024-03-05 14:30 Sandviken   | 52.80 66 145 145 | the afternoon begins at 14:30
    2024-03-05 16:29 Sandviken   | 52.80 66 145 145 | 16:29 is the last minute of the rush
    2024-03-05 16:30 Sandviken   | 28 35 82 82      | 16:30 is off-peak
    2024-03-09 08:00 Sandviken   | 28 35 82 82      | Saturday has no rush
    2024-05-17 08:00 Sandviken   | 28 35 82 82      | 17 May is a public holiday
    2024-07-03 08:00 Sandviken   | 52.80 66 145 145 | July is not exempt in Bergen
    2024-12-24 08:00 Sandviken   | 52.80 66 145 145 | no source exempts Christmas Eve in Bergen
    2024-03-05 08:00 Åsanemyrane | 28 35 82 82      | the stations of 2019-04-06 have no rush price
    2016-02-01 08:00 Sandviken   | 40.50 45 81 90   | an agreement takes 10 % off for both sizes
    2016-12-01 12:00 Sandviken   | 17.10 19 34.20 38 | as the page of 2016 prints
    2018-05-31 12:00 Sandviken   | 17.10 19 34.20 38 | until fuel and Euro class decide
    2018-06-01 12:00 Sandviken   | 23.20 29 67 67   | and large vehicles get nothing off
  `),
)('Bergen, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('bergen', text))).toBe(pays);
});

test('the rush price of large vehicles in 2026 is that of the road database', () => {
  const bill = drive('bergen', '2026-10-05 08:00 Sandviken', 'large');
  expect(sums(bill)).toBe('56 70 154 154');
  expect(bill.warnings.map(({ code }) => code)).toEqual(['euro_class_assumed']);
});

test('Småstrandgaten has no rush price: that of the road database lies below the ordinary one', () => {
  expect(sums(drive('bergen', '2026-10-05 08:00 Småstrandgaten', 'large'))).toBe('30.40 38 88 88');
});

test('15 of 30 rows have a rush price', () => {
  const [rush] = projectRecord('bergen').rush ?? [];
  // The two rows of Ringveg Vest Dolviken are one station.
  expect(rush?.stations).toHaveLength(14);
});
