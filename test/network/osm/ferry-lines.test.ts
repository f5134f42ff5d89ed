/** Ferries of a drawn map, however their lines are cut into ways and wherever their tags stand. */
import { expect, test } from 'vitest';
import { flatLengthM } from '../../../src/geo/on-line.ts';
import { readOsmTerms } from '../../../src/network/osm/compile-osm.ts';
import { isConnection, parseDurationS } from '../../../src/network/osm/ferry-lines.ts';
import type { OsmTags } from '../../../src/network/osm/read-elements.ts';
import { sailingMin } from '../../../src/network/speeds.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { metresAt } from '../../support/drawn.ts';
import { compileMap, drawnMap } from '../../support/drawn-map.ts';
import { table } from '../../support/table.ts';

/** One character is 100 m. The water lies between the quays b, c and k. */
const map = drawnMap(
  `
 a-b        c-d
    .      .
     x----y
      .
       z
       |
       k
       |
       l
`,
  100,
);
const STREET = { highway: 'residential' };
const FERRY = { route: 'ferry' };
const CARS = { ...FERRY, motor_vehicle: 'yes' };
const WALKERS = { ...FERRY, motor_vehicle: 'no' };

interface Drawn {
  readonly water: Readonly<Record<string, OsmTags>>;
  /** A relation over all ways on the water. */
  readonly relation?: OsmTags;
  readonly roles?: Readonly<Record<string, string>>;
  /** Connections of ours by the quays at which they call. */
  readonly connections?: readonly string[];
}

async function open({ water, relation, roles = {}, connections = [] }: Drawn) {
  const named = Object.entries({ ab: STREET, cd: STREET, kl: STREET, ...water });
  const ways = named.map(([name, tags]) => ({ name, ...map.way(name, tags) }));
  const members = ways
    .filter(({ name }) => name in water)
    .map(({ name, id }) => ({ type: 'way' as const, id, role: roles[name] ?? '' }));
  const relations =
    relation === undefined ? [] : [{ id: 1, tags: { type: 'route', ...relation }, members }];
  const quays = [...'bck'].map((id) => ({
    id,
    at: map.at(id),
    connectionIds: connections.filter((quays) => quays.includes(id)),
  }));
  const ferries = { quays, quayM: 150 };
  const { drive, report } = await compileMap({ ...map.data(ways), relations }, { ferries });
  return { drive: (names: string) => drive(map.line(names)), dropped: report.dropped };
}

test.each<[what: string, leads: 'yes' | 'no', Drawn]>([
  ['in one way', 'yes', { water: { bxyc: CARS } }],
  ['in three ways', 'yes', { water: { bx: CARS, xy: CARS, yc: CARS } }],
  [
    'in three ways, one of them against the others',
    'yes',
    { water: { bx: CARS, yx: CARS, yc: CARS } },
  ],
  [
    'in three ways of a known connection',
    'yes',
    { water: { bx: FERRY, xy: FERRY, yc: FERRY }, connections: ['bc'] },
  ],
  ['in three ways of no known connection', 'no', { water: { bx: FERRY, xy: FERRY, yc: FERRY } }],
  [
    'in three ways of which one tells of cars',
    'yes',
    { water: { bx: FERRY, xy: CARS, yc: FERRY } },
  ],
  [
    'in ways for walkers alone',
    'no',
    { water: { bx: WALKERS, xy: WALKERS, yc: WALKERS }, connections: ['bc'] },
  ],
  [
    'with an arm to another quay',
    'yes',
    { water: { bx: FERRY, xyc: FERRY, xzk: FERRY }, connections: ['bck'] },
  ],
  [
    'with an arm from the middle of a way',
    'yes',
    { water: { bxyc: FERRY, xzk: FERRY }, connections: ['bck'] },
  ],
  ['on its relation', 'yes', { water: { bx: {}, xy: {}, yc: {} }, relation: CARS }],
  [
    'on its relation, as a known connection',
    'yes',
    { water: { bx: {}, xyc: {} }, relation: FERRY, connections: ['bc'] },
  ],
  [
    'on its relation, for walkers',
    'no',
    { water: { bx: {}, xyc: {} }, relation: WALKERS, connections: ['bc'] },
  ],
  [
    'on its ways, and cars on its relation',
    'yes',
    { water: { bx: FERRY, xyc: FERRY }, relation: CARS },
  ],
  [
    'on its ways for walkers, and cars on its relation',
    'no',
    { water: { bxyc: WALKERS }, relation: CARS },
  ],
  ['on a relation of another kind', 'no', { water: { bxyc: {} }, relation: { route: 'bus' } }],
  [
    'as a platform of its relation',
    'no',
    { water: { bxyc: {} }, relation: CARS, roles: { bxyc: 'platform' } },
  ],
  ['as a pier of its relation', 'no', { water: { bxyc: { man_made: 'pier' } }, relation: CARS }],
])('a ferry %s leads over the water: %s', async (_, leads, drawn) => {
  const { drive } = await open(drawn);
  expect([drive('ad'), drive('da')].map((way) => (way ? 'yes' : 'no'))).toEqual([leads, leads]);
  if (Object.keys(drawn.water).some((name) => name.endsWith('k')))
    expect(['al', 'la', 'dl'].map((trip) => drive(trip) !== undefined)).toEqual([true, true, true]);
});

