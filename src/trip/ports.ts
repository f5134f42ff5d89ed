/** What the use cases need from the world. Each port speaks our types only. */
import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { Fix, LatLon } from '../base/point.ts';
import type { Pause, StepBudget, Steps } from '../base/steps.ts';
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
  /** Milliseconds of a clock that never goes back; what it counts from means nothing. */
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
   * Routes that are wanted beside the recommended one, 0 to 2; absent: two. On the bundled
   * network it changes neither which one is recommended nor the order of the others.
   */
  readonly alternatives?: number;
  /** By stop, start first: where the vehicle heads there, degrees clockwise from north; absent: not known. */
  readonly bearings?: readonly (number | undefined)[];
}

/** A station that a trip may pass. */
export interface NearToll {
  readonly stationId: string;
  /** When it is passed at the soonest, milliseconds after departure. */
  readonly soonestMs: number;
  /** Milliseconds from there to the end at least. */
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
 * Tells departures apart by what stations ask: those of one text have the same prices so long after departure. Undefined
 * where a price may change on the way.
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
  /** It avoids toll stations by their number, not by what they cost; absent: by its own lights. */
  readonly countsTolls?: true;
  /** It takes `bearings`; absent: it does not know of them. */
  readonly takesBearings?: true;
  /**
   * The recommended route first, and behind it at most so many others as the request wants; never
   * an empty list.
   *
   * @throws Fault `route_not_possible` when there is no drivable route; `upstream_broken` or
   * `upstream_down` when the planner fails.
   */
  planTrip(request: TripRequest, terms?: PlanTerms): Promise<readonly PlannedRoute[]>;
  /**
   * The same by time and money; absent: it cannot.
   *
   * @param openFares bills of the ways that it looks at.
   */
  planByMoney?(
    request: TripRequest,
    aim: MoneyAim,
    openFares: OpenTripFares,
    terms?: MoneyPlanTerms,
  ): Promise<MoneyRoutes>;
  /**
   * The same planner for departures of one trip, one after the other, which share what they find; absent: it cannot.
   * Each gets what it would get by itself.
   */
  shareWays?(window: DepartureWindow): RoutePlanner;
  /** Plans from each of some places to each of others; absent: it cannot. */
  planTable?(request: TableRequest, terms?: WorkTerms): Promise<TripTable>;
}

/** Between which moments the trips of a request begin. Unix milliseconds. */
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
   * By indexes: the route that `planTrip` recommends.
   *
   * @throws Fault `route_not_possible` as `planTrip`.
   */
  plan(origin: number, destination: number): Promise<PlannedRoute>;
  /** The same, and no more of it: quicker. */
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
  /** Of searches by money; absent: as one question may take. */
  readonly budget?: StepBudget | undefined;
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
  /** What passages of a month may be counted by; `[]`: nothing. */
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
  /** What the planner calls the ferry; absent: nothing. */
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
  /** Its `passages` hold what is sure and what is in doubt. */
  readonly route: PlannedRoute;
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  readonly match: TraceMatch;
  /** Each of its drives by itself, in their order, with what may have been passed up to the next one; `[]`: it is one alone. */
  readonly parts: readonly TracedDrive[];
}

/** How well a trace fits the roads. */
export interface TraceMatch {
  readonly fixes: number;
  /** Left out: their clock runs back, or they lie too far away to be driven to. */
  readonly ignored: number;
  /** Of them, fixes in a row that lie too far away; with `isDrive` a drive is left out with them. */
  readonly leaps: readonly {
    readonly fixes: number;
    readonly atMs: number;
    readonly isDrive: boolean;
  }[];
  /** The drive before the first fix that counts, or behind the last, is among them. */
  readonly isCut: boolean;
  /** Of the length, what lies so far from all roads that nothing is known of tolls there. Metres. */
  readonly beyondM: number;
  /** The trace has a time at each fix. */
  readonly isTimed: boolean;
  /** Share of the length that is on roads and ferries of the network, gaps left out; 0 to 1. */
  readonly share: number;
  /** Driven metres for each that is drawn: those of stretches and drives are drawn. */
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
   * A gap is routed, because the trace is silent; off the network the line goes from fix to fix; unrecorded is what lies
   * between two drives, in no price and no distance.
   */
  readonly kind: (typeof STRETCH_KINDS)[number];
  /** From the start of the route. */
  readonly fromM: number;
  readonly toM: number;
  /** How sure it is that these are the roads, 0 to 1. */
  readonly confidence: number;
  /** Median distance of the fixes from the line; absent: none lies in it. Metres. */
  readonly offM?: number;
}

export interface RecordedDrive {
  /** The first and the last fix. */
  readonly from: LatLon;
  readonly to: LatLon;
  readonly fromM: number;
  readonly toM: number;
  /** Drives that join have the same. */
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
] as const;

export interface StationDoubt {
  readonly stationId: string;
  readonly why: (typeof DOUBT_REASONS)[number];
  /** When it was passed if it was. Unix milliseconds. */
  readonly atMs: number;
  /** Of several drives of a recording; absent: it is one alone. */
  readonly trip?: number;
}
