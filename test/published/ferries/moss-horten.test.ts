import { expect, test } from 'vitest';
import { FERRY_CLASSES, type FerryClass } from '../../../src/base/vehicle.ts';
import { table } from '../../support/table.ts';
import { priceRun } from './price-run.ts';

const run = (day: string) =>
  FERRY_CLASSES.map((ferryClass) => priceRun('Moss ferjekai', 'Horten ferjekai', ferryClass, day));

test.each(
  table<FerryClass | 'day' | 'source'>(`
    day        | MC  | AP1 | AP2 | AP3 | AP4  | AP5  | AP6  | AP7  | AP8  | AP9  | source
    2025-06-01 | 109 | 291 | 645 | 877 | 1040 | 1200 | 1311 | 1477 | 1677 | 1845 | torghatten.no/our-routes/BF?tab=price
    2024-01-01 | 108 | 286 | 634 | 862 | 1022 | 1180 | 1289 | 1452 | 1649 | 1814 | m.basto-fosen.no/priser-2024-1-januar-29-februar/category1455.html
    2024-12-31 | 108 | 286 | 634 | 862 | 1022 | 1180 | 1289 | 1452 | 1649 | 1814 | m.basto-fosen.no/fares/
    2020-12-01 | 77  | 204 | 453 | 615 | 729  | 842  | 920  | 1036 | 1176 | 1294 | basto-fosen.no/priser/
    2017-06-01 | 67  | 178 | 396 | 538 | 638  | 736  | 804  | 906  | 1029 | 1132 | autopass.no/Nyhetsarkiv
  `),
)('full price on $day as printed at $source', (row) => {
  const printed = FERRY_CLASSES.map((ferryClass) => Number(row[ferryClass]));
  expect(run(row.day).map(({ nok }) => nok)).toEqual(printed);
});

test.each(
  table<FerryClass | 'day' | 'source'>(`
    day        | MC | AP1 | AP2 | AP3 | AP4 | AP5 | AP6 | AP7 | AP8 | AP9 | source
    2017-06-01 | 67 | 67  | 67  | 67  | 67  | 67  | 67  | 67  | 67  | 67  | autopass.no/Nyhetsarkiv
    2020-12-01 | 77 | 77  | 77  | 77  | 77  | 77  | 77  | 77  | 77  | 77  | basto-fosen.no/priser/
    2024-02-29 | 54 | 143 | 317 | 431 | 511 | 590 | 645 | 726 | 825 | 907 | m.basto-fosen.no/priser-2024-1-januar-29-februar/category1455.html
    2024-03-01 | 54 | 200 | 317 | 431 | 511 | 590 | 645 | 726 | 825 | 907 | m.basto-fosen.no/fares/
  `),
)('zero emission on $day as printed at $source', (row) => {
  const printed = FERRY_CLASSES.map((ferryClass) => Number(row[ferryClass]));
  expect(run(row.day).map(({ zeroEmissionNok }) => zeroEmissionNok)).toEqual(printed);
});

// Motorcycles have no agreement price on either list: they pay in full.
test.each(
  table<FerryClass | 'day' | 'source'>(`
    day        | MC | AP1   | AP2   | AP3   | AP4   | AP5   | AP6   | AP7   | AP8   | AP9   | source
    2017-06-01 | 67 | 124.6 | 277.2 | 376.6 | 446.6 | 515.2 | 562.8 | 634.2 | 720.3 | 792.4 | autopass.no/Nyhetsarkiv
    2020-12-01 | 77 | 142.8 | 317.1 | 430.5 | 510.3 | 589.4 | 644.0 | 725.2 | 823.2 | 905.8 | basto-fosen.no/priser/
  `),
)('agreement of 30 % with øre on $day as printed at $source', (row) => {
  const printed = FERRY_CLASSES.map((ferryClass) => Number(row[ferryClass]));
  expect(run(row.day).map(({ agreementNok }) => agreementNok)).toEqual(printed);
});

test('a dated table is no estimate on its days, an undated or older one is', () => {
  const [, car] = run('2024-06-01');
  expect(car?.estimated).toBe(false);
  for (const day of ['2016-06-01', '2020-12-01', '2022-06-01', '2026-06-01'])
    expect(run(day).every(({ estimated }) => estimated)).toBe(true);
});
