import { join } from 'node:path';
import Type from 'typebox';
import { PLAN_IDS, type Plan, type PlanId, type Plans } from '../account/account.ts';
import { readChecked } from './read-checked.ts';

/** `data/plans.json`: what may be bought, one record per plan. */
const PlansFile = Type.Object({
  plans: Type.Array(
    Type.Object(
      {
        id: Type.Enum([...PLAN_IDS]),
        callsPerDay: Type.Integer({ minimum: 1 }),
        nokPerMonth: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
      },
      { additionalProperties: false },
    ),
  ),
});

/**
 * Reads `plans.json`.
 *
 * @throws Error with one sentence when the file is wrong, or lacks a plan or has one twice.
 */
export function loadPlans(dataDir: string): Plans {
  const { plans } = readChecked(join(dataDir, 'plans.json'), PlansFile).content;
  const planOf = (id: PlanId): Plan => {
    const [plan, second] = plans.filter((one) => one.id === id);
    if (plan === undefined || second !== undefined)
      throw new Error(`plans.json must have the plan "${id}" once.`);
    const { callsPerDay, nokPerMonth } = plan;
    return { id, callsPerDay, ...(nokPerMonth !== null && { nokPerMonth }) };
  };
  return { free: planOf('free'), pilot: planOf('pilot'), enterprise: planOf('enterprise') };
}
