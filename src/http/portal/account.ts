import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  type ApiKey,
  dailyLimitOf,
  isShownName,
  lastUseOf,
  PLAN_IDS,
} from '../../account/account.ts';
import { isTestKey } from '../../account/key-text.ts';
import {
  type IssuedKey,
  issueKeyWithin,
  rotateKey,
  stateOfKey,
  type WantedKey,
} from '../../account/manage-accounts.ts';
import type { KeyUse, Page } from '../../account/ports.ts';
import { reportKeys, reportUsage, sumOfCalls, type UsageLine } from '../../account/report-usage.ts';
import { DAY_MS, HOUR_MS } from '../../base/duration.ts';
import { Fault, refusedValue } from '../../base/fault.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import type { App } from '../framework.ts';
import { formatInstant, readId, takePage, type WithId } from '../reply/list-page.ts';
import type { PortalServices, Services } from '../services.ts';
import { accountOf, bodyOf, demandVisit, NoBody, openTo, ownerOf, taking } from './visitor.ts';

const USAGE_DAYS = 30;

/** @internal The fuzz test writes bodies by it, as by those below. */
export const KeyBody = bodyOf({
  name: Type.String(),
  test: Type.Optional(Type.Boolean()),
  /** Days until the key ends by itself; absent: it does not. */
  days: Type.Optional(Type.Number()),
});

/**
 * Absent: the old key is refused at once.
 *
 * @internal
 */
export const RotateBody = bodyOf({ overlapHours: Type.Optional(Type.Number()) });

/** @internal */
export const PlanRequestBody = bodyOf({ plan: Type.Enum([...PLAN_IDS]) });

/**
 * `/portal/api/usage`, `/portal/api/plan` and `/portal/api/audit`: usage, plan and audit log for the owner, and the
 * request for another plan. `/portal/api/keys`: the keys of the account, made, rotated and revoked by its owner.
 */
export function account(app: App, services: Services): void {
  for (const register of [
    usage,
    keyUsage,
    plan,
    requestPlan,
    audit,
    readKeys,
    makeKeys,
    revokeKeys,
  ])
    register(app, services);
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
    await demandVisit(services, 'plan-request', own.id, TOO_MANY_REQUESTS);
    await accounts.requestPlan(own.id, wanted, ownerOf(request));
    request.log.warn({ account: own.id, plan: wanted }, ASKED);
    reply.code(202);
    return { requested: wanted };
  });
}

const ASKED = 'an account asks for another plan; veipris account requests lists them';
const TOO_MANY_REQUESTS = 'Too many requests for a plan; the ones before are noted.';

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

const LONGEST_NAME = 60;

function readKeys(app: App, { portal: { keys, usage }, clock }: Services): void {
  app.get('/portal/api/keys', TERMS, async (request) => {
    const { id } = accountOf(request);
    const use = readUse(request);
    const { rows, nextCursor } = await takePage(
      request,
      (page) => keys.list(id, page, use),
      (key) => key.id,
    );
    const nowMs = clock.now();
    return { keys: rows.map((key) => formatKey(key, nowMs)), nextCursor };
  });

  app.get<WithId>('/portal/api/keys/:id/calls', TERMS, async (request) => {
    const { id } = await findOwn(request, keys);
    const calls = await usage.listRecent(id);
    return { calls: calls.map(({ atMs, ...call }) => ({ at: formatInstant(atMs), ...call })) };
  });
}

