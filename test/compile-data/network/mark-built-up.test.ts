import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatLengthM } from '../../../src/geo/on-line.ts';
import { type GeoLine, openCoast } from '../../../tools/compile-data/network/leg-index.ts';
import { markBuiltUp } from '../../../tools/compile-data/network/mark-built-up.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

/** The town P-Q-R-S with the park p-q-r-s inside, and roads through and beside it. */
const map = drawnNetwork(`
        P---------------------Q
        |                     |
        |       p-----q       |
  a-----b---c---d-----e---f---g-----h
        |       s-----r       |
        |                     |
        S---------------------R
  u---------------------------------v
`);
const toGeo = (names: string): GeoLine =>
  map.line(names).map(({ lat, lon }: LatLon) => [lon, lat] as const);
const TOWN = [toGeo('PQRSP')];
const WITH_PARK = [...TOWN, toGeo('pqrsp')];

/** `built-up` or `open` and the rounded length of each piece. */
const piecesOf = (points: string, areas: readonly GeoLine[]) =>
  markBuiltUp([map.link('E6', points)], areas).map(
    ({ builtUp, line }) => `${builtUp ? 'town' : 'open'} ${Math.round(flatLengthM(line) / 100)}`,
  );

test.each<[string, string, readonly GeoLine[], string[]]>([
  ['through a town is cut at its edges', 'ah', TOWN, ['open 6', 'town 22', 'open 6']],
  [
    'through a park in it is open there',
    'ah',
    WITH_PARK,
    ['open 6', 'town 8', 'open 6', 'town 8', 'open 6'],
  ],
  ['that ends in a town is cut once', 'af', TOWN, ['open 6', 'town 18']],
  ['inside a town stays whole', 'cf', TOWN, ['town 14']],
  ['outside a town stays whole', 'uv', TOWN, ['open 34']],
  ['is cut at a point of its own that lies on the edge', 'abf', TOWN, ['open 6', 'town 18']],
  ['that ends on the edge is not cut there', 'ab', TOWN, ['open 6']],
  ['where no town is known stays whole', 'ah', [], ['open 34']],
])('a road %s', (_, points, areas, pieces) => {
  expect(piecesOf(points, areas)).toEqual(pieces);
});

test('pieces share their ends, so the road stays joined', () => {
  const pieces = markBuiltUp([map.link('E6', 'ah', { tunnel: true })], WITH_PARK);
  pieces.slice(1).forEach(({ line }, i) => {
    expect(line[0]).toEqual(pieces[i]?.line.at(-1));
  });
  expect(pieces.every(({ tunnel }) => tunnel === true)).toBe(true);
});

test('a ferry is not cut, though it sails past houses', () => {
  const ferry = map.link('~E6', 'ah');
  expect(markBuiltUp([ferry], TOWN)).toEqual([ferry]);
});

test.each([
  ['far from the quay there is water between', 'a', 'h', true],
  ['the drawn coast may be off by 250 m at the quay', 'b', 'e', false],
  ['no coast is met', 'u', 'v', false],
])('where %s, the way ashore from %s to %s over water is %s', (_, quay, road, isOverWater) => {
  expect(openCoast(TOWN)(map.at(quay), map.at(road))).toBe(isOverWater);
});
