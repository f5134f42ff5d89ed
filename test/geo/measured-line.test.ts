import { expect, test } from 'vitest';
import { distancesAlongM, utmLineOf } from '../../src/geo/measured-line.ts';
import { toUtm33 } from '../../src/geo/utm33.ts';

const line = [
  { lat: 60, lon: 10 },
  { lat: 61, lon: 11 },
];

test('a line is projected point by point, and once', () => {
  const metres = line.flatMap(toUtm33);
  expect(utmLineOf(line).flat()).toEqual(metres.map((one) => expect.closeTo(one, 5)));
  expect(utmLineOf(line)).toBe(utmLineOf(line));
  expect(utmLineOf([...line])).not.toBe(utmLineOf(line));
});

test('a line is measured once', () => {
  expect(distancesAlongM(line)).toBe(distancesAlongM(line));
});
