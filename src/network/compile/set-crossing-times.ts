import type { LatLon } from '../../base/point.ts';
import { flatDistanceM, flatLengthM } from '../../geo/on-line.ts';
import type { RoadLink } from '../link.ts';
import type { ConnectionToDraw } from './add-ferries.ts';
import { keyOf } from './join-ends.ts';

/**
 * Gives the ferry lines between the quays of a simple crossing its known time, shared out by
 * length where the crossing consists of several lines.
 */
export function setCrossingTimes(
  links: readonly RoadLink[],
  connections: readonly ConnectionToDraw[],
  quayM: number,
): RoadLink[] {
  const timed = [...links];
  for (const { quays, crossingMin } of connections) {
    const [from, to] = quays;
    if (crossingMin === undefined || quays.length !== 2 || from === undefined || to === undefined)
      continue;
    const chain = shortestChain(links, from, to, quayM);
    const chainM = chain.reduce((sum, i) => sum + flatLengthM((links[i] as RoadLink).line), 0);
    for (const i of chain) {
      const link = links[i] as RoadLink;
      const minutes = (crossingMin * flatLengthM(link.line)) / chainM;
      timed[i] = { ...link, crossingMin: Math.round(minutes * 100) / 100 };
    }
  }
  return timed;
}

interface Reached {
  readonly lengthM: number;
  readonly chain: readonly number[];
  readonly at: LatLon;
}

/** Indices of the ferry lines of the shortest way over ferry lines alone; `[]` when none leads. */
function shortestChain(
  links: readonly RoadLink[],
  from: LatLon,
  to: LatLon,
  quayM: number,
): readonly number[] {
  const ends = links.flatMap(({ kind, line }, i) => {
    const start = line[0];
    const end = line.at(-1);
    return kind === 'ferry' && start !== undefined && end !== undefined ? [{ i, start, end }] : [];
  });
  const isNear = (quay: LatLon, at: LatLon) => flatDistanceM(quay, at) <= quayM;
  let open: Reached[] = ends
    .flatMap(({ start, end }) => [start, end])
    .filter((at) => isNear(from, at))
    .map((at) => ({ lengthM: 0, chain: [], at }));
  const done = new Set<string>();

  while (open.length > 0) {
    open = open.toSorted((a, b) => a.lengthM - b.lengthM);
    const [best, ...rest] = open as [Reached, ...Reached[]];
    open = rest;
    if (done.has(keyOf(best.at))) continue;
    done.add(keyOf(best.at));
    if (best.chain.length > 0 && isNear(to, best.at)) return best.chain;
    for (const { i, start, end } of ends) {
      const key = keyOf(best.at);
      if (keyOf(start) !== key && keyOf(end) !== key) continue;
      const lengthM = best.lengthM + flatLengthM((links[i] as RoadLink).line);
      open.push({ lengthM, chain: [...best.chain, i], at: keyOf(start) === key ? end : start });
    }
  }
  return [];
}
