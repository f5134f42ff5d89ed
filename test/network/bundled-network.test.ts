import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { placeOnNetwork } from '../../src/network/n1000/compile.ts';
import { auditPlacement } from '../../src/network/placement/audit-placement.ts';
import { fastestMetric } from '../../src/routing/router.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { loadStations } from '../support/bundled-facts.ts';
import { openBundledNetwork } from '../support/network-home.ts';

const network = await openBundledNetwork();
const stations = await loadStations(DATA_DIR);
const { placement, links } = placeOnNetwork(DATA_DIR, stations);
const audit = auditPlacement(stations, placement);

test('at least 97 % of the stations on E and R roads that the network has are placed', () => {
  expect(audit.mainRoads.stations).toBeGreaterThan(120);
  expect(audit.mainRoads.placed / audit.mainRoads.stations).toBeGreaterThanOrEqual(0.97);
});

test('at least 90 % of all stations on roads that the network has are placed', () => {
  expect(audit.roadsInNetwork.stations).toBeGreaterThan(220);
  expect(audit.roadsInNetwork.placed / audit.roadsInNetwork.stations).toBeGreaterThanOrEqual(0.9);
});

test('every station that is not placed says why', () => {
  expect(audit.rows.filter(({ why }) => why.trim() === '')).toEqual([]);
});

test('every placed station has a gate for each direction that it charges', () => {
  const { gates } = network.prepared.network;
  const directions = placement.placed.flatMap(({ id, forward, backward }) => [
    ...(forward ? [id] : []),
    ...(backward ? [id] : []),
  ]);
  expect([...gates.station].map((index) => gates.stationIds[index]).sort()).toEqual(
    directions.sort(),
  );
});

test('every gate stands inside a road: one link alone leads on from it, in the same direction', () => {
  const { graph, gates } = network.prepared.network;
  const gated = Array.from(graph.linkOf.keys()).filter(
    (edge) => (gates.first[edge + 1] ?? 0) > (gates.first[edge] ?? 0),
  );
  const isOff = gated.filter((edge) => {
    const [first, end] = [graph.turns.first[edge] ?? 0, graph.turns.first[edge + 1] ?? 0];
    return end - first !== 1 || graph.turns.to[first] === graph.opposite[edge];
  });
  expect(isOff).toEqual([]);
  expect(network.gates.length).toBeGreaterThan(300);
});

test('the network has the links of the file: no planned road, and all of Norway', () => {
  const points = links.flatMap(({ line }) => line);
  expect(links.every(({ line }) => line.length >= 2)).toBe(true);
  expect(points.every(({ lat, lon }) => lat > 57.9 && lat < 71.2 && lon > 4.5 && lon < 31.2)).toBe(
    true,
  );
  expect(links.filter(({ kind }) => kind === 'ferry').length).toBeGreaterThan(240);
});

test('the weights that are read are those that are worked out from what is read with them', () => {
  const { network: read, metric } = network.prepared;
  // Arrays of many thousand numbers, which `toEqual` takes seconds for.
  expect(isDeepStrictEqual(metric, fastestMetric(read))).toBe(true);
  expect(metric.forward.rows.length).toBeGreaterThan(10_000);
});
