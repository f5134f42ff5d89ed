/** The questions behind the examples of the contract. */

import type { Example } from '../../../tools/openapi/components.ts';
import { RUNNING_JOB } from '../../support/jobs.ts';

export type Question = Omit<Example, 'status' | 'body'> & {
  /** What a POST sends: JSON, or a text as it is; absent: nothing. */
  readonly sent?: object | string;
  /** What of a long answer is shown; absent: all of it. */
  readonly cut?: (body: never) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: a server in good health, and a key that is in use. */
  readonly scene?: Scene;
};

export type Scene =
  | 'stranger'
  | 'test key'
  | 'repeated with another question'
  | 'repeated over other data'
  | 'unpaid'
  | 'used up'
  | 'burst'
  | 'planner answers nonsense'
  | 'planner is away'
  | 'defect'
  | 'planner names a station'
  | 'planner leaves out links'
  | 'answer takes too long'
  | 'request takes too long'
  | 'headers are too large'
  | 'overloaded'
  | 'a job runs'
  | 'a job is submitted again'
  | 'starting'
  | 'draining'
  | 'troubled';

const START = 'startTime=2026-11-20T08:00:00%2B01:00';
const WINDOW = 'earliest=2026-11-20T06:00:00%2B01:00&latest=2026-11-20T07:00:00%2B01:00&step=30';
/** Lysaker to the centre of Oslo. */
const COMMUTE = `from=59.9125,10.6360&to=59.9139,10.7522&${START}`;
/** The same way as a recording, drawn by hand. */
const COMMUTE_TRACE = [
  [59.9125, 10.636],
  [59.9148, 10.6502],
  [59.9178, 10.6703],
  [59.9183, 10.683],
  [59.9152, 10.7005],
  [59.9119, 10.7214],
  [59.9139, 10.7522],
].map(([lat, lon], i) => ({ lat, lon, at: `2026-11-20T08:0${i}:00+01:00` }));
const CROSSING = `from=59.4344,10.6577&to=59.4170,10.4830&${START}`;

/** What the fake route planner of the tests drives: no place of this world. */
const DRAWN = 'from=60,10&to=60,10.05&startTime=2026-11-18T12:00:00%2B01:00';

/** The records that have a member which none before them has. */
function showingEveryMember(records: readonly object[]): readonly object[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const fresh = Object.keys(record).filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    return fresh.length > 0;
  });
}

/** The whole body with few entries of a list. */
const fewOf = (list: string) => (body: Readonly<Record<string, readonly object[]>>) => ({
  ...body,
  [list]: showingEveryMember(body[list] ?? []),
});

/** The prices of a long route, without its lines. */
const withoutLines = (body: { readonly routes: readonly object[] }) => ({ ...body, routes: [] });

/** Few changes, and of the interface those of a version that does not change any more. */
const fewChanges = (body: {
  readonly releases: readonly { readonly changes: readonly string[] }[];
  readonly tolls: readonly object[];
  readonly ferries: readonly object[];
}) => ({
  ...body,
  releases: body.releases
    .slice(-1)
    .map((release) => ({ ...release, changes: release.changes.slice(0, 2) })),
  tolls: showingEveryMember(body.tolls),
  ferries: body.ferries.slice(0, 1),
});

