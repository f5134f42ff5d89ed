import { expect, test } from 'vitest';
import { takePercent } from '../../src/base/nok.ts';
import { table } from '../support/table.ts';

// Sources: svelvikverket.basto-fosen.no/priser/, m.basto-fosen.no/fares/ and Eidsdal-Linge 2026.
test.each(
  table<'nok' | 'percent' | 'kroner'>(`
    nok  | percent | kroner
    63   | 50     | 32
    577  | 50     | 289
    1289 | 50     | 645
    286  | 70     | 200
    81   | 50     | 41
    5    | 70     | 4
    45   | 70     | 32
    633  | 92.26  | 584
    633  | 100    | 633
    0    | 50     | 0
  `),
)('$percent % of $nok are $kroner whole kroner, half up', ({ nok, percent, kroner }) => {
  expect(takePercent(Number(nok) * 100, Number(percent), 'nok')).toBe(Number(kroner) * 100);
});

// Source: basto-fosen.no/priser/, agreement of 30 %.
test.each(
  table<'nok' | 'agreement'>(`
    nok  | agreement
    204  | 142.80
    453  | 317.10
    1294 | 905.80
    1.05 | 0.74
    1.02 | 0.71
  `),
)('an agreement of 30 % leaves $agreement of $nok, with øre', ({ nok, agreement }) => {
  expect(takePercent(Number(nok) * 100, 70)).toBe(Math.round(Number(agreement) * 100));
});
