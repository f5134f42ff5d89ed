/** What a search by money asks of the prices of a trip: how a bill grows along a way, and how two bills compare. */

/** The bill of a way so far. It stays the same object while the way passes nothing. */
export interface FareState {
  /** Whole øre. */
  readonly ore: number;
  /** The most by which stations and ferries that are passed later may lower the bill. Øre. */
  readonly mayFallOre: number;
  /** Number of amounts that no source tells. The bill leaves them out. */
  readonly unknowns: number;
}

/** A bill at a moment, milliseconds after departure. */
export interface Clocked<State> {
  readonly state: State;
  readonly ms: number;
}

/** What may still be driven behind a place. */
export interface Rest {
  /** When it may pass a station of a group of the fares; undefined: it does not. */
  reach(group: number): Reach | undefined;
  /** The most by which a bill may still grow. Øre. */
  readonly moreOre: number;
}

/** The soonest and the latest that a station is passed, from the present place on. Milliseconds. */
export interface Reach {
  readonly soonestMs: number;
  readonly latestMs: number;
}

/** A reach where it is not known when a station may be passed. */
export const ALWAYS: Reach = { soonestMs: 0, latestMs: Number.POSITIVE_INFINITY };

/** What is priced on the way. Stations are indexes into `stationIds` of the gates, moments milliseconds after departure. */
export interface Fares<State extends FareState> {
  readonly start: State;
  /** Stations that a rule looks at together. */
  readonly groups: readonly (readonly number[])[];
  pass(state: State, station: number, atMs: number): State;
  /**
   * The bill of a way that leaves a run of ferry.
   *
   * @param run its edges, in travel order.
   * @param hasStopped the way has come to a stop of the trip since the run before it.
   * @param atMs when it comes ashore.
   */
  sail(state: State, run: readonly number[], hasStopped: boolean, atMs: number): State;
  /** The least that leaving such a run adds to any bill. Øre. */
  leastFareOre(run: readonly number[]): number;
  /** By how much the rest of a way may lower its bill. Øre, at most `mayFallOre`. */
  fallOre(one: Clocked<State>, rest: Rest): number;
  /**
   * How much more the bill of `one` may grow than that of `other` where both drive the same rest. Øre; `Infinity`: they
   * do not compare, or it is more than `mostOre`.
   */
  slackOre(one: Clocked<State>, other: Clocked<State>, rest: Rest, mostOre: number): number;
  /** The least and the most that passing a station adds to any bill. Øre; `Infinity`: not known. */
  leastOre(station: number): number;
  mostOre(station: number): number;
}

/** A station that ways within the bound may pass. */
export interface NearStation {
  readonly station: number;
  /** The least time from the start to the station, and from it to the end. Milliseconds by which ways are chosen. */
  readonly fromStartMs: number;
  readonly toEndMs: number;
  /** When it is passed at the soonest, milliseconds after departure as it is driven. */
  readonly soonestMs: number;
}

/** Opens the fares of a trip that takes at most `withinMs` and may pass the stations of `near`. */
export type OpenFares<State extends FareState> = (
  near: readonly NearStation[],
  withinMs: number,
) => Fares<State>;
