import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM, flatLengthM } from '../../../src/geo/on-line.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import type { ConnectionToDraw } from './add-ferries.ts';

/**
 * Gives the ferry lines between the quays of a simple crossing its known time. If the crossing consists of several
 * lines, the time is divided by length.
 *
 * @param quayM a ferry line that ends within this distance of a quay serves it. Metres.
 */
export function setCrossingTimes(
  links: readonly RoadLink[],
  connections: readonly ConnectionToDraw[],
  quayM: number,
): RoadLink[] {
  const legs = listFerryLegs(links);
  const timed = [...links];
  for (const { calls, crossingMin } of connections) {
    const [from, to] = calls;
    if (crossingMin === undefined || calls.length !== 2 || from === undefined || to === undefined)
      continue;
    const way = findShortestWay(legs, from.at, to.at, quayM);
    for (const { index, lengthM } of way?.legs ?? []) {
      const minutes = (crossingMin * lengthM) / (way?.lengthM ?? lengthM);
      timed[index] = {
        ...(links[index] as RoadLink),
        crossingMin: Math.round(minutes * 100) / 100,
      };
    }
  }
  return timed;
}

/** A ferry line driven in one of its directions. */
interface FerryLeg {
  /** Index of the link. */
  readonly index: number;
  readonly from: LatLon;
  readonly to: LatLon;
  readonly lengthM: number;
}

interface Way {
  readonly at: LatLon;
  readonly lengthM: number;
  readonly legs: readonly FerryLeg[];
}

function listFerryLegs(links: readonly RoadLink[]): FerryLeg[] {
  return links.flatMap(({ kind, line }, index) => {
    const [from, to] = [line[0], line.at(-1)];
    if (kind !== 'ferry' || from === undefined || to === undefined) return [];
    const lengthM = flatLengthM(line);
    return [
      { index, from, to, lengthM },
      { index, from: to, to: from, lengthM },
    ];
  });
}

/** The shortest way over ferry lines only, by Dijkstra's algorithm; undefined: there is none. */
function findShortestWay(
  legs: readonly FerryLeg[],
  from: LatLon,
  to: LatLon,
  quayM: number,
): Way | undefined {
  /** Is a point near its quay? Two quays may be closer together than the limit, so the nearer quay counts. */
  const isNear = (quay: LatLon, other: LatLon, at: LatLon) =>
    flatDistanceM(quay, at) <= Math.min(quayM, flatDistanceM(other, at));
  const done = new Set<string>();
  let open: Way[] = legs
    .filter((leg) => isNear(from, to, leg.from))
    .map((leg) => ({ at: leg.from, lengthM: 0, legs: [] }));

  for (;;) {
    const [best, ...rest] = open.toSorted((a, b) => a.lengthM - b.lengthM);
    if (best === undefined) return undefined;
    if (best.legs.length > 0 && isNear(to, from, best.at)) return best;
    done.add(keyOf(best.at));
    const onward = legs
      .filter((leg) => keyOf(leg.from) === keyOf(best.at))
      .map((leg) => ({
        at: leg.to,
        lengthM: best.lengthM + leg.lengthM,
        legs: [...best.legs, leg],
      }));
    open = [...rest, ...onward].filter(({ at }) => !done.has(keyOf(at)));
  }
}
