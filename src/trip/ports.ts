/** What the use cases need from the world. Each port speaks our types only. */
import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { Fix, LatLon } from '../base/point.ts';
import type { IsLate, Pause, StepBudget, Steps } from '../base/steps.ts';
import type { Timer } from '../base/timer.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import type { FerryTariffs } from '../pricing/ferry/law.ts';
import type { FerryCrossing } from '../pricing/ferry/terms.ts';
import type { AbsentStation, TollProject, TollStation } from '../pricing/toll/law.ts';
import type { FareState, Fares } from '../routing/money-fares.ts';
import type { MoneyAim } from '../routing/money-label.ts';

/** The present time. */
export interface Clock {
  /** Unix time, milliseconds. */
  now(): number;
}

/** A timer that also tells how much time has passed, whatever the clock on the wall is set to. */
export interface SteadyTimer extends Timer {
  /** Milliseconds of a clock that never goes back; its zero means nothing. */
  nowMs(): number;
}

export interface TripRequest {
  readonly from: LatLon;
  readonly to: LatLon;
  /** In travel order; `[]` for a direct trip. */
  readonly via: readonly LatLon[];
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  readonly avoidTolls: boolean;
  /**
   * Routes that are wanted beside the recommended one, 0 to 2; absent: two. On the bundled network the number changes
   * neither the recommended route nor the order of the others.
   */
  readonly alternatives?: number;
  /** By stop, start first: the heading of the vehicle there, degrees clockwise from north; absent: not known. */
  readonly bearings?: readonly (number | undefined)[];
}

/** A station that a trip may pass. */
export interface NearToll {
  readonly stationId: string;
  /** The earliest that it is passed, milliseconds after departure. */
  readonly soonestMs: number;
  /** The least time from there to the end, milliseconds. */
  readonly toEndMs: number;
}

/** Bills the ways of one trip, as a search by money asks for them: stations by their ids, and ferries by their lines. */
export interface TripFares extends Pick<Fares<FareState>, 'start' | 'fallOre' | 'slackOre'> {
  readonly groups: readonly (readonly string[])[];
  pass(bill: FareState, stationId: string, atMs: number): FareState;
  sail(bill: FareState, run: SailedLine, hasStopped: boolean, atMs: number): FareState;
  leastFareOre(run: SailedLine): Ore;
  leastOre(stationId: string): Ore;
  mostOre(stationId: string): Ore;
}

/** Opens the fares of a trip that takes no longer than `withinMs` and passes some of these stations. */
export type OpenTripFares = (near: readonly NearToll[], withinMs: number) => TripFares;

/**
 * A text that tells departures apart by the prices of stations. Departures with the same text have the same prices at
 * the same time after departure. Undefined where a price may change on the way.
 */
export type SignFares = (near: readonly NearToll[], withinMs: number) => string | undefined;

/** Ways by time and money, and those that the planner gives anyway, each once. */
export interface MoneyRoutes {
  readonly routes: readonly PlannedRoute[];
  /** The search met its bound: there may be better ways. */
  readonly isCut: boolean;
  /** No way is cheaper than the cheapest of these. */
  readonly knowsCheapest: boolean;
}

/** Finds routes on a road network. */
export interface RoutePlanner {
  /** Identifier for `_billing.source`. */
  readonly source: string;
  /** It avoids toll stations by their number, not by their price; absent: it avoids tolls in its own way. */
  readonly countsTolls?: true;
  /** It takes `bearings`; absent: it cannot use them. */
  readonly takesBearings?: true;
  /**
   * The recommended route first, and behind it at most as many others as the request wants; never an empty list.
   *
   * @throws Fault `route_not_possible` when there is no drivable route; `upstream_broken` or `upstream_down` when the
   * planner fails.
   */
  planTrip(request: TripRequest, terms?: PlanTerms): Promise<readonly PlannedRoute[]>;
  /**
   * Plans by time and money; absent: it cannot.
   *
   * @param openFares opens the bills of the ways that the search looks at.
   */
  planByMoney?(
    request: TripRequest,
    aim: MoneyAim,
    openFares: OpenTripFares,
    terms?: MoneyPlanTerms,
  ): Promise<MoneyRoutes>;
}

