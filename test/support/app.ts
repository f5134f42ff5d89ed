import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { type Access, buildAccess } from '../../src/account/access.ts';
import { atOnce } from '../../src/base/steps.ts';
import { buildApp } from '../../src/http/app.ts';
import type { PublishedFacts, Services } from '../../src/http/services.ts';
import { openGazetteer } from '../../src/places/gazetteer.ts';
import { openDocuments } from '../../src/service/portal.ts';
import { KEY, LIMITS, type MemoryAccounts, memoryAccounts, PLANS } from './accounts.ts';
import { answer, estimateAnswer, traceAnswer } from './answer.ts';
import { described } from './contract.ts';
import { camerasFile, stationsFile } from './data-files.ts';
import { departuresAnswer } from './departures-answer.ts';
import { NATIONAL_BOUNDS } from './ferry-bounds.ts';
import { fakeJobs } from './jobs.ts';
import { journeyAnswer } from './journey-answer.ts';
import { CLOSED_PORTAL } from './portal.ts';
import { jumpingTime, type Time } from './time.ts';

/** Noon on an ordinary Friday. It is the time of every test that names none. */
export const NOW = '2026-11-20T12:00:00+01:00';

/** The app over fakes, with an account of its own. Each test replaces the parts that it is about. */
export function appOf(parts: Partial<Services> = {}, deadlineMs = 60_000) {
  const services = { ...FAKES, ...freshAccess(), ...parts };
  return described(buildApp(services, { log: pino({ level: 'silent' }), deadlineMs }));
}

/** A request of the account that every app knows. */
export function keyed(request: string | InjectOptions): InjectOptions {
  const { headers, ...rest } = typeof request === 'string' ? { url: request } : request;
  return { ...rest, headers: { authorization: `Bearer ${KEY}`, ...headers } };
}

/** The rules of access over accounts in memory. */
export function accessOver(
  accounts: MemoryAccounts,
  time: Time,
  onTrouble: (sentence: string, error: unknown) => void = () => {},
): Time & { readonly access: Access } {
  return {
    ...time,
    access: buildAccess({ ...accounts, ...time, plans: PLANS, limits: LIMITS, onTrouble }),
  };
}

/** Access with so many calls a day that only tests about quotas run out of them. */
const freshAccess = () => accessOver(memoryAccounts({ plan: 'enterprise' }), jumpingTime(NOW));

const OSLO = {
  name: 'Oslo',
  kind: 'town',
  area: 'Oslo',
  lat: 59.9139,
  lon: 10.7522,
  rank: 1,
} as const;

/** A matrix of one pair. */
function matrixAnswer(): Awaited<ReturnType<Services['answerMatrix']>> {
  const head = {
    source: 'test',
    startTime: NOW,
    dataVersion: 'test',
    computedAt: NOW,
    attribution: 'test',
  };
  const pair = { origin: 0, destination: 0, durationMin: 1, distance: 2 };
  return {
    head,
    pairs: (async function* () {
      yield [pair];
    })(),
  };
}

/** The services with other facts in force. */
export const withFacts = (facts: Partial<PublishedFacts>): Pick<Services, 'facts'> => ({
  facts: { ...FAKES.facts, ...facts },
});

export const FAKES: Services = {
  ...freshAccess(),
  publicData: false,
  answerRoute: async () => answer(),
  answerEstimate: async () => estimateAnswer(),
  answerTrace: async () => traceAnswer(),
  answerDepartures: departuresAnswer,
  gazetteer: openGazetteer(() => ({ places: [OSLO], quays: [] })),
  answerMatrix: async () => matrixAnswer(),
  answerJourney: journeyAnswer,
  findVehicle: async () => '{"kjoretoydataListe":[{}]}',
  fictitious: {
    answerMatrix: async () => matrixAnswer(),
    answerJourney: journeyAnswer,
    answerRoute: async () => answer(),
    answerEstimate: async () => estimateAnswer(),
    answerTrace: async () => traceAnswer(),
    answerDepartures: departuresAnswer,
    findVehicle: async () => '{"kjoretoydataListe":[{}]}',
  },
  facts: {
    ferryBounds: NATIONAL_BOUNDS,
    capGroups: ['oslo-a', 'bergen'],
    quays: {
      list: [
        {
          id: '1',
          name: 'Moss ferjekai',
          at: { lat: 59.4287, lon: 10.6514 },
          municipality: 3103,
          status: 'in-use',
          usableByCars: true,
          connectionIds: ['7'],
        },
      ],
      date: '2026-09-10',
    },
    tollStations: { json: stationsFile(), date: '2026-09-10' },
    speedCameras: { json: camerasFile(), date: '2026-10-05' },
    tariffs: { stations: [], fareTables: [], date: '2026-09-10' },
  },
  dataVersion: 'test',
  data: { version: 'bundled', date: '2026-09-10', ageDays: 71 },
  upstreams: [],
  retryAfterS: () => undefined,
  inTurn: async (_account, steps) => atOnce(steps),
  standing: () => ({ running: 0, waiting: 0 }),
  proxies: 0,
  portal: CLOSED_PORTAL,
  jobs: fakeJobs(),
  ...openDocuments(),
  checks: { database: async () => undefined, engine: async () => undefined },
  phase: () => 'serving',
};
