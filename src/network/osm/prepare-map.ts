/** From a map of OpenStreetMap to one with a gate for every toll station. */
import { type Area, outsideM } from '../../geo/area.ts';
import type { Gate } from '../../passages/gate.ts';
import { placeOnRoads } from '../compile/place-on-roads.ts';
import type { Placement, StationToPlace } from '../place.ts';
import { collectRoads } from './collect-roads.ts';
import { drawGates } from './draw-gates.ts';
import { locateNodes } from './locate-nodes.ts';
import type { NodePlaces } from './node-places.ts';
import type { OwnInputs } from './own-inputs.ts';
import { parseHeader } from './parse-header.ts';
import { readBlocks } from './read-blocks.ts';
import { surveyRoads } from './survey-roads.ts';
import { writeMap } from './write-map.ts';

export interface PreparedMap {
  readonly gates: readonly Gate[];
  readonly placement: Placement;
}

/** So many places of roads tell whose map it is. */
const SAMPLES = 2000;

/**
 * Writes the map with its gates. It is read four times from one end to the other; in memory are the
 * places of the nodes of its roads, and the roads near toll stations.
 *
 * @param onProgress is told in a few words what happens.
 * @throws Error with one sentence that names the file, when it is no map that can be used.
 */
export async function prepareMap(
  from: string,
  to: string,
  inputs: OwnInputs,
  stations: readonly StationToPlace[],
  onProgress: (step: string) => void,
): Promise<PreparedMap> {
  onProgress(`reading the roads of ${from}`);
  await checkHeader(from);
  const { nodes, maxWayId, kinds } = await surveyRoads(from);
  onProgress('reading where they lie');
  const { maxNodeId, booths } = await locateNodes(from, nodes);
  if (shareInside(inputs.norway, nodes) < inputs.minShareInNorway)
    throw new Error(`${from} is no map of Norway: hardly any of its roads lie there.`);

  onProgress('placing the toll stations');
  const { placing, ferries, boothM } = inputs;
  const { limits, crossSectionM } = placing;
  const { roads, tags, blockOf } = await collectRoads(from, nodes, {
    stations: stations.map(({ at }) => at),
    nearM: Math.max(crossSectionM, ...Object.values(limits)),
    ferries,
  });
  const { placement, charges } = placeOnRoads(stations, roads, placing);
  const { placed } = placement;
  onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);

  const map = { roads, tags, booths, boothM, maxNodeId, maxWayId };
  const { changes, gates } = drawGates(map, charges);
  onProgress('writing the map with the toll stations');
  const touched = new Set([
    ...[...changes.ways.keys()].map((id) => blockOf.get(id) ?? -1),
    ...booths.filter(({ id }) => changes.booths.has(id)).map(({ block }) => block),
  ]);
  await writeMap(to, { from, kinds, changes, touched });
  return { gates, placement };
}

async function checkHeader(path: string): Promise<void> {
  for await (const block of readBlocks(path)) {
    parseHeader(block.unpack(), path);
    return;
  }
}

/** Which share of the roads lies inside an area. */
function shareInside(area: Area, nodes: NodePlaces): number {
  const places = nodes.sample(SAMPLES);
  const inside = places.filter((place) => outsideM(area, place) === 0);
  return places.length === 0 ? 0 : inside.length / places.length;
}
