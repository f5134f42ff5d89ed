/**
 * The interface as typed calls: `@veipris/client`, and `veipris/client` of this package. For servers only: a key never goes into a page or
 * an app.
 */
import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { askAgain, ClientRequest, isStream, type RetryOptions } from './ask-again.ts';
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
 * A body that is text, bytes, a Blob or a stream is sent as it is: a table of trips, a recording. All else is sent as
 * JSON. `headers: { 'content-type': 'text/csv' }` of a call names its type; by itself text is `text/plain`.
 *
 * `data` is the answer of a 200 and `error` the body of everything else, `{ error, message,
 * requestId, code }`; `response` has the headers, such as `X-API-Quota-Remaining`. 429 and 503 are
 * tried again. It throws when there is no answer at all, none in time, or a 200 that is no JSON and is asked for without
 * `parseAs`.
 */
export function createClient({ baseUrl, apiKey, fetch, ...retry }: ClientOptions): Client {
  return createFetchClient<paths, 'application/json'>({
    baseUrl,
    // The body has its own type: see `toBody`.
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': null },
    bodySerializer: toBody,
    Request: ClientRequest,
    fetch: askAgain({ ...retry, ask: fetch ?? ((request) => globalThis.fetch(request)) }),
  });
}

const isWhole = (body: unknown): boolean =>
  typeof body === 'string' ||
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body);

const toBody = (body: unknown) =>
  isWhole(body) || isStream(body)
    ? body
    : new Blob([JSON.stringify(body)], { type: 'application/json' });
