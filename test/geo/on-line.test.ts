import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  angleBetweenDeg,
  distancesAlongM,
  findPlaceOnLine,
  flatBearingDeg,
  flatDistanceM,
  flatLengthM,
  haversineM,
  nearestOnLeg,
  openPlane,
  partOfLine,
  pointAlong,
  pointAtBearing,
} from '../../src/geo/on-line.ts';
import { distanceM, toUtm33 } from '../../src/geo/utm33.ts';
import { metresAt } from '../support/drawn.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

/** From a east to b, and from there north to c. */
const map = drawnNetwork(`
              c
      n       |
              |   e
  w   a-------b
      s
`);

test.each(
  table<'point' | 'index' | 'alongM' | 'offM' | 'bearingDeg' | 'because'>(`
    point | index | alongM | offM | bearingDeg | because
    s     | 0     | 0      | 100  | 90         | it lies beside the start
    n     | 0     | 0      | 200  | 90         | the other side counts as much
    w     | 0     | 0      | 400  | 90         | a line is not drawn on beyond its end
    e     | 1     | 900    | 400  | 0          | the second leg is nearer
    c     | 1     | 1100   | 0    | 0          | the end of the line is on it
    b     | 0     | 800    | 0    | 90         | a shared point belongs to the first leg
  `),
)('the place for $point is $alongM m along and $offM m off, because $because', (row) => {
  const place = findPlaceOnLine(map.line('abc'), map.at(row.point));
  expect(place?.index).toBe(Number(row.index));
  expect(place?.alongM).toBeCloseTo(Number(row.alongM), -1);
  expect(place?.offM).toBeCloseTo(Number(row.offM), -1);
  expect(angleBetweenDeg(place?.bearingDeg ?? 180, Number(row.bearingDeg))).toBeLessThan(0.5);
});

test('a line without a leg has no place', () => {
  expect(findPlaceOnLine([], map.at('a'))).toBeUndefined();
  expect(findPlaceOnLine(map.line('a'), map.at('a'))).toBeUndefined();
});

test('a repeated point is no leg, and does no harm', () => {
  expect(findPlaceOnLine(map.line('aab'), map.at('s'))?.offM).toBeCloseTo(100, 0);
  expect(pointAlong(map.line('aab'), 0).at).toEqual(map.at('a'));
});

const metres = fc.integer({ min: -60_000, max: 60_000 });
const point = fc.tuple(metres, metres).map(([eastM, northM]) => metresAt(eastM, northM));
const line = fc.array(point, { minLength: 2, maxLength: 8 });

test('a place is found again by its distance along the line, on lines of any extent', () => {
  fc.assert(
    fc.property(line, point, (points, asked) => {
      const place = findPlaceOnLine(points, asked);
      if (place === undefined) throw new Error('Expected a place.');
      expect(flatDistanceM(pointAlong(points, place.alongM).at, place.at)).toBeLessThan(0.01);
    }),
  );
});

test('a point on the line is its own place', () => {
  fc.assert(
    fc.property(line, fc.double({ min: 0, max: 1, noNaN: true }), (points, share) => {
      const { at } = pointAlong(points, share * flatLengthM(points));
      expect(findPlaceOnLine(points, at)?.offM).toBeLessThan(0.01);
    }),
  );
});

test.each([
  [-5, 'a'],
  [0, 'a'],
  [800, 'b'],
  [1e6, 'c'],
])('%i m along the line is held inside its ends: %s', (alongM, name) => {
  expect(flatDistanceM(pointAlong(map.line('abc'), alongM).at, map.at(name))).toBeLessThan(1);
});

test('the point before a place along the line is named, that of the last leg at the end', () => {
  expect([100, 900, 1e6].map((m) => pointAlong(map.line('abc'), m).index)).toEqual([0, 1, 1]);
});

test('a part of a line has the points between its ends, which are held inside those of the line', () => {
  const [, corner] = map.line('abc');
  const part = partOfLine(map.line('abc'), 400, 900);
  expect([part.length, part[1]]).toEqual([3, corner]);
  expect(flatLengthM(part)).toBeCloseTo(500, 0);
  expect(flatLengthM(partOfLine(map.line('abc'), -5, 1e6))).toBeCloseTo(1100, 0);
});

