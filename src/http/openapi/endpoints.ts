import { Type } from 'typebox';
import { ChangesBody } from '../../wire/changes.ts';
import { FerryQuays, SpeedCamerasFile, TollStationsFile } from '../../wire/data-files.ts';
import { DeparturesBody, DeparturesQuery } from '../../wire/departures.ts';
import { LiveBody, ReadyBody } from '../../wire/health.ts';
import { JourneyBody, JourneyQuestion } from '../../wire/journey.ts';
import { MatrixBody, MatrixQuestion, MatrixRecord } from '../../wire/matrix.ts';
import { EstimateQuery, RouteQuery } from '../../wire/parameters.ts';
import { PlacesBody, PlacesQuery } from '../../wire/places.ts';
import { AnswerPrices, RouteBody } from '../../wire/route.ts';
import { TraceBody, TraceQuery } from '../../wire/trace.ts';
import { ErrorBody } from '../../wire/unit.ts';
import { VehicleBody, VehicleQuery } from '../../wire/vehicle.ts';
import { type Endpoint, textOf } from './endpoint.ts';
import { JOB_ENDPOINTS } from './job-endpoints.ts';

/** Terms that endpoints share, by their kind. */
const TRIP = { access: 'counted', workload: 'route', tag: 'Trips' } as const;
const DATA = { access: 'key', tag: 'Data' } as const;
const SERVICE = { access: 'open', tag: 'Service', whileStarting: true } as const;

/** The faults of a question about many ways. A missing way is no fault: it is a part of the answer. */
const MANY_FAULTS = [
  'invalid_parameter',
  'not_found',
  'upstream_broken',
  'upstream_down',
  'overloaded',
] as const;
const TRIP_FAULTS = [...MANY_FAULTS, 'route_not_possible'] as const;

export const ROUTE = {
  path: '/api/route',
  portalPath: '/portal/api/trip',
  visitor: 'trip',
  ...TRIP,
  operationId: 'getRoute',
  summary: 'Routes between two points, with toll and ferries',
  description: `Up to three routes, the recommended one first, and the bill of each in \`_billing.routes\`, in the same order.
Ask with \`refine=1\` and the real departure in \`startTime\`, and read \`_billing.routes[0]\`: \`tollSmall\` with a toll tag,
\`tollSmallNoDiscount\` without, \`tollLarge\` above 3 500 kg. \`alternatives=0\` leaves the others out, which is faster.

The price of one vehicle is \`vehicle\` of a route, when \`plate\`, \`vehicleType\`, \`fuel\`, \`euroClass\`, \`weight\`, \`tag\`,
\`ferryAgreement\` or \`trailerLength\` is given; \`_billing.vehicle\` says what it was taken for. Without them the answer has neither.

\`explain=1\` proves every amount, \`lines=1\` writes them as an expense claim lists them, \`passagesThisMonth\` applies monthly caps,
and \`bounds=1\` tells between which amounts the refined toll lies when the answer is preliminary.

A round trip takes two calls, each with its own \`startTime\`: tariffs depend on hour and direction. Parameters that are not
listed here are ignored; one that is given twice is refused.`,
  query: RouteQuery,
  gathersProblems: true,
  answer: {
    description: 'The routes and their bills, exact or preliminary: see `_billing.refined`.',
    schema: RouteBody,
    writes: AnswerPrices,
  },
  faults: TRIP_FAULTS,
} as const satisfies Endpoint;

export const DEPARTURES = {
  path: '/api/departures',
  visitor: 'trip',
  ...TRIP,
  operationId: 'getDepartures',
  summary: 'When to set out: one trip at many departures',
  description: `What the trip takes and costs the vehicle at each departure from \`earliest\` to \`latest\`, exactly as \`/api/route\` says
with \`refine=1\` and that \`startTime\`; with \`valueOfTime\` the best way at each of them. \`cheapest\` and \`fastest\` point into the list,
and \`rushNok\` says what the rush costs. One call, whatever the number of departures: at most 48 hours, a departure every 5 to 60 minutes.
By our own kernel, on any road network.`,
  query: DeparturesQuery,
  gathersProblems: true,
  answer: { description: 'The departures.', schema: DeparturesBody },
  faults: TRIP_FAULTS,
} as const satisfies Endpoint;

