import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCoordinates, parseCoordinates } from '../../portal/js/base/coordinates.js';

test.each([
  '59.9139,10.7522',
  '59.9139, 10.7522',
  ' 59.9139 10.7522 ',
  '59.9139;10.7522',
  '59,9139 10,7522',
  '59,9139; 10,7522',
  '59,9139, 10,7522',
  '59.9139° N, 10.7522° E',
  '59.9139°N 10.7522°Ø',
  '(59.9139, 10.7522)',
])('"%s" is a place in Oslo', (text) => {
  expect(parseCoordinates(text)).toEqual({ lat: 59.9139, lon: 10.7522 });
});

test.each([
  '',
  'Oslo',
  '59.9139',
  '59.9139,',
  '91,10',
  '59,181',
  '59.9139,10.7522,4',
  'E18',
  '0150 Oslo',
  '59.9139,10.7522<script>',
])('"%s" is no pair of coordinates', (text) => {
  expect(parseCoordinates(text)).toBeUndefined();
});

test('whole degrees and places south and west are read as well', () => {
  expect(parseCoordinates('60, 5')).toEqual({ lat: 60, lon: 5 });
  expect(parseCoordinates('-1.5,-2.25')).toEqual({ lat: -1.5, lon: -2.25 });
});

test('a point that is written is read again to within a metre', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lon) => {
      const back = parseCoordinates(formatCoordinates({ lat, lon }));
      expect(Math.abs((back?.lat ?? Number.NaN) - lat)).toBeLessThanOrEqual(0.000_006);
      expect(Math.abs((back?.lon ?? Number.NaN) - lon)).toBeLessThanOrEqual(0.000_006);
    }),
  );
});
