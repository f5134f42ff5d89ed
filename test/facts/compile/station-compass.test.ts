import { expect, test } from 'vitest';
import { readCompass } from '../../../src/facts/compile/station-name.ts';
import { table } from '../../support/table.ts';

test.each(
  table<'name' | 'deg'>(`
    name                                        | deg
    E16 Arnavegen, mot nord-vest                | 315
    Fv558 Lyderhornsveien, mot sør-øst          | 135
    Fv. 509 Oalsgata, mot Sørøst - Sandnes      | 135
    FV44 Gausel mot sør (bussvei)               | 180
    Kroppan bru (Nordgående), M-snitt           | 0
    Kroppan bru (Sørgående), M-snitt            | 180
    E39 Flatøy påkjøring mot Bergen             | none
    Fv. 498 Barstølveien Vest                   | none
    Fagerheimgata Nord                          | none
  `),
)('"$name" says $deg', ({ name, deg }) => {
  expect(readCompass(name)).toBe(deg === 'none' ? undefined : Number(deg));
});
