import { EstimateQuery, RouteQuery } from '../../schema/query.ts';
import { RouteBodyInFull } from '../../schema/route.ts';
import type { Endpoint } from '../endpoint.ts';

export const ROUTE = {
  path: '/api/route',
  access: 'counted',
  workload: 'route',
  operationId: 'getRoute',
  tag: 'Trips',
  summary: 'Routes between two points, with toll and ferries',
  description: `Up to three routes, the recommended one first, and the bill of each in \`_billing.routes\`, in the same order.
Ask with \`refine=1\` and the real departure in \`startTime\`, and read \`_billing.routes[0]\`: \`tollSmall\` with a toll tag,
\`tollSmallNoDiscount\` without, \`tollLarge\` above 3 500 kg. \`alternatives=0\` leaves the others out, which is faster.

The price of one very vehicle is \`vehicle\` of a route, when \`plate\`, \`vehicleType\`, \`fuel\`, \`euroClass\`, \`weight\`, \`tag\`,
\`ferryAgreement\` or \`trailerLength\` is given; \`_billing.vehicle\` says what it was taken for. Without them the answer has neither.

\`explain=1\` proves every amount, \`lines=1\` writes them as an expense claim lists them, \`passagesThisMonth\` applies monthly caps,
and \`bounds=1\` tells between which amounts the refined toll lies when the answer is preliminary.

A round trip takes two calls, each with its own \`startTime\`: tariffs depend on hour and direction. Parameters that are not
listed here are ignored; one that is given twice is refused.`,
  query: RouteQuery,
  answer: {
    description: 'The routes and their bills, exact or preliminary: see `_billing.refined`.',
    schema: RouteBodyInFull,
    caching: 'never',
  },
  faults: [
    'invalid_parameter',
    'not_found',
    'route_not_possible',
    'upstream_broken',
    'upstream_down',
    'overloaded',
  ],
} as const satisfies Endpoint;

export const ROUTE_OSRM = {
  path: '/api/route-osrm',
  access: 'counted',
  workload: 'estimate',
  operationId: 'getRouteEstimate',
  tag: 'Trips',
  summary: 'The same by a second engine, with estimated tolls (beta)',
  description: `An independent routing engine; tolls are those of the stations near its line. \`_billing.source\` ends with \`-estimat\`,
\`_billing.refined\` is false, and every bill has \`tollEstimated\`. Best effort: it may answer 502 at any time.`,
  query: EstimateQuery,
  answer: {
    description: 'The routes and their estimated bills.',
    schema: RouteBodyInFull,
    caching: 'never',
  },
  faults: [
    'invalid_parameter',
    'not_found',
    'route_not_possible',
    'upstream_broken',
    'upstream_down',
    'overloaded',
  ],
} as const satisfies Endpoint;
