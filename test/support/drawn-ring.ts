import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { openChosenNetwork, openNetwork } from '../../src/network/open-network.ts';
import { readMapFile } from '../../src/network/own-map.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { dataWith, drawnNetwork } from './drawn-network.ts';
import { linksAsOsm } from './links-as-osm.ts';
import { formatOsmFile } from './osm-file.ts';
import type { AtEnd } from './temp-home.ts';

/**
 * The E6 from a to e with the stations 1 (charged eastward), 2 and 4 (both ways); the free detour
 * b-p-q-c; the ferry e-g-h in two lines; the F4 with station 3 (charged towards d) and no detour.
 */
export const map = drawnNetwork(
  `
                  p-----------q
                  |           |
      a-----------b--1--v--2--c-----d-----------e
                                    |           .
                                    3           .
                                    |           g
                                    4           .
                                    |           .
                                    w           h-------i
`,
  200,
);

const LINKS = [
  map.link('E6', 'ab'),
  map.link('E6', 'bc'),
  map.link('F1100', 'bpqc'),
  map.link('E6', 'cd'),
  map.link('E6', 'de'),
  map.link('F4', 'dw'),
  map.link('~E6', 'eg', { crossingMin: 4 }),
  map.link('~E6', 'gh', { crossingMin: 6 }),
  map.link('E6', 'hi'),
];

const STATIONS = [
  map.station('1', 'E6', { charged: 'one-way', chargedBearingDeg: 90 }),
  map.station('2', 'E6'),
  map.station('3', 'F4', { charged: 'one-way', chargedBearingDeg: 0 }),
  map.station('4', 'F4'),
];

/** Both networks, each with its own form of the same roads. */
export type RingKind = 'bundled' | 'osm';

/** The network of the ring. */
export async function openRing(kind: RingKind, atEnd: AtEnd) {
  const folders = await dataWith(LINKS, atEnd);
  const say = () => {};
  if (kind === 'bundled') return openNetwork(folders, { stations: STATIONS }, say);
  const path = join(folders.data, 'ring.osm.pbf');
  await writeFile(
    path,
    formatOsmFile(linksAsOsm(LINKS, readBundled(DATA_DIR, 'road-network/speeds.json'))),
  );
  const terms = { map: await readMapFile(path), facts: { stations: STATIONS } };
  return openChosenNetwork({ data: DATA_DIR, home: folders.home }, terms, say);
}
