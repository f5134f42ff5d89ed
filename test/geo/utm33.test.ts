import fc from 'fast-check';
import proj4 from 'proj4';
import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { toUtm33 } from '../../src/geo/utm33.ts';
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

/** How far we are from the oracle. */
function errorM(at: LatLon): number {
  const [x, y] = oracle.forward([at.lon, at.lat]) as [number, number];
  const [ourX, ourY] = toUtm33(at);
  return Math.hypot(ourX - x, ourY - y);
}
