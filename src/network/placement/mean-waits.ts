/**
 * The average wait for a ferry: half its headway, which is known or follows from the round of its vessel. The vessel
 * of a connection with stops sails one round for all of them, so one leaves each quay once a round.
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

/** What a connection can sail, whether it is the one that is boarded there or not. */
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

/** Gives the minutes in which a vessel is back at a quay when it has called at all that can be sailed to from there. */
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

/** The place of a round where one more call makes it least longer. */
function findPlace(round: readonly string[], call: string, minBetween: MinBetween): number {
  const moreMin = round.map((before, i) => {
    const next = nextOf(round, i);
    return minBetween(before, call) + minBetween(call, next) - minBetween(before, next);
  });
  return moreMin.indexOf(Math.min(...moreMin)) + 1;
}

/** Gives the minutes from quay to quay with the stay at each call, over others where that is sooner; `Infinity`: not sailed. */
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
