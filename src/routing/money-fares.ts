/** What a search by money asks of the prices of a trip: bills that grow with a way, and how two of them compare. */

/** The bill of a way so far. A way that has passed nothing since has the same object. */
export interface FareState {
  /** Whole øre. */
  readonly ore: number;
  /** By so much what is passed later may lower it, at most. Øre. */
  readonly mayFallOre: number;
  /** Amounts that no source tells, and that the bill leaves out. */
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
  /** By so much a bill may still grow, at most. Øre. */
  readonly moreOre: number;
}

/** So soon at least, and so late at most. Milliseconds. */
export interface Reach {
  readonly soonestMs: number;
  readonly latestMs: number;
}

/** Where it is not known when a station may be passed. */
export const ALWAYS: Reach = { soonestMs: 0, latestMs: Number.POSITIVE_INFINITY };

/** What is priced on the way. Stations are indexes into `stationIds` of the gates, moments milliseconds after departure. */
export interface Fares<State extends FareState> {
  readonly start: State;
  /** Stations that a rule looks at together. */
  readonly groups: readonly (readonly number[])[];
  pass(state: State, station: number, atMs: number): State;
  /**
   * A run of ferry that is left.
   *
   * @param run its edges, in travel order.
   * @param hasStopped the way has come to a stop of the trip since the run before it.
   * @param atMs when it comes ashore.
   */
  sail(state: State, run: readonly number[], hasStopped: boolean, atMs: number): State;
  /** What leaving such a run adds to any bill at least. Øre. */
  leastFareOre(run: readonly number[]): number;
  /** By how much the rest of a way may lower its bill. Øre, at most `mayFallOre`. */
  fallOre(one: Clocked<State>, rest: Rest): number;
  /**
   * How much more the bill of `one` may grow than that of `other` where both drive the same rest. Øre; `Infinity`:
   * they do not compare, or it is more than the most that is asked for.
   */
  slackOre(one: Clocked<State>, other: Clocked<State>, rest: Rest, mostOre: number): number;
  /** What passing a station adds to any bill at least, and at most; `Infinity`: that is not known. Øre. */
  leastOre(station: number): number;
  mostOre(station: number): number;
}

/** A station that ways within the bound may pass. */
export interface NearStation {
  readonly station: number;
  /** Milliseconds to it from the start and from it to the end at least, by what ways are chosen by. */
  readonly fromStartMs: number;
  readonly toEndMs: number;
  /** When it is passed at the soonest, milliseconds after departure as it is driven. */
  readonly soonestMs: number;
}

/** Opens the fares of a trip that may take so long and pass these stations. */
export type OpenFares<State extends FareState> = (
  near: readonly NearStation[],
  withinMs: number,
) => Fares<State>;
