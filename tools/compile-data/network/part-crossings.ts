import type { LatLon } from '../../../src/base/point.ts';
import type { Parting } from '../../../src/facts/schema/curated-roads.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { roadName } from '../../../src/network/link.ts';
import { keyOf } from '../../../src/network/vertex.ts';
import type { Draft } from './draft.ts';
import { toNextVertex } from './draft.ts';

/** A decision names its place to this accuracy. Metres. */
const PLACE_M = 30;

/**
 * Parts roads that share a point where in truth one passes over the other: the point of the road
 * that the decision names is moved aside, for all of its links alike.
 *
 * @throws Error when the two do not meet there.
 */
export function partCrossings(drafts: readonly Draft[], partings: readonly Parting[]): void {
  for (const { at, part, from } of partings) {
    const isHere = isNear({ lat: at[0], lon: at[1] });
    const shared = new Set(
      drafts.filter(isNamed(from)).flatMap(({ line }) => line.filter(isHere).map(keyOf)),
    );
    const meets = (point: LatLon) => isHere(point) && shared.has(keyOf(point));
    const moved = drafts.filter(isNamed(part)).filter(({ line }) => line.some(meets));
    if (moved.length === 0)
      throw new Error(`Expected ${part} and ${from} to share a point at ${at.join(', ')}.`);
    for (const draft of moved)
      draft.line = draft.line.map((point) => (meets(point) ? toNextVertex(point) : point));
  }
}

const isNamed = (name: string) => (draft: Draft) =>
  draft.kind === 'road' && roadName(draft) === name;

const isNear = (place: LatLon) => (point: LatLon) => flatDistanceM(place, point) <= PLACE_M;
