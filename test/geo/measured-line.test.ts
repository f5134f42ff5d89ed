import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { distancesAlongM, utmLineOf } from '../../src/geo/measured-line.ts';
import { haversineM } from '../../src/geo/on-line.ts';
import { toUtm33 } from '../../src/geo/utm33.ts';

const line: [LatLon, LatLon] = [
  { lat: 60, lon: 10 },
  { lat: 61, lon: 11 },
];

test('a line is projected point by point, and once', () => {
  const metres = line.flatMap(toUtm33);
  expect(utmLineOf(line).flat()).toEqual(metres.map((one) => expect.closeTo(one, 5)));
  expect(utmLineOf(line)).toBe(utmLineOf(line));
  expect(utmLineOf([...line])).not.toBe(utmLineOf(line));
});

test('distances along a line add up from 0, and are measured once', () => {
  const [[a, b], c] = [line, { lat: 60, lon: 11 }];
  const abM = haversineM(a, b);
  expect(distancesAlongM([a, b, c])).toEqual([0, abM, abM + haversineM(b, c)]);
  expect(distancesAlongM([])).toEqual([]);
  expect(distancesAlongM(line)).toBe(distancesAlongM(line));
});