/** All of them, in the order in which the contract shows them. */
const A_JOB = `/api/jobs/${RUNNING_JOB.id}`;

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
    name: 'gate',
    at: 'getRoute',
    summary: 'A road that is closed at night: the route waits at its gate until it opens',
    request:
      'GET /api/route?from=Lom&to=Skjolden&refine=1&alternatives=0&startTime=2026-11-03T06:45:00%2B01:00',
    cut: withoutLines,
  },
  {
    name: 'ofTest',
    at: 'getRoute',
    summary: 'The answer to a test key',
    request: `GET /api/route?${COMMUTE}&refine=1&alternatives=0`,
    scene: 'test key',
  },
  {
    name: 'veryVehicle',
    at: 'getRoute',
    summary: 'A lorry by its plate: what it was taken for, and what it pays itself',
    request: `GET /api/route?${COMMUTE}&refine=1&plate=QQ10001`,
  },
  {
    name: 'veryVehicleOnFerry',
    at: 'getRoute',
    summary: 'A car by its plate, with a trailer and a ferry agreement',
    request: `GET /api/route?${CROSSING}&refine=1&plate=QQ10005&trailerLength=3.5&ferryAgreement=private`,
  },
  {
    name: 'heading',
    at: 'getRoute',
    summary: 'A vehicle under way on the E18, which heads east',
    request: `GET /api/route?${COMMUTE}&refine=1&bearing=80&alternatives=0`,
  },
  {
    name: 'motorcycle',
    at: 'getRoute',
    summary: 'A motorcycle without a plate, which passes free',
    request: `GET /api/route?${COMMUTE}&refine=1&vehicleType=motorcycle&alternatives=0`,
  },
  {
    name: 'proved',
    summary: 'The commute with the proof of each amount, and a monthly cap that is used up',
    at: 'getRoute',
    request: `GET /api/route?${COMMUTE}&refine=1&explain=1&passagesThisMonth=oslo-a:120`,
  },
  {
    name: 'provedFerry',
    summary: 'A ferry with its proof, and the lines of an expense claim',
    at: 'getRoute',
    request: `GET /api/route?${CROSSING}&refine=1&explain=1&lines=1&fuel=electric&trailerLength=3.5`,
  },
  {
    name: 'tollInTicket',
    summary: 'A ferry whose ticket has a toll, proved',
    at: 'getRoute',
    request: `GET /api/route?from=59.6080,5.2364&to=59.5981,5.3184&${START}&refine=1&alternatives=0&explain=1`,
  },
  {
    name: 'bounds',
    summary:
      'Preliminary figures of an electric car, the bounds of the refined toll, and the lines of an expense claim',
    at: 'getRoute',
    request: `GET /api/route?${COMMUTE}&fuel=electric&lines=1&allowance=1`,
  },
  {
    name: 'provedRush',
    summary:
      'A lorry in the rush of Bergen, whose newest rush price is older than its tariff, proved',
    at: 'getRoute',
    request: `GET /api/route?from=60.467,5.325&to=60.3913,5.3221&${START}&refine=1&explain=1&heavy=1`,
  },
  {
    name: 'provedNoon',
    summary: 'A tariff that began at ten in the morning, proved',
    at: 'getRoute',
    request:
      'GET /api/route?from=59.2900,10.3500&to=59.2300,10.2700&startTime=2023-06-01T12:00:00%2B02:00&refine=1&explain=1',
  },
  {
    name: 'chosenByMoney',
    at: 'getRoute',
    summary: 'Molde-Ålesund at 200 kroner an hour: two ferries that cost nothing, with both sums',
    request: `GET /api/route?from=62.7383,7.1603&to=62.4725,6.1547&${START}&refine=1&valueOfTime=200&explain=1`,
  },
  {
    name: 'freeWithTag',
    at: 'getRoute',
    summary: 'Trondheim: what one station pays for with a tag, and each takes without one',
    request: `GET /api/route?from=63.3600,10.3750&to=63.4115,10.3759&${START}&refine=1`,
  },
  {
    name: 'preliminary',
    at: 'getRoute',
    summary: 'The commute without `refine`: preliminary figures',
    request: `GET /api/route?${COMMUTE}`,
  },
  {
    name: 'recommendedAlone',
    at: 'getRoute',
    summary: 'The commute without other routes, which nobody looks for: the fastest question',
    request: `GET /api/route?${COMMUTE}&refine=1&alternatives=0`,
  },
  {
    name: 'unpricedStations',
    at: 'getRoute',
    summary: 'Stations whose tariff nobody publishes: the sums leave them out',
    request: `GET /api/route?from=60.2446,11.1859&to=60.4000,11.2300&${START}&refine=1`,
  },
  {
    name: 'unpricedFerry',
    at: 'getRoute',
    summary: 'A crossing that the caller must price',
    request: `GET /api/route?from=61.3035,7.2480&to=61.2985,7.3130&${START}&refine=1`,
  },
  {
    name: 'listPrice',
    at: 'getRoute',
    summary:
      "By the road authority's planner (here one of the tests): its own `statistic`, and stations that only the planner knows",
    request: `GET /api/route?${DRAWN}&refine=1`,
    scene: 'planner names a station',
  },
  {
    name: 'fallback',
    at: 'getRoute',
    summary: 'Exact matching could not be had: preliminary figures, and `refineFallback`',
    request: `GET /api/route?${DRAWN}&refine=1`,
    scene: 'planner leaves out links',
  },
  {
    name: 'estimate',
    at: 'getRouteEstimate',
    summary: 'The commute by the second engine',
    request: `GET /api/route-osrm?${COMMUTE}`,
  },
  {
    name: 'manyToMany',
    at: 'getMatrix',
    summary:
      'Two origins, one of which no road leads from, and two destinations for a hydrogen car',
    request: 'POST /api/matrix',
    sent: {
      origins: ['Oslo', '78.2232,15.6267'],
      destinations: ['61.636,8.312', 'Geiranger'],
      startTime: '2026-11-20T08:00:00+01:00',
      fuel: 'hydrogen',
      ferryAgreement: 'private',
    },
    scene: 'test key',
  },
  {
    name: 'recordedDrive',
    at: 'priceTrace',
    summary: 'A commute with a point a minute: stations that it may have passed are in no sum',
    request: 'POST /api/trace?vehicleType=car&fuel=electric&allowance=1',
    sent: JSON.stringify(COMMUTE_TRACE),
  },
  {
    name: 'departures',
    at: 'getDepartures',
    summary: 'A commute before and in the rush, at 200 NOK an hour',
    request: `GET /api/departures?from=59.9125,10.6360&to=59.9139,10.7522&${WINDOW}&fuel=diesel&valueOfTime=200`,
  },
  {
    name: 'departuresOfATest',
    at: 'getDepartures',
    summary: 'The same with a test key',
    request: `GET /api/departures?from=59.9125,10.6360&to=59.9139,10.7522&${WINDOW}`,
    scene: 'test key',
  },
  {
    name: 'journey',
    at: 'getJourney',
    summary:
      'There and back in one hour, a ferry, a recorded drive, and one told by a station: with the claim of the driver',
    request: 'POST /api/journey',
    sent: {
      plate: 'QQ10005',
      allowance: true,
      explain: true,
      passagesThisMonth: 'oslo-a:119',
      claimant: { name: 'Kari Dikt', address: 'Fiktivveien 1', employer: 'Fiktiv AS' },
      drives: [
        {
          from: '59.9125,10.6360',
          to: 'Oslo',
          startTime: '2026-11-20T08:00:00+01:00',
          return: true,
          dwellMin: 10,
          purpose: 'Kundebesøk',
          note: 'Omkjøring',
          passengers: ['Ola Dikt'],
        },
        {
          from: '59.4344,10.6577',
          to: '59.4170,10.4830',
          startTime: '2026-11-20T12:00:00+01:00',
        },
        { trace: COMMUTE_TRACE, purpose: 'Kontor' },
        { passages: [{ stationId: '86574499', at: '2026-12-01T12:00:00+01:00' }] },
      ],
    },
    scene: 'test key',
  },
  {
    name: 'demoVehicle',
    at: 'getVehicle',
    summary: 'A fictitious vehicle of the demo register',
    request: 'GET /api/vehicle?plate=QQ%2010001',
  },
  {
    name: 'moved',
    at: 'getRoute',
    summary:
      'From an island whose quay alone is on the network: the start is moved over water, and says so',
    request: `GET /api/route?from=58.994,11.055&to=59.2181,10.9298&${START}&refine=1&alternatives=0`,
  },
  {
    name: 'named',
    at: 'getRoute',
    summary: 'From a postcode to an airport, by their names',
    request: `GET /api/route?from=0150&to=Gardermoen&${START}&refine=1&alternatives=0`,
  },
  {
    name: 'places',
    at: 'findPlaces',
    summary: 'Names that begin so, or have a word that does',
    request: 'GET /api/places?q=gardermoen',
  },
  {
    name: 'peak',
    at: 'findPlaces',
    summary: 'A peak, which the road does not reach, typed without Norwegian letters',
    request: 'GET /api/places?q=galdhopiggen',
  },
  {
    name: 'quays',
    at: 'listFerryQuays',
    summary: 'A few of all quays',
    request: 'GET /api/ferry-quays',
    cut: showingEveryMember,
  },
  {
    name: 'stations',
    at: 'getTollStations',
    summary: 'A few of all stations',
    request: 'GET /data/toll-stations.json',
    cut: fewOf('stations'),
  },
  {
    name: 'cameras',
    at: 'getSpeedCameras',
    summary: 'A few of all cameras',
    request: 'GET /data/speed-cameras.json',
    cut: fewOf('cameras'),
  },
  {
    name: 'changes',
    at: 'getChanges',
    summary: 'Two of each',
    request: 'GET /changes.json',
    cut: fewChanges,
  },
  { name: 'live', at: 'getLive', summary: 'It does', request: 'GET /health/live' },
  { name: 'ready', at: 'getReady', summary: 'It can', request: 'GET /health/ready' },
  {
    name: 'troubled',
    at: 'getReady',
    summary: 'It can, though a foreign service is down and newer data is not in force',
    request: 'GET /health/ready',
    scene: 'troubled',
  },
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
    name: 'severalPlaces',
    at: 'InvalidParameter',
    summary: 'A name that several places have',
    request: 'GET /api/route?from=Vik&to=Bergen',
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
    name: 'otherQuestion',
    at: 'OtherCall',
    summary: 'An Idempotency-Key of another question',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'repeated with another question',
  },
  {
    name: 'otherData',
    at: 'OtherCall',
    summary: 'A repeated call whose data has been renewed since',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'repeated over other data',
  },
  {
    name: 'submitted',
    at: 'submitJob',
    summary: 'Two rows, submitted',
    request: 'POST /api/jobs',
    sent: 'from,to\nLysaker,Oslo\nOslo,Lysaker\n',
    scene: 'a job runs',
  },
  {
    name: 'repeated',
    at: 'submitJob',
    summary: 'The same rows under the same Idempotency-Key',
    request: 'POST /api/jobs',
    sent: 'from,to\nLysaker,Oslo\nOslo,Lysaker\n',
    scene: 'a job is submitted again',
  },
  {
    name: 'jobs',
    at: 'listJobs',
    summary: 'One job',
    request: 'GET /api/jobs',
    scene: 'a job runs',
  },
  {
    name: 'running',
    at: 'getJob',
    summary: 'A job that runs',
    request: `GET ${A_JOB}`,
    scene: 'a job runs',
  },
  {
    name: 'cancelled',
    at: 'deleteJob',
    summary: 'The job as it was',
    request: `DELETE ${A_JOB}`,
    scene: 'a job runs',
  },
  {
    name: 'webhook',
    at: 'getWebhook',
    summary: 'The secret of the account',
    request: 'GET /api/webhook',
    scene: 'a job runs',
  },
  {
    name: 'webhookTest',
    at: 'testWebhook',
    summary: 'A receiver that fails',
    request: 'POST /api/webhook/test',
    sent: { url: 'https://fleet.example.no/veipris' },
    scene: 'a job runs',
  },
  {
    name: 'noSuchRange',
    at: 'NoSuchRange',
    summary: 'The rows that come next, of a job that has priced no more yet',
    request: `GET ${A_JOB}/result`,
    headers: { range: 'bytes=12-' },
    scene: 'a job runs',
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
    name: 'brokenAddress',
    at: 'Refusal',
    summary: 'An address that cannot be read',
    request: 'GET /api/%zz',
  },
  {
    name: 'unknownAddress',
    at: 'Refusal',
    summary: 'An address that does not exist',
    request: 'GET /api/nowhere',
  },
  {
    name: 'bodyTooLarge',
    at: 'BodyTooLarge',
    summary: 'A body of more than 64 kB',
    request: 'POST /api/matrix',
    sent: JSON.stringify({ origins: [' '.repeat(70_000)] }),
  },
  {
    name: 'bodyOfAnotherType',
    at: 'BodyNotTaken',
    summary: 'A table',
    request: 'POST /api/matrix',
    sent: 'origin,destination',
  },
  {
    name: 'otherMethod',
    at: 'Refusal',
    summary: 'A method that no address answers',
    request: 'POST /api/route',
  },
  {
    name: 'tooSlow',
    at: 'Refusal',
    summary: 'A request whose headers had not all arrived after 10 s',
    request: 'GET /api/route',
    scene: 'request takes too long',
  },
  {
    name: 'tooLarge',
    at: 'Refusal',
    summary: 'A request with a header of 20 kB',
    request: 'GET /api/route',
    scene: 'headers are too large',
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
  {
    name: 'overloaded',
    at: 'Unavailable',
    summary: 'More calls come than can be answered soon',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'overloaded',
  },
  {
    name: 'deadline',
    at: 'Unavailable',
    summary: 'The answer was not ready after 15 s',
    request: `GET /api/route?${COMMUTE}`,
    scene: 'answer takes too long',
  },
];
