import { expect, test } from 'vitest';
import type { FerryClass } from '../../../src/base/vehicle.ts';
import { findZeroEmissionShare } from '../../../src/pricing/ferry/fare.ts';
import type { FerryConnection } from '../../../src/pricing/ferry/law.ts';
import { loadFerryTariffs } from '../../support/ferry-tariffs.ts';
import { table } from '../../support/table.ts';

const { zeroEmission } = loadFerryTariffs();

function connectionOf(authority: string): FerryConnection {
  const fare = { kind: 'zone', legs: [] } as const;
  return { id: '1', name: 'A-B', authority, quayIds: ['A', 'B'], fare, agreementUnsure: false };
}

// Sources: m.basto-fosen.no/priser-2024-1-januar-29-februar/category1455.html and m.basto-fosen.no/fares/.
test.each(
  table<'day' | 'authority' | 'class' | 'percent' | 'assumed'>(`
    day        | authority | class | percent | assumed
    2018-02-28 | state     | AP1   | 100     | true
    2018-03-01 | state     | AP1   | 50      | false
    2018-03-01 | county 50 | AP9   | 50      | false
    2024-02-29 | state     | AP1   | 50      | false
    2024-03-01 | state     | AP1   | 70      | false
    2024-03-01 | state     | AP2   | 50      | false
    2024-03-17 | county 15 | AP1   | 50      | false
    2024-03-18 | county 15 | AP1   | 70      | false
    2024-03-18 | county 46 | AP1   | 50      | true
    2024-12-31 | county 46 | MC    | 50      | false
    2025-01-01 | county 46 | MC    | 50      | true
    2025-01-01 | state     | AP9   | 50      | true
    2026-06-15 | state     | AP1   | 70      | false
  `),
)('$class on $day, $authority: $percent % (assumed: $assumed)', (row) => {
  const connection = connectionOf(row.authority);
  const found = findZeroEmissionShare(zeroEmission, row.class as FerryClass, connection, row.day);
  expect(found.share * 100).toBe(Number(row.percent));
  expect(String(found.assumed)).toBe(row.assumed);
});
