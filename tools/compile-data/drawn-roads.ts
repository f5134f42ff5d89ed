import type { StationRoad } from '../../src/facts/compile/station-source.ts';
import { readCurated } from '../../src/facts/curated-schema.ts';

/**
 * The roads that we drew for the stations on them; ramps are left out, as they run on no road.
 *
 * @param data the bundled data.
 */
export function readDrawnRoads(data: string): StationRoad[] {
  return readCurated(data, 'added-roads.json')
    .roads.filter(({ ramp }) => ramp !== true)
    .map(({ road, line }) => ({ road, line: line.map(([lat, lon]) => ({ lat, lon })) }));
}