/** A planner on road networks of our own. */
export interface OwnPlanner extends RoutePlanner {
  /**
   * This planner for departures of one trip, which are planned one after the other and share what they find. Each
   * departure gets what it would get by itself.
   */
  shareWays(window: DepartureWindow): RoutePlanner;
  /** Plans from each of some places to each of others. */
  planTable(request: TableRequest, terms?: WorkTerms): Promise<TripTable>;
}

/** The moments between which the trips of a request begin. Unix milliseconds. */
export interface DepartureWindow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

export interface TableRequest {
  readonly origins: readonly LatLon[];
  readonly destinations: readonly LatLon[];
  /** Departure of all, Unix milliseconds. */
  readonly startMs: number;
}

interface TripTable {
  /**
   * The route that `planTrip` recommends, by the indexes of its ends.
   *
   * @throws Fault `route_not_possible` as `planTrip`.
   */
  plan(origin: number, destination: number): Promise<PlannedRoute>;
  /** Only these parts of the same route: quicker. */
  measure(
    origin: number,
    destination: number,
  ): Promise<Pick<PlannedRoute, 'durationS' | 'lengthM' | 'stops'>>;
}

/** How a piece of work goes on. */
export interface WorkTerms {
  /** Ends the work early: its result is not waited for any more. */
  readonly signal?: AbortSignal | undefined;
  /** Absent: no other work comes between. */
  readonly pause?: Pause | undefined;
  /** The steps that searches by money may take; absent: as many as one question may. */
  readonly budget?: StepBudget | undefined;
  /** Absent: searches by money may take any time. */
  readonly isLate?: IsLate | undefined;
}

export interface PlanTerms extends WorkTerms {
  /** The quote is to be refined: the routes need what exact matching works with. */
  readonly refine?: boolean;
}

interface MoneyPlanTerms extends WorkTerms {
  /** Absent: the trip is not one of several departures. */
  readonly signFares?: SignFares | undefined;
}

/** Toll stations by id, with all rules attached. */
export interface TollCatalogue {
  /** `undefined` for an id that the catalogue does not know. */
  findStation(id: string): TollStation | undefined;
  /** The terms of stations that only a planner knows. */
  readonly otherProject: TollProject;
  /** The groups by which passages of a month may be counted; `[]`: there are none. */
  readonly capGroups: readonly string[];
  /** Stations that the road database has no more; absent: none is known. */
  readonly absentStations?: readonly AbsentStation[];
  /** The first day on which the stations were seen in the road database; absent: not known. */
  readonly seenFrom?: Day;
}

/** Ferry connections and their tariffs. */
export interface FerryCatalogue {
  /**
   * The crossings that a ferry stretch consists of, in travel order; `[]` only where it does not
   * leave the harbour of one quay. One crossing per connection sailed without leaving the ferries;
   * `connection` is absent where none serves the quays.
   */
  matchCrossings(sailed: SailedLine): readonly FerryCrossing[];
  readonly tariffs: FerryTariffs;
}

/** The line of one ferry stretch of a route. */
export interface SailedLine {
  /** In travel order, at least two points. */
  readonly line: readonly LatLon[];
  readonly lengthM: number;
  readonly durationS: number;
  /** The planner's name of the ferry; absent: it has none. */
  readonly name?: string;
}

/** A ferry quay, in use or out of it. */
export interface Quay {
  /** NVDB object id, type 64. */
  readonly id: string;
  readonly name: string;
  readonly at: LatLon;
  /** Number of the municipality; 301 is Oslo; `null`: not known. */
  readonly municipality: number | null;
  readonly status: 'in-use' | 'standby' | 'closed' | 'unknown';
  /** False where only passenger boats call, or nothing does. */
  readonly usableByCars: boolean;
  /** The record that describes the same quay and belongs to a connection; absent: no double. */
  readonly duplicateOf?: string;
  /** Ids of the connections that call here; `[]` when none does. */
  readonly connectionIds: readonly string[];
}

