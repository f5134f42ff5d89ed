/** Where the stops of a trip were put on roads, and what a reader of the price must know of it. */
import { Fault, refusedValue } from '../base/fault.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import type { Warning } from '../base/warning.ts';
import { type Area, isInside } from '../geo/area.ts';
import type { StopOnRoad } from '../passages/planned-route.ts';
import type { TripRequest } from './ports.ts';
import type { Between, Surroundings } from './surroundings.ts';

/** A stop of a quote. */
export interface QuotedStop extends StopOnRoad {
  readonly asked: LatLon;
  /** What it is called at the beginning of a sentence. */
  readonly name: string;
  /** The place that it was put at; absent: none is near. */
  readonly place?: string;
  /** What lies between the stop as asked and its place on the road; `[]`: nothing. */
  readonly between: readonly Between[];
}

/** A trip is a part of a longer one: the place of its first stop among the stops of that, and how many these are. */
export interface PartOfTrip {
  readonly begun: number;
  readonly count: number;
}

/** The stops of a trip as they were asked for: start, via points, end. */
const listStops = ({ from, via, to }: TripRequest) => [from, ...via, to];

/**
 * @param onRoads where a planner has put them, in the same order.
 * @param surroundings absent: nothing is known of what lies between.
 * @param part absent: the trip is a whole one.
 * @throws Fault `route_not_possible` that names the first stop which would be moved over the sea, out of a lake, or over water from abroad.
 */
export function quoteStops(
  trip: TripRequest,
  onRoads: readonly StopOnRoad[],
  surroundings: Surroundings | undefined,
  part?: PartOfTrip,
): QuotedStop[] {
  const stops = listStops(trip);
  return stops.flatMap((asked, i): QuotedStop[] => {
    const onRoad = onRoads[i];
    if (onRoad === undefined) return [];
    const stop = quoteStop(
      { asked, onRoad },
      { index: i, count: stops.length },
      trip,
      surroundings,
    );
    return [part ? { ...stop, name: nameStop(part.begun + i, part.count) } : stop];
  });
}

/** One stop of a trip. @throws Fault as `quoteStops`. */
export function quoteStop(
  { asked, onRoad }: { readonly asked: LatLon; readonly onRoad: StopOnRoad },
  { index, count }: { readonly index: number; readonly count: number },
  { startMs }: Pick<TripRequest, 'startMs'>,
  surroundings: Surroundings | undefined,
): QuotedStop {
  const why = surroundings?.whyApart(asked, onRoad.at);
  if (why !== undefined) throw noWayTo(index, count, `${why}: it is not moved over water.`);
  const { day } = toOsloTime(startMs);
  const driven = index === 0 ? 'from' : index === count - 1 ? 'to' : 'both';
  const place = surroundings?.namePlace(onRoad.at);
  const between = surroundings?.listBetween(asked, onRoad.at, { day, driven }) ?? [];
  const name = nameStop(index, count);
  return { asked, ...onRoad, name, ...(place !== undefined && { place }), between };
}

/**
 * A warning for each stop that was moved farther than `limitM` to reach a road, or past something; `[]` when none was.
 *
 * @param passed names of the stations that the route passes: a move past one of them costs nothing more.
 */
export function listMovedStops(
  stops: readonly QuotedStop[],
  limitM: number,
  passed: ReadonlySet<string>,
): Warning[] {
  return stops.flatMap(({ name, movedM, between }): Warning[] => {
    const past = between.filter(({ kind, name = '' }) => kind !== 'station' || !passed.has(name));
    if (movedM <= limitM && past.length === 0) return [];
    const over = past.length === 0 ? '' : `, ${listFirst(past.map(describe))}`;
    const message = `${name} was moved ${(movedM / 1000).toFixed(1)} km to the nearest road${over}.`;
    return [{ code: 'point_moved', message, about: name }];
  });
}

/** A stop that is moved far comes past dozens of stations: the sentence has these many, `between` has them all. */
const MOST_SAID = 3;

function listFirst(said: readonly string[]): string {
  const more = said.length - MOST_SAID;
  const first = said.slice(0, MOST_SAID);
  return (more > 0 ? [...first, `past ${more} more`] : first).join(' and ');
}

function describe({ kind, name }: Between): string {
  if (kind === 'station') return `past the toll station ${name}, which the sums leave out`;
  if (kind === 'gate') return `past the gate of ${name}, which is closed`;
  if (kind === 'border') return 'over the border';
  return name === undefined ? 'over water' : `over water (${name})`;
}

