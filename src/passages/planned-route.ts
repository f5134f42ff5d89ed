/** A route as a planner gives it, and what finds the toll stations on it. */
import type { LatLon } from '../base/point.ts';
import { distancesAlongM, pointBetween } from '../geo/on-line.ts';
import type { DrivenLink } from '../geo/road-link.ts';
import type { FerryBoarding } from '../pricing/ferry/terms.ts';
import type { ListPrices } from '../pricing/toll/law.ts';

export interface PlannedRoute {
  readonly id: string;
  /** The driven line in travel order, WGS84, at least two points. */
  readonly line: readonly LatLon[];
  /** The line as rows of numbers, which are less work for a long line than points; absent: there is only `line`. */
  readonly rows?: LineRows;
  /** Seconds after departure at each point of `line`; never falls. */
  readonly secondsAt: readonly number[];
  readonly lengthM: number;
  readonly durationS: number;
  /**
   * Seconds: one drive in ten takes less than the first, and one in ten more than the second. Absent: the planner does
   * not tell.
   */
  readonly rangeS?: readonly [early: number, late: number];
  /** Ferry stretches in travel order, one per run of ferry without road between. */
  readonly ferries: readonly FerryStretch[];
  /** Where each stop (start, via points, end) was put on a road. */
  readonly stops: readonly StopOnRoad[];
  /** Metres that are sailed without the planner saying where; absent: `ferries` has all. */
  readonly unplacedFerryM?: number;
  /**
   * A recording tells that it was driven so: its rests are rests, and a vehicle that left a ferry did so. Absent: it is
   * planned.
   */
  readonly isRecorded?: true;
  /** Metres of which a recording does not show whether they were sailed, in no price; absent: none. */
  readonly unrecordedFerryM?: number;
  /** What the roads are called, stretch by stretch over the whole line; absent: the planner does not say. */
  readonly roads?: readonly RoadStretch[];
  /** Stations that the planner itself names, in travel order; absent: it names none. */
  readonly namedStations?: readonly NamedStation[];
  /** The planner counts tolls on the route, but no station of it could be read. */
  readonly tollsUnread?: true;
  /** The stations that it passes in a charged direction, in travel order; absent: they must be matched. */
  readonly passages?: readonly StationPassage[];
  /**
   * Sections of `road-closures.json` that it drives, in travel order; absent: the planner tells none. `atS` is when a
   * section is reached, seconds after departure. `waitS` is how long the drive waits there until it opens; absent: not
   * at all.
   */
  readonly sections?: readonly {
    readonly id: string;
    readonly atS: number;
    readonly waitS?: number;
  }[];
  /** Closed sections that the way would lead over if they were open, and when it would come there; absent: none. */
  readonly avoided?: readonly { readonly id: string; readonly atS: number }[];
  /**
   * Metres of private and forest roads of unknown terms that it drives on the way through; absent: none, or not known.
   */
  readonly privateM?: number;
  /** The planner says that it is closed somewhere; absent: it does not. */
  readonly isObstructed?: true;
  /** What was driven, by links of the road database, in travel order; absent: not known. */
  readonly links?: readonly DrivenLink[];
  /** The route as the planner gave it, for `routes` of the answer; absent: we write it. */
  readonly asGiven?: Readonly<Record<string, unknown>>;
}

/** A line whose points are made only when they are asked for. */
export interface LineRows {
  /** Latitude and longitude of each point, in millionths of a degree. */
  readonly degrees: Int32Array;
  /** Metres from the start at each point. */
  readonly alongM: ArrayLike<number>;
}

/** The same route under another id. A line whose points are not made yet stays unmade. */
export function renumber(route: PlannedRoute, id: string): PlannedRoute {
  if (route.id === id) return route;
  const members = Object.getOwnPropertyDescriptors(route);
  return Object.create(Object.prototype, { ...members, id: { ...members.id, value: id } });
}

/** The points of the line of a route from one up to, but not with, another. */
export function lineBetween(
  route: Pick<PlannedRoute, 'line' | 'rows'>,
  from: number,
  to: number,
): readonly LatLon[] {
  // Not destructured: reading `line` makes all points of a route with rows.
  return route.rows === undefined ? route.line.slice(from, to) : readPoints(route.rows, from, to);
}

export const readPoints = ({ degrees }: LineRows, from: number, to: number): LatLon[] =>
  Array.from({ length: to - from }, (_, i) => ({
    lat: (degrees[2 * (from + i)] as number) / 1e6,
    lon: (degrees[2 * (from + i) + 1] as number) / 1e6,
  }));

/** A stretch of a route, from the end of the one before it to point `toIndex`, in the words of a planner. */
export interface RoadStretch {
  readonly toIndex: number;
  /** As written, such as `E 6` or `Fv509`; `[]`: it has none. */
  readonly numbers: readonly string[];
  /** Name of the street; absent: it has none. */
  readonly name?: string;
}

/** A stop of a trip, where a planner has put it. */
export interface StopOnRoad {
  readonly at: LatLon;
  /** How far it was moved to reach the road. Metres. */
  readonly movedM: number;
  /** Category and number of the road, `E39`, or the name of a street; absent: not known. */
  readonly road?: string;
  /** Does a road near it lead where the vehicle heads? Absent: it was not asked for. */
  readonly bearingMet?: boolean;
}

