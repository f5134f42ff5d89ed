import type { FastifyRequest } from 'fastify';
import type { Access, Caller } from '../account/access.ts';
import type { Subscription } from '../account/account.ts';
import { nextEvenMomentMs } from '../account/sessions.ts';
import { Fault } from '../base/fault.ts';
import { callOf } from './call.ts';
import { databaseFault } from './database-fault.ts';
import type { App } from './framework.ts';
import { readSentKey } from './read-sent-key.ts';
import type { Services } from './services.ts';

/**
 * Finds out who calls, before anything else is looked at. Without a live key every endpoint but
 * the open ones answers 401, and with a subscription that is not active 403.
 */
export function authenticate(app: App, { access, timer }: Services): void {
  app.addHook('onRequest', async (request) => {
    const arrivedAtMs = timer.nowMs();
    // The portal knows its visitors by their sessions.
    if (request.routeOptions.config.visitor !== undefined && !request.is404) return;
    if (request.is404 || request.routeOptions.config.access === 'open')
      return recognise(access, request);

    const caller = await identify(access, request);
    if (caller === undefined) {
      await untilMoment(nextEvenMomentMs(arrivedAtMs, timer.nowMs()));
      throw new Fault('invalid_api_key', INVALID_KEY);
    }
    const { subscription } = caller.account;
    if (subscription !== 'active') throw new Fault('subscription_inactive', INACTIVE[subscription]);
  });

  /** A timer may ring a little early. */
  async function untilMoment(atMs: number): Promise<void> {
    for (let nowMs = timer.nowMs(); nowMs < atMs; nowMs = timer.nowMs())
      await new Promise<void>((resolve) => timer.start(atMs - nowMs, resolve));
  }
}

/** Of whoever shows a key, the day's figures are told on open endpoints, too. Never throws. */
export async function recognise(access: Access, request: FastifyRequest): Promise<void> {
  await identify(access, request).catch((err: unknown) =>
    request.log.warn({ err }, 'a caller could not be recognised'),
  );
}

async function identify(access: Access, request: FastifyRequest): Promise<Caller | undefined> {
  const caller = await access.identify(readSentKey(request)).catch((error: unknown) => {
    throw databaseFault(error);
  });
  if (caller !== undefined) callOf(request).caller = caller;
  return caller;
}

/** The same whatever is wrong with a key: nobody learns from it which keys exist. */
const INVALID_KEY =
  'Send a key that is in use, as "Authorization: Bearer <key>" or as "X-API-Key: <key>".';

const INACTIVE: Record<Exclude<Subscription, 'active'>, string> = {
  stopped: 'The subscription of this account was stopped. Start it again, and the key works again.',
  payment_failed: 'The last payment of this account failed. Settle it, and the key works again.',
};
