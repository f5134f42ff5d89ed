import { describe, expect, test } from 'vitest';
import { readBundled } from '../../../src/facts/schema/read-bundled.ts';
import type { OsmTags } from '../../../src/network/osm/read-elements.ts';
import { openCarProfile } from '../../../src/network/osm/roadway.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { table } from '../../support/table.ts';

const profile = openCarProfile(
  readBundled(DATA_DIR, 'road-network/osm-profile.json'),
  readBundled(DATA_DIR, 'road-network/ruteplan.json'),
);

/** `highway=trunk, ref=E 6` as tags. */
const tagsOf = (text: string): OsmTags =>
  Object.fromEntries(
    text
      .split(', ')
      .filter(Boolean)
      .map((tag) => tag.split('=') as [string, string]),
  );

function read(text: string) {
  const road = profile.readRoadway(tagsOf(text));
  if (typeof road === 'string') throw new Error(road);
  return road;
}

test.each(
  table<'tags' | 'driven' | 'ramp' | 'ends'>(`
    tags                                                   | driven   | ramp | ends
    highway=motorway                                       | forward  |      |
    highway=motorway, oneway=no                            | both     |      |
    highway=motorway_link, oneway=yes                      | forward  | ramp |
    highway=trunk_link                                     | both     | ramp |
    highway=trunk                                          | both     |      |
    highway=primary, oneway=yes                            | forward  |      |
    highway=secondary, oneway=true                         | forward  |      |
    highway=tertiary, oneway=1                             | forward  |      |
    highway=residential, oneway=-1                         | backward |      |
    highway=residential, oneway=reverse                    | backward |      |
    highway=residential, oneway=no                         | both     |      |
    highway=residential, oneway=yes, oneway:motorcar=no    | both     |      |
    highway=tertiary, junction=roundabout                  | forward  |      |
    highway=tertiary, junction=circular                    | forward  |      |
    highway=tertiary, junction=roundabout, oneway=no       | both     |      |
    highway=tertiary, junction=yes                         | both     |      |
    highway=tertiary, access:backward=no, psv=yes          | forward  |      |
    highway=tertiary, motor_vehicle:forward=no             | backward |      |
    highway=tertiary, access=no, motor_vehicle:forward=yes | forward  |      |
    highway=tertiary, motorcar=no, motorcar:backward=yes   | backward |      |
    highway=tertiary, vehicle:backward=no, motorcar=yes    | both     |      |
    highway=tertiary, access=private, access:forward=yes   | both     |      |
    highway=tertiary, access:forward=private, oneway=yes   | forward  |      | ends
    highway=tertiary, oneway:vehicle=yes                   | forward  |      |
    highway=tertiary, oneway=yes, oneway:vehicle=no        | both     |      |
    highway=tertiary, oneway=yes, oneway:bicycle=no        | forward  |      |
    highway=service                                        | both     |      |
    highway=service, service=driveway                      | both     |      | ends
    highway=track                                          | both     |      | ends
    highway=residential, access=private                    | both     |      | ends
    highway=service, access=no, motor_vehicle=yes          | both     |      |
    highway=unclassified, motor_vehicle=destination        | both     |      | ends
    highway=tertiary, oneway=alternating                   | both     |      |
    highway=residential, access=delivery;destination       | both     |      | ends
    highway=residential, motor_vehicle=psv; destination    | both     |      | ends
    highway=residential, motor_vehicle=private;yes         | both     |      |
    highway=pedestrian, motorcar=yes                       | both     |      |
    highway=pedestrian, access=no, motor_vehicle=delivery  | both     |      | ends
    highway=cycleway, motor_vehicle=destination            | both     |      | ends
    highway=footway, oneway=yes, motor_vehicle=permissive  | forward  |      |
  `),
)('$tags is driven $driven $ramp, $ends', ({ tags, driven, ramp, ends }) => {
  expect(read(tags)).toMatchObject({
    driven,
    isRamp: ramp === 'ramp',
    isDestination: ends === 'ends',
  });
});

test.each([
  'highway=footway',
  'highway=cycleway',
  'highway=path',
  'highway=path, motor_vehicle=yes',
  'highway=pedestrian',
  'highway=pedestrian, access=yes',
  'highway=pedestrian, motor_vehicle=no',
  'highway=cycleway, vehicle=yes',
  'highway=construction, construction=trunk',
  'highway=proposed',
  'highway=service, area=yes',
  'highway=service, access=no',
  'highway=residential, motor_vehicle=no',
  'highway=tertiary, motorcar=no, motor_vehicle=yes',
  'highway=tertiary, motorcar=no, motor_vehicle:forward=yes',
  'highway=unclassified, vehicle=forestry',
  'highway=track, motor_vehicle=agricultural',
  'highway=service, access=psv',
  'highway=service, motor_vehicle=agricultural;forestry',
  'highway=tertiary, oneway=reversible',
  'highway=tertiary, oneway=yes, access:forward=no',
  'route=ferry, motor_vehicle=yes',
  'building=yes',
])('%s is none, and says why', (tags) => {
  expect(profile.readRoadway(tagsOf(tags))).toMatch(/^(no road|closed to cars|driven in no)/);
});

