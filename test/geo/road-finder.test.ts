import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM, nearestOnLeg } from '../../src/geo/on-line.ts';
import { buildRoadFinder } from '../../src/geo/road-finder.ts';
import { toVertex } from '../../src/geo/vertex.ts';
import { metresAt } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

const road = (northM: number, kind: { tunnel?: true; ramp?: true } = {}) => ({
  line: [metresAt(-1000, northM), metresAt(1000, northM)],
  ...kind,
});

describe('a stop sets out from', () => {
  // A tunnel in the south, a ramp, and a street in the north of it.
  const find = buildRoadFinder([
    road(0, { tunnel: true }),
    road(100, { ramp: true }),
    road(300),
    road(2000, { tunnel: true }),
  ]);
  test.each(
    table<'at' | 'road' | 'because'>(`
    at   | road | because
    20   | 0    | it lies on the road in the tunnel
    40   | 300  | it stands on the hill above the tunnel
    100  | 100  | it is a point of a route on the ramp
    110  | 300  | nobody sets out from a ramp
    290  | 300  | it lies on the street
    1900 | 2000 | the street lies beyond the ridge
  `),
  )('$road m north from $at m: $because', ({ at, road: northM }) => {
    const place = find(metresAt(0, Number(at)));
    expect(flatDistanceM(place, metresAt(0, Number(northM)))).toBeLessThan(0.2);
  });
});

test('without roads every stop stays where it is', () => {
  const stop = { lat: 60, lon: 10 };
  expect(buildRoadFinder([])(stop)).toEqual(stop);
});

test('finds the place that trying all roads finds, anywhere in the country', () => {
  const place = fc.record({
    lat: fc.double({ min: 58, max: 71, noNaN: true }),
    lon: fc.double({ min: 5, max: 31, noNaN: true }),
  });
  const aside = fc.record({
    lat: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
    lon: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  });
  const lines = fc.array(fc.array(aside, { minLength: 2, maxLength: 5 }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(place, aside, lines, (town, off, drawn) => {
      const from = (offset: LatLon) => ({ lat: town.lat + offset.lat, lon: town.lon + offset.lon });
      const roads = drawn.map((line) => ({ line: line.map((one) => toVertex(from(one))) }));
      const stop = from(off);
      const offM = roads.flatMap(({ line }) =>
        line
          .slice(1)
          .map((to, i) => flatDistanceM(nearestOnLeg(line[i] as LatLon, to, stop), stop)),
      );
      const found = buildRoadFinder(roads)(stop);
      // Six decimals move a place by up to 0.08 m.
      expect(flatDistanceM(found, stop)).toBeLessThanOrEqual(Math.min(...offM) + 0.1);
    }),
  );
});
