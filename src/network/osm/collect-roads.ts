import Flatbush from 'flatbush';
import type { LatLon } from '../../base/point.ts';
import { M_PER_DEG } from '../../geo/on-line.ts';
import { type OsmRoad, type PlacedNode, toOsmRoad } from '../compile/placing-road.ts';
import type { OsmTags } from '../osm-pbf.ts';
import { visitDataBlocks } from './data-blocks.ts';
import { type FerryRules, toFerryTags } from './ferry-tags.ts';
import type { NodePlaces } from './node-places.ts';
import { type PbfWay, toTags, visitWays } from './read-ways.ts';
import { openWayFilter, toRoadway } from './roadway.ts';
import { withoutToll } from './toll-tags.ts';

export interface RoadRules {
  /** Where toll stations stand. */
  readonly stations: readonly LatLon[];
  /** Roads within this distance of a station are collected. Metres. */
  readonly nearM: number;
  readonly ferries: FerryRules;
}

export interface CollectedRoads {
  /** The roads near toll stations. */
  readonly roads: readonly OsmRoad[];
  /** Ways whose tags have to change, by id. */
  readonly tags: ReadonlyMap<number, OsmTags>;
  /** Places in the file of the blocks that hold the ways of both. */
  readonly blockOf: ReadonlyMap<number, number>;
}

/** The third look at a map: the roads near toll stations, and the tags that mislead the engine. */
export async function collectRoads(
  path: string,
  places: NodePlaces,
  { stations, nearM, ferries }: RoadRules,
): Promise<CollectedRoads> {
  const roads: OsmRoad[] = [];
  const changed = new Map<number, OsmTags>();
  const blockOf = new Map<number, number>();
  const isNear = openNearness(stations, nearM);

  const collect = (way: PbfWay, tags: OsmTags, block: number) => {
    const nodes = locate(way, places);
    const line = nodes.map(({ at }) => at);
    const isFerry = tags.route === 'ferry' && tags.highway === undefined;
    const newTags = isFerry ? toFerryTags(tags, line, ferries) : withoutToll(tags);
    if (newTags !== undefined) changed.set(way.id, newTags);
    const roadway = toRoadway(tags);
    const isWanted = roadway !== undefined && nodes.length > 1 && isNear(line);
    if (isWanted) roads.push(toOsmRoad(way.id, newTags ?? tags, roadway, nodes));
    if (isWanted || newTags !== undefined) blockOf.set(way.id, block);
  };
  await visitDataBlocks(path, ({ texts, groups }, block) => {
    const mayBeRoad = openWayFilter(texts);
    for (const { kind, message } of groups)
      if (kind === 'ways')
        visitWays(message, (way) => {
          if (mayBeRoad(way)) collect(way, toTags(way, texts), block);
        });
  });
  return { roads, tags: changed, blockOf };
}

/** The nodes of a way whose places are known. */
const locate = (way: PbfWay, places: NodePlaces): PlacedNode[] =>
  way.nodeIds().flatMap((id) => {
    const at = places.find(id);
    return at === undefined ? [] : [{ id, at }];
  });

/** Tells whether the box around a line comes near one of the points. */
function openNearness(points: readonly LatLon[], nearM: number) {
  if (points.length === 0) return () => false;
  const index = new Flatbush(points.length);
  for (const { lat, lon } of points) index.add(lon, lat);
  index.finish();
  const latPad = nearM / M_PER_DEG;
  return (line: readonly LatLon[]): boolean => {
    let [west, south, east, north] = [180, 90, -180, -90];
    for (const { lat, lon } of line) {
      [west, east] = [Math.min(west, lon), Math.max(east, lon)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
    const lonPad = latPad / Math.cos((Math.max(-85, Math.min(85, north)) * Math.PI) / 180);
    const box = [west - lonPad, south - latPad, east + lonPad, north + latPad] as const;
    return index.search(...box).length > 0;
  };
}