function makeKeys(app: App, services: Services): void {
  const { clock } = services;
  const { keys, limits } = services.portal;
  /** Counts a change of keys, for each account by itself. */
  const demandChange = (request: FastifyRequest) =>
    demandVisit(services, 'key-change', accountOf(request).id, TOO_MANY_CHANGES);
  const tooManyKeys = () =>
    refusedValue('keys', `An account has at most ${limits.liveKeys} keys in use.`);

  app.post('/portal/api/keys', taking(KeyBody, 'change'), async (request, reply) => {
    const { name, test, days } = request.body;
    const wanted: WantedKey = {
      name: readName(name),
      purpose: test === true ? 'test' : 'live',
      ...(days !== undefined && { lifeMs: readWhole('days', days, limits.mostKeyDays) * DAY_MS }),
    };
    await demandChange(request);
    const { id } = accountOf(request);
    const issued = await issueKeyWithin(keys, limits.liveKeys, id, wanted, ownerOf(request));
    if (issued === undefined) throw tooManyKeys();
    reply.code(201);
    return formatIssued(issued, clock.now());
  });

  const rotating = taking(RotateBody, 'change');
  type Rotation = WithId & { Body: Static<typeof RotateBody> };
  app.post<Rotation>('/portal/api/keys/:id/rotate', rotating, async (request) => {
    const { overlapHours = 0 } = request.body;
    const hours = readWhole('overlapHours', overlapHours, limits.mostOverlapHours, 0);
    const key = await findOwn(request, keys);
    await demandChange(request);
    const overlap = { ms: hours * HOUR_MS, mostLive: limits.liveKeys };
    const issued = await rotateKey(keys, key, ownerOf(request), hours > 0 ? overlap : undefined);
    if (issued === 'no-room') throw tooManyKeys();
    if (issued === undefined) throw new Fault('not_found');
    const nowMs = clock.now();
    const before = await keys.findById(key.id);
    return {
      ...formatIssued(issued, nowMs),
      ...(before && { replaces: formatKey(before, nowMs) }),
    };
  });
}

function revokeKeys(app: App, { portal }: Services): void {
  app.delete<WithId>('/portal/api/keys/:id', taking(NoBody, 'change'), async (request, reply) => {
    const key = await findOwn(request, portal.keys);
    // A revocation counts as a change, but is never refused. So a leaked key can be ended even when a stranger has used
    // the changes up.
    await portal.visits.take('key-change', accountOf(request).id);
    if (!(await portal.keys.revoke(key.id, ownerOf(request)))) throw new Fault('not_found');
    return reply.code(204).send();
  });
}

/** A key of another account is answered as unknown. */
async function findOwn(
  request: FastifyRequest<WithId>,
  keys: PortalServices['keys'],
): Promise<ApiKey> {
  const key = await keys.findById(readId(request));
  if (key?.accountId === accountOf(request).id) return key;
  throw new Fault('not_found');
}

const TOO_MANY_CHANGES =
  'Too many changes of keys; try again later. A key can be revoked all the same.';

/** The keys that are asked for: those in use or those that have ended; `undefined`: all. */
function readUse(request: FastifyRequest): KeyUse | undefined {
  const { state } = request.query as Readonly<Record<string, unknown>>;
  if (state === undefined || state === 'live' || state === 'ended') return state;
  throw refusedValue('state', 'state must be live or ended.');
}

function readName(name: string): string {
  const trimmed = name.trim().normalize('NFC');
  if (!isShownName(trimmed, LONGEST_NAME))
    throw refusedValue(
      'name',
      `name must be one line of at most ${LONGEST_NAME} visible characters.`,
    );
  return trimmed;
}

function formatKey(key: ApiKey, nowMs: number) {
  const { id, name, prefix, createdAtMs, rotatedAtMs, revokedAtMs } = key;
  const { endsAtMs, replacedAtMs } = key;
  return {
    id,
    name,
    prefix,
    test: isTestKey(prefix),
    createdAt: formatInstant(createdAtMs),
    lastUsedAt: formatInstant(lastUseOf(key)),
    rotatedAt: formatInstant(rotatedAtMs ?? replacedAtMs),
    revokedAt: formatInstant(revokedAtMs),
    endsAt: formatInstant(endsAtMs),
    state: stateOfKey(key, nowMs),
  };
}

const formatIssued = ({ text, key }: IssuedKey, nowMs: number) => ({
  key: text,
  ...formatKey(key, nowMs),
});

/** @throws Fault `invalid_parameter` for anything but a whole number within the bounds. */
function readWhole(name: string, value: number, most: number, least = 1): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw refusedValue(name, `${name} must be a whole number from ${least} to ${most}.`);
}
