import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, readBack, sums } from '../../support/toll-clerk.ts';

test.each(
  table(`
    from       | station                                 | full | full rush | tag   | ev tag | large | source
    2020-02-10 | Lagårdsveien, mot Nord - Stavanger sentrum | 23 | 23      | 18.40 | 9.20   | 58    | bymiljopakken.no/rushtidsavgiften-forsvinner-pa-mandag/
  `),
)('Nord-Jæren charges what it has published from $from', (row) => {
  expect(readBack('nord-jaeren', row)).toEqual(row);
});

test.each(
  table(`
    from       | station      | full | tag    | ev tag | large | source
    2021-02-01 | Rv13 Solbakk | 140  | 112    | -      | 420   | ferde.no/driftsmeldinger/ryfast010221
    2024-02-08 | Rv13 Solbakk | 164  | 131.20 | 91.84  | 491   | ferde.no/driftsmeldinger/ryfast_08.02.24
    2025-07-02 | Rv13 Solbakk | 116  | 92.80  | 64.96  | 348   | ferde.no/en/toll-station-news-and-updates/ryfast_01.07.25
    2021-02-01 | Rv13 Hundvåg | 28   | -      | -      | 76    | ferde.no/driftsmeldinger/ryfast010221
    2024-02-08 | Rv13 Hundvåg | 33   | 26.40  | 18.48  | 89    | ferde.no/driftsmeldinger/ryfast_08.02.24
    2025-07-02 | Rv13 Hundvåg | 23   | 18.40  | 12.88  | 63    | ferde.no/en/toll-station-news-and-updates/ryfast_01.07.25
    2025-07-02 | Rv 13 Buøy   | 23   | 18.40  | 12.88  | 63    | ferde.no/en/toll-station-news-and-updates/ryfast_01.07.25
  `),
)('$station charges what Ferde has published from $from', (row) => {
  expect(readBack('ryfast', row)).toEqual(row);
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                                                                                                | pays                 | because
    2026-10-05 12:00 nord-jaeren/Lagårdsveien, mot Nord - Stavanger sentrum > 12:30 ryfast/Rv13 Hundvåg                  | 24 30 76 76          | the tunnel shares the group of the city, and the first pays
    2026-10-05 12:00 ryfast/Rv13 Hundvåg > 12:30 nord-jaeren/Lagårdsveien, mot Nord - Stavanger sentrum                  | 19.20 24 65 65       | the first pays, although the second is dearer
    2026-10-05 12:00 ryfast/Rv13 Hundvåg > 13:00 nord-jaeren/Lagårdsveien, mot Nord - Stavanger sentrum                  | 43.20 54 141 141     | the hour is over at 13:00
    2026-10-05 12:00 ryfast/Rv13 Hundvåg > 12:10 ryfast/Rv13 Solbakk                                                     | 114.40 143 422 422   | the Ryfylke tunnel has no hour rule
    2026-10-05 12:00 ryfast/Rv13 Solbakk > 12:20 ryfast/Rv13 Solbakk                                                     | 190.40 238 714 714   | the Ryfylke tunnel has no hour rule
    2023-08-31 12:00 nord-jaeren/Lagårdsveien, mot Nord - Stavanger sentrum > 12:30 nord-jaeren/E 39 Stokkamyra, mot Nord - Forus | 20.80 52 58 116 | untagged vehicles have the rule from 2023-09-01
    2023-09-01 12:00 nord-jaeren/Lagårdsveien, mot Nord - Stavanger sentrum > 12:30 nord-jaeren/E 39 Stokkamyra, mot Nord - Forus | 20.80 26 58 58  | untagged vehicles have the rule from 2023-09-01
    2026-10-05 08:00 nord-jaeren/Lagårdsveien, mot Nord - Stavanger sentrum                                              | 24 30 76 76          | there is no rush price since 2020-02-08
  `),
)('$drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('nord-jaeren', text))).toBe(pays);
});