/** A toll station on a route, in the words of a planner. */
export interface NamedStation {
  /** NVDB object id, as text. */
  readonly id: string;
  readonly name: string;
  /** The place on the line that lies nearest to it. */
  readonly at: LatLon;
  /** Metres from the start of the route. */
  readonly alongM: number;
  /** Seconds after departure. */
  readonly atS: number;
  /** The planner's own list prices. */
  readonly listed: ListPrices;
}

/** A part of the line that is sailed: points `fromIndex` to `toIndex`, both inside. */
export interface FerryStretch {
  readonly fromIndex: number;
  readonly toIndex: number;
  /** What the planner calls the ferry; absent: nothing. */
  readonly name?: string;
  /** How it is boarded; absent: the planner does not tell, or the trip begins aboard. */
  readonly boarding?: Boarding;
}

/** A ferry that a trip boards. */
export interface Boarding extends FerryBoarding {
  /** Absent: no connection is known to sail there. */
  readonly name?: string;
  /** It waits for the first departure of the day. */
  readonly untilFirst?: true;
  /** It is not known whether it sails at that hour. */
  readonly isDoubtful?: true;
}

/** Where a route passes a toll station. */
export interface StationPassage {
  /** NVDB id of the station. */
  readonly stationId: string;
  /** Metres from the start of the route. */
  readonly alongM: number;
  /** Seconds after departure. */
  readonly atS: number;
  /**
   * `atS` of an early and of a late drive; of a recording the seconds between which it tells that the station was
   * passed. Absent: the planner does not tell.
   */
  readonly rangeS?: readonly [early: number, late: number];
  /** The links of the road database told the charged direction, whatever doubts the catalogue has. */
  readonly isDirectionCertain?: boolean;
  /** It is not known whether it is passed: bounds count with it, and bills do not. */
  readonly isDoubted?: true;
  /**
   * Number of its drive, of several drives of a recording. Drives that join have the same; absent: there is one drive.
   */
  readonly trip?: number;
}

/** A station that a route passes, or perhaps passes. */
export interface DoubtedPassage extends StationPassage {
  readonly isSure: boolean;
}

/** Passages that are sure, and those in doubt. */
interface PossiblePassages {
  readonly passages: readonly DoubtedPassage[];
  /** The moments of passing are those of exact matching. */
  readonly isTimeSure: boolean;
}

/** Finds the toll stations that a route passes. */
export interface PassageFinder {
  /**
   * Only passages in a charged direction, matched on the directed road itself.
   *
   * @returns in travel order; `undefined` where the planner does not tell enough of the route.
   */
  findExact(route: PlannedRoute): readonly StationPassage[] | undefined;
  /** Every station that lies on the line, whatever the direction. In travel order. */
  findByGeometry(route: PlannedRoute): readonly StationPassage[];
  /**
   * Every passage that `findExact` can give, and which of them it will give; without exact matching.
   * In travel order.
   */
  findPossible(route: PlannedRoute): PossiblePassages;
}

/** Do two names of stations differ in blanks, signs and capitals at most? */
export const isSameName = (a: string, b: string): boolean => toLetters(a) === toLetters(b);

/** The letters and digits of a name, by which it is told from others. */
export const toLetters = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** A place on the line of a route. */
export interface RoutePlace extends Pick<StationPassage, 'alongM' | 'atS'> {
  readonly at: LatLon;
}

/** A route whose line is measured once, however often places on it are asked for. */
export interface MeasuredRoute {
  readonly route: PlannedRoute;
  /** The place at a share (0 … 1) of the leg that starts at a point of the line. */
  placeOn(leg: number, share: number): RoutePlace;
  /** The piece of the route that reaches `reachM` before and behind a place, and where it starts. */
  around(alongM: number, reachM: number): { readonly piece: PlannedRoute; readonly startM: number };
}

/** Measures the line of a route. */
export function measureRoute(route: PlannedRoute): MeasuredRoute {
  const { line, secondsAt } = route;
  const alongM = distancesAlongM(line);
  const locate = locateOn(route);
  return {
    route,
    placeOn(leg, share) {
      const from = line[leg];
      if (from === undefined)
        throw new Error(`Expected leg ${leg} on a line of ${line.length} points.`);
      return { at: pointBetween(from, line[leg + 1] ?? from, share), ...locate(leg, share) };
    },
    around(middleM, reachM) {
      const firstIndex = Math.max(
        0,
        alongM.findLastIndex((m) => m <= middleM - reachM),
      );
      const end = alongM.findIndex((m) => m >= middleM + reachM);
      const cut = <Item>(items: readonly Item[]) =>
        items.slice(firstIndex, end === -1 ? undefined : end + 1);
      const piece = { ...route, line: cut(line), secondsAt: cut(secondsAt) };
      return { piece, startM: alongM[firstIndex] ?? 0 };
    },
  };
}

/** Gives metres and seconds at a share of the leg that starts at a point of a route. */
export function locateOn({ line, secondsAt }: Pick<PlannedRoute, 'line' | 'secondsAt'>) {
  const alongM = distancesAlongM(line);
  return (leg: number, share: number): Omit<RoutePlace, 'at'> => ({
    alongM: valueAt(alongM, leg, share),
    atS: valueAt(secondsAt, leg, share),
  });
}

function valueAt(values: readonly number[], index: number, share: number): number {
  const from = values[index] ?? 0;
  return from + ((values[index + 1] ?? from) - from) * share;
}
