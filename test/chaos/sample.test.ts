/**
 * A sample of `npm run chaos`, by its own code and judgement: fewer calls for a shorter time, and no
 * promise in seconds.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Pace } from '../../measure/chaos/fault.ts';
import { CannotMake, see } from '../../measure/chaos/fault.ts';
import { FAULTS } from '../../measure/chaos/faults.ts';
import { isNormal } from '../../measure/chaos/traffic.ts';
import { openBundledNetwork } from '../support/network-home.ts';

const SAMPLE: Pace = {
  perS: 10,
  beforeMs: 700,
  afterMs: 300,
  hurtMs: 1000,
  kinds: 1,
  isBusy: true,
};

beforeAll(openBundledNetwork);

test.for([
  ['kill-only-instance', 'felt'],
  ['planner-lying', 'felt'],
  ['renewal-of-garbage', 'not felt'],
] as const)('%s is %s by callers and breaks no promise', async ([id, feeling], { skip }) => {
  const fault = FAULTS[id];
  if (fault === undefined) throw new Error(`There is no fault ${id}.`);
  const seen = await see(fault, SAMPLE);
  if (seen instanceof CannotMake) return skip(seen.message);
  expect(seen.broken, seen.text).toEqual([]);
  const well = seen.made.filter(isNormal);
  expect(well.length).toBeGreaterThanOrEqual(SAMPLE.perS);
  if (feeling === 'felt') expect(well.length).toBeLessThan(seen.made.length);
});
