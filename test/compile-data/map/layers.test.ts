/** The layers of the map: what is drawn lies in Norway, or is the blank land beside it. */
import { expect, test } from 'vitest';
import { checkData, checkDataFile } from '../../../tools/compile-data/check-data.ts';
import { type LeanData, leanData } from '../../support/lean-data.ts';

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

interface Layer {
  readonly features: readonly [Feature];
}

const line = (coordinates: unknown) => (feature: Feature) => ({
  ...feature,
  geometry: { ...feature.geometry, coordinates },
});
const having = (properties: object) => (feature: Feature) => ({
  ...feature,
  properties: { ...feature.properties, ...properties },
});
const as = (properties: object, coordinates: unknown) => (feature: Feature) =>
  line(coordinates)({ ...feature, properties: { ...properties } });

const AROUND_OSLO = [
  [10, 59],
  [11, 59],
  [11, 60],
  [10, 59],
];
const AROUND_HELSINKI = [
  [24, 59.5],
  [26, 59.5],
  [26, 60.5],
  [24, 59.5],
];
const AROUND_PRAGUE = AROUND_HELSINKI.map(([lon = 0, lat = 0]) => [lon - 10, lat - 10]);

const COORDINATES = 'geometry coordinates';

const WRONG: readonly (readonly [string, string, (feature: Feature) => unknown, string])[] = [
  [
    'a road at 41, 79',
    'roads-main',
    line([
      [79, 41],
      [79.1, 41.1],
    ]),
    COORDINATES,
  ],
  [
    'a road with its numbers exchanged',
    'roads-local',
    line([
      [59.9, 10.7],
      [59.8, 10.8],
    ]),
    COORDINATES,
  ],
  [
    'a road that ends at 0, 0',
    'roads-main',
    line([
      [10.7, 59.9],
      [0, 0],
    ]),
    COORDINATES,
  ],
  [
    'a road to Moscow',
    'roads-main',
    line([
      [10.7, 59.9],
      [18.06, 59.33],
      [37.6, 55.8],
    ]),
    COORDINATES,
  ],
  ['a road of one point', 'roads-main', line([[10.7, 59.9]]), COORDINATES],
  ['a road of no point', 'roads-main', line([]), COORDINATES],
  [
    'a road with a height',
    'roads-main',
    line([
      [10.7, 59.9, 3],
      [10.8, 59.9, 3],
    ]),
    COORDINATES,
  ],
  [
    'a road of words',
    'roads-main',
    line([
      ['10.7', '59.9'],
      ['10.8', '59.9'],
    ]),
    COORDINATES,
  ],
  ['a road that is a number', 'roads-main', line(0), COORDINATES],
  ['a road that is a text', 'roads-main', line('[[10.7,59.9],[10.8,59.9]]'), COORDINATES],
  ['a road that is an area', 'roads-main', line([AROUND_OSLO]), COORDINATES],
  ['a road of no kind', 'roads-main', having({ category: 'X' }), 'category'],
  ['a road of no name', 'roads-local', having({ road: 'Storgata' }), 'road'],
  ['a road that says more', 'roads-local', having({ toll: true }), 'no such field'],
  [
    'an area that is open',
    'land',
    line([AROUND_OSLO.slice(0, 3).concat([[10, 59.1]])]),
    COORDINATES,
  ],
  ['an area of no ring', 'built-up', line([]), COORDINATES],
  ['an area of no size', 'built-up', having({ areaKm2: 0 }), 'areaKm2'],
  [
    'land beyond the border',
    'land',
    as({ kind: 'land' }, [AROUND_HELSINKI.map(([lon = 0, lat = 0]) => [lon + 9, lat])]),
    'must lie in Norway',
  ],
  [
    'land abroad that is no neighbour',
    'land',
    as({ kind: 'abroad' }, [AROUND_PRAGUE]),
    COORDINATES,
  ],
  ['land of no kind', 'land', having({ kind: 'sea' }), 'kind'],
  ['a place without a name', 'places', having({ name: ' ' }), 'name'],
  ['a place of rank 9', 'places', having({ rank: 9 }), 'rank'],
  ['a place in the Atlantic', 'places', line([-14, 51]), COORDINATES],
  ['a place west of all that is drawn', 'places', line([3.9999, 60]), COORDINATES],
  ['a place east of it', 'places', line([31.7001, 60]), COORDINATES],
  ['a place south of it', 'places', line([10, 57.3999]), COORDINATES],
  ['a place north of it', 'places', line([10, 71.7001]), COORDINATES],
  ['a place with a height', 'places', line([10, 60, 5]), COORDINATES],
  [
    'an area of three positions',
    'water',
    line([[...AROUND_OSLO.slice(0, 2), [10, 59]]]),
    COORDINATES,
  ],
  ['an area with a hole of nothing', 'water', line([AROUND_OSLO, []]), COORDINATES],
  [
    'land with a hole beyond the border',
    'land',
    as({ kind: 'land' }, [
      AROUND_OSLO,
      AROUND_HELSINKI.map(([lon = 0, lat = 0]) => [lon + 9, lat]),
    ]),
    'must lie in Norway',
  ],
];

test.each(WRONG)('%s is refused in one line', async (_what, layer, change, says) => {
  const { data, change: changeFile } = await leanData();
  await changeFile(`map/${layer}.json`, (content: Layer) => ({
    ...content,
    features: content.features.map(change),
  }));
  expect(() => checkDataFile(data, `map/${layer}.json`)).toThrow(
    new RegExp(`^${layer}\\.json, features 0[^\\n]*${says}.*$`),
  );
});

test.each([
  ['the neighbours, which are left blank', 'land', as({ kind: 'abroad' }, [AROUND_HELSINKI])],
  ['a ferry between two islands', 'roads-main', having({ ferry: true, road: 'F543' })],
  ['a place at the corner of all that is drawn', 'places', line([4, 57.4])],
  ['a place at the other corner', 'places', line([31.7, 71.7])],
])('%s are drawn', async (_what, layer, change) => {
  const { data, change: changeFile } = await leanData();
  await changeFile(`map/${layer}.json`, (content: Layer) => ({
    ...content,
    features: content.features.map(change),
  }));
  expect(() => checkDataFile(data, `map/${layer}.json`)).not.toThrow();
});

test.each([
  [
    'a layer without a feature',
    ({ put }: LeanData) => put('map/land.json', '{"type":"FeatureCollection","features":[]}'),
    'land.json, features',
  ],
  [
    'a layer that is missing',
    ({ put }: LeanData) => put('map/land.json'),
    'map/land.json is missing in ',
  ],
  [
    'decisions that are missing',
    ({ put }: LeanData) => put('curated/ferries.json'),
    'curated/ferries.json is missing in ',
  ],
  [
    'decisions under a name that nobody reads',
    ({ put }: LeanData) => put('curated/ferry.json', '{}'),
    'curated/ferry.json is a file that is never read.',
  ],
  [
    'a layer that nobody reads',
    ({ put }: LeanData) => put('map/sea.json', '{}'),
    'map/sea.json is a file that is never read.',
  ],
])('%s are refused in one line', async (_what, damage, says) => {
  const folder = await leanData();
  await damage(folder);
  expect(() => checkData(folder.data)).toThrow(says);
});

test('the folder as it is, is sound', async () => {
  const { data } = await leanData();
  expect(() => checkData(data)).not.toThrow();
});
