/** Veipris itself, asked in this process as a server asks it. The audits measure its answers. */
import { join } from 'node:path';
import pino from 'pino';
import type { LatLon } from '../../src/base/point.ts';
import { loadTerms, openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import type { AnswerBillingRoute, AnswerStop } from '../../src/wire/billing.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import type { AnswerFeature } from '../../src/wire/route.ts';

/** A question of an audit. */
interface AuditTrip {
  readonly from: LatLon;
  /** At most eight points; absent: a direct trip. */
  readonly via?: readonly LatLon[];
  readonly to: LatLon;
  /** Match exactly, with direction and hour rule. */
  readonly refine: boolean;
  /** Departure, ISO 8601 with offset; absent: an ordinary Wednesday at 10. */
  readonly startTime?: string;
  /** A large vehicle; absent: a small one. */
  readonly heavy?: boolean;
  /** Asks for the bounds of the refined toll; absent: they are not asked for. */
  readonly bounds?: boolean;
}

/** The recommended route in the answer of the product. */
export interface AuditAnswer {
  /** The stretches of the route in travel order. */
  readonly features: readonly AnswerFeature[];
  /** The driven line in travel order, ferries included. */
  readonly line: readonly LatLon[];
  readonly bill: AnswerBillingRoute;
  readonly stops: readonly AnswerStop[];
  /** NVDB ids of the stations that are passed, charged or not, in travel order. */
  readonly passedIds: readonly string[];
}

/** @throws Fault `route_not_possible` if there is no way. */
export type AskProduct = (trip: AuditTrip) => Promise<AuditAnswer>;

/** When the trips of an audit begin, unless it says otherwise. */
export const START_TIME = '2026-11-18T10:00:00+01:00';
/** The tests' own, so that an audit sees the bundled data and settings only. */
const HOME = join(import.meta.dirname, '../../node_modules/.cache/veipris-test');

/**
 * Opens the product on the bundled data; the first opening builds the road network.
 *
 * @param terms `ferriesLieReady`: there are no waits for ferries, so each ferry is sailed if it is the shorter way.
 */
export async function openProduct({
  alternatives = 0,
  ferriesLieReady = false,
} = {}): Promise<AskProduct> {
  const silent = pino({ level: 'silent' });
  const config = toConfig({ VEIPRIS_HOME: HOME });
  const { answerRoute } = await openAnswers(
    config,
    silent,
    () => undefined,
    (facts) => (ferriesLieReady ? { ...facts, services: [] } : facts),
  );
  const terms = loadTerms();
  return async ({ from, via = [], to, refine, startTime = START_TIME, heavy, bounds }) => {
    const question = {
      from: write(from),
      via: via.map(write).join('|'),
      to: write(to),
      startTime,
      refine: refine ? '1' : '0',
      srs: '4326',
      // The recommended route is all that is looked at, and it is the same whatever their number.
      alternatives: String(alternatives),
      ...(heavy && { heavy: '1' }),
      ...(bounds && { bounds: '1' }),
    };
    const { routes, _billing } = await answerRoute(parseQuoteRequest(question, terms));
    const [bill] = _billing.routes;
    if (bill === undefined) throw new Error('Expected a recommended route, got none.');
    const features = (routes[0]?.features ?? []) as readonly AnswerFeature[];
    return {
      features,
      line: features.flatMap(({ geometry }) =>
        geometry.coordinates.map(([lon, lat]) => ({ lat, lon })),
      ),
      bill,
      stops: _billing.stops,
      passedIds: listPassed(bill),
    };
  };
}

/** The stations that are passed. A passage whose price is known for only one size is in two lists of the answer. */
export function listPassed({
  chargedStations,
  freePassages,
  unpricedStations,
}: AnswerBillingRoute) {
  const passages = [...chargedStations, ...freePassages, ...unpricedStations];
  return [...new Map(passages.map((one) => [`${one.passedAt} ${one.id}`, one])).values()]
    .toSorted((a, b) => a.passedAt.localeCompare(b.passedAt))
    .map(({ id }) => id);
}

const write = ({ lat, lon }: LatLon) => `${lat},${lon}`;

/** Names of all ferries that a route takes, those without a price last. */
export const listFerryNames = ({ ferries, ferryUnpriced = [] }: AnswerBillingRoute): string[] =>
  [...ferries, ...ferryUnpriced].map(({ name }) => name);
