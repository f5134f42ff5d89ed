import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toStep } from '../../src/geo/vertex.ts';
import { numberVertices, openVertexNumbers } from '../../src/geo/vertex-numbers.ts';
import { drawnNetwork } from '../support/drawn-network.ts';

const map = drawnNetwork('a-b-c-d-e-f');
const numbers = numberVertices([map.line('abc'), map.line('ebd')]);
const find = (name: string, before = -1) => {
  const { lat, lon } = map.at(name);
  return numbers.find(toStep(lat), toStep(lon), before);
};

test('vertices are numbered in the order of their lines, each place once', () => {
  expect([...'abced'].map((name) => find(name))).toEqual([0, 1, 2, 3, 4]);
  expect(numbers.count).toBe(5);
});

test('elsewhere there is none', () => {
  expect(find('f')).toBe(-1);
  expect(numbers.find(0, 0, -1)).toBe(-1);
  expect(numberVertices([]).find(0, 0, -1)).toBe(-1);
});

test('a number has its place in steps', () => {
  const { lat, lon } = map.at('d');
  expect([...numbers.steps.slice(8)]).toEqual([toStep(lat), toStep(lon)]);
});

test.each([
  ['numbered', numberVertices],
  [
    'opened',
    (lines: Parameters<typeof numberVertices>[0]) => openVertexNumbers(numberVertices(lines).steps),
  ],
])('whichever vertex it is looked for beside, the same one is found: %s', (_, open) => {
  // Few places, near to each other and far: many share a slot or a neighbour.
  const step = fc.integer({ min: -3, max: 3 }).map((n) => n / 1e6);
  const point = fc.record({ lat: step, lon: step });
  fc.assert(
    fc.property(
      fc.array(fc.array(point)),
      point,
      fc.integer({ min: -1, max: 60 }),
      (lines, at, i) => {
        const { find: findIn, count, steps } = open(lines);
        const number = findIn(toStep(at.lat), toStep(at.lon), Math.min(i, count - 1));
        const isThere = lines.flat().some(({ lat, lon }) => lat === at.lat && lon === at.lon);
        expect(number >= 0).toBe(isThere);
        if (isThere)
          expect([...steps.slice(2 * number, 2 * number + 2)]).toEqual([
            toStep(at.lat) + 0,
            toStep(at.lon) + 0,
          ]);
      },
    ),
  );
});
