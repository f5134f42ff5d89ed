import { expect, test } from 'vitest';
import { compileLand } from '../../../tools/compile-data/map/land.ts';
import type { Position } from '../../../tools/compile-data/map/map-layer.ts';

/** The sea lies west of the coast at 10 E, the border runs at 12 E, from 60 N to 61 N. */
const OUTLINE = [
  { lat: 60, lon: 9 },
  { lat: 61, lon: 9 },
  { lat: 61, lon: 10.5 },
  { lat: 61, lon: 12 },
  { lat: 60, lon: 12 },
  { lat: 60, lon: 10.5 },
];

const coast = (closed: boolean, ...coordinates: Position[]) => ({
  properties: { closed },
  geometry: { coordinates },
});

const PIECES = [
  coast(false, [10, 60], [10.1, 60.2], [10, 60.4]),
  // Drawn the other way round, and 1 km off.
  coast(false, [10, 61], [10.2, 60.7], [10, 60.41]),
  coast(true, [9.5, 60.5], [9.6, 60.5], [9.6, 60.6], [9.5, 60.5]),
];

const ABROAD = {
  beside: [
    [12, 59.5],
    [45, 59.5],
    [45, 62],
    [12, 62],
  ],
  apart: [
    [
      [8, 56],
      [9, 56],
      [9, 57],
    ],
  ],
} as const;

const ringsOf = (kind: string) =>
  compileLand(PIECES, OUTLINE, ABROAD)
    .filter(({ properties }) => properties.kind === kind)
    .map(({ geometry }) => geometry.coordinates[0] as readonly Position[]);

test('the mainland is the coast, joined over its gaps and closed along the border', () => {
  const [mainland = []] = ringsOf('land');
  expect(mainland[0]).toEqual(mainland.at(-1));
  const corners = new Set(mainland.map(String));
  for (const at of ['10,60', '10.1,60.2', '10.2,60.7', '10,61', '12,61', '12,60'])
    expect(corners).toContain(at);
  expect(corners).not.toContain('9,60');
});

test('an island is a land of its own', () => {
  expect(ringsOf('land')[1]).toEqual([
    [9.5, 60.5],
    [9.6, 60.5],
    [9.6, 60.6],
    [9.5, 60.5],
  ]);
});

test('abroad begins at the border and has no part of the land', () => {
  const [abroad = [], apart = []] = ringsOf('abroad');
  expect(Math.min(...abroad.map(([lon]) => lon))).toBeGreaterThanOrEqual(10.5);
  expect(Math.max(...abroad.map(([lon]) => lon))).toBe(45);
  // Around the neighbours, not across the land: each corner is met once.
  expect(abroad.map(String).slice(0, -1)).toHaveLength(new Set(abroad.map(String)).size);
  const [south, north] = ['12,60', '12,61'].map((at) => abroad.map(String).indexOf(at));
  expect(Math.abs((south ?? 0) - (north ?? 0))).toBe(1);
  expect(apart).toHaveLength(4);
});

test('a gap that is wider than any known one stops the compilation', () => {
  const far = coast(false, [10, 60.5], [10, 61]);
  expect(() => compileLand([...PIECES.slice(0, 1), far], OUTLINE, ABROAD)).toThrow(
    /ends \d+ m from the rest/,
  );
});
