import type { RoadChart } from '../../geo/road-chart.ts';
import { readChart } from './read-chart.ts';
import { type RouteOfStops, timeRoute } from './time-route.ts';

/** The engine's answer without directions, as far as we read it. */
export interface RawLines {
  readonly trip: RawTrip;
  /** Absent: there is no other way. */
  readonly alternates?: readonly { readonly trip: RawTrip }[];
}

interface RawTrip {
  /** Kilometres and seconds, turning and boarding included. */
  readonly summary: { readonly length: number; readonly time: number };
  /** Polyline of six decimals; one leg for all stops on the way. */
  readonly legs: readonly [{ readonly shape: string }];
}

export interface LineTerms {
  readonly chart: RoadChart;
  /** From drawn to driven length on roads. */
  readonly lengthFactor: number;
  /** Seconds to wait and board, once per ferry. */
  readonly boardingS: number;
}

/** Reads the routes of an answer, the recommended first; undefined when the chart can not tell one. */
export function parseLines(
  { trip, alternates = [] }: RawLines,
  { chart, lengthFactor, boardingS }: LineTerms,
): RouteOfStops[] | undefined {
  const routes: RouteOfStops[] = [];
  for (const { summary, legs } of [trip, ...alternates.map((other) => other.trip)]) {
    const charted = chart.read(legs[0].shape);
    const whole = { lengthM: summary.length * 1000, durationS: summary.time };
    const facts = readChart(charted, whole, boardingS);
    if (facts === undefined) return undefined;
    const { line } = charted;
    const { lengthM } = whole;
    routes.push({
      id: String(routes.length + 1),
      ...timeRoute({ line, lengthM }, facts, lengthFactor),
    });
  }
  return routes;
}
