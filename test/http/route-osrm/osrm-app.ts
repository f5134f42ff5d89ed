import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { UpstreamLimits } from '../../../src/upstream/call/terms.ts';
import { OSRM } from '../../../src/upstream/services.ts';
import { memoryAccounts } from '../../support/accounts.ts';
import { answerByService } from '../../support/answer-by-service.ts';
import { accessOver, appOf, keyed, NOW } from '../../support/app.ts';
import { type FakeStep, osrmHandler } from '../../support/fake-upstream/osrm.ts';
import { type FakeHandler, startFakeUpstream } from '../../support/fake-upstream.ts';
import { openTerms } from '../../support/open-terms.ts';
import { jumpingTime } from '../../support/time.ts';
import { lineOf, partsOf } from '../../support/trip-scene.ts';

export const TRIP = '/api/route-osrm?from=60,10&to=60,10.05';

/** Pauses that do not slow the tests down, and a breaker that stays out of the way. */
const LIMITS: Partial<UpstreamLimits> = { retryPauseMs: 1, retryRoomMs: 1, failuresToOpen: 1000 };

/** A way through named points of the drawn road as steps; each way between c and d is sailed. */
export function stepsOf(names: string): FakeStep[] {
  return [...names.slice(1)].map((name, i) => {
    const pair = `${names[i]}${name}`;
    return { line: lineOf(pair), ...(/cd|dc/.test(pair) && { mode: 'ferry', durationS: 600 }) };
  });
}

/** The endpoint over a fake OSRM server: everything between the two is real. */
export async function openOsrmApp(
  handler: FakeHandler = osrmHandler([[stepsOf('a1b2cd3e')]]),
  limits: Partial<UpstreamLimits> = {},
) {
  const fake = await startFakeUpstream(handler);
  const osrm = await OSRM.open({ url: fake.url }, openTerms({ limits: { ...LIMITS, ...limits } }));
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  const stations = [...'123'].flatMap((id) =>
    lineOf(id).map((at) => ({ id, at, ...(id === '3' && { chargedBearingDeg: 270 }) })),
  );
  const accounts = memoryAccounts();
  const app = appOf({
    ...accessOver(accounts, jumpingTime(NOW)),
    answerEstimate: answerByService(
      'estimate',
      osrm,
      { ...partsOf([]), places: { sites: { sites: [], carriageways: [] }, stations, quays: [] } },
      log,
    ),
  });
  onTestFinished(async () => {
    await app.close();
    await osrm.server.close();
    await fake.stop();
  });
  return { fake, app, osrm, logged, accounts, ask: (url = TRIP) => app.inject(keyed(url)) };
}
