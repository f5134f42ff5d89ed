import { expect, test } from 'vitest';
import { withLargeRush } from '../../tools/compile-data/compile-catalogue.ts';
import { stationRow } from '../support/renewals.ts';
import { table } from '../support/table.ts';

test.each(
  table(`
    id | small | smallRush | large | largeRush | gets | because
    1  | 38    | 70        | 88    | 154       | 154  | the tariff is the same
    2  | 38    | 70        | 88    | 154       | -    | it is another station
    1  | 36    | 68        | 88    | 154       | -    | it stood beside another small price
    1  | 38    | 70        | 85    | 149       | -    | it stood beside another large price
    1  | 38    | 70        | 88    | -         | -    | the extract has none
  `),
)('a row of station $id with $small/$smallRush and $large: $gets, because $because', (row) => {
  const nok = (text = '-') => (text === '-' ? null : Number(text));
  const [station] = withLargeRush(
    [stationRow(1, { smallNok: 38, smallRushNok: 70, largeNok: 88 })],
    [
      {
        id: Number(row.id),
        small: nok(row.small),
        smallRush: nok(row.smallRush),
        large: nok(row.large),
        largeRush: nok(row.largeRush),
      },
    ],
  );
  expect(station?.largeRushNok ?? null).toBe(nok(row.gets));
});
