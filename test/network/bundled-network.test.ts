import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditPlacement } from '../../src/network/audit-placement.ts';
import { loadStations } from '../../src/network/load-stations.ts';
import { placeOnNetwork } from '../../src/network/open-network.ts';
import { keyOf } from '../../src/network/vertex.ts';
import { DATA, openBundledNetwork } from '../support/network-home.ts';
import { readPbf } from '../support/read-pbf.ts';

const network = await openBundledNetwork();
const stations = await loadStations(DATA);
const { placement, links } = await placeOnNetwork(DATA, stations);
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
  const directions = placement.placed.flatMap(({ id, forward, backward }) => [
    ...(forward ? [id] : []),
    ...(backward ? [id] : []),
  ]);
  expect(network.gates.map(({ stationId }) => stationId).sort()).toEqual(directions.sort());
});

test('every gate is an inner point of exactly one one-way road', () => {
  const { nodes, ways } = readPbf(readFileSync(join(network.folder, 'network.osm.pbf')));
  const idAt = new Map(nodes.map(({ id, at }) => [keyOf(at), id]));
  const waysOf = new Map<number, typeof ways>();
  for (const way of ways)
    for (const id of way.nodeIds) waysOf.set(id, [...(waysOf.get(id) ?? []), way]);
  const isOff = network.gates.filter(({ at }) => {
    const id = idAt.get(keyOf(at)) ?? 0;
    const [way, ...others] = waysOf.get(id) ?? [];
    return (
      others.length > 0 || way?.tags.oneway !== 'yes' || !way.nodeIds.slice(1, -1).includes(id)
    );
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
