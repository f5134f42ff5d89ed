import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVertexMap, toVertex, verticesAround } from '../../src/geo/vertex.ts';

const at = fc.record({
  lat: fc.double({ min: -89, max: 89, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
});
const step = fc.integer({ min: -2, max: 2 });

test('a point is found at its own six decimals and at no others, or around them when asked so', () => {
  fc.assert(
    fc.property(at, step, step, (point, north, east) => {
      const here = toVertex(point);
      const there = { lat: here.lat + north / 1e6, lon: here.lon + east / 1e6 };
      const map = createVertexMap<string>();
      map.set(point, 'known');
      expect(map.get(there)).toBe(north === 0 && east === 0 ? 'known' : undefined);
      const isBeside = Math.max(Math.abs(north), Math.abs(east)) <= 1;
      const around = verticesAround(there).flatMap((place) => map.get(place) ?? []);
      expect(around).toEqual(isBeside ? ['known'] : []);
    }),
  );
});

test('what is set last is known', () => {
  const map = createVertexMap<string>();
  for (const known of ['first', 'last']) map.set({ lat: 60, lon: 10 }, known);
  expect(map.get({ lat: 60, lon: 10 })).toBe('last');
});
