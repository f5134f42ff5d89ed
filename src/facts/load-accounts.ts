/** The plans, and the limits of accounts and visitors. */
import { type AccountLimits, PLAN_IDS, type Plans, VISIT_KINDS } from '../account/account.ts';
import { readBundled } from './schema/read-data.ts';

/** @throws Error with one sentence when `plans.json` is damaged. */
export function loadPlans(data: string): Plans {
  const { plans } = readBundled(data, 'plans.json');
  return recordOf(PLAN_IDS, (wanted) => {
    const plan = plans.find(({ id }) => id === wanted);
    if (plan === undefined) throw new Error(`plans.json has no plan ${wanted}.`);
    const { id, callsPerDay, nokPerMonth } = plan;
    return { id, callsPerDay, ...(nokPerMonth !== null && { nokPerMonth }) };
  });
}

/** @throws Error with one sentence when `account-limits.json` is damaged. */
export function loadAccountLimits(data: string): AccountLimits {
  const { visits, jobs, ...limits } = readBundled(data, 'account-limits.json');
  const termsOf = recordOf(VISIT_KINDS, (wanted) =>
    visits.filter(({ kind }) => kind === wanted).map(({ most, per }) => ({ most, per })),
  );
  const jobLimits = recordOf(PLAN_IDS, (wanted) => {
    const found = jobs.find(({ plan }) => plan === wanted);
    if (found === undefined) throw new Error(`account-limits.json has no jobs of plan ${wanted}.`);
    const { rowsPerDay, rows, kept, megabytes } = found;
    return { rows, kept, megabytes, ...(rowsPerDay !== null && { rowsPerDay }) };
  });
  return { ...limits, visits: termsOf, jobs: jobLimits };
}

const recordOf = <Name extends string, Value>(names: readonly Name[], get: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, get(name)])) as Record<Name, Value>;
