import { expect, test } from 'vitest';
import { isForCars, openWayFilter, toRoadway } from '../../../src/network/osm/roadway.ts';
import type { OsmTags } from '../../../src/network/osm-pbf.ts';
import { table } from '../../support/table.ts';

/** `highway=trunk oneway=yes` as tags. */
const tagsOf = (text: string): OsmTags =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((tag) => tag.split('=') as [string, string]),
  );

test.each(
  table<'tags' | 'category' | 'ramp' | 'driven'>(`
    tags                                         | category | ramp  | driven
    highway=motorway                             | K        | false | forward
    highway=motorway oneway=no                   | K        | false | both
    highway=motorway_link oneway=yes             | K        | true  | forward
    highway=trunk_link                           | K        | true  | both
    highway=trunk                                | K        | false | both
    highway=primary oneway=yes                   | K        | false | forward
    highway=secondary oneway=true                | K        | false | forward
    highway=tertiary oneway=1                    | K        | false | forward
    highway=residential oneway=-1                | K        | false | backward
    highway=residential oneway=reverse           | K        | false | backward
    highway=residential oneway=no                | K        | false | both
    highway=tertiary junction=roundabout         | K        | false | forward
    highway=tertiary junction=circular           | K        | false | forward
    highway=tertiary junction=yes                | K        | false | both
    highway=service                              | P        | false | both
    highway=track                                | P        | false | both
    highway=service access=private               | P        | false | both
    highway=service access=no motor_vehicle=yes  | P        | false | both
    highway=track motor_vehicle=destination      | P        | false | both
  `),
)('$tags is a road for cars', ({ tags, category, ramp, driven }) => {
  const found = toRoadway(tagsOf(tags));
  expect(found).toEqual({ category, ramp: ramp === 'true', driven });
});

test.each([
  'highway=footway',
  'highway=cycleway',
  'highway=path',
  'highway=construction construction=trunk',
  'highway=proposed',
  'highway=platform',
  'highway=service area=yes',
  'highway=service access=no',
  'highway=residential motor_vehicle=no',
  'highway=tertiary motorcar=no motor_vehicle=yes',
  'highway=unclassified vehicle=forestry',
  'highway=track motor_vehicle=agricultural',
  'highway=service access=psv',
  'route=ferry motor_vehicle=yes',
  'building=yes',
])('%s is none', (tags) => {
  expect(toRoadway(tagsOf(tags))).toBeUndefined();
});

test('the most particular tag decides who may drive, and what none decides is left to the caller', () => {
  expect(isForCars({ access: 'no', motorcar: 'yes' }, false)).toBe(true);
  expect(isForCars({ motor_vehicle: 'no', access: 'yes' }, true)).toBe(false);
  expect([isForCars({ foot: 'yes' }, true), isForCars({ foot: 'yes' }, false)]).toEqual([
    true,
    false,
  ]);
});

test('the filter lets every road and every ferry pass, and reads no other tags', () => {
  const texts = ['', 'highway', 'trunk_link', 'route', 'ferry', 'building', 'footway', 'highway'];
  const isWanted = openWayFilter(texts);
  const way = (keys: number[], values: number[]) => ({ id: 1, keys, values, nodeIds: () => [] });
  expect(isWanted(way([5, 1], [4, 2]))).toBe(true);
  expect(isWanted(way([7], [2]))).toBe(true);
  expect(isWanted(way([3], [4]))).toBe(true);
  expect(isWanted(way([1], [6]))).toBe(false);
  expect(isWanted(way([1], [4]))).toBe(false);
  expect(isWanted(way([5], [2]))).toBe(false);
  expect(isWanted(way([], []))).toBe(false);
});
