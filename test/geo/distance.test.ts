import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distancesAlongM } from '../../src/geo/measured-line.ts';
import { haversineM } from '../../src/geo/on-line.ts';
import { distanceM } from '../../src/geo/utm-line.ts';
import { toUtm33 } from '../../src/geo/utm33.ts';

const OSLO = { lat: 59.9139, lon: 10.7522 };

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

test('distances along a line add up from 0', () => {
  const [a, b, c] = [OSLO, { lat: 60, lon: 10.7522 }, { lat: 60, lon: 11 }] as const;
  const abM = haversineM(a, b);
  expect(distancesAlongM([a, b, c])).toEqual([0, abM, abM + haversineM(b, c)]);
  expect(distancesAlongM([])).toEqual([]);
});
