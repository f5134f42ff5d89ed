import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  codeRoad,
  formatLink,
  nameRoad,
  parseLinks,
  type RoadLink,
  roadName,
} from '../../src/network/link.ts';
import { metresAt } from '../support/drawn.ts';

const point = fc
  .tuple(fc.integer({ min: -1e5, max: 1e5 }), fc.integer({ min: -1e5, max: 1e5 }))
  .map(([eastM, northM]) => metresAt(eastM, northM));
const link: fc.Arbitrary<RoadLink> = fc.record(
  {
    kind: fc.constantFrom('road', 'ferry'),
    category: fc.constantFrom('E', 'R', 'F', 'K', 'P'),
    line: fc.array(point, { minLength: 2 }),
    number: fc.integer({ min: 1, max: 9999 }),
    motor: fc.constantFrom('motorway', 'motor-traffic-road'),
    tunnel: fc.constant(true),
    bridge: fc.constant(true),
    builtUp: fc.constant(true),
    crossingMin: fc.integer({ min: 1, max: 300 }),
    added: fc.string(),
  },
  { requiredKeys: ['kind', 'category', 'line'] },
);

test('a link is read as it was written, on one line', () => {
  fc.assert(
    fc.property(link, (written) => {
      const text = formatLink(written);
      expect(text).not.toContain('\n');
      expect(parseLinks(`${text}\n`)).toEqual([written]);
    }),
  );
});

test('facts that do not hold take no room', () => {
  const plain = formatLink({ kind: 'road', category: 'P', line: [metresAt(0, 0), metresAt(1, 1)] });
  expect(Object.keys(JSON.parse(plain) as object)).toEqual(['kind', 'category', 'line']);
});

test('a road is named by category and number, or by its category alone', () => {
  expect(roadName({ category: 'E', number: 39 })).toBe('E39');
  expect(roadName({ category: 'K' })).toBe('K');
});

test('the name of a road with a number survives its number of a file, and one without has none', () => {
  fc.assert(
    fc.property(link, (road) => {
      expect(nameRoad(codeRoad(road))).toBe(road.number === undefined ? undefined : roadName(road));
    }),
  );
});
