import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ApiKey } from '../../account/account.ts';
import { isShownName } from '../../account/account.ts';
import { isTestKey } from '../../account/key-text.ts';
import { type IssuedKey, stateOfKey, type WantedKey } from '../../account/manage-keys.ts';
import type { KeyUse } from '../../account/ports.ts';
import { Fault, refusedValue } from '../../base/fault.ts';
import type { Clock } from '../../trip/ports.ts';
import { throwDatabaseFault } from '../authenticate.ts';
import type { App } from '../framework.ts';
import { KeyBody, NoBody, RotateBody } from '../schema/portal.ts';
import type { Services } from '../services.ts';
import { demandRoom, takeVisit } from './demo.ts';
import { formatInstant, takePage } from './list-page.ts';
import type { PortalServices } from './portal-services.ts';
import { privately } from './session.ts';
import { accountOf } from './visitor.ts';

const LONGEST_NAME = 60;

/** `/portal/api/keys`: an account's own keys, made, rotated and revoked by its owner. */
export function keys(app: App, { portal, clock }: Services): void {
  const { keys: desk, limits } = portal;
  const { countChange, demandChange } = countChanges(portal, clock);

  app.get('/portal/api/keys', { config: configOf('session') }, async (request, reply) => {
    const { id } = accountOf(request);
    const use = readUse(request);
    const { rows, nextCursor } = await takePage(
      request,
      (page) => desk.list(id, page, use),
      (key) => key.id,
    );
    const nowMs = clock.now();
    return privately(reply).send({ keys: rows.map((key) => formatKey(key, nowMs)), nextCursor });
  });

  app.post('/portal/api/keys', taking(KeyBody), async (request, reply) => {
    const { name, test, days } = request.body;
    const wanted: WantedKey = {
      name: readName(name),
      purpose: test === true ? 'test' : 'live',
      ...(days !== undefined && { lifeMs: readWhole('days', days, limits.mostKeyDays) * DAY_MS }),
    };
    await demandChange(request);
    const issued = await desk
      .issueWithin(limits.liveKeys, accountOf(request).id, wanted, 'owner')
      .catch(throwDatabaseFault);
    if (issued === undefined) throw tooManyKeys();
    return privately(reply).code(201).send(formatIssued(issued, clock.now()));
  });

  app.post<WithId & { Body: Static<typeof RotateBody> }>(
    ROTATE,
    taking(RotateBody),
    async (request, reply) => {
      const { overlapHours = 0 } = request.body;
      const hours = readWhole('overlapHours', overlapHours, limits.mostOverlapHours, 0);
      const key = await findOwn(request);
      await demandChange(request);
      const overlap = { ms: hours * HOUR_MS, mostLive: limits.liveKeys };
      const issued = await desk
        .rotate(key, 'owner', hours > 0 ? overlap : undefined)
        .catch(throwDatabaseFault);
      if (issued === 'no-room') throw tooManyKeys();
      if (issued === undefined) throw new Fault('not_found');
      const nowMs = clock.now();
      const before = await desk.find({ id: key.id }).catch(throwDatabaseFault);
      return privately(reply).send({
        ...formatIssued(issued, nowMs),
        ...(before.kind === 'found' && { replaces: formatKey(before.key, nowMs) }),
      });
    },
  );

  app.delete<WithId>('/portal/api/keys/:id', taking(NoBody), async (request, reply) => {
    const key = await findOwn(request);
    // It counts and is never refused: a key that leaked can be ended, even when a stranger used the changes up.
    await countChange(request);
    if (!(await desk.revoke(key, 'owner').catch(throwDatabaseFault))) throw new Fault('not_found');
    return privately(reply).code(204).send();
  });

  app.get<WithId>(
    '/portal/api/keys/:id/calls',
    { config: configOf('session') },
    async (request, reply) => {
      const key = await findOwn(request);
      const calls = await portal.usage.listRecent(key.id).catch(throwDatabaseFault);
      return privately(reply).send({
        calls: calls.map(({ atMs, ...call }) => ({ at: formatInstant(atMs), ...call })),
      });
    },
  );

  const tooManyKeys = () =>
    refusedValue('keys', `An account has at most ${limits.liveKeys} keys in use.`);

  /** A key of another account is as unknown as one that there is not. */
  async function findOwn(request: FastifyRequest<WithId>): Promise<ApiKey> {
    const { id } = request.params;
    // Not every text can be asked a database about: PostgreSQL refuses one with a zero byte.
    if (!ID.test(id)) throw new Fault('not_found');
    const named = await desk.find({ id }).catch(throwDatabaseFault);
    if (named.kind === 'found' && named.key.accountId === accountOf(request).id) return named.key;
    throw new Fault('not_found');
  }
}

/** Keys made, rotated and revoked, of each account by itself. */
function countChanges(portal: PortalServices, clock: Clock) {
  const countChange = (request: FastifyRequest) =>
    takeVisit(portal, 'key-change', accountOf(request).id);
  return {
    countChange,
    async demandChange(request: FastifyRequest): Promise<void> {
      demandRoom(await countChange(request), TOO_MANY, clock.now());
    },
  };
}

const ROTATE = '/portal/api/keys/:id/rotate';

interface WithId {
  Params: { readonly id: string };
}

const TOO_MANY = 'Too many changes of keys; try again later. A key can be revoked all the same.';

/** Keys of one kind alone; absent: all. */
function readUse(request: FastifyRequest): KeyUse | undefined {
  const { state } = request.query as Readonly<Record<string, unknown>>;
  if (state === undefined || state === 'live' || state === 'ended') return state;
  throw refusedValue('state', 'state must be live or ended.');
}

/** The form of an id of ours. */
const ID = /^[\w-]{1,64}$/;

const configOf = (visitor: 'session' | 'change') =>
  ({ access: 'open', visitor, whileStarting: true }) as const;

const taking = <Body extends TSchema>(body: Body) =>
  ({ schema: { body }, config: configOf('change') }) as const;

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
  const { id, name, prefix, createdAtMs, lastUsedAtMs, rotatedAtMs, revokedAtMs } = key;
  const { endsAtMs, replacedAtMs } = key;
  return {
    id,
    name,
    prefix,
    test: isTestKey(prefix),
    createdAt: formatInstant(createdAtMs),
    lastUsedAt: formatInstant(lastUsedAtMs),
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

/** @throws Fault `invalid_parameter` for what is no whole number within its bounds. */
function readWhole(name: string, value: number, most: number, least = 1): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw refusedValue(name, `${name} must be a whole number from ${least} to ${most}.`);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
