import { expect, test } from 'vitest';
import type { RoadLink } from '../../src/network/link.ts';
import { drawNetwork } from '../../src/network/osm-data.ts';
import type { PlacedStation } from '../../src/network/place.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { readSpeeds } from '../support/speeds.ts';
import { table } from '../support/table.ts';

const SPEEDS = readSpeeds();

const map = drawnNetwork(`
  a------b------c
`);

const tagsOf = (link: RoadLink) => drawNetwork([link], [], SPEEDS).osm.ways[0]?.tags;

test('links that share a point share its node', () => {
  const { osm } = drawNetwork([map.link('E6', 'ab'), map.link('E6', 'bc')], [], SPEEDS);
  expect(osm.nodes).toHaveLength(3);
  expect(osm.ways.map(({ nodeIds }) => nodeIds)).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

test('a motorway is driven both ways, though engines take it for one-way', () => {
  expect(tagsOf(map.link('E6', 'ab', { motor: 'motorway' }))).toMatchObject({
    highway: 'motorway',
    oneway: 'no',
  });
});

test.each(
  table<'road' | 'motor' | 'highway'>(`
    road  | motor              | highway
    E6    | motor-traffic-road | trunk
    E6    |                    | trunk
    R4    |                    | trunk
    F33   |                    | primary
    F1234 |                    | secondary
    F     |                    | secondary
    K     |                    | tertiary
    P     |                    | unclassified
  `),
)('$road $motor counts as $highway', ({ road, motor, highway }) => {
  const facts = motor === '' ? {} : { motor: motor as 'motor-traffic-road' };
  expect(tagsOf(map.link(road, 'ab', facts))).toMatchObject({ highway, ref: road });
});

test('a ramp is told as one, so that no stop is moved to it, and driven as its road is', () => {
  const ramp = map.link('E6', 'ab', { ramp: true, oneWay: true });
  expect(tagsOf(ramp)).toMatchObject({ highway: 'trunk_link', oneway: 'yes', maxspeed: '60' });
});

test('tunnels, bridges and speeds are told to the engine', () => {
  const link = map.link('E6', 'ab', { tunnel: true, builtUp: true });
  expect(tagsOf(link)).toMatchObject({ tunnel: 'yes', maxspeed: '50' });
  expect(tagsOf(map.link('E6', 'ab', { bridge: true }))).toMatchObject({ bridge: 'yes' });
  expect(tagsOf(map.link('E6', 'ab'))).not.toHaveProperty('tunnel');
});

test.each([
  [25, '00:25:00'],
  [0.5, '00:00:30'],
  [135, '02:15:00'],
  [59.999, '01:00:00'],
])('a ferry of %f minutes has a duration of %s and is no road', (crossingMin, duration) => {
  const tags = tagsOf(map.link('~E6', 'ab', { crossingMin }));
  expect(tags).toEqual({ route: 'ferry', motor_vehicle: 'yes', duration });
});

test('every charged gate is a toll booth of the engine, and no other node is', () => {
  const station: PlacedStation = {
    id: '1',
    link: 0,
    alongM: 300,
    offM: 0,
    forward: true,
    backward: false,
    by: 'road-number',
  };
  const { osm, gates } = drawNetwork([map.link('E6', 'ac')], [station], SPEEDS);
  const booths = osm.nodes.filter(({ tags }) => tags?.barrier === 'toll_booth');
  expect(booths.map(({ at }) => at)).toEqual(gates.map(({ at }) => at));
  expect(booths).toHaveLength(1);
  expect(osm.ways.map(({ tags }) => tags.oneway)).toEqual(['no', 'yes', 'yes', 'no']);
});
