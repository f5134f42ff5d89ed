import { expect, test } from 'vitest';
import { FERRY_CLASSES, type FerryClass } from '../../../src/base/vehicle.ts';
import { table } from '../../support/table.ts';
import { priceRun } from './price-run.ts';

test.each(
  table<FerryClass | 'day' | 'source'>(`
    day        | MC  | AP1 | AP2  | AP3  | AP4  | AP5  | AP6  | AP7  | AP8  | AP9  | source
    2024-06-01 | 171 | 584 | 1257 | 1619 | 1839 | 2014 | 2174 | 2246 | 2306 | 2537 | torghatten.no/en/our-routes/18-782
    2023-10-01 | 165 | 563 | 1211 | 1560 | 1771 | 1940 | 2095 | 2164 | 2222 | 2444 | torghatten.no/en/our-routes/18-782?tab=price
  `),
)('full price on $day as printed at $source', (row) => {
  for (const ferryClass of FERRY_CLASSES)
    expect(priceRun('Bodø ferjekai', 'Moskenes ferjekai', ferryClass, row.day)).toMatchObject({
      nok: Number(row[ferryClass]),
      estimated: false,
    });
});

// Source: nrk.no/nordland, lofoten_-sparer-masse-penger-pa-gratis-ferge-til-svolvaer-1.16041863.
test.each(
  table<'ferryClass' | 'nok'>(`
    ferryClass | nok
    AP1        | 754
    AP2        | 1623
    AP6        | 2809
  `),
)('$ferryClass cost $nok in July 2022', ({ ferryClass, nok }) => {
  const price = priceRun('Bodø ferjekai', 'Moskenes ferjekai', ferryClass as 'AP1', '2022-07-15');
  expect(price).toMatchObject({ nok: Number(nok), estimated: false });
});

// Source: autopassferje.no/en/free-ferries-from-july-1st-2022: all legs but Bodø-Moskenes.
test.each(
  table<'from' | 'to'>(`
    from              | to
    Bodø ferjekai     | Værøy ferjekai
    Bodø ferjekai     | Røst ferjekai
    Værøy ferjekai    | Røst ferjekai
    Moskenes ferjekai | Værøy ferjekai
  `),
)('$from - $to is free', ({ from, to }) => {
  const price = priceRun(from, to, 'AP9', '2022-07-15');
  expect(price).toMatchObject({ nok: 0, estimated: false });
});
