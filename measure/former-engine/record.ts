/**
 * Records what the former engine answers to 1 000 seeded trips into test/fixtures/former-engine:
 * `node --import tsx measure/former-engine/record.ts`, for as long as there is that engine. What the
 * files hold is said in the README there.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DATA_DIR } from '../../src/data-dir.ts';
import { buildGateIndex } from '../../src/geo/gate.ts';
import { loadStations } from '../../src/network/load-stations.ts';
import { loadNetworkInputs } from '../../src/network/network-inputs.ts';
import { openBundledNetwork } from '../../src/network/open-network.ts';
import { drawNetwork } from '../../src/network/osm-data.ts';
import { placeStations } from '../../src/network/place-stations.ts';
import { hashLink } from '../../test/support/former-trips.ts';
import { askFormer, openFormerEngine, type RecordedTrip } from './ask-former.ts';
import { drawTrips } from './draw-trips.ts';
import { openEdgePlaces } from './edge-places.ts';
import { openLeastCost } from './least-cost.ts';
import { openLinkRuns, type ToLinkRuns } from './link-runs.ts';
import { readTiles, type TileEdge } from './tiles.ts';

const ROOT = join(import.meta.dirname, '../..');
const HOME = join(ROOT, 'node_modules/.cache/veipris-test');
const FIXTURE = join(ROOT, 'test/fixtures/former-engine');

const inputs = await loadNetworkInputs(DATA_DIR);
const stations = await loadStations(DATA_DIR);
const links = inputs.readLinks();
const { placed } = placeStations(stations, links, inputs);
const { roads, gates } = drawNetwork(links, placed, inputs.speeds);
const network = await openBundledNetwork({ data: DATA_DIR, home: HOME }, stations, () => undefined);
const edges = readTiles(join(network.folder, 'tiles'));
const places = openEdgePlaces(edges);
const toLinkRuns = openLinkRuns(links, roads, places);
const former = openFormerEngine(network);
const gateIndex = buildGateIndex(gates);
const findLeastCost = openLeastCost(edges, places);

const trips: RecordedTrip[] = [];
for (const trip of drawTrips(links, gates))
  trips.push(
    await askFormer(trip, former, { places, toLinkRuns, findLeastCost, gates: gateIndex }),
  );

await mkdir(FIXTURE, { recursive: true });
const write = (name: string, lines: readonly string[]) =>
  writeFile(join(FIXTURE, name), gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
await write(
  'trips.ndjson.gz',
  trips.map(({ check: _, ...trip }) => JSON.stringify(trip)),
);
await write('links.tsv.gz', listLinks(trips));
await write('density.tsv.gz', listDensities(edges));
await write('ramps.tsv.gz', listRamps(edges, toLinkRuns));
process.stdout.write(tellChecks(trips));

/** The driven links, each with what it is known by when its line in the file has become another. */
function listLinks(recorded: readonly RecordedTrip[]): string[] {
  const driven = new Set(
    recorded.flatMap(({ roads: runs = [] }) =>
      runs.map((run) => (typeof run === 'number' ? Math.abs(run) : run[0])),
    ),
  );
  return links.flatMap((link, i) => {
    return driven.has(i + 1) ? `${i + 1}\t${hashLink(link)}` : [];
  });
}

/** The density of each junction that has one. */
function listDensities(all: readonly TileEdge[]): string[] {
  const junctions = new Set(all.map(({ from }) => from));
  return [...junctions]
    .filter(({ density }) => density > 0)
    .map(({ at: [lat, lon], density }) => `${lat}\t${lon}\t${density}`)
    .toSorted();
}

/** The class that the tile builder has given to each part of each ramp. */
function listRamps(all: readonly TileEdge[], toRuns: ToLinkRuns): string[] {
  const parts = all.flatMap((edge) => {
    if (edge.kind !== 'ramp') return [];
    const [run] = toRuns([{ edge, fromM: 0, toM: places.lengthM(edge) }]);
    return run === undefined ? [] : { ...run, roadClass: edge.roadClass };
  });
  return parts
    .filter(({ fromM, toM }) => fromM < toM)
    .toSorted((a, b) => a.link - b.link || a.fromM - b.fromM)
    .map(({ link, fromM, toM, roadClass }) =>
      [link, fromM.toFixed(1), toM.toFixed(1), roadClass].join('\t'),
    );
}

/** How well the reckoning of `cost.ts` meets the engine's own figures. */
function tellChecks(recorded: readonly RecordedTrip[]): string {
  const found = recorded.flatMap(({ check, ...trip }) => (check ? { ...trip, check } : []));
  const most = (name: 'cost' | 'seconds') =>
    Math.max(...found.map(({ check }) => Math.abs(check[name]))).toFixed(3);
  const above = found.flatMap(({ kind, aboveLeast }) =>
    aboveLeast ? `${kind} ${aboveLeast}` : [],
  );
  return `${recorded.length} trips, ${found.length} with a route.
Reckoned again, cost is off by at most ${most('cost')}, seconds by ${most('seconds')}.
Above the least cost: ${above.join(', ') || 'none'}.
Elsewhere: ${found.filter(({ elsewhereM }) => elsewhereM).length}; aboard at the start: ${
    found.filter(({ startsAboard }) => startsAboard).length
  }.
`;
}