test('what carries walkers is left out by way', async () => {
  const { dropped } = await open({ water: { bx: WALKERS, xy: WALKERS, yc: WALKERS, xzk: CARS } });
  expect(dropped).toEqual({ 'ferries without cars': 3 });
});

const TEN = { duration: '00:10' };
test.each<[what: string, minutes: number | 'estimate', Drawn]>([
  ['told on its one way', 10, { water: { bxyc: { ...CARS, ...TEN } } }],
  ['told on all its ways', 10, { water: { bx: { ...CARS, ...TEN }, xyc: { ...CARS, ...TEN } } }],
  ['told on one of its ways', 10, { water: { bx: CARS, xyc: { ...CARS, ...TEN } } }],
  ['told on its relation', 10, { water: { bx: {}, xyc: {} }, relation: { ...CARS, ...TEN } }],
  [
    'of each of its ways',
    13,
    { water: { bx: { ...CARS, duration: '3' }, xyc: { ...CARS, ...TEN } } },
  ],
  ['told nowhere', 'estimate', { water: { bx: CARS, xy: CARS, yc: CARS } }],
])('a crossing whose duration is %s takes %s minutes', async (_, minutes, drawn) => {
  const whole = await open({ water: { bxyc: { ...CARS, duration: '1' } } });
  const { drive } = await open(drawn);
  const { speeds } = readOsmTerms(DATA_DIR);
  const expected =
    minutes === 'estimate' ? sailingMin(flatLengthM(map.line('bxyc')), speeds.ferry) : minutes;
  const sailed = (drive('ad')?.durationMs ?? 0) - (whole.drive('ad')?.durationMs ?? 0);
  expect(sailed / 60_000).toBeCloseTo(expected - 1, 1);
});

/** Quays of one connection 3.7 km apart, and one of another connection beside the second. */
const RULES = {
  quays: [
    { id: '1', at: metresAt(0, 0), connectionIds: ['a'] },
    { id: '2', at: metresAt(3700, 0), connectionIds: ['a', 'b'] },
    { id: '3', at: metresAt(4000, 0), connectionIds: ['c'] },
  ],
  quayM: 1500,
};
const LINE = [metresAt(100, 0), metresAt(3804, 0)];

test.each(
  table<'text' | 'seconds'>(`
    text     | seconds
    20       | 1200
    00:20    | 1200
    0:20     | 1200
    1:05     | 3900
    01:05:30 | 3930
    PT20M    | 1200
    PT1H5M   | 3900
    PT90S    | 90
    24:30    | 88200
             |
    0        |
    00:00    |
    20 min   |
    PT       |
    P1D      |
    ca. 20   |
    1:5      |
  `),
)('a duration "$text" is [$seconds] seconds', ({ text, seconds }) => {
  expect(String(parseDurationS(text) ?? '')).toBe(seconds);
});

test('a line between two quays of one connection is that of a connection of ours', () => {
  expect(isConnection(LINE, RULES)).toBe(true);
});

test.each([
  ['leads to a quay of another connection', [metresAt(100, 0), metresAt(5300, 0)]],
  ['leads nowhere', [metresAt(100, 0), metresAt(9000, 0)]],
  ['comes back to its own quay', [metresAt(100, 0), metresAt(0, 100)]],
  ['has no place', []],
])('one that %s is not', (_, line) => {
  expect(isConnection(line, RULES)).toBe(false);
});
