import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, readBack, sums } from '../../support/toll-clerk.ts';

test.each(
  table(`
    from       | station      | full | full rush | tag   | tag rush | ev tag | ev tag rush | source
    2023-06-15 | rv9 Grim     | 17   | 26        | 13.60 | 20.80    | 7.20   | 10.40       | ferde.no/bomanlegg-og-priser/kristiansand
    2024-06-21 | E39 Fidjane  | 24   | 36        | 19.20 | 28.80    | 9.60   | 14.40       | ferde.no/bomanlegg-og-priser/kristiansand
    2024-06-21 | rv9 Grim     | 24   | 36        | 19.20 | 28.80    | 9.60   | 14.40       | ferde.no/bomanlegg-og-priser/kristiansand
  `),
)('Kristiansand charges what Ferde has published: $station from $from', (row) => {
  expect(readBack('kristiansand', row)).toEqual(row);
});

test('an electric vehicle without a tag pays 12 (18) from 2024-06-21', () => {
  const row = { from: '2024-06-21', station: 'rv9 Grim', ev: '12', 'ev rush': '18' };
  expect(readBack('kristiansand', row)).toEqual(row);
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                           | pays           | because
    2013-09-16 12:01 rv9 Grim                       | 11.20 14 22.40 28 | the agreement takes 20 % off for both sizes
    2018-04-30 08:00 rv9 Grim                       | 16.80 21 33.60 42 | large vehicles pay a rush price, too
    2018-04-30 12:00 rv9 Grim > 12:59 E39 Vesterveien | 11.20 28 22.40 56 | with a tag one payment in the hour
    2024-06-20 08:00 rv9 Grim                       | 20.80 26 42 42 | the rush price before 2024-06-21 is 26
    2024-06-21 08:00 rv9 Grim                       | 28.80 36 51 51 | from this day large vehicles pay no rush price
    2026-10-05 08:00 rv9 Grim                       | 30.40 38 51 51 | large vehicles pay no rush price
    2026-10-05 08:59 rv9 Grim                       | 30.40 38 51 51 | 08:59 is the last minute of the rush
    2026-10-05 09:00 rv9 Grim                       | 20 25 51 51    | 09:00 is off-peak
    2026-10-05 14:29 rv9 Grim                       | 20 25 51 51    | the afternoon begins at 14:30
    2026-10-05 14:30 rv9 Grim                       | 30.40 38 51 51 | the afternoon begins at 14:30
    2026-10-05 16:59 rv9 Grim                       | 30.40 38 51 51 | 16:59 is the last minute of the rush
    2026-10-05 17:00 rv9 Grim                       | 20 25 51 51    | 17:00 is off-peak
    2026-10-05 06:00 rv9 Grim > 06:40 E39 Fidjane   | 20 25 51 51    | the first pays, although the second is in the rush
    2026-10-05 08:40 rv9 Grim > 09:10 E39 Fidjane   | 30.40 38 51 51 | the first pays
    2026-10-05 12:00 rv9 Grim > 13:00 E39 Fidjane   | 40 50 102 102  | the hour is over at 13:00
    2023-08-31 12:00 rv9 Grim > 12:30 E39 Vesterveien | 13.60 34 28 56 | untagged vehicles have the rule from 2023-09-01
    2023-09-01 12:00 rv9 Grim > 12:30 E39 Vesterveien | 13.60 17 28 28 | untagged vehicles have the rule from 2023-09-01
  `),
)('Kristiansand, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('kristiansand', text))).toBe(pays);
});

test.each([
  ['2018-04-30 08:00', undefined],
  ['2023-06-20 08:00', 'the one of 2013-09-16'],
  ['2024-06-20 12:00', 'the one of 2013-09-16'],
  ['2024-06-21 08:00', 'a later one, of 2026-09-10,'],
])(
  'the price of large vehicles on %s: of a day on which it is not known %s is used',
  (when, used) => {
    const { warnings } = drive('kristiansand', `${when} rv9 Grim`, 'large');
    const told = warnings.find(({ message }) => message.startsWith('The tariff of large vehicles'));
    expect(told?.message.replace(/^.*is not known: (.*) is used.*$/, '$1')).toBe(used);
  },
);

test('the rush price covers small vehicles only, so no large one is missing in 2026', () => {
  const codes = drive('kristiansand', '2026-10-05 08:00 rv9 Grim', 'large').warnings;
  expect(codes).toEqual([]);
});
