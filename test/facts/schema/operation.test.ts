import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBundled } from '../../../src/facts/schema/read-bundled.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { checkDataFile } from '../../../tools/compile-data/check-data.ts';
import { tempHome } from '../../support/temp-home.ts';

const PLANS = {
  free: { callsPerDay: 500, nokPerMonth: 0 },
  pilot: { callsPerDay: 5000, nokPerMonth: 1399 },
  enterprise: { callsPerDay: 100_000 },
};

test('the plans are those of the interface, and Enterprise has no public price', () => {
  expect(readBundled(DATA_DIR, 'plans.json').plans).toEqual(PLANS);
});

const { enterprise: _, ...two } = PLANS;

test.each([
  ['a plan is missing', two, 'enterprise is missing'],
  ['a plan is unknown', { ...PLANS, gold: PLANS.pilot }, 'plans gold: no such field'],
  ['a limit is 0', { ...PLANS, free: { callsPerDay: 0 } }, 'plans free callsPerDay: must be >= 1'],
  ['a limit is broken', { ...PLANS, pilot: { callsPerDay: 0.5 } }, 'plans pilot callsPerDay'],
])('%s: the file is refused in one sentence', async (_what, plans, sentence) => {
  const folder = tempHome();
  await writeFile(join(folder, 'plans.json'), JSON.stringify({ meta: {}, plans }));
  expect(() => checkDataFile(folder, 'plans.json')).toThrow(sentence);
});
