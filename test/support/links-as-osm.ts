import type { LatLon } from '../../src/base/point.ts';
import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { keyOf } from '../../src/geo/polyline.ts';
import { type RoadLink, roadName } from '../../src/network/link.ts';
import { listBackwardTurns } from '../../src/network/n1000/draw-graph.ts';
import type { OsmTags } from '../../src/network/osm/read-elements.ts';
import { crossingMin, openRoadSpeeds } from '../../src/network/speeds.ts';
import type { OsmData, OsmNode, OsmWay } from './osm-file.ts';

/** Links as a map of OpenStreetMap: one way for each, and the turns that its ramps forbid. */
export function linksAsOsm(links: readonly RoadLink[], speeds: Speeds): OsmData {
  const nodes = new Map<string, OsmNode>();
  const nodeAt = (at: LatLon): number => {
    const key = keyOf(at);
    const node = nodes.get(key) ?? { id: nodes.size + 1, at };
    nodes.set(key, node);
    return node.id;
  };
  const kmhOf = openRoadSpeeds(links, speeds);
  const ways = links.map(
    (link, i): OsmWay => ({
      id: i + 1,
      nodeIds: link.line.map(nodeAt),
      tags: tagsOf(link, speeds, kmhOf),
    }),
  );
  const roads = ways.map(({ id, nodeIds }, i) => {
    const link = links[i] as RoadLink;
    return { id, nodeIds, link, line: link.line };
  });
  const relations = listBackwardTurns(roads).map(({ from, via, to }, i) => ({
    id: i + 1,
    members: [
      { type: 'way' as const, id: from, role: 'from' },
      { type: 'node' as const, id: via, role: 'via' },
      { type: 'way' as const, id: to, role: 'to' },
    ],
    tags: { type: 'restriction', restriction: 'no_u_turn' },
  }));
  return { nodes: [...nodes.values()], ways, relations };
}

function tagsOf(link: RoadLink, speeds: Speeds, kmhOf: (link: RoadLink) => number): OsmTags {
  if (link.kind === 'ferry')
    return { route: 'ferry', motor_vehicle: 'yes', duration: toClock(crossingMin(link, speeds)) };
  return {
    highway: `${highwayOf(link, speeds)}${link.ramp === true ? '_link' : ''}`,
    ref: roadName(link),
    maxspeed: String(Math.round(kmhOf(link))),
    oneway: link.oneWay === true ? 'yes' : 'no',
    ...(link.tunnel === true ? { tunnel: 'yes' } : {}),
    ...(link.bridge === true ? { bridge: 'yes' } : {}),
  };
}

function highwayOf({ motor, category, number }: RoadLink, speeds: Speeds): string {
  if (motor === 'motorway') return 'motorway';
  if (category === 'F')
    return number !== undefined && number < speeds.firstSecondaryCountyRoad
      ? 'primary'
      : 'secondary';
  return { E: 'trunk', R: 'trunk', K: 'tertiary', P: 'unclassified' }[category];
}

/** Minutes as `HH:MM:SS`. */
function toClock(minutes: number): string {
  const seconds = Math.round(minutes * 60);
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
