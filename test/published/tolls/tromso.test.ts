import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, readBack, sums } from '../../support/toll-clerk.ts';

test.each(
  table(`
    from       | station         | full | full rush | tag   | tag rush | ev tag | ev tag rush | large | large rush | source
    2023-01-05 | E8 Breivika     | 12   | 36        | 9.60  | 28.80    | 4.80   | 14.40       | 24    | 72         | bpsnord.no/2024/endrede-takster-i-bypakke-tenk-tromso/
    2024-06-14 | E8 Breivika     | 14   | 42        | 11.20 | 33.60    | 5.60   | 16.80       | 28    | 84         | bpsnord.no/2024/endrede-takster-i-bypakke-tenk-tromso/
    2024-06-14 | Kv Universitetet | 14  | 42        | 11.20 | 33.60    | 5.60   | 16.80       | 28    | 84         | bpsnord.no/2024/endrede-takster-i-bypakke-tenk-tromso/
  `),
)('Tromsø charges what BPS Nord has published: $station from $from', (row) => {
  expect(readBack('tromso', row)).toEqual(row);
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                           | pays           | because
    2026-10-05 12:00 E8 Breivika > 12:59 E8 Gimle   | 11.20 14 28 28 | paid at 12:00, free until 13:00
    2026-10-05 12:00 E8 Breivika > 13:00 E8 Gimle   | 22.40 28 56 56 | paid at 12:00, free until 13:00
    2023-08-31 12:00 E8 Breivika > 12:30 E8 Gimle   | 9.60 24 24 48  | untagged vehicles have the rule from 2023-09-01
    2023-09-01 12:00 E8 Breivika > 12:30 E8 Gimle   | 9.60 12 24 24  | untagged vehicles have the rule from 2023-09-01
    2024-10-01 06:29 E8 Breivika                    | 11.20 14 28 28 | the rush begins at 06:30
    2024-10-01 06:30 E8 Breivika                    | 33.60 42 84 84 | the rush begins at 06:30
    2024-10-01 08:59 E8 Breivika                    | 33.60 42 84 84 | the road database writes the end as 09:00, and means the same
    2024-10-01 09:00 E8 Breivika                    | 11.20 14 28 28 | the road database writes the end as 09:00, and means the same
    2026-10-05 09:00 E8 Breivika                    | 11.20 14 28 28 | the station's own window ends at 09:00
    2026-10-05 08:59 E8 Breivika                    | 33.60 42 84 84 | the tariff of 2024 is the one observed, so its large rush price holds on
    2024-10-01 17:00 E8 Breivika                    | 11.20 14 28 28 | 17:00 is off-peak
    2024-12-24 08:00 E8 Breivika                    | 11.20 14 28 28 | 24 December has no rush price in Tromsø
    2024-12-23 08:00 E8 Breivika                    | 33.60 42 84 84 | 23 December is an ordinary day
    2024-12-31 08:00 E8 Breivika                    | 11.20 14 28 28 | 31 December has no rush price in Tromsø
    2024-03-27 08:00 E8 Breivika                    | 9.60 12 24 24  | the Wednesday before Easter has no rush price in Tromsø
    2024-03-26 08:00 E8 Breivika                    | 28.80 36 72 72 | the Tuesday before Easter is an ordinary day
    2024-07-03 08:00 E8 Breivika                    | 33.60 42 84 84 | July is not exempt in Tromsø
    2024-05-17 08:00 E8 Breivika                    | 9.60 12 24 24  | 17 May is a public holiday
  `),
)('Tromsø, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('tromso', text))).toBe(pays);
});
