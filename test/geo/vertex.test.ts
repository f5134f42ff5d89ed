import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toStep, toVertex, withoutRepeats } from '../../src/geo/vertex.ts';

const at = fc.record({
  lat: fc.double({ min: -89, max: 89, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
});

test('a vertex has six decimals, lies within half a step of its point, and is one of its own', () => {
  fc.assert(
    fc.property(at, (point) => {
      const { lat, lon } = toVertex(point);
      expect([lat, lon].map((degrees) => Number(degrees.toFixed(6)) - degrees)).toEqual([0, 0]);
      expect(Math.abs(lat - point.lat)).toBeLessThanOrEqual(0.5000001e-6);
      expect(Math.abs(lon - point.lon)).toBeLessThanOrEqual(0.5000001e-6);
      expect(toVertex({ lat, lon })).toEqual({ lat, lon });
      expect(toStep(lat) - toStep(point.lat)).toBe(0);
    }),
  );
});

test('a point that is the vertex before it is left out of a line', () => {
  const [a, again, b] = [60, 60.0000004, 60.0000006].map((lat) => ({ lat, lon: 10 }));
  expect(withoutRepeats([a, again, b, a].flatMap((point) => point ?? []))).toEqual([a, b, a]);
});
