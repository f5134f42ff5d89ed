import type { Day } from '../base/day.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../geo/on-line.ts';
import { lineBetween, type PlannedRoute } from '../passages/planned-route.ts';
import type { FerryBill } from '../pricing/ferry/bill.ts';
import { type UnpricedCrossing, warnOfUnpriced } from '../pricing/ferry/price-crossing.ts';
import type { FerryBoarding, FerryCrossing } from '../pricing/ferry/terms.ts';
import type { FerryCatalogue } from './ports.ts';
import { REST_MS } from './settings.ts';
import { listStretches, type Stretch } from './stretch.ts';

/**
 * The longest road within one harbour, metres. A recorded vehicle that lands where a line calls, and sails on with the
 * line after no more road than this, has stayed aboard. A stop this near to a quay lies at the quay. Networks draw the
 * lines of one quay to different ends of its harbour.
 */
const HARBOUR_M = 1000;

/**
 * The ferry crossings of a route, in travel order. A line with calls is one crossing from boarding to landing, unless
 * the trip has a stop of its own at a call, or on the road from the call back to it. A planned way has no other reason
 * to land, however far it drives ashore: if it counted as landed, two free rides would be cheaper than the one ride. A
 * recording has landed if the road ashore is long, or if it rested there.
 */
export function listCrossings(
  route: PlannedRoute,
  via: readonly LatLon[],
  { matchCrossings }: Pick<FerryCatalogue, 'matchCrossings'>,
): FerryCrossing[] {
  const boardingAt = (index: number) =>
    route.ferries.find(({ fromIndex }) => fromIndex === index)?.boarding;
  let crossings: readonly FerryCrossing[] = [];
  let road: Stretch | undefined;
  for (const stretch of listStretches(route)) {
    if (stretch.kind === 'road') {
      road = stretch;
      continue;
    }
    const { kind: _, fromIndex, toIndex, ...sailed } = stretch;
    const line = lineBetween(route, fromIndex, toIndex + 1);
    // Where the route changes to another ferry, the wait for that ferry is not part of the crossing's time.
    const { waitS, boardingS } = boardingAt(toIndex) ?? { waitS: 0, boardingS: 0 };
    const durationS = sailed.durationS - waitS - boardingS;
    const found = withBoarding(matchCrossings({ line, ...sailed, durationS }), {
      atS: route.secondsAt[fromIndex] ?? 0,
      boarding: boardingAt(fromIndex),
    });
    const ashore = road;
    crossings = joinRides(
      crossings,
      found,
      () => ashore === undefined || isBoardedAtStop(line, via) || hasLanded(route, ashore),
    );
    road = undefined;
  }
  return [...crossings];
}

/** Does a ferry begin where the trip has a stop of its own? */
export const isBoardedAtStop = (line: readonly LatLon[], via: readonly LatLon[]): boolean =>
  via.some((stop) => flatDistanceM(stop, line[0] ?? stop) <= HARBOUR_M);

/** Was the road between two ferries driven for something ashore? */
function hasLanded(
  { isRecorded, stops, line }: PlannedRoute,
  { fromIndex, toIndex, lengthM, durationS }: Stretch,
): boolean {
  if (isRecorded === true) return lengthM > HARBOUR_M || durationS * 1000 >= REST_MS;
  return stops.slice(1, -1).some(({ at }) => {
    const index = findPlaceOnLine(line, at)?.index ?? -1;
    return index >= fromIndex && index < toIndex;
  });
}

/**
 * Adds the crossings of a run of ferry to those before it. A crossing that goes on with the same line is one ride with
 * the crossing before it, unless the vehicle has landed.
 */
export function joinRides(
  before: readonly FerryCrossing[],
  next: readonly FerryCrossing[],
  hasLanded: () => boolean,
): readonly FerryCrossing[] {
  const ride = sailOn(before.at(-1), next[0]);
  return ride === undefined || hasLanded()
    ? [...before, ...next]
    : [...before.slice(0, -1), ride, ...next.slice(1)];
}

/** The Norwegian day on which a ferry is boarded; the day of departure where the moment of boarding is not known. */
export const boardedOn = ({ boardedAtS = 0 }: FerryCrossing, startMs: number): Day =>
  toOsloTime(startMs + Math.round(1000 * boardedAtS)).day;

/**
 * Adds the moments of boarding. The crossings follow each other, from the moment at which the first of them is boarded.
 * `boarding` is the wait for the first.
 */
export function withBoarding(
  crossings: readonly FerryCrossing[],
  { atS, boarding }: { readonly atS: number; readonly boarding?: FerryBoarding | undefined },
): FerryCrossing[] {
  let boardedAtS = atS;
  return crossings.map((crossing, i) => {
    const boarded = { ...crossing, boardedAtS, ...(i === 0 && boarding && { boarding }) };
    boardedAtS += crossing.durationS;
    return boarded;
  });
}

/**
 * Joins two crossings of one line that meet at a quay; undefined where they do not, or where they lead back to the
 * first quay.
 */
function sailOn(
  first: FerryCrossing | undefined,
  second: FerryCrossing | undefined,
): FerryCrossing | undefined {
  if (first?.connection === undefined || first.connection !== second?.connection) return undefined;
  const { fromQuay, toQuay: call } = first;
  const { fromQuay: board, toQuay } = second;
  if (call?.id !== board?.id || fromQuay?.id === toQuay?.id || toQuay === undefined)
    return undefined;
  const lengthM = first.lengthM + second.lengthM;
  return { ...first, toQuay, lengthM, durationS: first.durationS + second.durationS };
}

/**
 * Adds the ferries that a planner counts without placing them, and those of which a recording does not show whether they
 * were sailed. Each is one crossing at least, which the caller must price.
 */
export function withUnplacedFerries(
  bill: FerryBill,
  { unplacedFerryM, unrecordedFerryM }: PlannedRoute,
): FerryBill {
  const placed = withFerry(bill, unplacedFerryM, {
    name: 'Ferry that is not placed',
    why: 'The route planner says that a ferry is part of the route, and not where.',
  });
  return withFerry(placed, unrecordedFerryM, {
    name: 'Ferry that is not recorded',
    why: 'A ferry lies on the fastest way between two drives of the recording, or along its points, which do not show that it was sailed.',
  });
}

function withFerry(
  bill: FerryBill,
  lengthM: number | undefined,
  said: Pick<UnpricedCrossing, 'name' | 'why'>,
): FerryBill {
  if (lengthM === undefined) return bill;
  const crossing = { crossing: { lengthM }, ...said };
  return {
    ...bill,
    count: bill.count + 1,
    unpriced: [...bill.unpriced, crossing],
    warnings: [...bill.warnings, warnOfUnpriced(crossing)],
  };
}
