import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { turnDegAt } from '../../src/geo/turns-on-line.ts';
import { metresAt } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

const never = () => false;
const line = (...metres: readonly (readonly [number, number])[]): LatLon[] =>
  metres.map(([eastM, northM]) => metresAt(eastM, northM));

test.each(
  table<'to' | 'degrees' | 'way'>(`
  to       | degrees | way
  0,200    | 0       | straight on, to the north
  100,200  | 45      | half right
  100,100  | 90      | right
  -100,100 | -90     | left
  100,0    | 135     | sharp right
  0,0      | -180    | back
`),
)('$way is $degrees degrees', ({ to, degrees }) => {
  const [eastM, northM] = to.split(',').map(Number) as [number, number];
  expect(turnDegAt(line([0, 0], [0, 100], [eastM, northM]), 1, never)).toBeCloseTo(
    Number(degrees),
    0,
  );
});

test('the first metres do not tell where a road leads, the first thirty do', () => {
  const bent = line([0, 0], [0, 100], [2, 100], [2, 200]);
  expect(turnDegAt(bent, 1, never)).toBeCloseTo(4, 0);
});

test('a road that ends at the next junction shows no more than itself', () => {
  const bent = line([0, 0], [0, 100], [10, 100], [10, 200]);
  expect(turnDegAt(bent, 1, (index) => index === 2)).toBeCloseTo(90, 0);
});
