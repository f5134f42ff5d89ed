import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toVertex, vertexKey } from '../../src/geo/vertex.ts';

const at = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -50, max: 50, noNaN: true, maxExcluded: true, minExcluded: true }),
});
const step = fc.integer({ min: -1, max: 1 });

test('two points have the same number exactly when their six decimals are the same', () => {
  fc.assert(
    fc.property(at, step, step, (point, north, east) => {
      const here = toVertex(point);
      const there = { lat: here.lat + north / 1e6, lon: here.lon + east / 1e6 };
      expect(vertexKey(here) === vertexKey(there)).toBe(north === 0 && east === 0);
    }),
  );
});

test('a point has the number of its vertex', () => {
  fc.assert(fc.property(at, (point) => vertexKey(point) === vertexKey(toVertex(point))));
});

test('the ends of the country keep their steps apart', () => {
  const [south, north] = [57.9, 71.2].map((lat) => ({ lat, lon: 31.1 }));
  for (const point of [south, north])
    if (point !== undefined)
      expect(vertexKey({ ...point, lon: point.lon + 1e-6 }) - vertexKey(point)).toBe(1);
});
