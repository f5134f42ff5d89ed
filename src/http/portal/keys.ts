import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type ApiKey, isShownName, lastUseOf } from '../../account/account.ts';
import { isTestKey } from '../../account/key-text.ts';
import {
  type IssuedKey,
  issueKeyWithin,
  rotateKey,
  stateOfKey,
  type WantedKey,
} from '../../account/manage-accounts.ts';
import type { KeyUse } from '../../account/ports.ts';
import { DAY_MS, HOUR_MS } from '../../base/duration.ts';
import { Fault, refusedValue } from '../../base/fault.ts';
import type { App } from '../framework.ts';
import { formatInstant, readId, takePage, type WithId } from '../reply/list-page.ts';
import type { PortalServices, Services } from '../services.ts';
import { accountOf, bodyOf, demandVisit, NoBody, openTo, ownerOf, taking } from './visitor.ts';

/** @internal The fuzz test writes bodies by it, as by the next. */
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

const LONGEST_NAME = 60;
const READ = { config: openTo('session') };

/** `/portal/api/keys`: the keys of an account, made, rotated and revoked by its owner. */
export function keys(app: App, services: Services): void {
  for (const register of [readKeys, makeKeys, revokeKeys]) register(app, services);
}

function readKeys(app: App, { portal: { keys, usage }, clock }: Services): void {
  app.get('/portal/api/keys', READ, async (request) => {
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

  app.get<WithId>('/portal/api/keys/:id/calls', READ, async (request) => {
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
    demandVisit(services, 'key-change', accountOf(request).id, TOO_MANY);
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

const TOO_MANY = 'Too many changes of keys; try again later. A key can be revoked all the same.';

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
