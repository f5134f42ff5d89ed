import fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { cacheVertex } from '../../src/geo/vertex-cache.ts';
import { writeAnswer } from '../../src/http/route/route.ts';
import { coordinatesOf } from '../../src/wire/features.ts';
import type { RouteAnswer } from '../../src/wire/route.ts';

/** A reply whose schema has all members. */
const reply = {
  header: () => reply,
  serializeInput: (prices: unknown) => JSON.stringify(prices),
} as unknown as FastifyReply;

const written = (routes: unknown): string =>
  writeAnswer({ routes, _billing: { source: 'drawn' } } as unknown as RouteAnswer, reply);

const asJson = (routes: unknown): string =>
  JSON.stringify({ routes, _billing: { source: 'drawn' } });

const oslo = { lat: 59.913868, lon: 10.752245 };
const bergen = { lat: 60.391263, lon: 5.322054 };

test.each([
  ['metres', '25833', '[[262562.8,6649439.9],[-32120.5,6734197.9]]'],
  ['degrees', '4326', '[[10.752245,59.913868],[5.322054,60.391263]]'],
] as const)('a line of ours is written in %s, over vertices or not', (_, srs, text) => {
  const points = [oslo, bergen];
  const vertices = points.map(({ lat, lon }) => cacheVertex(lat, lon));
  for (const line of [points, vertices, vertices]) {
    const coordinates = coordinatesOf(line, srs);
    const features = [{ type: 'Feature', geometry: { type: 'LineString', coordinates } }];
    const routes = [{ routeId: '1', features, type: 'FeatureCollection' }];
    expect(written(routes)).toBe(asJson(routes));
    expect(written(routes)).toContain(`"coordinates":${text}`);
  }
});

test.each([
  ['no routes', []],
  ['no features', [{ routeId: '1', features: [] }]],
  ['features that are no list', [{ routeId: '1', features: 'none' }]],
  ['a feature that is none', [{ routeId: '1', features: [null, 5, 'text', [1, [2]]] }]],
  ['no geometry', [{ features: [{ type: 'Feature' }, { geometry: null }, { geometry: [] }] }]],
  ['a point', [{ features: [{ geometry: { coordinates: [10, 60] } }] }]],
  [
    'heights',
    [
      {
        features: [
          {
            geometry: {
              coordinates: [
                [10, 60, 3],
                [11, 61, 4],
              ],
            },
          },
        ],
      },
    ],
  ],
  [
    'lists of lines',
    [
      {
        features: [
          {
            geometry: {
              coordinates: [
                [[10, 60]],
                [
                  [1, 2],
                  [3, 4],
                ],
              ],
            },
          },
        ],
      },
    ],
  ],
  ['coordinates that are none', [{ features: [{ geometry: { coordinates: null, a: 1 } }] }]],
  [
    'members of its own',
    [{ routeId: '1', features: [], statistic: { Bom: '12,50' }, ø: ['"', '\n'] }],
  ],
  ['a member that is left out', [{ routeId: '1', features: [{ id: undefined }], type: undefined }]],
])('a route is written as JSON would be: %s', (_, routes) => {
  expect(written(routes)).toBe(asJson(routes));
});

test('whatever a planner gives is written as JSON would be', () => {
  const geometry = fc.record({ type: fc.string(), coordinates: fc.jsonValue() });
  const feature = fc.oneof(fc.record({ type: fc.string(), geometry }), fc.jsonValue());
  const route = fc.record({ routeId: fc.string(), features: fc.array(feature), x: fc.jsonValue() });
  fc.assert(
    fc.property(fc.array(route), (routes) => {
      expect(written(routes)).toBe(asJson(routes));
    }),
  );
});