test.each(
  table<'tags' | 'along' | 'against' | 'factor'>(`
    tags                                                        | along | against | factor
    highway=trunk, maxspeed=70                                  | 70    | 70      | 1.2
    highway=trunk, maxspeed=70, maxspeed:backward=50            | 70    | 50      | 1.2
    highway=primary                                             | 80    | 80      | 1.22
    highway=primary, maxspeed:type=NO:urban                     | 50    | 50      | 1.22
    highway=secondary, maxspeed=NO:rural                        | 80    | 80      | 1.25
    highway=residential                                         | 50    | 50      | 1.47
    highway=residential, source:maxspeed=NO:zone30              | 30    | 30      | 1.47
    highway=residential, maxspeed=NO:zone:40                    | 40    | 40      | 1.47
    highway=residential, maxspeed=signals                       | 50    | 50      | 1.47
    highway=residential, source:maxspeed=2014 survey            | 50    | 50      | 1.47
    highway=residential, source:maxspeed=30 by the sign         | 50    | 50      | 1.47
    highway=residential, zone:maxspeed=NO:30                    | 30    | 30      | 1.47
    highway=trunk, maxspeed=800                                 | 80    | 80      | 1.2
    highway=trunk, maxspeed=800, maxspeed:forward=60            | 60    | 80      | 1.2
    highway=motorway, maxspeed=110                              | 110   | 110     | 1.15
    highway=tertiary, maxspeed=30 mph                           | 48.28 | 48.28   | 1.36
    highway=living_street                                       | 10    | 10      | 1.65
    highway=motorway                                            | 100   | 100     | 1.15
    highway=motorway, maxspeed=none                             | 100   | 100     | 1.15
    highway=trunk_link                                          | 60    | 60      | 1.2
    highway=track                                               | 15    | 15      | 1.75
    highway=pedestrian, motorcar=yes                            | 10    | 10      | 1.65
  `),
)('$tags has the limits $along and $against, times $factor', ({ tags, along, against, factor }) => {
  const road = read(tags);
  expect(road.kmh.map((kmh) => Math.round(100 * kmh) / 100)).toEqual([+along, +against]);
  expect(road.factor).toBe(+factor);
});

test.each(
  table<'tags' | 'ref'>(`
    tags                                    | ref
    highway=trunk, ref=E 6                  | E6
    highway=trunk, ref=150;Ring 3           | R150
    highway=trunk, ref=E 18;4, int_ref=E 18 | E18;R4
    highway=secondary, ref=582              | F582
    highway=primary, ref=Rv 23              | R23
    highway=trunk, ref=Fv 456               | F456
    highway=residential, ref=Kv 12          | K12
    highway=residential                     |
  `),
)('$tags bears the numbers [$ref]', ({ tags, ref }) => {
  expect(read(tags).ref).toBe(ref);
});

test.each(
  table<'tags' | 'said'>(`
    tags                            | said
    route=ferry                     | nothing
    access=yes                      | nothing
    access=permissive, foot=yes     | nothing
    access=private                  | nothing
    access=no                       | no
    access=no, motor_vehicle=yes    | yes
    motorcar=yes                    | yes
    vehicle=destination             | yes
    access=yes, motor_vehicle=no    | no
    access=yes, vehicle=bicycle     | no
  `),
)('of cars on a ferry, $tags says $said', ({ tags, said }) => {
  const takes = profile.takesCars(tagsOf(tags));
  expect(takes === undefined ? 'nothing' : takes ? 'yes' : 'no').toBe(said);
});

describe('a barrier', () => {
  test.each(
    table<'tags' | 'is'>(`
      tags                                  | is
      barrier=gate                          | open
      barrier=lift_gate                     | open
      barrier=cattle_grid                   | open
      barrier=cattle_grid;gate              | open
      barrier=gate; bollard                 | closed
      barrier=toll_booth                    | open
      barrier=bollard                       | closed
      barrier=block                         | closed
      barrier=cycle_barrier                 | closed
      barrier=bollard, motor_vehicle=yes    | open
      barrier=gate, access=private          | private
      barrier=gate, locked=yes              | closed
      barrier=gate, locked=yes, vehicle=private | private
      barrier=gate, locked=no               | open
      barrier=bollard, access=customers     | private
      barrier=lift_gate, access=no, bus=yes | closed
      highway=crossing                      | open
    `),
  )('$tags is $is', ({ tags, is }) => {
    const did = { open: undefined, private: 'destination', closed: 'closed' };
    expect({ did: profile.readBar(tagsOf(tags)) }).toEqual({ did: did[is as 'open'] });
  });
});

test('the filter lets every road and every ferry pass, and reads no other tags', () => {
  const texts = ['', 'highway', 'trunk_link', 'route', 'ferry', 'building', 'footway', 'highway'];
  const isWanted = profile.openWayFilter(texts);
  const way = (keys: number[], values: number[]) => ({ id: 1, keys, values, nodeIds: () => [] });
  expect(isWanted(way([5, 1], [4, 2]))).toBe(true);
  expect(isWanted(way([7], [2]))).toBe(true);
  expect(isWanted(way([3], [4]))).toBe(true);
  expect(isWanted(way([1], [6]))).toBe(false);
  expect(isWanted(way([1], [4]))).toBe(false);
  expect(isWanted(way([5], [2]))).toBe(false);
  expect(isWanted(way([], []))).toBe(false);
});

test('the filter lets a foot way pass where a tag speaks of cars', () => {
  const isWanted = profile.openWayFilter(['', 'highway', 'footway', 'motor_vehicle', 'yes']);
  const way = (keys: number[], values: number[]) => ({ id: 1, keys, values, nodeIds: () => [] });
  expect(isWanted(way([1, 3], [2, 4]))).toBe(true);
  expect(isWanted(way([1], [2]))).toBe(false);
});
