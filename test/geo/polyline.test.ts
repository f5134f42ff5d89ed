import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlaceOnLine } from '../../src/geo/on-line.ts';
import {
  decodePolyline,
  encodePolyline,
  markNeededOf,
  simplifyLine,
  toStep,
  toVertex,
  withoutRepeats,
} from '../../src/geo/polyline.ts';

test('the published example reads the same with six decimals', () => {
  // The example of the format's own page, (38.5, -120.2), (40.7, -120.95), (43.252, -126.453),
  // written with 1e5; read with 1e6 every degree is a tenth.
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    { lat: 3.85, lon: -12.02 },
    { lat: 4.07, lon: -12.095 },
    { lat: 4.3252, lon: -12.6453 },
  ]);
});

test('any line of six-decimal points survives writing and reading', () => {
  const degrees = (limit: number) =>
    fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((e6) => e6 / 1e6);
  const point = fc.record({ lat: degrees(90), lon: degrees(180) });
  fc.assert(
    fc.property(fc.array(point), (line) => {
      expect(decodePolyline(encodePolyline(line))).toEqual(
        line.map(({ lat, lon }) => ({ lat: lat + 0, lon: lon + 0 })),
      );
    }),
  );
});

test('an empty text is an empty line', () => {
  expect(decodePolyline('')).toEqual([]);
  expect(encodePolyline([])).toBe('');
});

test('no more points are read than are wanted', () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5, 2)).toEqual([
    { lat: 38.5, lon: -120.2 },
    { lat: 40.7, lon: -120.95 },
  ]);
});

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
