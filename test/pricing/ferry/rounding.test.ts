import { expect, test } from 'vitest';
import { shareInKroner, shareInOre } from '../../../src/pricing/ferry/fare.ts';
import { table } from '../../support/table.ts';

// Sources: svelvikverket.basto-fosen.no/priser/, m.basto-fosen.no/fares/ and Eidsdal-Linge 2026.
test.each(
  table<'nok' | 'share' | 'kroner'>(`
    nok  | share  | kroner
    63   | 0.5    | 32
    577  | 0.5    | 289
    1289 | 0.5    | 645
    286  | 0.7    | 200
    81   | 0.5    | 41
    5    | 0.7    | 4
    45   | 0.7    | 32
    633  | 0.9226 | 584
    633  | 1      | 633
    0    | 0.5    | 0
  `),
)('$share of $nok is $kroner whole kroner, half up', ({ nok, share, kroner }) => {
  expect(shareInKroner(Number(nok) * 100, Number(share))).toBe(Number(kroner) * 100);
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
  expect(shareInOre(Number(nok) * 100, 0.7)).toBe(Math.round(Number(agreement) * 100));
});
