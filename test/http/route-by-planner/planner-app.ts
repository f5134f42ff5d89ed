import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { TollSite, TollSites } from '../../../src/passages/toll-site.ts';
import type { UpstreamLimits } from '../../../src/upstream/call/terms.ts';
import { ROUTE_PLANNER } from '../../../src/upstream/services.ts';
import { memoryAccounts } from '../../support/accounts.ts';
import { answerByService } from '../../support/answer-by-service.ts';
import { accessOver, appOf, keyed, NOW } from '../../support/app.ts';
import {
  type FakeLink,
  type FakePart,
  fakeRoute,
  plannerHandler,
} from '../../support/fake-upstream/route-planner.ts';
import { type FakeHandler, startFakeUpstream } from '../../support/fake-upstream.ts';
import { openTerms } from '../../support/open-terms.ts';
import { jumpingTime } from '../../support/time.ts';
import { lineOf, partsOf } from '../../support/trip-scene.ts';

/** A Wednesday without anything special, well outside the rush. */
export const TRIP = '/api/route?from=60,10&to=60,10.05&startTime=2026-11-18T12:00:00%2B01:00';

/** Pauses that do not slow the tests down, and a breaker that stays out of the way. */
const LIMITS: Partial<UpstreamLimits> = { retryPauseMs: 1, retryRoomMs: 1, failuresToOpen: 1000 };

/** Station 1 stands on link 11, half-way; 2 and 3 on none, and 3 charges the way west only. */
const SITES: TollSites = {
  sites: [...'123'].flatMap((stationId) =>
    lineOf(stationId).map(
      (at): TollSite => ({
        stationId,
        name: stationId,
        at,
        positions: stationId === '1' ? [{ linkId: 11, at: 0.5, charged: 'with' }] : [],
        ...(stationId === '3' && { chargedBearingDeg: 270 }),
      }),
    ),
  ),
  carriageways: [],
};

export const LINK_11: FakeLink = {
  nvdbReferenceId: 11,
  fromLength: 0,
  toLength: 1,
  direction: 'With',
};

/** A way through named points of the drawn road; c to d is sailed, numbers are named stations. */
export function partsBy(names: string): FakePart[] {
  return [...names.slice(1)].map((name, i) => {
    const pair = `${names[i]}${name}`;
    const [, at] = lineOf(pair);
    return {
      line: lineOf(pair),
      ...(/cd|dc/.test(pair) && { ferries: ['Cape - Dale'] }),
      ...(/\d/.test(name) && at && { stations: [{ id: name, at }] }),
    };
  });
}

/** A route by the names of its points, which are its id, too. */
export const routeBy = (names: string, members: Parameters<typeof fakeRoute>[2] = {}) =>
  fakeRoute(names, partsBy(names), members);

interface AppTerms {
  readonly limits?: Partial<UpstreamLimits>;
  /** Absent: the open variant. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Stands between the server and `/best`. */
  readonly path?: string;
}

/** The endpoint over a fake route planner: everything between the two is real. */
export async function openPlannerApp(
  handler: FakeHandler = plannerHandler([routeBy('a1b2cd3e', { links: [LINK_11] })]),
  { limits, login, path = '' }: AppTerms = {},
) {
  const fake = await startFakeUpstream(handler);
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  const planner = await ROUTE_PLANNER.open(
    { url: fake.url + path, ...(login && { login }) },
    openTerms({ log, limits: { ...LIMITS, ...limits } }),
  );
  const accounts = memoryAccounts();
  const app = appOf({
    ...accessOver(accounts, jumpingTime(NOW)),
    answerRoute: answerByService(
      'route',
      planner,
      { ...partsOf([]), places: { sites: SITES, stations: [], quays: [] } },
      log,
    ),
  });
  onTestFinished(async () => {
    await app.close();
    await planner.server.close();
    await fake.stop();
  });
  const ask = (more = '') => app.inject(keyed(TRIP + more));
  return { fake, app, planner, logged, accounts, ask };
}
