import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlaceOnLine } from '../../src/geo/on-line.ts';
import { markNeededOf, simplifyLine } from '../../src/geo/simplify-line.ts';

const TOLERANCE_M = 100;

const point = fc.record({
  lat: fc.double({ min: 59.9, max: 60.1, noNaN: true }),
  lon: fc.double({ min: 9.9, max: 10.1, noNaN: true }),
});

test('what is left out lies within the tolerance of what is left; the ends stay', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 40 }), (line) => {
      const simple = simplifyLine(line, TOLERANCE_M);
      expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
      for (const at of line)
        expect(findPlaceOnLine(simple, at)?.offM).toBeLessThan(TOLERANCE_M * 1.01);
    }),
  );
});

test('points on the way are left out, corners are not', () => {
  const at = (lat: number, lon: number) => ({ lat, lon });
  const line = [at(60, 10), at(60.01, 10), at(60.02, 10), at(60.02, 10.02), at(60.02, 10.04)];
  expect(simplifyLine(line, 10)).toEqual([line[0], line[2], line[4]]);
});

test('a ring keeps more than its ends', () => {
  const at = (lat: number, lon: number) => ({ lat, lon });
  const ring = [at(60, 10), at(60.1, 10), at(60.1, 10.1), at(60, 10.1), at(60, 10)];
  expect(simplifyLine(ring, 10)).toEqual(ring);
});

test.each([0, 1, 2])('%d points stay as they are', (count) => {
  const line = Array.from({ length: count }, (_, i) => ({ lat: 60 + i, lon: 10 }));
  expect(simplifyLine(line, 1e9)).toEqual(line);
});

test('in a plane the same points are kept: metres east and north in turn', () => {
  const line = Float64Array.of(0, 0, 0, 1000, 9, 2000, 0, 3000, 1000, 3000);
  expect([...markNeededOf(line, 10)]).toEqual([1, 0, 0, 1, 1]);
  expect([...markNeededOf(line, 8)]).toEqual([1, 0, 1, 1, 1]);
});
