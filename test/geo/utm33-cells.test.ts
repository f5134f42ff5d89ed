/** The quick projection of many points is that of each by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUtm33 } from '../../src/geo/utm33.ts';
import { projectUtm33 } from '../../src/geo/utm33-cells.ts';

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
