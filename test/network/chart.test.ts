import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { encodePolyline } from '../../src/geo/polyline.ts';
import { type NetworkChart, readChart, writeChart } from '../../src/network/chart.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { loadNetworkInputs } from '../../src/network/network-inputs.ts';
import { drawNetwork } from '../../src/network/osm-data.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { DATA } from '../support/network-home.ts';

// At the quay q the road leads on to r along the ferry line.
const map = drawnNetwork(`
      p
      |
  a---b---c---q---r.....s.....t---u
`);
const LINKS: readonly RoadLink[] = [
  map.link('E6', 'abc'),
  map.link('F1', 'pb', { tunnel: true }),
  map.link('E6', 'cqr'),
  map.link('~E6', 'qrst'),
  map.link('E6', 'tu'),
];

let folder: string;
let opened: NetworkChart;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veipris-chart-'));
  const { speeds } = await loadNetworkInputs(DATA);
  const place = { folder, network: basename(folder) };
  await writeChart(place, drawNetwork(LINKS, [], speeds).roads, speeds);
  opened = await readChart(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a junction is where more than two roads or ferries meet, not where one goes on', () => {
  const names = [...'abcpqrtu'];
  const { isJunction } = opened.chart.read(encodePolyline(names.map(map.at)));
  const junctions = names.filter((_, i) => isJunction(i));
  // At q road and ferry go on to r, and there the road ends.
  expect(junctions).toEqual(['b', 'q', 'r']);
});

test('a ferry is not sailed where a road leads along its line', () => {
  expect(opened.chart.read(encodePolyline(map.line('acqrstu'))).sailed).toEqual([
    { fromIndex: 3, toIndex: 5 },
  ]);
});

test('roads go as fast as their class, ferries as fast as their crossing', () => {
  // A trunk road 75 km/h, from the quay q on along the ferry, a county road 62, a ferry at 11 knots.
  const { kmhFrom } = opened.chart.read(encodePolyline(map.line('pbacqrst')));
  expect([0, 1, 3, 4, 5, 6].map(kmhFrom)).toEqual([62, 75, 75, 75, 20, 20]);
});

test.each([
  ['s', 0, true],
  ['s', 9, true],
  ['s', 11, false],
  ['q', 0, true],
  ['a', 0, false],
])('at %s, %i m aside, a trip may begin on the ferry: %s', (name, asideM, expected) => {
  const { lat, lon } = map.at(name);
  expect(opened.isAtFerry({ lat: lat + asideM / 111_195, lon })).toBe(expected);
});

test('trips set out from roads, not from ferries, and from above a tunnel in the open', () => {
  const { lat, lon } = map.at('s');
  const ashore = opened.findRoad({ lat: lat + 1e-5, lon });
  expect(Math.min(...map.line('rt').map((quay) => flatDistanceM(ashore, quay)))).toBeLessThan(1);
  const { lat: north, lon: east } = map.at('p');
  const above = opened.findRoad({ lat: north, lon: east + 1e-3 });
  expect(flatDistanceM(above, map.at('p'))).toBeGreaterThan(60);
});

test('a chart that is damaged, or that of another network, is refused with what to do', async () => {
  const other = await mkdtemp(join(tmpdir(), 'veipris-chart-'));
  onTestFinished(() => rm(other, { recursive: true, force: true }));
  const path = join(other, 'chart.bin');
  const remedy = `Remove ${other}, and the next start builds it again.`;
  const bytes = await readFile(join(folder, 'chart.bin'));
  await writeFile(path, bytes);
  await expect(readChart(other)).rejects.toThrow(
    `${path} is the road chart of network ${basename(folder)}, not the road chart of ${basename(other)}. ${remedy}`,
  );
  await writeFile(path, bytes.subarray(0, -1));
  await expect(readChart(other)).rejects.toThrow(`${path} is damaged. ${remedy}`);
});
