import { dailyLimitOf } from '../../account/account.ts';
import { reportUsage, sumOfCalls } from '../../account/report-usage.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import { throwDatabaseFault } from '../database-fault.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { formatInstant } from './format-instant.ts';
import { privately } from './privately.ts';
import { accountOf } from './visitor.ts';

const USAGE_DAYS = 30;
const MOST_ENTRIES = 100;

/** `/portal/api/usage`, `/portal/api/plan` and `/portal/api/audit`: what an owner reads. */
export function account(app: App, { portal, clock }: Services): void {
  const { plans, audit } = portal;

  app.get('/portal/api/usage', TERMS, async (request, reply) => {
    const nowMs = clock.now();
    const span = { days: USAGE_DAYS, nowMs };
    const report = await reportUsage(portal, accountOf(request), span).catch(throwDatabaseFault);
    return privately(reply).send({
      today: { ...report.today, resetsAt: formatInstant(nextOsloMidnightMs(nowMs)) },
      fromDay: report.fromDay,
      days: report.lines.map(({ day, endpoint, calls }) => ({
        day,
        endpoint,
        calls: sumOfCalls(calls),
        byStatus: calls,
      })),
    });
  });

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

  app.get('/portal/api/audit', TERMS, async (request, reply) => {
    const entries = await audit.list(accountOf(request).id, MOST_ENTRIES).catch(throwDatabaseFault);
    return privately(reply).send({
      entries: entries.map(({ id, atMs, actor, action, objectId, detail }) => ({
        id,
        at: formatInstant(atMs),
        actor,
        action,
        objectId,
        detail,
      })),
    });
  });
}

const TERMS = { config: { access: 'open', visitor: 'session', whileStarting: true } } as const;