export const ROUTE_OSRM = {
  path: '/api/route-osrm',
  ...TRIP,
  workload: 'estimate',
  operationId: 'getRouteEstimate',
  summary: 'The same by a second engine, with estimated tolls (beta)',
  description: `An independent routing engine; tolls are those of the stations near its line. \`_billing.source\` ends with \`-estimat\`,
\`_billing.refined\` is false, and every bill has \`tollEstimated\`. Best effort: it may answer 502 at any time.`,
  query: EstimateQuery,
  gathersProblems: true,
  answer: {
    description: 'The routes and their estimated bills.',
    schema: RouteBody,
    writes: AnswerPrices,
  },
  faults: TRIP_FAULTS,
} as const satisfies Endpoint;

export const MATRIX = {
  path: '/api/matrix',
  method: 'POST',
  ...TRIP,
  deadlineMs: 60_000,
  operationId: 'getMatrix',
  summary: 'Many to many: minutes, metres, toll and ferries of each pair',
  description: `From each of up to 100 origins to each of up to 100 destinations, all at one departure, for one vehicle. Each pair is what
\`/api/route\` says of its recommended route with \`refine=1\`, and its tolls are those of that drive alone. A pair without a way has nulls and a \`reason\`.

**Counted as one call for each started 25 pairs**: 10 origins and 10 destinations are 4 calls, 100 and 100 are 400. They are taken from the day before the
work, all or none; \`X-API-Quota-Cost\` tells them. A body that is refused counts one.

With \`Accept: application/x-ndjson\` the pairs come one a line as they are worked out, behind a first record with what holds for all.
A failure of ours in the middle is the last record, an error body with \`"credited": true\`. Without prices (\`"prices": false\`) the answer comes sooner.`,
  gathersProblems: true,
  body: {
    schema: MatrixQuestion,
    example: {
      origins: ['Oslo', '60.3913,5.3221'],
      destinations: ['Gardermoen', 'Trondheim'],
      startTime: '2026-11-20T08:00:00+01:00',
      fuel: 'electric',
    },
    mostBytes: 64 * 1024,
  },
  answer: {
    description: 'Every pair, or one record a line.',
    schema: MatrixBody,
    record: MatrixRecord,
  },
  faults: MANY_FAULTS,
} as const satisfies Endpoint;

const FIXES = [
  { lat: 59.9139, lon: 10.7522, at: '2026-11-20T08:00:00+01:00' },
  { lat: 59.7441, lon: 10.2045, at: '2026-11-20T08:35:00+01:00' },
];

export const TRACE = {
  path: '/api/trace',
  visitor: 'trip',
  method: 'POST',
  ...TRIP,
  deadlineMs: 60_000,
  operationId: 'priceTrace',
  summary: 'A recorded drive, with toll and ferries',
  description: `What a drive cost that was driven. The body is the recording: GPX, GeoJSON (a LineString with \`coordTimes\`, or points),
\`{"polyline", "precision", "times"}\`, CSV with \`lat\`, \`lon\` and \`at\`, or \`[{"lat", "lon", "at"}]\`; up to 50 000 points and 10 MB, also when it is
unpacked. Its form is told by its text, not by \`Content-Type\`. Times are those of the recording; where it has none, \`startTime\` is the departure.

The answer is that of \`/api/route\` with one route, and \`match\`: how the recording fits the roads, and every station that may have been passed
but can not be told from another road. Those are in no sum; \`tollMin\` and \`tollMax\` count with them.

**Counted as one call for each started 10 000 points.** A recording is neither kept nor logged.`,
  query: TraceQuery,
  gathersProblems: true,
  body: {
    schema: Type.Unknown({
      description: 'The recording, as it is in its file.',
    }),
    example: FIXES,
    usualTypes: {
      'application/json': FIXES,
      'application/gpx+xml':
        '<gpx><trk><trkseg><trkpt lat="59.9139" lon="10.7522"><time>2026-11-20T07:00:00Z</time></trkpt><trkpt lat="59.7441" lon="10.2045"><time>2026-11-20T07:35:00Z</time></trkpt></trkseg></trk></gpx>',
      'text/csv':
        'lat,lon,at\n59.9139,10.7522,2026-11-20T08:00:00+01:00\n59.7441,10.2045,2026-11-20T08:35:00+01:00\n',
    },
    mostBytes: 10_000_000,
  },
  answer: {
    description: 'The drive as one route, its bill, and how it was matched.',
    schema: TraceBody,
    writes: AnswerPrices,
  },
  faults: MANY_FAULTS,
} as const satisfies Endpoint;

