import { dailyLimitOf } from '../../account/account.ts';
import type { Page } from '../../account/ports.ts';
import { reportUsage, sumOfCalls, type UsageLine } from '../../account/report-usage.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import { throwDatabaseFault } from '../authenticate.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { formatInstant, takePage } from './list-page.ts';
import { privately } from './session.ts';
import { accountOf } from './visitor.ts';

const USAGE_DAYS = 30;

/** `/portal/api/usage`, `/portal/api/plan` and `/portal/api/audit`: what an owner reads. */
export function account(app: App, services: Services): void {
  for (const register of [usage, plan, audit]) register(app, services);
}

function usage(app: App, { portal, clock }: Services): void {
  app.get('/portal/api/usage', TERMS, async (request, reply) => {
    const nowMs = clock.now();
    const span = { days: USAGE_DAYS, nowMs };
    const report = await reportUsage(portal, accountOf(request), span).catch(throwDatabaseFault);
    // The report is short, a line for each day and endpoint: a page is cut from the whole of it.
    const { rows, nextCursor } = await takePage(request, linesOf(report.lines), placeOf);
    return privately(reply).send({
      today: { ...report.today, resetsAt: formatInstant(nextOsloMidnightMs(nowMs)) },
      fromDay: report.fromDay,
      days: rows.map(({ day, endpoint, calls }) => ({
        day,
        endpoint,
        calls: sumOfCalls(calls),
        byStatus: calls,
      })),
      nextCursor,
    });
  });
}

function plan(app: App, { portal: { plans } }: Services): void {
  app.get('/portal/api/plan', TERMS, (request, reply) => {
    const own = accountOf(request);
    return privately(reply).send({
      plan: own.plan,
      subscription: own.subscription,
      dailyLimit: dailyLimitOf(own, plans),
      ownLimit: own.dailyLimit !== undefined,
      priceNokPerMonth: plans[own.plan].nokPerMonth ?? null,
      plans: Object.values(plans).map(({ id, callsPerDay, nokPerMonth = null }) => ({
        id,
        callsPerDay,
        priceNokPerMonth: nokPerMonth,
      })),
      atLimit: 'refused_until_midnight',
    });
  });
}

function audit(app: App, { portal }: Services): void {
  app.get('/portal/api/audit', TERMS, async (request, reply) => {
    const { id: own } = accountOf(request);
    const { rows, nextCursor } = await takePage(
      request,
      (page) => portal.audit.list(own, page),
      ({ id }) => id,
    );
    return privately(reply).send({
      entries: rows.map(({ id, atMs, actor, action, objectId, detail }) => ({
        id,
        at: formatInstant(atMs),
        actor,
        action,
        objectId,
        detail,
      })),
      nextCursor,
    });
  });
}

/** Where a line stands in the report. */
const placeOf = ({ day, endpoint }: UsageLine) => `${day}${endpoint}`;

const linesOf =
  (lines: readonly UsageLine[]) =>
  async ({ most, before = '' }: Page) =>
    lines.filter((line) => placeOf(line) > before).slice(0, most);

const TERMS = { config: { access: 'open', visitor: 'session', whileStarting: true } } as const;
