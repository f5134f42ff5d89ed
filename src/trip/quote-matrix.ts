/** The use case "many to many": from each of some places to each of others, each pair as a trip of its own. */
import { Fault, refusedValue } from '../base/fault.ts';
import type { LatLon } from '../base/point.ts';
import { inSteps, type Pause } from '../base/steps.ts';
import type { PlannedRoute, StopOnRoad } from '../passages/planned-route.ts';
import type { OwnPlanner, TableRequest, WorkTerms } from './ports.ts';
import type { QuotedRoute, QuoteRequest } from './quote.ts';
import { billRoute, tellRoute } from './quote-route.ts';
import type { QuoteParts } from './quote-trip.ts';
import { type ExplainNoRoute, type QuotedStop, quoteStop } from './quoted-stops.ts';

export interface MatrixRequest
  extends TableRequest,
    Pick<QuoteRequest, 'size' | 'ferry' | 'vehicle'> {
  /** Tolls and ferries are wanted as well. */
  readonly prices: boolean;
}

/** What is known of a pair. */
export interface PairQuote {
  /** Indexes. */
  readonly origin: number;
  readonly destination: number;
  /** Absent: there is no way, and `why` says so. */
  readonly route?: Pick<PlannedRoute, 'durationS' | 'lengthM'>;
  /** Absent: no prices were wanted, or there is no way. */
  readonly quoted?: QuotedRoute;
  /** A sentence. */
  readonly why?: string;
}

/** The pairs of a matrix, which are worked out one by one. */
export interface Matrix {
  readonly source: string;
  quotePair(origin: number, destination: number, pause?: Pause): Promise<PairQuote>;
}

/**
 * Opens the matrix of some stops. A pair is priced as `quoteTrip` prices the recommended route of a refined quote.
 *
 * @throws Fault `upstream_down` for a pair whose stations are not known exactly.
 */
export type QuoteMatrix = (request: MatrixRequest, work?: WorkTerms) => Promise<Matrix>;

/** @param explain gives the sentence of a pair without a way. */
export function quoteMatrix(
  parts: QuoteParts & { readonly planner: Pick<OwnPlanner, 'planTable'> },
  explain: ExplainNoRoute,
): QuoteMatrix {
  const { planner, passages: finder } = parts;
  return async (request, work) => {
    const { origins, destinations, startMs, prices } = request;
    const table = await planner.planTable({ origins, destinations, startMs }, work);
    const stopOf = quoteStopsOnce(request, parts);
    const quoteOne = async (origin: number, destination: number, pause?: Pause) => {
      if (!prices) {
        const { stops, ...route } = await table.measure(origin, destination);
        stopOf(origin, destination, stops);
        return { route };
      }
      const route = await table.plan(origin, destination);
      const stops = stopOf(origin, destination, route.stops);
      const passages = finder.findExact(route);
      if (passages === undefined) throw new Fault('upstream_down');
      const trip = tripOf(request, origin, destination);
      const terms = { ...parts, request: trip, refined: true, stops };
      const billed = billRoute({ route, passages }, terms);
      return { route, quoted: await inSteps(tellRoute(billed, terms), pause) };
    };
    return {
      source: planner.source,
      async quotePair(origin, destination, pause) {
        try {
          return { origin, destination, ...(await quoteOne(origin, destination, pause)) };
        } catch (error) {
          const told = explain(error, tripOf(request, origin, destination));
          if (!(told instanceof Fault) || told.code !== 'route_not_possible') throw told;
          return { origin, destination, why: told.publicMessage };
        }
      },
    };
  };
}

/** For a server whose routes another engine plans, which has no tables. */
export const refuseMatrix = async (): Promise<never> => {
  throw refusedValue(
    'origins',
    'A matrix needs our own engine: this server plans routes by another one.',
  );
};

const tripOf = (request: MatrixRequest, origin: number, destination: number): QuoteRequest => {
  const { origins, destinations, startMs, size, ferry, vehicle } = request;
  return {
    from: origins[origin] as LatLon,
    to: destinations[destination] as LatLon,
    via: [],
    startMs,
    avoidTolls: false,
    refine: true,
    size,
    ferry,
    ...(vehicle && { vehicle }),
  };
};

/** What lies around a stop is looked up once for all its pairs. */
function quoteStopsOnce(
  { origins, destinations, startMs }: MatrixRequest,
  { surroundings }: Pick<QuoteParts, 'surroundings'>,
) {
  const open = (stops: readonly LatLon[], index: number) => {
    const known: QuotedStop[] = [];
    return (stop: number, onRoad: StopOnRoad | undefined): QuotedStop => {
      const [asked, at] = [stops[stop] as LatLon, onRoad as StopOnRoad];
      const place = { index, count: 2 };
      known[stop] ??= quoteStop({ asked, onRoad: at }, place, { startMs }, surroundings);
      return known[stop];
    };
  };
  const [lookFrom, lookTo] = [open(origins, 0), open(destinations, 1)];
  return (origin: number, destination: number, [from, to]: readonly StopOnRoad[]): QuotedStop[] => [
    lookFrom(origin, from),
    lookTo(destination, to),
  ];
}
