import { expect, test } from 'vitest';
import { compileRoads, type MapRoad } from '../../../tools/compile-data/map/roads.ts';

const at = (lon: number, lat = 60) => ({ lat, lon });

const link = (lons: readonly number[], facts: Partial<MapRoad> = {}): MapRoad => ({
  kind: 'road',
  category: 'E',
  number: 6,
  line: lons.map((lon) => at(lon)),
  ...facts,
});

const endsOf = (links: readonly MapRoad[]) =>
  compileRoads(links).main.map(({ geometry }) => {
    const line = geometry.coordinates as readonly (readonly [number, number])[];
    return [line[0]?.[0], line.at(-1)?.[0]].sort();
  });

test('links of one road that meet are one line, whichever way they are drawn', () => {
  expect(endsOf([link([10, 11]), link([12, 11]), link([12, 13])])).toEqual([[10, 13]]);
});

test('a line ends where three meet', () => {
  const branch = link([], { line: [at(11), at(11, 60.5)] });
  expect(endsOf([link([10, 11]), link([11, 12]), branch])).toHaveLength(3);
});

test('a tunnel, another road and a motorway are lines of their own', () => {
  const { main } = compileRoads([
    link([10, 11]),
    link([11, 12], { tunnel: true }),
    link([12, 13], { number: 18 }),
    link([13, 14], { motor: 'motorway' }),
  ]);
  expect(main.map(({ properties }) => properties)).toEqual([
    { category: 'E', road: 'E6' },
    { category: 'E', road: 'E6', tunnel: true },
    { category: 'E', road: 'E18' },
    { category: 'E', road: 'E6', motor: true },
  ]);
});

test('E, R and every ferry are drawn at once, other roads when one looks closer', () => {
  const links = ['E', 'R', 'F', 'K', 'P'].map((category) => link([10, 11], { category }));
  const ferry = link([10, 11], { category: 'F', kind: 'ferry' });
  const { main, local } = compileRoads([...links, ferry]);
  expect(main.map(({ properties }) => properties.category)).toEqual(['E', 'R', 'F']);
  expect(main[2]?.properties.ferry).toBe(true);
  expect(local.map(({ properties }) => properties.category)).toEqual(['F', 'K', 'P']);
});

test('a round way ends, and no part of it is left out', () => {
  const north = link([], { line: [at(10), at(10.5, 60.5), at(11)] });
  const south = link([], { line: [at(10), at(10.5, 59.5), at(11)] });
  const [way, ...others] = compileRoads([north, south]).main;
  expect(others).toEqual([]);
  const corners = way?.geometry.coordinates.map(String);
  expect(corners).toHaveLength(5);
  expect(corners).toEqual(expect.arrayContaining(['10.5,60.5', '10.5,59.5']));
});
