/**
 * The interface as typed calls: `@veipris/client`, and `veipris/client` of this package. For servers only: a key never goes into a page or
 * an app.
 */
import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { askAgain, type RetryOptions } from './ask-again.ts';
import type { paths } from './contract.ts';

export type {
  ApiError,
  Billing,
  BillingRoute,
  Changes,
  ChargedStation,
  Departure,
  DeparturesAnswer,
  Ferry,
  FerryClass,
  FerryQuay,
  FreePassage,
  Job,
  Jobs,
  JourneyAnswer,
  JourneyQuestion,
  MatrixAnswer,
  MatrixPair,
  MatrixQuestion,
  Place,
  Places,
  Route,
  RouteAnswer,
  SpeedCamera,
  TollStation,
  TraceAnswer,
  TraceMatch,
  UnpricedFerry,
  UnpricedStation,
  VehicleAnswer,
  Warning,
} from './contract.ts';

/** Every endpoint as `client.GET(path, { params })`, which gives `data` or `error`. */
export type Client = FetchClient<paths, 'application/json'>;

export interface ClientOptions extends RetryOptions {
  /** Address of the server, what stands before `/api`. */
  readonly baseUrl: string;
  /** Sent with every call. */
  readonly apiKey: string;
  /** Asks instead of the built-in `fetch`; absent: that one does. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of one server with one key.
 *
 * `data` is the answer of a 200 and `error` the body of everything else, `{ error, message,
 * requestId, code }`; `response` has the headers, such as `X-API-Quota-Remaining`. 429 and 503 are
 * tried again. It throws only when there is no answer at all, or none in time.
 */
export function createClient({ baseUrl, apiKey, fetch, ...retry }: ClientOptions): Client {
  return createFetchClient<paths, 'application/json'>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: askAgain({ ...retry, ask: fetch ?? ((request) => globalThis.fetch(request)) }),
  });
}
