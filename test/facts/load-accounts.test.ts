import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPlans } from '../../src/facts/load-accounts.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { checkDataFile } from '../../tools/compile-data/check-data.ts';
import { tempHome } from '../support/temp-home.ts';

const FREE = { id: 'free', callsPerDay: 500, nokPerMonth: 0 };
const PILOT = { id: 'pilot', callsPerDay: 5000, nokPerMonth: 1399 };
const ENTERPRISE = { id: 'enterprise', callsPerDay: 100_000, nokPerMonth: null };

test('the plans are those of the interface, and Enterprise has no public price', () => {
  expect(loadPlans(DATA_DIR)).toEqual({
    free: FREE,
    pilot: PILOT,
    enterprise: { id: 'enterprise', callsPerDay: 100_000 },
  });
});

test.each([
  ['a plan is missing', [FREE, PILOT], 'plans.json must have the plan "enterprise" once.'],
  ['a plan stands twice', [FREE, FREE, PILOT, ENTERPRISE], 'must have the plan "free" once.'],
  ['a plan is unknown', [{ ...FREE, id: 'gold' }, PILOT, ENTERPRISE], 'plans.json, plans 0 (gold)'],
  ['a limit is 0', [{ ...FREE, callsPerDay: 0 }, PILOT, ENTERPRISE], 'plans.json, plans 0 (free)'],
  ['a limit is broken', [FREE, { ...PILOT, callsPerDay: 0.5 }, ENTERPRISE], 'plans 1 (pilot)'],
  [
    'a price is absent',
    [FREE, PILOT, { id: 'enterprise', callsPerDay: 1 }],
    'plans 2 (enterprise)',
  ],
])('%s: the file is refused in one sentence', async (_what, plans, sentence) => {
  const folder = tempHome();
  await writeFile(join(folder, 'plans.json'), JSON.stringify({ meta: {}, plans }));
  expect(() => checkDataFile(folder, 'plans.json')).toThrow(sentence);
});
