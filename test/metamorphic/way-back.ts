/**
 * A way and the way back. They need not be one line: streets are one-way, roads have two
 * carriageways, and a junction lets one turn off where nobody may turn in.
 */
import { flatDistanceM } from '../../src/geo/on-line.ts';
import type { Quote, QuotedRoute } from '../../src/trip/quote.ts';
import type { AskedTrip } from './ask-trips.ts';

/** The recommended route. */
export function first({ routes: [route] }: Quote): QuotedRoute {
  if (route === undefined) throw new Error('Expected a quote to have a route.');
  return route;
}

/**
 * Does the way back end where the way there began, and begin where that ended? If not, the two were
 * moved to different carriageways.
 */
export function hasSameEnds({ plain, back }: AskedTrip): boolean {
  const [there, home] = [endsOf(first(plain.refined)), endsOf(first(back))];
  return flatDistanceM(there.start, home.end) < 1 && flatDistanceM(there.end, home.start) < 1;
}

/** Is the way back as long, to the metre? Another road would be a rare coincidence. */
export function isAsLongBack({ plain, back }: AskedTrip): boolean {
  return Math.abs(first(plain.refined).route.lengthM - first(back).route.lengthM) <= 1;
}

/** First and last point of the line that is driven. */
export function endsOf({ route: { line } }: QuotedRoute) {
  const [start, end] = [line[0], line.at(-1)];
  if (start === undefined || end === undefined) throw new Error('Expected a line to have ends.');
  return { start, end };
}
