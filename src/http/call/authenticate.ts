import type { FastifyRequest } from 'fastify';
import type { Access, Caller } from '../../account/access.ts';
import type { Subscription } from '../../account/account.ts';
import type { SentKey } from '../../account/key-text.ts';
import { Fault } from '../../base/fault.ts';
import { within } from '../../base/timer.ts';
import { type App, linesOf } from '../framework.ts';
import type { Services } from '../services.ts';
import { callOf } from './call.ts';

/**
 * Finds out who calls, before anything else is looked at. Without a live key every endpoint but
 * the open ones answers 401, and with a subscription that is not active 403.
 */
export function authenticate(app: App, services: Pick<Services, 'access' | 'timer'>): void {
  const { access } = services;
  app.addHook('onRequest', async (request) => {
    // The portal knows its visitors by their sessions.
    if (request.routeOptions.config.visitor !== undefined && !request.is404) return;
    if (request.is404 || request.routeOptions.config.access === 'open')
      return recognise(services, request);

    const caller = await identify(access, request);
    if (caller === undefined) throw new Fault('invalid_api_key', INVALID_KEY);
    const { subscription } = caller.account;
    if (subscription !== 'active') throw new Fault('subscription_inactive', INACTIVE[subscription]);
  });
}

/** How long an open endpoint waits for the database to name the caller. Health must be told soon. Milliseconds. */
const RECOGNISE_MS = 250;

/**
 * Finds the caller of an open endpoint, so that the answer to a caller with a key tells the day's figures, too. A
 * figure that takes longer than `RECOGNISE_MS` is left out. Never throws.
 */
export async function recognise(
  { access, timer }: Pick<Services, 'access' | 'timer'>,
  request: FastifyRequest,
): Promise<void> {
  const recognised = identify(access, request).catch((err: unknown) =>
    request.log.warn({ err }, 'a caller could not be recognised'),
  );
  await within(recognised, RECOGNISE_MS, timer);
}

async function identify(access: Access, request: FastifyRequest): Promise<Caller | undefined> {
  const caller = await access.identify(readSentKey(request), { requestId: request.id });
  if (caller !== undefined) callOf(request).caller = caller;
  return caller;
}

/** One sentence for everything that may be wrong with a key, so that it does not tell which keys exist. */
const INVALID_KEY =
  'Send a key that is in use, as "Authorization: Bearer <key>" or as "X-API-Key: <key>".';

const INACTIVE: Record<Exclude<Subscription, 'active'>, string> = {
  stopped: 'The subscription of this account was stopped. Start it again, and the key works again.',
  payment_failed: 'The last payment of this account failed. Settle it, and the key works again.',
};

const readSentKey = ({ raw }: FastifyRequest): SentKey => ({
  authorization: linesOf(raw, 'authorization'),
  apiKey: linesOf(raw, 'x-api-key'),
});
