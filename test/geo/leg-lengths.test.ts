import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rememberLegLengths } from '../../src/geo/leg-lengths.ts';
import { distancesAlongM } from '../../src/geo/measured-line.ts';

// The vertices 0 to 9, and places at none.
const at = (number: number) => ({ lat: 60 + number / 100, lon: 10 + (number * number) / 100 });
const OFF = { lat: 59.5, lon: 9.5 };

test('whatever was driven before, a line is as long as it is by itself', () => {
  const measure = rememberLegLengths(10);
  const drive = fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 30 });
  fc.assert(
    fc.property(drive, (numbers) => {
      const line = numbers.map((number) => (number < 0 ? OFF : at(number)));
      expect(measure(line, numbers)).toEqual(distancesAlongM(line));
    }),
  );
});
