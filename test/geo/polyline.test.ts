import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePolyline, encodePolyline } from '../../src/geo/polyline.ts';

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
