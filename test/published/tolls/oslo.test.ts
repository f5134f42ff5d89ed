import { describe, expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, readBack, station, sums } from '../../support/toll-clerk.ts';

describe('Oslo charges what Fjellinjen has published', () => {
  // `full` is diesel, the dearest of group 1; `large` is Euro V and older.
  test.each(
    table(`
      from       | station         | full | full rush | tag   | tag rush | large | large rush | source
      2017-07-01 | Slemdalsveien   | 35   | 35        | 31.50 | 31.50    | -     | -          | fjellinjen.no/privat/nyhetsarkiv/nye-takster-i-bomringen-i-oslo-og-barum
      2017-07-01 | Strandveien     | 17.50 | 17.50    | 15.75 | 15.75    | -     | -          | fjellinjen.no/privat/nyhetsarkiv/nye-takster-i-bomringen-i-oslo-og-barum
      2017-10-01 | Slemdalsveien   | 49   | 59        | 44.10 | 53.10    | -     | -          | noblad.no/nyhet/oslo/bomring/na-blir-det-dyrere-i-bomringen/s/5-56-87225
      2017-10-01 | Strandveien     | 18   | 18        | 16.20 | 16.20    | -     | -          | lastebil.no/Aktuelt/Nyhetsarkiv/2021-og-eldre/2017/Nye-bomtakster-i-Oslo-fra-soendag
      2019-06-01 | E6 Taraldrud    | 25   | 31        | 20    | 24.80    | 86    | 101        | fjellinjen.no/privat/priser/vare-bomstasjoner-fra-1-juni-2019
      2019-06-01 | Uelands Gate    | 19   | -         | 15.20 | -        | -     | -          | aftenbladet.no
      2021-01-01 | E6 Taraldrud    | 26   | 31        | 20.80 | 24.80    | -     | -          | elbil24.no
      2021-01-01 | Uelands Gate    | 20   | 24        | 16    | 19.20    | -     | -          | elbil24.no
      2021-10-01 | E6 Taraldrud    | 26   | 31        | 20.80 | 24.80    | 88    | 104        | fjellinjen.no/bompenger/historiske-takster
      2021-10-01 | Uelands Gate    | 20   | 24        | 16    | 19.20    | 88    | 104        | fjellinjen.no/bompenger/historiske-takster
      2022-09-01 | Uelands Gate    | 32   | 37        | 25.60 | 29.60    | 88    | 104        | fjellinjen.no/bompenger/historiske-takster
      2022-09-01 | E6 Taraldrud    | 32   | 37        | 25.60 | 29.60    | 88    | 104        | fjellinjen.no/bompenger/historiske-takster
      2022-09-01 | Drammensveien   | 32   | 37        | 25.60 | 29.60    | 88    | 104        | fjellinjen.no/bompenger/historiske-takster
      2023-03-01 | Uelands Gate    | 33   | 38        | 26.40 | 30.40    | 91    | 108        | fjellinjen.no/bompenger/historiske-takster
      2024-01-01 | Uelands Gate    | 37   | 42        | 29.60 | 33.60    | 113   | 150        | fjellinjen.no/bompenger
      2024-01-01 | E6 Taraldrud    | 37   | 42        | 29.60 | 33.60    | 113   | 150        | fjellinjen.no/bompenger
      2025-01-01 | Uelands Gate    | 40   | 46        | 32    | 36.80    | 113   | 150        | mojanorwegia.pl
    `),
  )('$station from $from', (row) => {
    expect(readBack('oslo', row)).toEqual(row);
  });

  test.each(
    table(`
      from       | station      | petrol | petrol rush | petrol tag | petrol tag rush | ev | ev rush | ev tag | ev tag rush | euro6 | euro6 rush
      2017-10-01 | E6 Alnabru   | 44     | 54          | 39.60      | 48.60           | -  | -       | -      | -           | -     | -
      2022-09-01 | Uelands Gate | 28     | 34          | -          | -               | 14 | 17      | -      | -           | 49    | 66
      2023-03-01 | Uelands Gate | 29     | 35          | 23.20      | 28              | 14 | 17      | 11.20  | 13.60       | 51    | 68
      2024-01-01 | Uelands Gate | 33     | 39          | 26.40      | 31.20           | 16 | 19      | 12.80  | 15.20       | 62    | 91
      2025-01-01 | Uelands Gate | 36     | 43          | -          | -               | 19 | 23      | -      | -           | -     | -
    `),
  )('the data has the other fuels and Euro VI from $from', (row) => {
    expect(readBack('oslo', row)).toEqual(row);
  });
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                                     | pays            | because
    2024-03-05 06:20 Uelands Gate > 06:40 Ring 3 Teisen       | 33.60 42 150 150 | the dearest pays, and the second is in the rush
    2024-03-05 08:40 Uelands Gate > 09:20 Ring 3 Teisen       | 33.60 42 150 150 | the dearest pays, and the first is in the rush
    2024-03-05 12:00 Uelands Gate > 12:59 Ring 3 Teisen       | 29.60 37 113 113 | one passage an hour is paid
    2024-03-05 12:00 Uelands Gate > 13:00 Ring 3 Teisen       | 59.20 74 226 226 | the hour is over at 13:00
    2024-03-05 12:00 E6 Taraldrud > 12:20 Uelands Gate        | 59.20 74 226 226 | the city border is a group of its own
    2023-08-31 12:00 Uelands Gate > 12:30 Ring 3 Teisen       | 26.40 66 91 182  | untagged vehicles have the rule from 2023-09-01
    2023-09-01 12:00 Uelands Gate > 12:30 Ring 3 Teisen       | 26.40 33 91 91   | untagged vehicles have the rule from 2023-09-01
    2021-04-30 06:20 Uelands Gate > 06:40 Ring 3 Teisen       | 16 44 88 192     | the first pays before 2021-05-01
    2019-05-29 08:00 E 18 hovedløp > 08:05 E18 Maritim        | 69.30 77 222.30 247 | the border towards Bærum and the old ring are two payments
    2019-05-29 12:00 E18 Maritim > 12:30 E6 Alnabru           | 44.10 98 146.70 326 | one passage an hour is paid in the old ring
    2018-12-24 08:00 E18 Maritim                              | 44.10 49 146.70 163 | Christmas Eve had no rush in the old ring
    2018-03-28 08:00 E18 Maritim                              | 44.10 49 146.70 163 | nor had the Wednesday before Easter
    2021-05-03 06:20 Uelands Gate > 06:40 Ring 3 Teisen       | 19.20 44 104 192 | the dearest pays from 2021-05-01
  `),
)('Oslo, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('oslo', text))).toBe(pays);
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                         | pays            | because
    2024-03-05 06:29 Uelands Gate | 29.60 37 113 113 | the rush begins at 06:30
    2024-03-05 06:30 Uelands Gate | 33.60 42 150 150 | the rush begins at 06:30
    2024-03-05 08:59 Uelands Gate | 33.60 42 150 150 | 08:59 is the last minute of the rush
    2024-03-05 09:00 Uelands Gate | 29.60 37 113 113 | 09:00 is off-peak
    2024-03-05 14:59 Uelands Gate | 29.60 37 113 113 | the afternoon begins at 15:00
    2024-03-05 16:59 Uelands Gate | 33.60 42 150 150 | 16:59 is the last minute of the rush
    2024-03-05 17:00 Uelands Gate | 29.60 37 113 113 | 17:00 is off-peak
    2024-03-09 08:00 Uelands Gate | 29.60 37 113 113 | Saturday has no rush
    2024-03-10 08:00 Uelands Gate | 29.60 37 113 113 | Sunday has no rush
    2024-05-17 08:00 Uelands Gate | 29.60 37 113 113 | 17 May is a public holiday
    2024-03-28 08:00 Uelands Gate | 29.60 37 113 113 | Maundy Thursday is a public holiday
    2024-06-28 08:00 Uelands Gate | 33.60 42 150 150 | June is not July
    2024-07-01 08:00 Uelands Gate | 29.60 37 113 113 | all of July is without rush
    2024-07-31 16:00 Uelands Gate | 29.60 37 113 113 | all of July is without rush
    2024-08-01 08:00 Uelands Gate | 33.60 42 150 150 | August is not July
    2024-12-24 08:00 Uelands Gate | 33.60 42 150 150 | no source exempts Christmas Eve in Oslo
  `),
)('Oslo, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('oslo', text))).toBe(pays);
});

