import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LatLon } from '../../src/base/point.ts';
import { listRoadNames, type PlacingRoad } from '../../src/network/compile/placing-road.ts';
import { compileOsm, type OsmTerms, readOsmTerms } from '../../src/network/osm/compile-osm.ts';
import type { OsmTags } from '../../src/network/osm/read-elements.ts';
import { openRouter } from '../../src/routing/router.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { drawnNetwork } from './drawn-network.ts';
import { formatOsmFile, type OsmData, type OsmNode, type OsmWay } from './osm-file.ts';
import { tempHome } from './temp-home.ts';

/** Ids as high as those of the present map. */
const NODE_IDS_FROM = 12_300_000_000;

/** A drawing as a map of OpenStreetMap near 60 N, 10 E: nodes by their letters, and ways over them. */
export function drawnMap(art: string, cellM = 10) {
  const map = drawnNetwork(art, cellM);
  const idOf = (name: string) => NODE_IDS_FROM + name.charCodeAt(0) * 11;
  const node = (name: string, tags?: OsmTags): OsmNode => ({
    id: idOf(name),
    at: map.at(name),
    ...(tags && { tags }),
  });
  let lastWayId = 1_300_000_000;
  const way = (names: string, tags: OsmTags): OsmWay => {
    lastWayId += 10;
    return { id: lastWayId, nodeIds: [...names].map(idOf), tags };
  };
  return {
    ...map,
    idOf,
    node,
    way,
    /** A way for cars in the form for placing stations on it. */
    road(names: string, tags: OsmTags): PlacingRoad {
      const { highway = '', ref = '', name = '', oneway } = tags;
      return {
        kind: 'road',
        category: highway === 'service' || highway === 'track' ? 'P' : 'K',
        names: listRoadNames(ref),
        street: name,
        ...(highway.endsWith('_link') && { ramp: true }),
        ...(oneway === 'yes' && { oneWay: true }),
        line: map.line(names),
        nodeIds: [...names].map(idOf),
      };
    },
    /** The ways with their nodes, sorted as in files. */
    data(ways: readonly OsmWay[], tagged: Readonly<Record<string, OsmTags>> = {}): OsmData {
      const used = new Set(ways.flatMap(({ nodeIds }) => nodeIds));
      const names = [...art.replace(/[^a-z0-9]/gi, '')].filter((name) => used.has(idOf(name)));
      const nodes = names.map((name) => node(name, tagged[name]));
      return {
        nodes: nodes.sort((a, b) => a.id - b.id),
        ways: ways.toSorted((a, b) => a.id - b.id),
      };
    },
  };
}

/** Compiles a map from a file, with the bundled terms and no station unless others are given, and drives on it. */
export async function compileMap(data: OsmData, terms: Partial<OsmTerms> = {}) {
  const path = join(tempHome(), 'map.osm.pbf');
  await writeFile(path, formatOsmFile(data));
  const all = { ...readOsmTerms(DATA_DIR), facts: { stations: [] }, ...terms };
  const compiled = await compileOsm(path, all, () => {});
  const { network, index } = compiled.prepared;
  const router = openRouter(network, index);
  /** The best drive through these places; `undefined`: there is none. */
  const drive = (places: readonly LatLon[]) => {
    const stops = places.map((at) => router.snap(at));
    return router.drive(stops as never, { avoidTolls: false, others: 0, closed: [] })[0];
  };
  return { ...compiled, drive };
}
