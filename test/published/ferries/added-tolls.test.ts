/** Tolls that are a part of the ticket, as their operator prints them. Varaldsøy-Årsnes has no fare beside its toll. */
import { expect, test } from 'vitest';
import type { FerryClass } from '../../../src/base/vehicle.ts';
import { table } from '../../support/table.ts';
import { priceRun } from './price-run.ts';

test.each(
  table<'day' | FerryClass | 'source'>(`
    day        | MC | AP1 | AP2 | AP4 | AP5 | AP9 | source
    2023-09-01 | 0  | 41  | 83  | 83  | 124 | 124 | ferde.no/driftsmeldinger/kvinnheradpakken_01.01.23
    2024-06-20 | 0  | 41  | 83  | 83  | 124 | 124 | ferde.no/bomanlegg-og-priser/kvinnheradpakken
    2024-06-21 | 0  | 44  | 87  | 87  | 131 | 131 | ferde.no/aktuelt/kvinnheradpakken_21.06.24
  `),
)(
  'Varaldsøy-Årsnes costs its toll on $day, as printed at $source',
  ({ day, source: _, ...nok }) => {
    for (const [ferryClass, toll] of Object.entries(nok))
      expect(
        priceRun('Varaldsøy ferjekai', 'Årsnes ferjekai', ferryClass as FerryClass, day),
      ).toMatchObject({ nok: Number(toll), zeroEmissionNok: Number(toll) / 2 });
  },
);

test.each(
  table<'from' | 'to' | 'toll'>(`
    from                  | to                   | toll
    Gjermundshamn ferjekai | Årsnes ferjekai     | 44
    Skjersholmane ferjekai | Ranavik ferjekai    | 44
    Skånevik ferjekai      | Utåker ferjekai     | 44
    Matre ferjekai         | Utåker ferjekai     | 44
    Skånevik ferjekai      | Matre ferjekai      | 0
    Gjermundshamn ferjekai | Varaldsøy ferjekai  | 0
    Langevåg ferjekai      | Buavåg ferjekai     | 25
  `),
)('of the ticket of $from - $to $toll are toll, and no agreement takes any of it off', (row) => {
  const { nok, agreementNok } = priceRun(row.from, row.to, 'AP1', '2024-07-01');
  const fare = nok - Number(row.toll);
  expect(agreementNok).toBe(Math.floor(fare / 2 + 0.5) + Number(row.toll));
});
