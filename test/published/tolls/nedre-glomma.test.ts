import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, readBack, sums } from '../../support/toll-clerk.ts';

test.each(
  table(`
    from       | station       | full | full rush | tag   | ev tag | large | source
    2024-03-20 | Dikeveien     | 32   | 32        | 25.60 | 12.80  | 64    | vegfinans.no/aktuelt/oppstart-av-bompengeinnkreving-ved-bypakke-nedre-glomma-fase-2
    2024-03-20 | Rv. 110 Seut  | 32   | 32        | 25.60 | 12.80  | 64    | vegfinans.no/aktuelt/oppstart-av-bompengeinnkreving-ved-bypakke-nedre-glomma-fase-2
  `),
)('Nedre Glomma charges what Vegfinans has published: $station from $from', (row) => {
  expect(readBack('nedre-glomma', row)).toEqual(row);
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                             | pays              | because
    2024-04-03 12:00 Dikeveien > 12:30 Rv. 110 Seut   | 25.60 32 64 64    | one passage an hour, with and without a tag
    2024-04-03 12:00 Dikeveien > 13:00 Rv. 110 Seut   | 51.20 64 128 128  | the hour is over at 13:00
    2024-04-03 17:30 Dikeveien > 20:29 Rv. 110 Seut   | 25.60 64 64 128   | between 17:30 and 20:30 one passage is paid with a tag
    2024-04-03 17:30 Dikeveien > 20:30 Rv. 110 Seut   | 51.20 64 128 128  | 20:30 lies outside
    2024-04-03 17:29 Dikeveien > 18:30 Rv. 110 Seut   | 51.20 64 128 128  | the first passage was before 17:30
    2024-04-06 17:30 Dikeveien > 20:29 Rv. 110 Seut   | 51.20 64 128 128  | Saturday is no weekday
  `),
)('Nedre Glomma, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('nedre-glomma', text))).toBe(pays);
});