/** Lays recorded drives onto a road network. */
export interface TracePlanner {
  /** Identifier for `_billing.source`. */
  readonly source: string;
  /**
   * Works in slices of some milliseconds: other work may come between them.
   *
   * @param fixes in the order of the recording, at least two.
   * @param startMs departure where the trace tells no times. Unix milliseconds.
   */
  plan(fixes: readonly Fix[], startMs: number): Steps<TracedDrive>;
}

/** A recorded drive as a route, its moments those of the recording. */
export interface TracedDrive {
  /** Its `passages` are those that are sure and those that are in doubt. */
  readonly route: PlannedRoute;
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  readonly match: TraceMatch;
  /**
   * Each of its drives by itself, in order, with the stations that may have been passed up to the next drive; `[]`: it
   * is one drive.
   */
  readonly parts: readonly TracedDrive[];
}

/** How well a trace fits the roads. */
export interface TraceMatch {
  readonly fixes: number;
  /** Fixes that are left out: their clock runs back, or they lie too far away to be driven to. */
  readonly ignored: number;
  /** The ignored fixes that lie too far away, by runs of fixes. With `isDrive` a drive is left out with the run. */
  readonly leaps: readonly {
    readonly fixes: number;
    readonly atMs: number;
    readonly isDrive: boolean;
  }[];
  /** The ignored fixes include a drive before the first fix that counts, or behind the last. */
  readonly isCut: boolean;
  /** The part of the length that lies so far from all roads that no tolls are known there. Metres. */
  readonly beyondM: number;
  /** The trace has a time at each fix. */
  readonly isTimed: boolean;
  /** Share of the length that is on roads and ferries of the network, gaps left out; 0 to 1. */
  readonly share: number;
  /** Driven metres for each drawn metre. The metres of stretches and drives are drawn ones. */
  readonly lengthFactor: number;
  /** In travel order, over the whole length. */
  readonly stretches: readonly MatchedStretch[];
  /** The drives of the trace, between which the vehicle rested; at least one. */
  readonly drives: readonly RecordedDrive[];
  /** Stations that may have been passed, in travel order. */
  readonly doubts: readonly StationDoubt[];
}

export const STRETCH_KINDS = ['road', 'gap', 'off-network', 'unrecorded'] as const;

export interface MatchedStretch {
  /**
   * - `gap`: it is routed, because the trace is silent.
   * - `off-network`: the line goes from fix to fix.
   * - `unrecorded`: it lies between two drives, and is in no price and no distance.
   */
  readonly kind: (typeof STRETCH_KINDS)[number];
  /** From the start of the route. */
  readonly fromM: number;
  readonly toM: number;
  /** How sure it is that these are the roads, 0 to 1. */
  readonly confidence: number;
  /** Median distance of the fixes from the line, metres; absent: no fix lies in the stretch. */
  readonly offM?: number;
}

export interface RecordedDrive {
  /** The first and the last fix. */
  readonly from: LatLon;
  readonly to: LatLon;
  readonly fromM: number;
  readonly toM: number;
  /** The number of its trip. Drives that join have the same number. */
  readonly trip: number;
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

export const DOUBT_REASONS = [
  'parallel-road',
  'beside-the-trace',
  'away-from-the-trace',
  'trace-silent',
  'on-foot',
] as const;

export interface StationDoubt {
  readonly stationId: string;
  readonly why: (typeof DOUBT_REASONS)[number];
  /** When the station was passed, if it was. Unix milliseconds. */
  readonly atMs: number;
  /** The trip that it belongs to, in a recording of several drives; absent: the recording is one drive. */
  readonly trip?: number;
}