test('a degree of latitude is 111.2 km, and at 60 degrees one of longitude is half of it', () => {
  expect(flatDistanceM({ lat: 59.5, lon: 10 }, { lat: 60.5, lon: 10 })).toBeCloseTo(111_195, 0);
  expect(flatDistanceM({ lat: 60, lon: 10 }, { lat: 60, lon: 11 })).toBeCloseTo(55_597.5, 0);
});

test('a place 100 m east and 200 m south of another has these metres in its plane', () => {
  const [eastM, northM] = openPlane(metresAt(0, 0))(metresAt(100, -200));
  expect(eastM).toBeCloseTo(100, 0);
  expect(northM).toBeCloseTo(-200, 0);
});

test('the length of a line is that of its legs; a single point has none', () => {
  expect(flatLengthM(map.line('abc'))).toBeCloseTo(1100, 0);
  expect(flatLengthM(map.line('a'))).toBe(0);
});

test.each([
  ['a', 'b', 90],
  ['b', 'a', 270],
  ['b', 'c', 0],
  ['c', 'b', 180],
])('from %s to %s the bearing is %i', (from, to, bearingDeg) => {
  expect(flatBearingDeg(map.at(from), map.at(to))).toBeCloseTo(bearingDeg, 3);
});

test.each([
  [10, 350, 20],
  [350, 10, 20],
  [0, 180, 180],
  [90, 90, 0],
  [270, 45, 135],
])('between bearings %i and %i lie %i degrees', (a, b, deg) => {
  expect(angleBetweenDeg(a, b)).toBe(deg);
});

test('a degree of latitude is 111.195 km', () => {
  expect(haversineM({ lat: 60, lon: 10 }, { lat: 61, lon: 10 })).toBeCloseTo(111_195.08, 1);
});

test('distances agree with UTM 33 to one per cent near its central meridian', () => {
  const near = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const place = fc.record({ lat: near(58, 71), lon: near(10, 20) });
  const step = fc.record({ lat: near(0.01, 0.1), lon: near(-0.1, 0.1) });
  fc.assert(
    fc.property(place, step, (a, move) => {
      const b = { lat: a.lat + move.lat, lon: a.lon + move.lon };
      const flatM = distanceM(toUtm33(a), toUtm33(b));
      expect(Math.abs(haversineM(a, b) / flatM - 1)).toBeLessThan(0.01);
    }),
  );
});

test.each(
  table<'point' | 'leg' | 'nearestM' | 'because'>(`
    point | leg | nearestM | because
    e     | bc  | 100      | its foot
    e     | cb  | 200      | from the other end
    e     | ab  | 800      | the leg ends before it
    w     | ab  | 0        | the leg begins after it
    s     | ba  | 800      | its foot is the end
  `),
)('of the leg $leg what is nearest to $point lies $nearestM m along: $because', (row) => {
  const [from, to] = map.line(row.leg);
  if (from === undefined || to === undefined) throw new Error('Expected a leg.');
  const nearest = nearestOnLeg(from, to, map.at(row.point));
  expect(flatDistanceM(from, nearest)).toBeCloseTo(Number(row.nearestM), 0);
  expect(flatDistanceM(nearest, to)).toBeCloseTo(flatDistanceM(from, to) - Number(row.nearestM), 0);
});

test.each([0, 45, 90, 200, 359])('one kilometre at %i degrees is that far, and that way', (deg) => {
  const from = { lat: 64, lon: 11 };
  const to = pointAtBearing(from, deg, 1000);
  expect(flatDistanceM(from, to) / 1000).toBeCloseTo(1, 3);
  expect(angleBetweenDeg(flatBearingDeg(from, to), deg)).toBeLessThan(0.02);
});

test('distances along a line add up from 0, and are measured once', () => {
  const [a, b, c] = [
    { lat: 60, lon: 10 },
    { lat: 61, lon: 11 },
    { lat: 60, lon: 11 },
  ] as const;
  const line = [a, b, c];
  const abM = haversineM(a, b);
  expect(distancesAlongM(line)).toEqual([0, abM, abM + haversineM(b, c)]);
  expect(distancesAlongM([])).toEqual([]);
  expect(distancesAlongM(line)).toBe(distancesAlongM(line));
});
