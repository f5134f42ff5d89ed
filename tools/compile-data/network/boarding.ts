/** The places where ferries are boarded, the quay of each place, and the places that are joined by ferries. */
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM, flatLengthM } from '../../../src/geo/on-line.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { type NearPlace, openFinder } from '../../../src/network/placement/find-near.ts';
import type { Call } from './add-ferries.ts';
import { countUses } from './draft.ts';

/** The points of a ferry line at which it can be boarded: its ends, and the points where it touches other links. */
type ListCallPoints = (ferry: Pick<RoadLink, 'line'>) => LatLon[];

/** A line that only passes a quay does not call there. */
export function openCallPoints(links: readonly RoadLink[]): ListCallPoints {
  const uses = countUses(links);
  return ({ line }) =>
    line.filter(
      (point, i) => i === 0 || i === line.length - 1 || (uses.get(keyOf(point)) ?? 0) > 1,
    );
}

/** Tells whether a place of boarding belongs to this quay, and not to another quay nearby. */
type IsOwn = (point: LatLon, quay: LatLon) => boolean;

/** A place belongs to a quay if no other quay for cars lies nearer. */
export function openOwnQuays(calls: readonly Call[]): IsOwn {
  const quays = calls.filter(({ forCars }) => forCars).map(({ at }) => at);
  const find = openFinder(quays.map((at) => ({ kind: 'ferry', category: 'F', line: [at, at] })));
  return (point, quay) => {
    const ownM = flatDistanceM(point, quay);
    return find(point, ownM, (_, { place }) => place.offM < ownM - 1) === undefined;
  };
}

/**
 * Lists the places where the ferries of a quay are boarded, the nearest first: one place for each group of lines that
 * touch each other. Places that are nearer to another quay are left out.
 */
type ListBoardingPlaces = (quay: LatLon, maxM: number) => LatLon[];

/** Indexes the ferry lines among the links. */
export function openBoardingPlaces(links: readonly RoadLink[], isOwn: IsOwn): ListBoardingPlaces {
  const ferries = links.filter(({ kind }) => kind === 'ferry');
  const groupOf = groupTouching(ferries.map(({ line }) => line));
  const listCallPoints = openCallPoints(links);
  const tips = ferries.flatMap((ferry, i) =>
    listCallPoints(ferry).map((at) => ({ at, group: groupOf[i] })),
  );
  return (quay, maxM) => {
    const own = tips
      .map((tip) => ({ ...tip, offM: flatDistanceM(tip.at, quay) }))
      .filter(({ at, offM }) => offM <= maxM && isOwn(at, quay))
      .sort((a, b) => a.offM - b.offM);
    const firstOf = new Map(own.toReversed().map(({ at, group }) => [group, at]));
    return own.map(({ at }) => at).filter((at) => [...firstOf.values()].includes(at));
  };
}

/**
 * Tells whether ferry lines lead from within `nearM` of one point to within `nearM` of another. It must be possible to
 * board them there: lines that only pass do not count.
 *
 * @param serves tells whether a place of boarding near a quay serves this quay.
 */
export function joinedByFerry(
  links: readonly RoadLink[],
  nearM: number,
  serves: (point: LatLon, quay: LatLon) => boolean,
) {
  const ferries = links.filter(({ kind }) => kind === 'ferry');
  const groupOf = groupTouching(ferries.map(({ line }) => line));
  const callPoints = ferries.map(openCallPoints(links));
  const listGroupsNear = (quay: LatLon) =>
    callPoints.flatMap((points, i) =>
      points.some((at) => flatDistanceM(at, quay) <= nearM && serves(at, quay)) ? [groupOf[i]] : [],
    );
  return (from: LatLon, to: LatLon): boolean => {
    const there = new Set(listGroupsNear(to));
    return listGroupsNear(from).some((group) => there.has(group));
  };
}

/** A group for each line. Lines that touch, directly or over other lines, have the same group. */
function groupTouching(lines: readonly (readonly LatLon[])[]): readonly number[] {
  const linesAt = new Map<string, number[]>();
  lines.forEach((line, i) => {
    for (const key of line.map(keyOf)) linesAt.set(key, [...(linesAt.get(key) ?? []), i]);
  });
  const groupOf: number[] = [];
  lines.forEach((_, group) => {
    const open = groupOf[group] === undefined ? [group] : [];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      groupOf[i] = group;
      const touching = (lines[i] ?? []).flatMap((point) => linesAt.get(keyOf(point)) ?? []);
      open.push(...new Set(touching.filter((other) => groupOf[other] === undefined)));
    }
  });
  return groupOf;
}

/** A place that is nearer to the mouth of a tunnel can be reached from outside. Metres. */
const INSIDE_M = 50;

/** Does the place lie inside a tunnel? Nobody drives from a ferry into the tunnel below the quay. */
export function isUnderground({ tunnel, line }: RoadLink, { place }: NearPlace): boolean {
  const { alongM } = place;
  return tunnel === true && Math.min(alongM, flatLengthM(line) - alongM) > INSIDE_M;
}