test.each(
  table<'drive' | 'told' | 'because'>(`
    drive                                              | told | because
    2024-03-05 12:00 Uelands Gate                      | yes  | diesel paid 4 more than petrol
    2017-10-02 12:00 E18 Maritim                       | yes  | since that day it paid 5 more
    2017-09-30 12:00 E18 Maritim                       |      | there was one price for all fuels
    2016-06-01 12:00 E18 Maritim                       |      | nor does the price of 2017 that stands in know fuels
    2018-06-01 12:00 E 18 hovedløp                     |      | the border towards Bærum still had one price
    2018-06-01 12:00 E 18 hovedløp > 12:02 E18 Maritim | yes  | the ring behind it had not
  `),
)('that diesel is assumed in Oslo, $drive: [$told], because $because', ({ drive: text, told }) => {
  const codes = drive('oslo', text).warnings.map(({ code }) => code);
  expect(codes.includes('fuel_assumed')).toBe(told === 'yes');
});

test('the tag discount was 10 % until the three rings opened', () => {
  const { tagDiscounts } = station('oslo', 'E6 Taraldrud').project;
  expect(
    tagDiscounts.map(({ from, percent }) => [from > '1900' ? from : '', percent.small]),
  ).toEqual([
    ['', 10],
    ['2019-06-01', 20],
  ]);
});

test('the inner ring and the Oslo ring share a group, the city border has its own', () => {
  const groups = ['Uelands Gate', 'Ring 3 Teisen', 'E6 Taraldrud', 'E6 Furuset'].map(
    (name) => station('oslo', name).hourGroup,
  );
  expect(groups).toEqual(['oslo-a', 'oslo-a', 'oslo-b', 'oslo-b']);
});
