import { describe, expect, test } from 'vitest';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { crossingMin, openRoadSpeeds, openTraits, rangeOf } from '../../src/network/speeds.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { metresAt } from '../support/drawn.ts';
import { table } from '../support/table.ts';

const SPEEDS = readBundled(DATA_DIR, 'road-network/speeds.json');

const road = (facts: Partial<RoadLink>): RoadLink => ({
  kind: 'road',
  category: 'E',
  line: [metresAt(0, 0), metresAt(10_000, 0)],
  ...facts,
});
const speedOf = (facts: Partial<RoadLink>, among: readonly RoadLink[] = []) => {
  const link = road(facts);
  return openRoadSpeeds([link, ...among], SPEEDS)(link);
};

test.each(
  table<'category' | 'number' | 'motor' | 'class'>(`
    category | number | motor              | class
    E        | 6      | motorway           | motorway
    R        | 4      | motorway           | motorway
    E        | 6      | motor-traffic-road | motor-traffic-road
    E        | 6      |                    | E
    R        | 7      |                    | R
    F        | 999    |                    | F-primary
    F        | 1000   |                    | F-secondary
    F        |        |                    | F-secondary
    K        |        |                    | K
    P        |        |                    | P
  `),
)('$category$number $motor, straight and in the open, is driven as $class', (row) => {
  const kmh = speedOf({
    category: row.category as RoadLink['category'],
    ...(row.number === '' ? {} : { number: Number(row.number) }),
    ...(row.motor === '' ? {} : { motor: row.motor as 'motorway' }),
  });
  expect(kmh).toBeCloseTo(SPEEDS.roads.find((known) => known.class === row.class)?.kmh ?? 0);
});

describe('a road is slower', () => {
  const open = speedOf({});
  const motorway = speedOf({ motor: 'motorway' });
  const street = (north: number) =>
    road({ builtUp: true, line: [metresAt(0, north), metresAt(5000, north)] });
  const city = Array.from({ length: 20 }, (_, i) => street(100 * i));

  test('in a built-up area, and there in a tunnel; a motor road in any tunnel', () => {
    expect(speedOf({ builtUp: true })).toBeLessThan(open);
    expect(speedOf({ builtUp: true, tunnel: true })).toBeLessThan(speedOf({ builtUp: true }));
    expect(speedOf({ tunnel: true })).toBe(open);
    expect(speedOf({ motor: 'motorway', tunnel: true })).toBeLessThan(motorway);
  });

  test('the more it turns', () => {
    const winding = Array.from({ length: 41 }, (_, i) => metresAt(250 * i, 50 * (i % 2)));
    expect(speedOf({ line: winding })).toBeLessThan(open);
  });

  test('in the west', () => {
    const line = [
      { lat: 60.4, lon: 6 },
      { lat: 60.5, lon: 6 },
    ];
    expect(speedOf({ line })).toBeLessThan(open);
    const east = line.map(({ lat }) => ({ lat, lon: 10.9 }));
    expect(speedOf({ line: east })).toBeCloseTo(open);
  });

  test('as a motor road in a city, and there alone', () => {
    expect(speedOf({ motor: 'motorway' }, city)).toBeLessThan(motorway);
    expect(speedOf({}, city)).toBeCloseTo(open);
    const far = city.map((link) => ({
      ...link,
      line: link.line.map((at) => ({ ...at, lon: 25 })),
    }));
    expect(speedOf({ motor: 'motorway' }, far)).toBeCloseTo(motorway);
  });
});

test('streets that we drew for their stations make no city', () => {
  const link = road({ motor: 'motorway' });
  const drawn = Array.from({ length: 20 }, () => road({ builtUp: true, drawn: 'K1' }));
  expect(openTraits([link, ...drawn], SPEEDS)(link).slowing.city).toBe(0);
});

test('a class without a speed is an error in the data', () => {
  const link = road({});
  expect(() => openRoadSpeeds([link], { ...SPEEDS, roads: [] })(link)).toThrow('road class E');
});

test('a ferry takes its known time, else that of sailing at the usual speed', () => {
  const ferry = road({ kind: 'ferry' });
  expect(crossingMin({ ...ferry, crossingMin: 25 }, SPEEDS)).toBe(25);
  const knots = 10 / 1.852 / (crossingMin(ferry, SPEEDS) / 60);
  expect(knots).toBeCloseTo(SPEEDS.ferry.knots, 1);
});

test('the range of a road is that of its class, of a ferry that of ferries', () => {
  expect(rangeOf(road({ motor: 'motorway' }), SPEEDS)).toEqual(SPEEDS.roads[0]?.range);
  expect(rangeOf(road({ kind: 'ferry' }), SPEEDS)).toEqual(SPEEDS.ferry.range);
  for (const category of ['E', 'R', 'K'] as const)
    expect(rangeOf(road({ category, builtUp: true }), SPEEDS)).toEqual(SPEEDS.builtUpRange);
  expect(rangeOf(road({ motor: 'motorway', builtUp: true }), SPEEDS)).toEqual(
    SPEEDS.roads[0]?.range,
  );
  for (const { range } of [...SPEEDS.roads, { range: SPEEDS.builtUpRange }]) {
    expect(range.p10).toBeLessThan(1);
    expect(range.p90).toBeGreaterThan(1);
  }
});
