import fc from 'fast-check';
import proj4 from 'proj4';
import { expect, test } from 'vitest';
import type { LatLon, Utm33 } from '../../src/base/point.ts';
import { M_PER_DEG } from '../../src/geo/on-line.ts';
import { distanceToShareM, footShare, fromUtm33, fromXy, toUtm33 } from '../../src/geo/utm33.ts';
import { drawn } from '../support/drawn.ts';
import { table } from '../support/table.ts';

const oracle = proj4('+proj=utm +zone=33 +ellps=GRS80 +units=m +no_defs');
/** A centimetre would do; the series are far better, and at 0.01 mm a mistyped term shows. */
const TOLERANCE_M = 1e-5;
const NORWAY = { west: 4, east: 31.5, south: 57.8, north: 71.3 };

test('agrees with proj4 to 0.01 mm on a grid over all of Norway', () => {
  let worstM = 0;
  let points = 0;
  for (let lat = NORWAY.south; lat <= NORWAY.north; lat += 0.25) {
    for (let lon = NORWAY.west; lon <= NORWAY.east; lon += 0.25) {
      worstM = Math.max(worstM, errorM({ lat, lon }));
      points++;
    }
  }
  expect(points).toBe(55 * 111);
  expect(worstM).toBeLessThan(TOLERANCE_M);
});

test('agrees with proj4 to 0.01 mm anywhere in Norway', () => {
  const place = fc.record({
    lat: fc.double({ min: NORWAY.south, max: NORWAY.north, noNaN: true }),
    lon: fc.double({ min: NORWAY.west, max: NORWAY.east, noNaN: true }),
  });
  fc.assert(
    fc.property(place, (at) => {
      expect(errorM(at)).toBeLessThan(TOLERANCE_M);
    }),
  );
});

test.each(
  table<'lat' | 'lon' | 'easting' | 'because'>(`
    lat | lon | easting | because
    60  | 15  | 500000  | the central meridian lies at the false easting
    0   | 15  | 500000  | so it does at the equator
  `),
)('$lat N, $lon E has easting $easting: $because', ({ lat, lon, easting }) => {
  expect(toUtm33({ lat: Number(lat), lon: Number(lon) })[0]).toBeCloseTo(Number(easting), 6);
});

test('the way back agrees with proj4 to 1 mm on a grid over all of Norway', () => {
  let worstM = 0;
  let points = 0;
  for (let easting = -150_000; easting <= 1_150_000; easting += 25_000) {
    for (let northing = 6_400_000; northing <= 7_950_000; northing += 25_000) {
      const [lon, lat] = oracle.inverse([easting, northing]) as [number, number];
      const ours = fromUtm33([easting, northing]);
      const north = (ours.lat - lat) * M_PER_DEG;
      const east = (ours.lon - lon) * M_PER_DEG * Math.cos((lat * Math.PI) / 180);
      worstM = Math.max(worstM, Math.hypot(north, east));
      points++;
    }
  }
  expect(points).toBe(53 * 63);
  expect(worstM).toBeLessThan(1e-3);
});

test('there and back is the same place to 0.01 mm', () => {
  const place = fc.record({
    lat: fc.double({ min: NORWAY.south, max: NORWAY.north, noNaN: true }),
    lon: fc.double({ min: NORWAY.west, max: NORWAY.east, noNaN: true }),
  });
  fc.assert(
    fc.property(place, (at) => {
      const [x, y] = toUtm33(at);
      const [backX, backY] = toUtm33(fromUtm33([x, y]));
      expect(Math.hypot(backX - x, backY - y)).toBeLessThan(TOLERANCE_M);
    }),
  );
});

/** How far we are from the oracle. */
function errorM(at: LatLon): number {
  const [x, y] = oracle.forward([at.lon, at.lat]) as [number, number];
  const [ourX, ourY] = toUtm33(at);
  return Math.hypot(ourX - x, ourY - y);
}

test('a pair with x first is read as degrees, or as metres of UTM 33', () => {
  expect(fromXy(10.75, 59.91)).toEqual({ lat: 59.91, lon: 10.75 });
  expect(fromXy(262_000, 6_649_000)).toEqual(fromUtm33([262_000, 6_649_000]));
});

const map = drawn(`
      1
  a---b---c
          |
    3     d   2
`);

test.each(
  table<'leg' | 'point' | 'share' | 'off' | 'because'>(`
    leg | point | share | off | because
    ac  | 1     | 0.5   | 100 | beside the leg
    ca  | 1     | 0.5   | 100 | drawn the other way
    ab  | 3     | 0.5   | 200 | on the other side of it
    cd  | 2     | 1     | 400 | past its end
    bc  | a     | 0     | 400 | before its start
    bb  | 1     | 0     | 100 | a leg of length 0 is one place
  `),
)('from leg $leg point $point is $off m away at share $share: $because', (row) => {
  const [a, b] = map.line(row.leg) as [Utm33, Utm33];
  const point = map.at(row.point);
  const share = footShare(a, b, point);
  expect(share).toBe(Number(row.share));
  expect(distanceToShareM(a, b, share, point)).toBe(Number(row.off));
});
