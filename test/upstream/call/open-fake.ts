import { onTestFinished } from 'vitest';
import type { UpstreamLimits, UpstreamSettings } from '../../../src/upstream/call/terms.ts';
import { openUpstream } from '../../../src/upstream/call/upstream.ts';
import { type FakeHandler, startFakeUpstream } from '../../support/fake-upstream.ts';

/** Pauses that do not slow the tests down, and a breaker that stays out of the way. */
const LIMITS: Partial<UpstreamLimits> = { retryPauseMs: 1, retryRoomMs: 1, failuresToOpen: 1000 };

/** A fake and the way to it, both closed when the test ends. */
export async function openFake(
  { limits, ...settings }: Partial<UpstreamSettings> = {},
  handler?: FakeHandler,
) {
  const fake = await startFakeUpstream(handler);
  const upstream = openUpstream({
    name: 'oracle',
    baseUrl: fake.url,
    ...settings,
    limits: { ...LIMITS, ...limits },
  });
  onTestFinished(async () => {
    await upstream.close();
    await fake.stop();
  });
  return { fake, upstream };
}

/** What a promise is rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection, and there was none.');
}
