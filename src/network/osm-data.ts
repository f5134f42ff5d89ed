import type { LatLon } from '../base/point.ts';
import type { Gate } from '../geo/gate.ts';
import { cutGates, type LinkPart } from './cut-gates.ts';
import { type RoadLink, roadName } from './link.ts';
import type { OsmData, OsmNode, OsmRelation, OsmTags, OsmWay } from './osm-pbf.ts';
import type { PlacedStation } from './place.ts';
import { type DrawnRoad, listBackwardTurns, type Turn } from './ramp-turns.ts';
import { crossingMin, type Speeds, speedKmh } from './speeds.ts';
import { keyOf } from './vertex.ts';

export interface DrawnNetwork {
  readonly osm: OsmData;
  readonly gates: readonly Gate[];
  /** The ways with what they are drawn from, ferries among them. */
  readonly roads: readonly DrawnRoad[];
}

/** The network as the tile builder reads it, with a gate for every placed station. */
export function drawNetwork(
  links: readonly RoadLink[],
  placed: readonly PlacedStation[],
  speeds: Speeds,
): DrawnNetwork {
  const stationsOf = groupByLink(placed);
  const nodes = new Map<string, OsmNode>();
  const ways: OsmWay[] = [];
  const roads: DrawnRoad[] = [];
  const gates: Gate[] = [];

  const nodeAt = (at: LatLon, tags?: OsmTags): number => {
    const key = keyOf(at);
    const known = nodes.get(key);
    if (known !== undefined) return known.id;
    const id = nodes.size + 1;
    nodes.set(key, { id, at, ...(tags === undefined ? {} : { tags }) });
    return id;
  };
  const addWay = (link: RoadLink, { line, oneWay, gateIndex }: LinkPart, tags: OsmTags) => {
    const id = ways.length + 1;
    const nodeIds = line.map((at, i) => nodeAt(at, i === gateIndex ? GATE : undefined));
    ways.push({ id, nodeIds, tags: oneWay === true ? { ...tags, oneway: 'yes' } : tags });
    roads.push({ id, link, line, nodeIds, oneWay: oneWay === true });
  };

  links.forEach((link, i) => {
    const tags = tagsOf(link, speeds);
    const cut = cutGates(link, stationsOf.get(i) ?? []);
    for (const part of cut.parts) addWay(link, part, tags);
    gates.push(...cut.gates);
  });
  const relations = listBackwardTurns(roads).map(toRestriction);
  return { osm: { nodes: [...nodes.values()], ways, relations }, gates, roads };
}

const toRestriction = ({ from, via, to }: Turn, i: number): OsmRelation => ({
  id: i + 1,
  members: [
    { type: 'way', id: from, role: 'from' },
    { type: 'node', id: via, role: 'via' },
    { type: 'way', id: to, role: 'to' },
  ],
  tags: { type: 'restriction', restriction: 'no_u_turn' },
});

function groupByLink(placed: readonly PlacedStation[]): Map<number, PlacedStation[]> {
  const groups = new Map<number, PlacedStation[]>();
  for (const station of placed)
    groups.set(station.link, [...(groups.get(station.link) ?? []), station]);
  return groups;
}

/** The engine adds its toll penalty at such nodes, which is how `avoidTolls` works. */
const GATE: OsmTags = { barrier: 'toll_booth' };

function tagsOf(link: RoadLink, speeds: Speeds): OsmTags {
  if (link.kind === 'ferry')
    return { route: 'ferry', motor_vehicle: 'yes', duration: toClock(crossingMin(link, speeds)) };
  return {
    highway: `${highwayOf(link, speeds)}${link.ramp === true ? '_link' : ''}`,
    ref: roadName(link),
    maxspeed: String(speedKmh(link, speeds)),
    // Motorways are drawn as one centre line; unsaid, the engine would drive them one way only.
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
