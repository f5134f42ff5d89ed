import { expect, test } from 'vitest';
import type { RoadLink } from '../../src/network/link.ts';
import { crossingMin, speedKmh } from '../../src/network/speeds.ts';
import { metresAt } from '../support/drawn-network.ts';
import { readSpeeds } from '../support/speeds.ts';
import { table } from '../support/table.ts';

const SPEEDS = readSpeeds();

const road = (facts: Partial<RoadLink>): RoadLink => ({
  kind: 'road',
  category: 'E',
  line: [metresAt(0, 0), metresAt(10_000, 0)],
  ...facts,
});

test.each(
  table<'category' | 'number' | 'motor' | 'outside' | 'builtUp'>(`
    category | number | motor              | outside | builtUp
    E        | 6      | motorway           | 94      | 80
    R        | 4      | motorway           | 94      | 80
    E        | 6      | motor-traffic-road | 88      | 70
    E        | 6      |                    | 75      | 50
    R        | 7      |                    | 70      | 50
    F        | 999    |                    | 62      | 45
    F        | 1000   |                    | 52      | 40
    F        |        |                    | 52      | 40
    K        |        |                    | 42      | 35
    P        |        |                    | 42      | 35
  `),
)('$category$number $motor is driven at $outside km/h, at $builtUp in built-up areas', (row) => {
  const link = road({
    category: row.category as RoadLink['category'],
    ...(row.number === '' ? {} : { number: Number(row.number) }),
    ...(row.motor === '' ? {} : { motor: row.motor as 'motorway' }),
  });
  expect(speedKmh(link, SPEEDS)).toBe(Number(row.outside));
  expect(speedKmh({ ...link, builtUp: true }, SPEEDS)).toBe(Number(row.builtUp));
});

test('a class without a speed is an error in the data', () => {
  expect(() => speedKmh(road({}), { ...SPEEDS, roadKmh: [] })).toThrow('road class E');
});

test('a ferry takes its known time, else that of sailing at the usual speed', () => {
  const ferry = road({ kind: 'ferry' });
  expect(crossingMin({ ...ferry, crossingMin: 25 }, SPEEDS)).toBe(25);
  const knots = 10 / 1.852 / (crossingMin(ferry, SPEEDS) / 60);
  expect(knots).toBeCloseTo(SPEEDS.ferry.knots, 1);
});
