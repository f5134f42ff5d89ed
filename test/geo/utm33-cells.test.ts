/** The quick projection of many points is that of each by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUtm33 } from '../../src/geo/utm33.ts';
import { projectLine, projectUtm33, utmLineOf } from '../../src/geo/utm33-cells.ts';

const MOST_OFF_M = 1e-5;

test.each([
  ['in and around Norway', { south: 57, north: 72, west: 3, east: 33 }],
  ['elsewhere', { south: -60, north: 84, west: -40, east: 60 }],
])('%s it is a hundredth of a millimetre off at most', (_, { south, north, west, east }) => {
  const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(degrees(south, north), degrees(west, east), (lat, lon) => {
      const [eastingM, northingM] = toUtm33({ lat, lon });
      const [quickEastingM, quickNorthingM] = projectUtm33({ lat, lon });
      expect(Math.abs(quickEastingM - eastingM)).toBeLessThan(MOST_OFF_M);
      expect(Math.abs(quickNorthingM - northingM)).toBeLessThan(MOST_OFF_M);
    }),
    { numRuns: 2000 },
  );
});

test('a line is projected point by point, wherever it leaves Norway and comes back', () => {
  // Oslo, a step within its cell, Kirkenes, New York, Bergen.
  const degrees = [59.91, 10.75, 59.9101, 10.7502, 69.73, 30.05, 40.71, -74.01, 60.39, 5.32];
  const into = new Int32Array(degrees.length);
  projectLine(
    Int32Array.from(degrees, (degree) => Math.round(degree * 1e6)),
    into,
    10,
  );
  const byItself = degrees.flatMap((lat, i) =>
    i % 2 === 0 ? toUtm33({ lat, lon: degrees[i + 1] as number }) : [],
  );
  expect([...into]).toEqual(byItself.map((metres) => Math.round(metres * 10)));
});

test('a line is projected point by point, and once', () => {
  const line = [
    { lat: 60, lon: 10 },
    { lat: 61, lon: 11 },
  ];
  const metres = line.flatMap(toUtm33);
  expect(utmLineOf(line).flat()).toEqual(metres.map((one) => expect.closeTo(one, 5)));
  expect(utmLineOf(line)).toBe(utmLineOf(line));
  expect(utmLineOf([...line])).not.toBe(utmLineOf(line));
});
