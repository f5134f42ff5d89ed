import { join } from 'node:path';
import Type from 'typebox';
import { PLAN_IDS, type Plan, type PlanId, type Plans } from '../account/account.ts';
import { factFault } from './check-records.ts';
import { readChecked } from './read-checked.ts';

const FILE = 'plans.json';

/** `data/plans.json`: what may be bought, one record per plan. */
const PlansFile = Type.Object({
  plans: Type.Array(
    Type.Object(
      {
        id: Type.Enum([...PLAN_IDS]),
        callsPerDay: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
        nokPerMonth: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()]),
      },
      { additionalProperties: false },
    ),
  ),
});

/**
 * Reads `plans.json`.
 *
 * @throws Error with one sentence when the file is wrong, lacks a plan or has one twice, or when a
 * dearer plan does not give more.
 */
export function loadPlans(dataDir: string): Plans {
  const { plans } = readChecked(join(dataDir, FILE), PlansFile).content;
  const planOf = (id: PlanId): Plan => {
    const [plan, second] = plans.filter((one) => one.id === id);
    if (plan === undefined || second !== undefined)
      throw new Error(`${FILE} must have the plan "${id}" once.`);
    const { callsPerDay, nokPerMonth } = plan;
    return { id, callsPerDay, ...(nokPerMonth !== null && { nokPerMonth }) };
  };
  const [free, pilot, enterprise] = [planOf('free'), planOf('pilot'), planOf('enterprise')];
  if (free.nokPerMonth !== 0) throw factFault(FILE, 'free', 'it must cost 0 kr');
  checkGivesMore(pilot, free);
  checkGivesMore(enterprise, pilot);
  return { free, pilot, enterprise };
}

/** A plan without a public price is the dearest. */
function checkGivesMore(dearer: Plan, cheaper: Plan): void {
  const priceOf = ({ nokPerMonth = Number.POSITIVE_INFINITY }: Plan) => nokPerMonth;
  if (priceOf(dearer) <= priceOf(cheaper))
    throw factFault(FILE, dearer.id, `it must cost more than the plan ${cheaper.id}`);
  if (dearer.callsPerDay <= cheaper.callsPerDay)
    throw factFault(FILE, dearer.id, `it must give more calls than the plan ${cheaper.id}`);
}
