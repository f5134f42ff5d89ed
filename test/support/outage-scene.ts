/** A server over fakes of all foreign services, on the drawn road of `trip-scene.ts`. */
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { TollSites } from '../../src/passages/toll-site.ts';
import { findVehicleBy, openServices } from '../../src/service/config.ts';
import type { UpstreamLimits } from '../../src/upstream/call/terms.ts';
import { KEY } from './accounts.ts';
import { answerByService } from './answer-by-service.ts';
import { json } from './fake-upstream/answer.ts';
import { osrmHandler, osrmRefusal } from './fake-upstream/osrm.ts';
import { fakeRoute, plannerHandler } from './fake-upstream/route-planner.ts';
import { REGISTER_KEY } from './fake-upstream/vehicle-register.ts';
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts';
import { meteredApp } from './metered-app.ts';
import type { Answer, Watched } from './outage-run.ts';
import { lineOf, partsOf } from './trip-scene.ts';

const LINK_ID = 990_000_001;

const stations = [...'123'].flatMap((id) => lineOf(id).map((at) => ({ id, at })));

const SITES: TollSites = {
  sites: stations.map(({ id, at }, i) => ({
    stationId: id,
    name: id,
    at,
    positions: [{ linkId: LINK_ID, at: 0.2 * (i + 1), charged: 'both' }],
  })),
  carriageways: [],
};

/** A longitude in the sea, from which there is no route. */
const SEA_LON = 3;

const START = 'startTime=2026-11-18T12:00:00%2B01:00';

type Fakes = Readonly<Record<'planner' | 'register' | 'osrm', FakeUpstream>>;

/** Starts the fakes, by the services that they replace. */
export async function startFakes(): Promise<Fakes> {
  const [planner, register, osrm] = await Promise.all([
    startFakeUpstream(plannerHandler([drawnPlan(true)])),
    // Every second plate is unknown.
    startFakeUpstream(({ path }) =>
      /[02468]$/.test(path) ? json({ kjoretoydataListe: [{}] }) : json({ kjoretoydataListe: [] }),
    ),
    startFakeUpstream((request) =>
      // From a place in the sea there is no route.
      request.path.includes(`/${SEA_LON},`)
        ? osrmRefusal('NoSegment')
        : osrmHandler([[[{ line: lineOf('a1b2c') }]]])(request),
    ),
  ]);
  onTestFinished(async () => {
    for (const fake of [planner, register, osrm]) await fake.stop();
  });
  return { planner, register, osrm };
}

/** A plan of the drawn road. Without links nothing can be refined on it. */
export const drawnPlan = (hasLinks: boolean) =>
  fakeRoute('r1', [{ line: lineOf('a1b2c') }], {
    links: hasLinks
      ? [{ nvdbReferenceId: LINK_ID, fromLength: 0, toLength: 0.5, direction: 'With' }]
      : [],
  });

/** The calls that need each of the fakes. Every few calls one gets a 404. */
export function watch(fakes: Fakes): Watched[] {
  const isPriced = (isRefined: boolean) => (answer: Answer) =>
    answer.status === 200 && JSON.parse(answer.body)._billing.refined === isRefined;
  let plate = 10_000;
  return [
    {
      name: '/api/route',
      fake: fakes.planner,
      // Trips that differ are asked for one by one, and each takes a place in the queue.
      path: (n) => `/api/route?from=60,10.00000${n % 8}&to=60,10.03${n}&refine=1&${START}`,
      isNormal: isPriced(true),
    },
    {
      name: '/api/route-osrm',
      fake: fakes.osrm,
      path: (n) => `/api/route-osrm?from=60,${n % 4 === 0 ? SEA_LON : 10}&to=60,10.03&${START}`,
      isNormal: (answer) => answer.status === 404 || isPriced(false)(answer),
    },
    {
      name: '/api/vehicle',
      fake: fakes.register,
      // Each plate is asked for only once, because a plate that was found is remembered.
      path: () => `/api/vehicle?plate=QQ${plate++}`,
      isNormal: ({ status }) => status === 200 || status === 404,
    },
  ];
}

/** The app over the fakes, listening. */
export async function startApp(fakes: Fakes, limits: Partial<UpstreamLimits>) {
  const log = pino({ level: 'silent' });
  const parts = partsOf([]);
  const services = await openServices(
    {
      route: { url: fakes.planner.url, rememberMs: 0 },
      estimate: { url: fakes.osrm.url },
      vehicle: { url: fakes.register.url, key: REGISTER_KEY },
    },
    log,
    { limits },
  );
  const { route, estimate } = services;
  if (route === undefined || estimate === undefined) throw new Error('Expected both engines.');
  const places = { sites: SITES, stations, quays: [] };
  const { app, used } = meteredApp({
    account: { plan: 'enterprise' },
    parts: {
      answerRoute: answerByService('route', route, { ...parts, places }, log),
      answerEstimate: answerByService('estimate', estimate, { ...parts, places }, log),
      findVehicle: findVehicleBy(services),
    },
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    for (const { server } of Object.values(services)) await server.close();
  });
  const ask = async (path: string): Promise<Answer> => {
    const reply = await fetch(address + path, { headers: { authorization: `Bearer ${KEY}` } });
    return { status: reply.status, body: await reply.text() };
  };
  return { ask, used };
}
