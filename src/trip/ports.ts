/** What the use cases need from the world. Each port speaks our types only. */

import type { LatLon } from '../base/point.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import type { FerryTariffs } from '../pricing/ferry/law.ts';
import type { FerryCrossing } from '../pricing/ferry/terms.ts';
import type { TollProject, TollStation } from '../pricing/toll/law.ts';

/** The present time. */
export interface Clock {
  /** Unix time, milliseconds. */
  now(): number;
}

/** Wakes up after a while. */
export interface Timer {
  /**
   * Calls `ring` once after `delayMs`.
   *
   * @returns what stops it from ringing; harmless afterwards.
   */
  start(delayMs: number, ring: () => void): () => void;
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
}

/** Finds routes on a road network. */
export interface RoutePlanner {
  /** Identifier for `_billing.source`. */
  readonly source: string;
  /** It avoids toll stations by their number, not by what they cost; absent: by its own lights. */
  readonly countsTolls?: true;
  /**
   * The recommended route first, and behind it at most so many others as the request wants; never
   * an empty list.
   *
   * @throws Fault `route_not_possible` when there is no drivable route; `upstream_broken` or
   * `upstream_down` when the planner fails.
   */
  planTrip(request: TripRequest, terms?: PlanTerms): Promise<readonly PlannedRoute[]>;
}

export interface PlanTerms {
  /** The quote is to be refined: the routes need what exact matching works with. */
  readonly refine?: boolean;
  /** Ends the work early: nobody waits for its result any more. */
  readonly signal?: AbortSignal;
}

/** Toll stations by id, with all rules attached. */
export interface TollCatalogue {
  /** `undefined` for an id that the catalogue does not know. */
  findStation(id: string): TollStation | undefined;
  /** The terms of stations that only a planner knows. */
  readonly otherProject: TollProject;
  /** What passages of a month may be counted by; absent: nothing. */
  readonly capGroups?: readonly string[];
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

/** All ferry quays, those out of use included. */
export interface QuayCatalogue {
  listQuays(): readonly Quay[];
}

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