export const JOURNEY = {
  path: '/api/journey',
  visitor: 'trip',
  method: 'POST',
  ...TRIP,
  deadlineMs: 60_000,
  operationId: 'getJourney',
  summary: 'Several drives of one vehicle as one bill',
  description: `Up to 500 drives in any order, each planned (\`from\`, \`to\`, \`via\` with \`dwellMin\`, \`startTime\`, \`return\`), recorded (\`trace\`, any form of
\`/api/trace\`) or told by the stations that it passed (\`passages\`). The hour rule and the monthly caps go across them; \`passagesThisMonth\` is what the month of the first drive had before it.
The answer has the sums of each drive, day and month, and with \`allowance\` the claim of the driver with the state's kilometre allowance.

**Counted as one call for each drive**, the way back for itself, a recording once for each started 10 000 points: they are taken from the day before the work, all or none.
Nothing of the drives, names or plates is logged or kept.`,
  gathersProblems: true,
  body: {
    schema: JourneyQuestion,
    example: {
      fuel: 'diesel',
      allowance: true,
      drives: [
        {
          from: 'Lysaker',
          to: 'Oslo',
          startTime: '2026-11-20T08:00:00+01:00',
          return: true,
          dwellMin: 30,
          purpose: 'Kundebesøk',
        },
        { passages: [{ stationId: '86574499', at: '2026-11-21T12:00:00+01:00' }] },
      ],
    },
    mostBytes: 2 * 1024 * 1024,
  },
  answer: { description: 'The drives in time order, and their sums.', schema: JourneyBody },
  faults: TRIP_FAULTS,
} as const satisfies Endpoint;

export const VEHICLE = {
  path: '/api/vehicle',
  access: 'counted',
  operationId: 'getVehicle',
  tag: 'Vehicles',
  summary: 'A vehicle by its registration number',
  description: `The record as the vehicle register wrote it, with all its members; the ones described here are those that matter for tolls, and
each of them may be missing. A permitted total weight above 3 500 kg is tariff group 2: ask \`/api/route\` with \`heavy=1\`.
Vehicle data changes rarely: keep it, and save your quota.`,
  query: VehicleQuery,
  answer: { description: 'The record of the vehicle.', schema: VehicleBody },
  faults: ['invalid_parameter', 'not_found', 'upstream_broken', 'upstream_down'],
} as const satisfies Endpoint;

export const PLACES = {
  path: '/api/places',
  ...DATA,
  operationId: 'findPlaces',
  summary: 'Places by their names',
  description: `Towns, districts, villages, postcodes, ferry quays, airports, railway stations, mountain lodges and peaks whose name fits a text.
\`from\`, \`to\` and \`via\` of \`/api/route\` take the same names. Not counted.`,
  query: PlacesQuery,
  answer: { description: 'The places, the best first.', schema: PlacesBody },
  faults: ['invalid_parameter'],
} as const satisfies Endpoint;

export const FERRY_QUAYS = {
  path: '/api/ferry-quays',
  ...DATA,
  operationId: 'listFerryQuays',
  summary: 'All Norwegian ferry quays',
  description: 'Object type 64 of the national road database. May be kept for 24 hours.',
  answer: { description: 'Every quay.', schema: FerryQuays, isKept: true },
} as const satisfies Endpoint;

/** A sentence for the two files that an operator may open to everybody. */
const OPENED = 'A server may be set to give it without a key (`PUBLIC_DATA=1`).';

