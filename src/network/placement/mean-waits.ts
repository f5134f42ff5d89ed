/**
 * The average wait for a ferry is half its headway. The headway is known, or it follows from the round of the vessel.
 * On a connection with several calls a vessel leaves each quay once in a round of all calls.
 */
import { groupBy } from '../../base/lists.ts';
import { memoize } from '../../base/memoize.ts';
import {
  estimateHeadwayMin,
  type FerryService,
  knownHeadwayMin,
} from '../../trip/ferry-service.ts';

export interface Ride {
  readonly service: FerryService;
  /** Ids of quays. */
  readonly from: string;
  readonly to: string;
}

/** A ride that a connection can sail, even if another connection is boarded there. */
export interface Leg extends Ride {
  readonly min: number;
}

/** Gives the mean wait for a ride. Milliseconds. */
export function openMeanWaits(legs: readonly Leg[]): (ride: Ride) => number {
  const ofService = groupBy(legs, ({ service }) => service);
  const roundOf = memoize((service: FerryService) =>
    openRound(service, ofService.get(service) ?? []),
  );
  return ({ service, from }) => {
    const headwayMin =
      knownHeadwayMin(service, from) ??
      estimateHeadwayMin(service.estimate, roundOf(service)(from));
    return Math.round(headwayMin * 30_000);
  };
}

/** Gives the minutes of a round: a vessel leaves a quay, calls at every quay that it can reach, and comes back. */
function openRound(
  { quays, estimate }: FerryService,
  legs: readonly Leg[],
): (from: string) => number {
  const ids = quays.map(({ id }) => id);
  const minBetween = openShortest(ids, legs, estimate.turnaroundMin);
  return (from) => {
    const calls = ids.filter((id) => Number.isFinite(minBetween(from, id)));
    const round: string[] = [];
    for (const call of calls) round.splice(findPlace(round, call, minBetween), 0, call);
    return round.reduce((sum, call, i) => sum + minBetween(call, nextOf(round, i)), 0);
  };
}

type MinBetween = (from: string, to: string) => number;

const nextOf = (round: readonly string[], i: number): string =>
  round[(i + 1) % round.length] as string;

/** The place in a round at which one more call adds the least time. */
function findPlace(round: readonly string[], call: string, minBetween: MinBetween): number {
  const moreMin = round.map((before, i) => {
    const next = nextOf(round, i);
    return minBetween(before, call) + minBetween(call, next) - minBetween(before, next);
  });
  return moreMin.indexOf(Math.min(...moreMin)) + 1;
}

/**
 * Gives the least minutes from quay to quay, over other quays if that is sooner, with the stay at each call.
 * `Infinity`: no vessel sails there.
 */
function openShortest(
  ids: readonly string[],
  legs: readonly Leg[],
  turnaroundMin: number,
): MinBetween {
  const known = new Map<string, number>();
  const minBetween: MinBetween = (from, to) =>
    from === to ? 0 : (known.get(`${from} ${to}`) ?? Number.POSITIVE_INFINITY);
  const note = (from: string, to: string, min: number) => {
    if (min < minBetween(from, to)) known.set(`${from} ${to}`, min);
  };
  for (const { from, to, min } of legs) {
    note(from, to, min + turnaroundMin);
    note(to, from, min + turnaroundMin);
  }
  for (const over of ids)
    for (const from of ids)
      for (const to of ids) note(from, to, minBetween(from, over) + minBetween(over, to));
  return minBetween;
}
