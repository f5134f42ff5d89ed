import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, projectRecord, readBack, sums } from '../../support/toll-clerk.ts';

test.each(
  table(`
    from       | station       | full | full rush | tag   | tag rush | large | large rush | source
    2018-10-01 | Vallermyrene  | 17   | 23        | 13.60 | 18.40    | 27    | 38         | bypakka.no
  `),
)('Grenland charges what it has published from $from', (row) => {
  expect(readBack('grenland', row)).toEqual(row);
});

test('the plan for phase 2 is kept, and prices nothing', () => {
  // Printed with tag 16 (21.60) and electric 11.20 (15.12): 20 % off, then 70 %.
  const { undatedTariffs: [plan] = [], zeroEmission = [] } = projectRecord('grenland');
  const electric = zeroEmission.find(({ terms }) => terms === 'planned');
  expect([plan?.small, plan?.smallRush, plan?.large, plan?.largeRush]).toEqual([20, 27, 40, 54]);
  expect([20, 27].map((nok) => (nok * 80 * (electric?.percentOfTagged ?? 0)) / 10_000)).toEqual([
    11.2, 15.12,
  ]);
  expect(sums(drive('grenland', '2026-10-05 12:00 Vallermyrene'))).toBe('16.80 21 42 42');
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                                                | pays           | because
    2026-10-05 12:00 Vallermyrene > 12:59 Herøyavegen    | 16.80 21 42 42 | free for an hour after a paid passage, for both groups
    2026-10-05 12:00 Vallermyrene > 13:00 Herøyavegen    | 33.60 42 84 84 | the hour is over at 13:00
    2026-10-05 06:40 Vallermyrene > 07:10 Herøyavegen    | 16.80 21 42 42 | the first pays, although the second is in the rush
    2026-10-05 08:59 Vallermyrene                        | 23.20 29 58 58 | the road database writes the end as 09:00, and means the same
    2026-10-05 09:00 Vallermyrene                        | 16.80 21 42 42 | the road database writes the end as 09:00, and means the same
    2026-10-05 06:59 Vallermyrene                        | 16.80 21 42 42 | the rush begins at 07:00
    2018-10-02 12:00 Vallermyrene > 12:30 Herøyavegen    | 13.60 34 27 54 | a tag was needed before August 2023
  `),
)('Grenland, $drive: $pays, for $because', ({ drive: text, pays }) => {
  expect(sums(drive('grenland', text))).toBe(pays);
});