export const TOLL_STATIONS = {
  path: '/data/toll-stations.json',
  ...DATA,
  operationId: 'getTollStations',
  summary: 'All toll stations, as a raw file',
  description: `Tariffs, rush windows, operator, hour-rule group, charged direction and position of each station. May be kept for an hour. ${OPENED}`,
  answer: { description: 'The file as it is.', schema: TollStationsFile, isKept: true },
} as const satisfies Endpoint;

export const SPEED_CAMERAS = {
  path: '/data/speed-cameras.json',
  ...DATA,
  operationId: 'getSpeedCameras',
  summary: 'All speed cameras, as a raw file',
  description: `Object type 162 of the national road database. May be kept for an hour. ${OPENED}`,
  answer: { description: 'The file as it is.', schema: SpeedCamerasFile, isKept: true },
} as const satisfies Endpoint;

export const CHANGES = {
  path: '/changes.json',
  access: 'open',
  tag: 'Service',
  operationId: 'getChanges',
  summary: 'What changed in the interface and in tariffs, and will',
  description: `Versions of the interface with their changes, and each day on which a toll or a ferry fare becomes another one, future days included.
What would break a caller is announced by e-mail as well. May be kept for an hour.`,
  answer: { description: 'All changes that are known.', schema: ChangesBody, isKept: true },
} as const satisfies Endpoint;

export const LIVE = {
  path: '/health/live',
  ...SERVICE,
  operationId: 'getLive',
  summary: 'Whether the process answers',
  description: 'For the supervisor that restarts it when it does not.',
  answer: { description: 'It does.', schema: LiveBody },
} as const satisfies Endpoint;

export const READY = {
  path: '/health/ready',
  ...SERVICE,
  operationId: 'getReady',
  summary: 'Whether the server can answer calls',
  description:
    'For a proxy that sends it calls. Tells the version and the age of the data as well.',
  answer: { description: 'It can.', schema: ReadyBody },
  also: {
    503: {
      description: 'It cannot, or it did not find out in time.',
      schema: Type.Union([ReadyBody, ErrorBody]),
    },
  },
} as const satisfies Endpoint;

export const METRICS = {
  path: '/metrics',
  ...SERVICE,
  operationId: 'getMetrics',
  summary: 'Figures for Prometheus',
  description: 'Durations, outcomes, quota, foreign services, data and the process itself.',
  answer: {
    description: 'The text format of Prometheus.',
    schema: textOf('One line for each figure.'),
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
  },
} as const satisfies Endpoint;

export const OPENAPI = {
  path: '/openapi.json',
  ...SERVICE,
  operationId: 'getContract',
  summary: 'This contract',
  description: 'OpenAPI 3.1, made from the schemas that the server validates and writes by.',
  answer: {
    description: 'The OpenAPI document.',
    schema: Type.Object(
      { openapi: Type.Literal('3.1.1') },
      { title: 'Contract', description: 'See spec.openapis.org.', additionalProperties: true },
    ),
    isKept: true,
  },
} as const satisfies Endpoint;

export const DOCS = {
  path: '/docs',
  ...SERVICE,
  operationId: 'getReference',
  summary: 'The guide, and this contract as pages to read and to try',
  description:
    'Below it are `/docs/reference`, which asks each endpoint from the browser, `/docs/errors`, `/docs/veiledning` in Norwegian and the documents of the program. They load nothing from other servers.',
  answer: {
    description: 'A page for a browser.',
    schema: textOf('HTML.'),
    mediaType: 'text/html; charset=utf-8',
    isKept: true,
  },
} as const satisfies Endpoint;

/** Everything that the server answers, in the order of the reference. A test holds it to the app. */
export const ENDPOINTS: readonly Endpoint[] = [
  ROUTE,
  ROUTE_OSRM,
  MATRIX,
  TRACE,
  JOURNEY,
  DEPARTURES,
  ...JOB_ENDPOINTS,
  VEHICLE,
  PLACES,
  FERRY_QUAYS,
  TOLL_STATIONS,
  SPEED_CAMERAS,
  CHANGES,
  LIVE,
  READY,
  METRICS,
  OPENAPI,
  DOCS,
];
