/** A sample of the audits of `measure/audit/`, on the bundled data; `npm run audit` runs all of them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { driveThrough } from '../../measure/audit/drive-through.ts';
import { measureKnown, measureSpeeds } from '../../measure/audit/lengths.ts';
import { loadAuditNetwork } from '../../measure/audit/network.ts';
import { driveParallelRoads, findParallelRoads } from '../../measure/audit/parallel-roads.ts';
import { type AskProduct, openProduct } from '../../measure/audit/product.ts';
import { RINGS } from '../../measure/audit/rings.ts';
import { listSeededTrips } from '../../measure/audit/seeded-trips.ts';
import { findWayPast } from '../../measure/audit/way-past-ring.ts';
import { once } from '../../src/base/memoize.ts';
import { keyOf } from '../../src/geo/polyline.ts';

const network = await loadAuditNetwork();

let ask: AskProduct;
beforeAll(async () => {
  ask = await openProduct();
});

describe('driving past a station on its own road, both ways', () => {
  /** Every fifth station, and all of those on ramps. */
  const sample = network.placed.filter(({ by }, i) => by === 'ramp' || i % 5 === 0);

  const drive = once(() => driveThrough(network, sample, ask));

  test('charges it once where it charges, not where it does not, and nothing beside the road', async () => {
    expect(sample.length).toBeGreaterThan(90);
    const results = await drive();
    const drives = results.flatMap(({ station, drives: both }) =>
      both.map(({ faults }) => ({ station: station.name, faults })),
    );
    expect(drives.length).toBeGreaterThan(160);
    expect(drives.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  test('is possible for every station that is placed', async () => {
    const results = await drive();
    expect(results.filter(({ drives }) => drives.length === 0)).toEqual([]);
  });
});

test('at most 3 % of the AutoPASS stations are not placed, and each says why', () => {
  const { autopass, rows } = network.placement;
  expect(autopass.stations).toBeGreaterThan(400);
  expect(1 - autopass.placed / autopass.stations).toBeLessThan(0.03);
  expect(rows.filter(({ placed, why }) => !placed && why.length < 20)).toEqual([]);
});

test('driving a toll-free road beside a charged one charges nothing', async () => {
  const roads = findParallelRoads(network);
  expect(roads.length).toBeGreaterThan(100);
  expect(new Set(roads.map(({ station }) => station.project)).size).toBeGreaterThan(10);
  const drives = await driveParallelRoads(network, roads, ask);
  const wrong = drives.filter(({ faults }) => faults.length > 0);
  expect(wrong.map(({ station, road, faults }) => [station.name, road, ...faults])).toEqual([]);
});

describe('a ring', () => {
  const sides = RINGS.flatMap((ring) => ring.charges.map((direction) => ({ ring, direction })));

  test.each(sides)('is tight: $ring.name, $direction', ({ ring, direction }) => {
    expect(findWayPast(network, ring, direction)).toBeUndefined();
  });

  test.each(RINGS.filter(({ open }) => open.length > 0))(
    'that is left open is open there: $name',
    (ring) => {
      for (const road of ring.open) {
        const open = ring.open.filter((other) => other !== road);
        expect(findWayPast(network, { ...ring, open }, 'in'), road.why).toBeDefined();
      }
    },
  );

  test('is open when its stations are those of another town', () => {
    const bergen = RINGS.find(({ name }) => name === 'Bergen');
    expect(bergen && findWayPast(network, { ...bergen, stations: 'tromso' }, 'in')).toBeDefined();
  });
});

test('no ferry is boarded inside of a tunnel or on a bridge', () => {
  const inside = new Set(
    network.links
      .filter(({ tunnel, bridge }) => tunnel === true || bridge === true)
      .flatMap(({ line }) => line.slice(1, -1).map(keyOf)),
  );
  expect(inside.size).toBeGreaterThan(1000);
  const ferries = network.links.filter(({ kind }) => kind === 'ferry');
  expect(ferries.flatMap(({ line }) => line.map(keyOf).filter((at) => inside.has(at)))).toEqual([]);
});

test('known distances come out within 4 %', async () => {
  const distances = await measureKnown(ask);
  expect(distances).toHaveLength(6);
  for (const { name, km, knownKm } of distances)
    expect(Math.abs(km / knownKm - 1), name).toBeLessThan(0.04);
});

test('no trip is faster than 110 km/h on average, the highest limit, nor at a walking pace', async () => {
  const trips = listSeededTrips(network).filter((_, i) => i % 4 === 0);
  const speeds = await measureSpeeds(trips, ask);
  expect(speeds.length).toBeGreaterThan(100);
  for (const { overallKmh, drivingKmh } of speeds) {
    expect(Math.max(overallKmh, drivingKmh)).toBeLessThanOrEqual(110);
    expect(drivingKmh).toBeGreaterThan(25);
  }
});
