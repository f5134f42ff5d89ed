import { expect, test } from 'vitest';
import { cutByDoubt } from '../../portal/js/map/driven-line.js';

/** Twelve kilometres to the north, a point every kilometre: by road, by ferry, by road. */
const KM = 1 / 111.195;
const feature = (kind: string, from: number, to: number) => ({
  type: 'Feature' as const,
  geometry: {
    type: 'LineString' as const,
    coordinates: Array.from({ length: to - from + 1 }, (_, i): [number, number] => [
      10,
      60 + (from + i) * KM,
    ]),
  },
  properties: { kind },
});
const DRIVE = [feature('road', 0, 5), feature('ferry', 5, 8), feature('road', 8, 12)];

test.each([
  ['all is sure', [['road', 12, 1]], ['road 0-5', 'ferry 5-8', 'road 8-12']],
  [
    'the phone was silent',
    [
      ['road', 2, 1],
      ['gap', 4, 1],
      ['road', 12, 1],
    ],
    ['road 0-2', 'road 2-4 doubtful', 'road 4-5', 'ferry 5-8', 'road 8-12'],
  ],
  [
    'two roads fit, and then none',
    [
      ['road', 9, 0.95],
      ['road', 10, 0.6],
      ['off-network', 12, 1],
    ],
    ['road 0-5', 'ferry 5-8', 'road 8-9', 'road 9-12 doubtful'],
  ],
] as const)('where %s, the line is cut there', (_, told, pieces) => {
  const stretches = told.map(([kind, toKm, confidence], at) => {
    return { kind, fromKm: told[at - 1]?.[1] ?? 0, toKm, confidence };
  });
  const known = { points: 2, pointsIgnored: 0, timed: true, share: 1, drives: [] };
  const cut = cutByDoubt(DRIVE, { ...known, stretches, possibleStations: [] });
  const text = cut.map(({ geometry: { coordinates }, properties: { kind, doubtful } }) => {
    const [from, to] = [coordinates[0], coordinates.at(-1)].map((place) =>
      Math.round(((place?.[1] ?? 0) - 60) / KM),
    );
    return `${kind} ${from}-${to}${doubtful === true ? ' doubtful' : ''}`;
  });
  expect(text).toEqual(pieces);
});
