import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxAround, outsideM } from '../../src/geo/area.ts';
import { findPlaceOnLine, pointAtBearing } from '../../src/geo/on-line.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

/** A bay between two arms, and an island; every character is 100 m. */
const map = drawnNetwork(`
  a-----b   e-----f
  | p   | q | r   |   i-j
  |     c---d     | x |y|
  |       s       |   l-k
  h---------------g
`);
const area = [map.line('abcdefgh'), map.line('ijkl')];

test.each(
  table<'point' | 'off'>(`
    point | off
    p     | 0
    r     | 0
    s     | 0
    y     | 0
    q     | 100
    x     | 200
  `),
)('$point lies $off m outside', ({ point, off }) => {
  expect(outsideM(area, map.at(point))).toBeCloseTo(Number(off), -1);
});

test('nothing is inside no area', () => {
  expect(outsideM([], map.at('p'))).toBe(Number.POSITIVE_INFINITY);
});

const place = fc.record({
  lat: fc.double({ min: 57, max: 72, noNaN: true }),
  lon: fc.double({ min: 4, max: 32, noNaN: true }),
});

test('all that lies within a distance of a line lies in its box', () => {
  fc.assert(
    fc.property(
      fc.tuple(place, place),
      fc.constantFrom(0, 1),
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 1, max: 2000, noNaN: true }),
      (line, end, bearingDeg, withinM) => {
        const from = line[end] as (typeof line)[number];
        const point = pointAtBearing(from, bearingDeg, withinM * 0.999);
        const offM = findPlaceOnLine(line, point)?.offM ?? Number.POSITIVE_INFINITY;
        const { south, north, west, east } = boxAround(line, withinM);
        const isInside =
          south <= point.lat && point.lat <= north && west <= point.lon && point.lon <= east;
        expect(isInside || offM > withinM).toBe(true);
      },
    ),
  );
});

test('what lies farther from a line is not in its box', () => {
  const { south, north, west, east } = boxAround([map.at('h'), map.at('g')], 100);
  const { lat, lon } = map.at('a');
  expect(south <= lat && lat <= north && west <= lon && lon <= east).toBe(false);
});

test('the box around a line to the pole holds what lies beside its other end', () => {
  const { west, east } = boxAround([map.at('h'), { lat: 90, lon: map.at('h').lon }], 100);
  expect(west).toBeLessThan(map.at('h').lon);
  expect(east).toBeGreaterThan(map.at('h').lon);
});
