import fc from 'fast-check';
import proj4 from 'proj4';
import { expect, test } from 'vitest';
import type { LatLon, Utm33 } from '../../src/base/point.ts';
import { fromUtm33, toUtm33 } from '../../src/geo/utm33.ts';
import { table } from '../support/table.ts';

const oracle = proj4('+proj=utm +zone=33 +ellps=GRS80 +units=m +no_defs');
/** A centimetre would do; the series are far better, and at 0.01 mm a mistyped term shows. */
const TOLERANCE_M = 1e-5;
const NORWAY = { west: 4, east: 31.5, south: 57.8, north: 71.3 };

test('agrees with proj4 to 0.01 mm on a grid over all of Norway', () => {
  const worstM = { there: 0, back: 0, points: 0 };
  for (let lat = NORWAY.south; lat <= NORWAY.north; lat += 0.25) {
    for (let lon = NORWAY.west; lon <= NORWAY.east; lon += 0.25) {
      const { thereM, backM } = errorsM({ lat, lon });
      worstM.there = Math.max(worstM.there, thereM);
      worstM.back = Math.max(worstM.back, backM);
      worstM.points++;
    }
  }
  expect(worstM.points).toBe(55 * 111);
  expect(worstM.there).toBeLessThan(TOLERANCE_M);
  expect(worstM.back).toBeLessThan(TOLERANCE_M);
});

test('agrees with proj4 to 0.01 mm anywhere in Norway', () => {
  const place = fc.record({
    lat: fc.double({ min: NORWAY.south, max: NORWAY.north, noNaN: true }),
    lon: fc.double({ min: NORWAY.west, max: NORWAY.east, noNaN: true }),
  });
  fc.assert(
    fc.property(place, (at) => {
      const { thereM, backM } = errorsM(at);
      expect(thereM).toBeLessThan(TOLERANCE_M);
      expect(backM).toBeLessThan(TOLERANCE_M);
    }),
  );
});

test('a position survives the way there and back to a hundred-millionth of a degree', () => {
  for (const { lat, lon } of [
    { lat: 58.0, lon: 7.0 },
    { lat: 59.9139, lon: 10.7522 },
    { lat: 71.17, lon: 25.78 },
  ]) {
    const back = fromUtm33(toUtm33({ lat, lon }));
    expect(back.lat).toBeCloseTo(lat, 8);
    expect(back.lon).toBeCloseTo(lon, 8);
  }
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

/** How far we are from the oracle, both ways. */
function errorsM(at: LatLon) {
  const expected = oracle.forward([at.lon, at.lat]) as [number, number];
  const [lon, lat] = oracle.inverse(expected) as [number, number];
  const back = fromUtm33(expected);
  return {
    thereM: apartM(toUtm33(at), expected),
    backM: apartM([back.lon, back.lat], [lon, lat]) * METRES_PER_DEGREE,
  };
}

/** More than any degree of latitude or longitude, so that the check is on the strict side. */
const METRES_PER_DEGREE = 112_000;
const apartM = (a: Utm33, b: Utm33) => Math.hypot(a[0] - b[0], a[1] - b[1]);
