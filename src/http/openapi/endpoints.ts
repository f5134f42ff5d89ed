import { FERRY_QUAYS, SPEED_CAMERAS, TOLL_STATIONS } from './endpoint/data.ts';
import { DOCS, LIVE, METRICS, OPENAPI, READY } from './endpoint/service.ts';
import { ROUTE, ROUTE_OSRM } from './endpoint/trips.ts';
import { VEHICLE } from './endpoint/vehicles.ts';
import type { Endpoint } from './endpoint.ts';

/** Everything that the server answers, in the order of the reference. A test holds it to the app. */
export const ENDPOINTS: readonly Endpoint[] = [
  ROUTE,
  ROUTE_OSRM,
  VEHICLE,
  FERRY_QUAYS,
  TOLL_STATIONS,
  SPEED_CAMERAS,
  LIVE,
  READY,
  METRICS,
  OPENAPI,
  DOCS,
];
