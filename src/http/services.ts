import type { LengthBounds } from '../pricing/ferry-tariffs.ts';
import type { RouteAnswer } from '../trip/answer-types.ts';
import type { ParsedQuestion } from '../trip/parse-quote-request.ts';
import type { Clock, Quay } from '../trip/ports.ts';

/** What the endpoints need; `compose.ts` builds it, tests fake it. */
export interface Services {
  readonly clock: Clock;
  /** Which vehicle length belongs to which ferry class. */
  readonly ferryBounds: LengthBounds;
  /** @throws Fault as `trip/quote-trip.ts` says. */
  answerRoute(question: ParsedQuestion): Promise<RouteAnswer>;
  readonly quays: { readonly list: readonly Quay[]; readonly date: string };
  readonly tollStations: DataFile;
  readonly speedCameras: DataFile;
  /** Version of all facts together. */
  readonly dataVersion: string;
}

/** A file of facts as it is published. */
export interface DataFile {
  /** JSON text, sent as it is. */
  readonly json: string;
  /** The day that the facts stand for, `YYYY-MM-DD`. */
  readonly date: string;
}
