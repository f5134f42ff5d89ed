/** The questions behind the examples of the contract. */
import type { Example } from '../../../src/http/openapi/example.ts';

export type Question = Omit<Example, 'status' | 'body'> & {
  /** What of a long answer is shown; absent: all of it. */
  readonly cut?: (body: never) => unknown;
  /** Absent: a server in good health, and a key that is in use. */
  readonly scene?: Scene;
};

export type Scene =
  | 'stranger'
  | 'unpaid'
  | 'used up'
  | 'burst'
  | 'planner answers nonsense'
  | 'planner is away'
  | 'defect'
  | 'starting'
  | 'draining';

const START = 'startTime=2026-11-20T08:00:00%2B01:00';
/** Lysaker to the centre of Oslo. */
const COMMUTE = `from=59.9125,10.6360&to=59.9139,10.7522&${START}`;
const CROSSING = `from=59.4344,10.6577&to=59.4170,10.4830&${START}`;

/** The whole body with one entry of a list. */
const firstOf = (list: string) => (body: Readonly<Record<string, unknown>>) => ({
  ...body,
  [list]: [body[list]].flat().slice(0, 1),
});

/** All of them, in the order in which the contract shows them. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'rushHour',
    at: 'getRoute',
    summary: 'Two stations of one ring in the rush, the second one free by the hour rule',
    request: `GET /api/route?${COMMUTE}&refine=1`,
  },
  {
    name: 'ferry',
    at: 'getRoute',
    summary: 'A ferry, for a vehicle of 7 m, geometry in WGS84',
    request: `GET /api/route?${CROSSING}&refine=1&vehicleLength=7&srs=4326`,
  },
  {
    name: 'preliminary',
    at: 'getRoute',
    summary: 'The commute without `refine`: preliminary figures',
    request: `GET /api/route?${COMMUTE}`,
  },
  {
    name: 'estimate',
    at: 'getRouteEstimate',
    summary: 'The commute by the second engine',
    request: `GET /api/route-osrm?${COMMUTE}`,
  },
  {
    name: 'demoVehicle',
    at: 'getVehicle',
    summary: 'A fictitious vehicle of the demo register',
    request: 'GET /api/vehicle?plate=QQ%2010001',
  },
  {
    name: 'quays',
    at: 'listFerryQuays',
    summary: 'The first two of all quays',
    request: 'GET /api/ferry-quays',
    cut: (body: readonly unknown[]) => body.slice(0, 2),
  },
  {
    name: 'stations',
    at: 'getTollStations',
    summary: 'The first of all stations',
    request: 'GET /data/toll-stations.json',
    cut: firstOf('stations'),
  },
  {
    name: 'cameras',
    at: 'getSpeedCameras',
    summary: 'The first of all cameras',
    request: 'GET /data/speed-cameras.json',
    cut: firstOf('cameras'),
  },
  { name: 'live', at: 'getLive', summary: 'It does', request: 'GET /health/live' },
  { name: 'ready', at: 'getReady', summary: 'It can', request: 'GET /health/ready' },
  {
    name: 'draining',
    at: 'getReady',
    summary: 'It is about to stop',
    request: 'GET /health/ready',
    scene: 'draining',
  },
  {
    name: 'missing',
    at: 'InvalidParameter',
    summary: 'A parameter is missing',
    request: 'GET /api/route?from=59.9125,10.6360',
  },
  {
    name: 'noOffset',
    at: 'InvalidParameter',
    summary: 'A time without an offset',
    request: `GET /api/route?${COMMUTE.replace('%2B01:00', '')}`,
  },
  {
    name: 'noKey',
    at: 'InvalidApiKey',
    summary: 'No key was sent',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'stranger',
  },
  {
    name: 'unpaid',
    at: 'SubscriptionInactive',
    summary: 'The last payment failed',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'unpaid',
  },
  {
    name: 'unknownPlate',
    at: 'NotFound',
    summary: 'A plate that the demo register does not have',
    request: 'GET /api/vehicle?plate=AB12345',
  },
  {
    name: 'atSea',
    at: 'RouteNotPossible',
    summary: 'A destination in the North Sea',
    request: 'GET /api/route?from=59.9125,10.6360&to=57.0,3.0',
  },
  {
    name: 'dayUsedUp',
    at: 'TooManyCalls',
    summary: 'The calls of the day are used up',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'used up',
  },
  {
    name: 'burst',
    at: 'TooManyCalls',
    summary: 'Too many calls within a second',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'burst',
  },
  {
    name: 'unreadable',
    at: 'UpstreamBroken',
    summary: "The road authority's route planner answers nonsense",
    request: `GET /api/route?${COMMUTE}`,
    scene: 'planner answers nonsense',
  },
  {
    name: 'unknownAddress',
    at: 'Refusal',
    summary: 'An address that does not exist',
    request: 'GET /api/nowhere',
  },
  {
    name: 'otherMethod',
    at: 'Refusal',
    summary: 'A method that no address answers',
    request: 'POST /api/route',
  },
  {
    name: 'defect',
    at: 'Defect',
    summary: 'A defect of ours',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'defect',
  },
  {
    name: 'plannerAway',
    at: 'Unavailable',
    summary: "The road authority's route planner is away",
    request: `GET /api/route?${COMMUTE}`,
    scene: 'planner is away',
  },
  {
    name: 'starting',
    at: 'Unavailable',
    summary: 'The server is starting',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'starting',
  },
];
