import { Type } from 'typebox';
import { dailyLimitOf, PLAN_IDS } from '../../account/account.ts';
import type { Page } from '../../account/ports.ts';
import { reportKeys, reportUsage, sumOfCalls, type UsageLine } from '../../account/report-usage.ts';
import { refusedValue } from '../../base/fault.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import type { App } from '../framework.ts';
import { formatInstant, takePage } from '../reply/list-page.ts';
import type { Services } from '../services.ts';
import { accountOf, bodyOf, demandVisit, openTo, ownerOf, taking } from './visitor.ts';

const USAGE_DAYS = 30;

/** @internal The fuzz test writes bodies by it. */
export const PlanRequestBody = bodyOf({ plan: Type.Enum([...PLAN_IDS]) });

/**
 * `/portal/api/usage`, `/portal/api/plan` and `/portal/api/audit`: usage, plan and audit log for the owner, and the
 * request for another plan.
 */
export function account(app: App, services: Services): void {
  for (const register of [usage, keyUsage, plan, requestPlan, audit]) register(app, services);
}

function usage(app: App, { portal, clock }: Services): void {
  app.get('/portal/api/usage', TERMS, async (request) => {
    const nowMs = clock.now();
    const span = { days: USAGE_DAYS, nowMs };
    const report = await reportUsage(portal, accountOf(request), span);
    // The report has only a line for each day and endpoint, so a page is cut from the whole report.
    const { rows, nextCursor } = await takePage(request, linesOf(report.lines), placeOf, PLACES);
    return {
      today: { ...report.today, resetsAt: formatInstant(nextOsloMidnightMs(nowMs)) },
      fromDay: report.fromDay,
      days: rows.map(({ day, endpoint, calls }) => ({
        day,
        endpoint,
        calls: sumOfCalls(calls),
        byStatus: calls,
      })),
      nextCursor,
    };
  });
}

/** `/portal/api/usage/keys`: the calls of each key over the same days. */
function keyUsage(app: App, { portal, clock }: Services): void {
  app.get('/portal/api/usage/keys', TERMS, async (request) => {
    const span = { days: USAGE_DAYS, nowMs: clock.now() };
    const report = await reportKeys(portal, accountOf(request), span);
    return {
      keys: report.map(({ keyId, calls }) => ({
        id: keyId,
        calls: sumOfCalls(calls),
        byStatus: calls,
      })),
    };
  });
}

function plan(app: App, { portal: { plans, accounts } }: Services): void {
  app.get('/portal/api/plan', TERMS, async (request) => {
    const own = accountOf(request);
    const asked = await accounts.findPlanRequest(own.id);
    return {
      plan: own.plan,
      subscription: own.subscription,
      dailyLimit: dailyLimitOf(own, plans),
      ownLimit: own.dailyLimit !== undefined,
      priceNokPerMonth: plans[own.plan].nokPerMonth ?? null,
      plans: PLAN_IDS.map((id) => ({
        id,
        callsPerDay: plans[id].callsPerDay,
        priceNokPerMonth: plans[id].nokPerMonth ?? null,
      })),
      atLimit: 'refused_until_midnight',
      requested: asked === undefined ? null : { plan: asked.plan, at: formatInstant(asked.atMs) },
    };
  });
}

/** `POST /portal/api/plan`: asks the operator for another plan. The operator sees the request in the log. */
function requestPlan(app: App, services: Services): void {
  const { accounts } = services.portal;
  app.post('/portal/api/plan', taking(PlanRequestBody, 'change'), async (request, reply) => {
    const own = accountOf(request);
    const { plan: wanted } = request.body;
    if (wanted === own.plan) throw refusedValue('plan', `The account has the plan ${wanted}.`);
    await demandVisit(services, 'plan-request', own.id, TOO_MANY);
    await accounts.requestPlan(own.id, wanted, ownerOf(request));
    request.log.warn({ account: own.id, plan: wanted }, ASKED);
    reply.code(202);
    return { requested: wanted };
  });
}

const ASKED = 'an account asks for another plan; veipris account requests lists them';
const TOO_MANY = 'Too many requests for a plan; the ones before are noted.';

function audit(app: App, { portal }: Services): void {
  app.get('/portal/api/audit', TERMS, async (request) => {
    const { id: own } = accountOf(request);
    const { rows, nextCursor } = await takePage(
      request,
      (page) => portal.audit.list(own, page),
      ({ id }) => id,
    );
    return {
      entries: rows.map(({ id, atMs, actor, action, objectId, detail }) => ({
        id,
        at: formatInstant(atMs),
        actor,
        action,
        objectId,
        detail,
      })),
      nextCursor,
    };
  });
}

/** The place of a line in the report, which serves as its cursor. */
const placeOf = ({ day, endpoint }: UsageLine) => `${day}${endpoint}`;
const PLACES = /^\d{4}-\d\d-\d\d[\w/:.*-]+$/;

const linesOf =
  (lines: readonly UsageLine[]) =>
  async ({ most, before = '' }: Page) =>
    lines.filter((line) => placeOf(line) > before).slice(0, most);

const TERMS = { config: openTo('session') };
