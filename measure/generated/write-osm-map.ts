/** Writes a generated network as a map of OpenStreetMap: a way for each link, with a node every 12 m. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { fromUtm33 } from '../../src/geo/utm33.ts';
import {
  formatOsmBlocks,
  formatOsmHeader,
  type OsmNode,
  type OsmWay,
} from '../../test/support/osm-file.ts';
import { seeded } from '../numbers.ts';
import type { GeneratedNetwork } from './network-pen.ts';
import {
  drawLine,
  listGates,
  nameRoad,
  STREET_LINKS,
  type WrittenGate,
} from './write-ruteplan-file.ts';

/** `highway` by functional class. */
const HIGHWAYS: Readonly<Record<number, string>> = {
  0: 'motorway',
  2: 'trunk',
  3: 'primary',
  4: 'secondary',
  5: 'tertiary',
  6: 'unclassified',
  7: 'residential',
  9: 'service',
  10: 'track',
};
const BLOCK = 8000;
/** One in this many points inside a way is a node: mappers set fewer points than surveyors. */
const NODE_EVERY = 2;

export function writeOsmMap(path: string, network: GeneratedNetwork): WrittenGate[] {
  const file = openSync(path, 'w');
  writeSync(file, formatOsmHeader());
  const nodes = openBlocks<OsmNode>(file, (some) => ({ nodes: some, ways: [] }));
  const place = (id: number, x: number, y: number) => nodes.add({ id, at: fromUtm33([x, y]) });
  for (let node = 0; node < network.nodes; node++)
    place(node + 1, network.x[node] as number, network.y[node] as number);
  for (const { line, points, firstId } of listLines(network))
    for (const [k, i] of points.entries())
      place(firstId + k, line[i] as number, line[i + 1] as number);
  nodes.flush();
  const ways = openBlocks<OsmWay>(file, (some) => ({ nodes: [], ways: some }));
  for (const { link, points, firstId } of listLines(network))
    ways.add({
      id: link + 1,
      nodeIds: [
        (network.from[link] as number) + 1,
        ...points.map((_, k) => firstId + k),
        (network.to[link] as number) + 1,
      ],
      tags: tagsOf(network, link),
    });
  ways.flush();
  writeSync(file, formatOsmBlocks({ nodes: [], ways: [], relations: listBans(network) }));
  closeSync(file);
  return listGates(network);
}

/** Writes entities a block at a time. */
function openBlocks<Entity>(
  file: number,
  toData: (some: Entity[]) => Parameters<typeof formatOsmBlocks>[0],
) {
  let some: Entity[] = [];
  const flush = () => {
    if (some.length > 0) writeSync(file, formatOsmBlocks(toData(some)));
    some = [];
  };
  const add = (entity: Entity) => {
    if (some.push(entity) === BLOCK) flush();
  };
  return { add, flush };
}

/** The line of each link, and the indexes of its points that are nodes. */
function* listLines(network: GeneratedNetwork) {
  const random = seeded(2);
  let inner = network.nodes;
  for (let link = 0; link < network.links; link++) {
    const line = drawLine(network, link, random() < 0.5 ? 1 : -1);
    const points: number[] = [];
    for (let i = 2 * NODE_EVERY; i < line.length - 2; i += 2 * NODE_EVERY) points.push(i);
    yield { link, line, points, firstId: inner + 1 };
    inner += points.length;
  }
}

function tagsOf({ isFerry, isOneWay, kmh, roadClass }: GeneratedNetwork, link: number) {
  if (isFerry[link] === 1) return { route: 'ferry', motor_vehicle: 'yes', duration: '20' };
  const rank = roadClass[link] as number;
  const name = nameRoad(link, rank);
  return {
    highway: HIGHWAYS[rank] ?? 'unclassified',
    maxspeed: String(kmh[link]),
    oneway: isOneWay[link] === 1 ? 'yes' : 'no',
    ...(/^[ERF]/.test(name) && { ref: name }),
    ...(name.startsWith('P') && { access: 'private' }),
    ...(rank >= 5 && { name: `Gate ${Math.floor(link / STREET_LINKS)}` }),
  };
}

const listBans = ({ bans }: GeneratedNetwork) =>
  Array.from(bans.viaNode, (via, i) => ({
    id: i + 1,
    members: [
      { type: 'way' as const, id: (bans.fromLink[i] as number) + 1, role: 'from' },
      { type: 'node' as const, id: via + 1, role: 'via' },
      { type: 'way' as const, id: (bans.toLink[i] as number) + 1, role: 'to' },
    ],
    tags: { type: 'restriction', restriction: 'no_left_turn' },
  }));