/** What a stop of a trip is called at the beginning of a sentence. */
function nameStop(index: number, count: number): string {
  if (index === 0) return 'The start';
  return index === count - 1 ? 'The end' : `Via point ${index}`;
}

/**
 * The fault of a stop that no trip comes to.
 *
 * @param why what is said of it behind its name.
 * @param message for the log; absent: the whole sentence.
 */
export function noWayTo(index: number, count: number, why: string, message?: string): Fault {
  const say = (i: number, of: number) => `${nameStop(i, of)} ${why}`;
  return new StopFault(index, count, say, message === undefined ? {} : { message });
}

/** The fault of a stop that is to blame, which it names by its place in its trip. */
class StopFault extends Fault {
  readonly index: number;
  private readonly say: (index: number, count: number) => string;

  constructor(
    index: number,
    count: number,
    say: (index: number, count: number) => string,
    internal: ErrorOptions & { readonly message?: string },
  ) {
    const message = say(index, count);
    const problems = [{ parameter: parameterOf(index, count), message }];
    super('route_not_possible', message, { ...internal, problems });
    this.index = index;
    this.say = say;
  }

  /** The same fault in a trip of other stops. */
  at(index: number, count: number): Fault {
    return new StopFault(index, count, this.say, { message: this.message, cause: this });
  }
}

/**
 * A fault of a trip that is a part of a longer one.
 *
 * @param indexOf the place in the longer trip of each stop of the part.
 * @param count of the stops of the longer trip.
 * @returns the fault, which names its stop as one of the longer trip; any other error as it is.
 */
export const inWholeTrip = (
  error: unknown,
  indexOf: (index: number) => number,
  count: number,
): unknown => (error instanceof StopFault ? error.at(indexOf(error.index), count) : error);

/** Gives an error of a trip the sentence that its caller reads. */
export type ExplainNoRoute = (error: unknown, trip: TripRequest) => unknown;

/**
 * Gives a `route_not_possible` fault a sentence that helps: a stop outside Norway whose latitude
 * and longitude were exchanged is named. Any other error comes back as it is.
 *
 * @param norway the country with its waters.
 */
export function explainNoRoute(norway: Area): ExplainNoRoute {
  const isExchanged = (at: LatLon) => isExchangedIn(norway, at);
  return (error, trip) => {
    if (!(error instanceof Fault) || error.code !== 'route_not_possible') return error;
    const stops = listStops(trip);
    const index = stops.findIndex(isExchanged);
    if (index === -1 && error.publicMessage !== error.code) return error;
    const { code, message } = error;
    if (index === -1) return new Fault(code, NO_ROUTE, { message, cause: error });
    const say = (i: number, of: number) => {
      const name = parameterOf(i, of);
      return `${name === 'via' ? `via point ${i}` : name} ${EXCHANGED}`;
    };
    return new StopFault(index, stops.length, say, { message, cause: error });
  };
}

const isExchangedIn = (norway: Area, { lat, lon }: LatLon): boolean =>
  !isInside(norway, { lat, lon }) && isInside(norway, { lat: lon, lon: lat });

/** Fixes of a recording that are looked at, spread evenly. */
const MOST_FIXES = 200;

/**
 * @param norway the country with its waters.
 * @throws Fault `invalid_parameter` for a recording outside Norway of which most fixes lie inside if latitude and longitude
 * are exchanged.
 */
export function refuseExchanged(norway: Area, fixes: readonly LatLon[]): void {
  const every = Math.ceil(fixes.length / MOST_FIXES);
  const some = fixes.filter((_, i) => i % every === 0);
  const exchanged = some.filter((at) => isExchangedIn(norway, at)).length;
  if (exchanged * 2 > some.length && !some.some((at) => isInside(norway, at)))
    throw refusedValue('body', EXCHANGED_TRACE);
}

const EXCHANGED_TRACE =
  "The trace lies outside Norway, and inside with its numbers exchanged: latitude and longitude stand in each other's place.";
const NO_ROUTE = 'There is no drivable route between the points, or one lies too far from a road.';
const EXCHANGED =
  'lies outside Norway, and inside with its numbers exchanged: the latitude comes first.';

/** The parameter of a question that has a stop of its trip. */
function parameterOf(index: number, count: number): string {
  if (index === 0) return 'from';
  return index === count - 1 ? 'to' : 'via';
}
