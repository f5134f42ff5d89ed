import {
  findMeteredNeighbour,
  isReference,
  type Metered,
  meteringDeg,
} from '../../src/facts/compile/station-direction.ts';
import { angleBetweenDeg } from '../../src/geo/on-line.ts';

/**
 * Pairs of neighbouring stations on one road whose directions contradict each other: the metering would run in opposite
 * directions. Each pair once, by id; `[]`: all agree.
 */
export function findContradictions(
  stations: readonly Metered[],
): readonly (readonly [string, string])[] {
  const references = stations.filter(isReference);
  return references.flatMap((station, i) => {
    const next = findMeteredNeighbour(references.slice(i + 1), station.row, station.project);
    const ownDeg = meteringDeg(station);
    const nextDeg = next && meteringDeg(next);
    if (next === undefined || ownDeg === undefined || nextDeg === undefined) return [];
    if (angleBetweenDeg(ownDeg, nextDeg) <= 90) return [];
    return [[String(station.row.nvdbId), String(next.row.nvdbId)] as const];
  });
}
