import { expect, test } from 'vitest';
import { listRoadNames } from '../../../src/network/compile/placing-road.ts';
import { table } from '../../support/table.ts';

test.each(
  table<'ref' | 'names'>(`
    ref          | names
    E 18         | E18
    E18          | E18
    e 6          | E6
    E 16;E 39    | E16 E39
    E 39; 9      | E39 R9 F9
    23           | R23 F23
    Rv 23        | R23 F23
    Rv. 23       | R23 F23
    Fv456        | R456 F456
    5132         | R5132 F5132
    Kv 12        | K12
    P99204       | P99204
                 |
    Ring 3       |
    0            |
    E            |
    E 18-1       |
    123456       |
  `),
)('a way with the number "$ref" answers to [$names]', ({ ref, names }) => {
  const found = listRoadNames(ref).map(({ category, number }) => `${category}${number}`);
  expect(found.join(' ')).toBe(names);
});

test('a name stands once', () => {
  const found = listRoadNames('E 6;23;E 6; E 75');
  expect(found.map(({ category, number }) => `${category}${number}`)).toEqual([
    'E6',
    'R23',
    'F23',
    'E75',
  ]);
});
