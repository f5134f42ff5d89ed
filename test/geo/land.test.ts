import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { openLand, type Water } from '../../src/geo/land.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

/** Land with a bay from the north, and an island; every character is 100 m. */
const map = drawnNetwork(`
  a-----b       e-----f
  | p   |   q   | r   |     i---j
  |     c-------d     |  x  | y |
  |         s         |     l---k
  h-------------------g

              z
`);
const ringOf = (names: string) => map.line(names).map(({ lat, lon }) => [lon, lat] as const);
const land = openLand([ringOf('abcdefgha'), ringOf('ijkli')]);

test.each(
  table<'point' | 'ring'>(`
    point | ring
    p     | 0
    r     | 0
    s     | 0
    y     | 1
    q     | sea
    x     | sea
    z     | sea
  `),
)('$point lies in $ring', ({ point, ring }) => {
  expect(land.find(map.at(point))).toBe(ring === 'sea' ? undefined : Number(ring));
});

test.each(
  table<'from' | 'to' | 'sea' | 'because'>(`
    from | to | sea | because
    p    | s  | 0   | it stays on land
    p    | r  | 800 | it crosses the bay
    r    | p  | 800 | and back
    q    | p  | 400 | it begins in the bay
    p    | q  | 400 | and ends there
    r    | y  | 600 | it crosses the sound
    p    | y  | 800 | bay and sound: the longer of the two
    x    | z  | 584  | a corner of land parts it: the longer piece
    q    | q  | 0   | a line of no length
  `),
)('$from to $to crosses $sea m of sea: $because', ({ from, to, sea }) => {
  expect(land.seaBetweenM(map.at(from), map.at(to)) / 100).toBeCloseTo(Number(sea) / 100, 0);
});

/** South Norway's inland, and a valley of sea in it: its shores lie far from most places. */
const wide = openLand([
  [
    [7, 59],
    [12, 59],
    [12, 62],
    [10, 62],
    [9, 60],
    [8, 62],
    [7, 62],
    [7, 59],
  ],
]);

test.each([
  ['south of the valley', 59.55, 9.02, 0],
  ['west of it', 61, 7.5, 0],
  ['east of it', 61, 11.5, 0],
  ['in it', 61.5, 9.02, undefined],
  ['east of all', 61, 12.5, undefined],
  ['west of all', 61, 6.5, undefined],
])('a place far from every shore is known: %s', (_, lat, lon, ring) => {
  expect(wide.find({ lat, lon })).toBe(ring);
});

/** A lake with the island o, and a river; every character is 100 m. */
const inland = drawnNetwork(`
  a---------------b      e-f
  |               |      | |
  |       i---j   |      | |
1 |   2   | o |   | 3    |4|  5
  |  6    l---k   |      | |
  d---------------c      h-g
`);
const shore = (names: string) => inland.line(names).map(({ lat, lon }) => [lon, lat] as const);
const withWaters = openLand([], () => ({
  waters: [
    { kind: 'lake', rings: [shore('abcda'), shore('ijkli')] },
    { kind: 'river', rings: [shore('efghe')] },
  ],
  names: [
    { name: 'Fjorden', kind: 'lake', ...inland.at('2') },
    { name: 'Øya', kind: 'lake', ...inland.at('o') },
    { name: 'Elva', kind: 'lake', ...inland.at('4') },
  ],
}));

test.each(
  table<'from' | 'to' | 'waters' | 'because'>(`
    from | to | waters                   | because
    1    | 3  | Fjorden 800              | the island parts it: the longer stretch
    2    | 3  | Fjorden 400              | it begins on the water
    o    | 3  | Fjorden 400              | and on the island
    2    | 6  | Fjorden 141              | it stays on the water
    3    | 5  | river 200                | a name of a lake is none of a river
    1    | 5  | Fjorden 800, river 200   | one after the other
    5    | 1  | river 200, Fjorden 800   | and back
    o    | o  |                          | a line of no length
    3    | 3  |                          | on land
  `),
)('$from to $to crosses [$waters] m: $because', ({ from, to, waters }) => {
  const found = withWaters.listWaters(inland.at(from), inland.at(to));
  const written = found.map(({ name, kind, lengthM }) => `${name ?? kind} ${Math.round(lengthM)}`);
  const near = (text: string) =>
    text.replace(/\d+/g, (metres) => String(Math.round(Number(metres) / 20)));
  expect(near(written.join(', '))).toBe(near(waters));
});

test('where no land is known all is sea', () => {
  const none = openLand([]);
  expect(none.find(map.at('p'))).toBeUndefined();
  expect(none.seaBetweenM(map.at('p'), map.at('q'))).toBeGreaterThan(700);
  expect(none.listWaters(map.at('p'), map.at('q'))).toEqual([]);
});

test('lakes and rivers are read once, when they are opened or asked for', () => {
  let reads = 0;
  const lake: Water = { kind: 'lake', rings: [shore('abcda')] };
  const opened = openLand([], () => {
    reads++;
    return { waters: [lake], names: [{ name: 'Fjorden', kind: 'lake', ...inland.at('2') }] };
  });
  expect(reads).toBe(0);
  atOnce(opened.openInland());
  expect(opened.listWaters(inland.at('1'), inland.at('3'))).toMatchObject([{ name: 'Fjorden' }]);
  expect(reads).toBe(1);
});

test.each([
  ['a single point', [[10.75, 59.91]]],
  ['no point', []],
] as const)('a ring of %s goes round nothing, alone or beside others', (_, ring) => {
  const dot = openLand([ring], () => ({ waters: [{ kind: 'lake', rings: [ring] }], names: [] }));
  expect(dot.find({ lat: 59.91, lon: 10.75 })).toBeUndefined();
  expect(dot.listWaters(inland.at('1'), inland.at('5'))).toEqual([]);
  const river: Water = { kind: 'river', rings: [ring, shore('efghe')] };
  const beside = openLand([], () => ({ waters: [river], names: [] }));
  expect(beside.listWaters(inland.at('3'), inland.at('5'))).toHaveLength(1);
});
