import fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { toUtm33 } from '../../src/geo/utm33.ts';
import { stepBody, writeAnswer } from '../../src/http/reply/write-answer.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import { formatFeatures, type RouteAnswer } from '../../src/wire/route.ts';

/** A reply whose schema has all members. */
const reply = {
  header: () => reply,
  serializeInput: (prices: unknown) => JSON.stringify(prices),
} as unknown as FastifyReply;

const written = async (routes: unknown): Promise<string> => {
  const answer = { routes, _billing: { source: 'drawn' } } as unknown as RouteAnswer;
  return (await writeAnswer(answer, reply)).toString();
};

const asJson = (routes: unknown): string =>
  JSON.stringify({ routes, _billing: { source: 'drawn' } });

const oslo = { lat: 59.913868, lon: 10.752245 };
const bergen = { lat: 60.391263, lon: 5.322054 };

/** A route along some points, given as points or as rows of numbers. */
const alongPoints = (line: readonly LatLon[], isRows: boolean): PlannedRoute => ({
  id: '1',
  line,
  ...(isRows && {
    rows: {
      degrees: Int32Array.from(
        line.flatMap(({ lat, lon }) => [Math.round(lat * 1e6), Math.round(lon * 1e6)]),
      ),
      alongM: line.map((_, i) => i),
    },
  }),
  secondsAt: line.map((_, i) => i),
  lengthM: 1,
  durationS: 1,
  ferries: [],
  stops: [],
});

const linesOf = (line: readonly LatLon[], srs: '25833' | '4326', isRows: boolean) => [
  { routeId: '1', features: formatFeatures(alongPoints(line, isRows), { srs }) },
];

test.each([
  ['metres', '25833', '[[262562.8,6649439.9],[-32120.5,6734197.9]]'],
  ['degrees', '4326', '[[10.752245,59.913868],[5.322054,60.391263]]'],
] as const)('a line of ours is written in %s, from points or rows', async (_, srs, text) => {
  for (const isRows of [true, false]) {
    const routes = linesOf([oslo, bergen], srs, isRows);
    expect(await written(routes)).toBe(asJson(routes));
    expect(await written(routes)).toContain(`"coordinates":${text}`);
  }
});

test('any line is written as JSON would write its numbers', async () => {
  const degrees = (min: number, max: number) =>
    fc.integer({ min: min * 1e6, max: max * 1e6 }).map((micro) => micro / 1e6);
  const point = fc.record({ lat: degrees(50, 75), lon: degrees(-5, 40) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(point, { minLength: 2 }),
      fc.constantFrom('25833' as const, '4326' as const),
      fc.boolean(),
      async (line, srs, isRows) => {
        const routes = linesOf(line, srs, isRows);
        expect(await written(routes)).toBe(asJson(routes));
        const [feature] = routes[0]?.features ?? [];
        const wanted = line.map(({ lat, lon }) => {
          if (srs === '4326') return [lon, lat];
          return toUtm33({ lat, lon }).map((metres) => Math.round(metres * 10) / 10);
        });
        expect(feature?.geometry.coordinates).toEqual(wanted.map((xy) => xy.map((n) => n + 0)));
      },
    ),
  );
});

test('a line through the whole country is written in steps, and reads the same', async () => {
  const line = Array.from({ length: 25_000 }, (_, i) => ({
    lat: 58 + i / 2000,
    lon: 10 + (i % 100) / 1000,
  }));
  for (const isRows of [true, false]) {
    const routes = linesOf(line, '25833', isRows);
    let steps = 0;
    for (const _ of stepBody(routes, '')) steps += 1;
    expect(steps).toBe(2);
    expect(await written(routes)).toBe(asJson(routes));
  }
});

test('answers that are written at the same time do not write into each other', () => {
  const line = Array.from({ length: 10_001 }, (_, i) => ({ lat: 58 + i / 2000, lon: 10 }));
  const [long, short] = [linesOf(line, '4326', true), linesOf([oslo, bergen], '25833', true)];
  const slow = stepBody(long, '');
  expect(slow.next().done).toBe(false);
  expect(String(atOnce(stepBody(short, '')))).toBe(JSON.stringify({ routes: short }));
  expect(String(atOnce(slow))).toBe(JSON.stringify({ routes: long }));
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
])('a route is written as JSON would be: %s', async (_, routes) => {
  expect(await written(routes)).toBe(asJson(routes));
});

test('whatever a planner gives is written as JSON would be', async () => {
  const geometry = fc.record({ type: fc.string(), coordinates: fc.jsonValue() });
  const feature = fc.oneof(fc.record({ type: fc.string(), geometry }), fc.jsonValue());
  const route = fc.record({ routeId: fc.string(), features: fc.array(feature), x: fc.jsonValue() });
  await fc.assert(
    fc.asyncProperty(fc.array(route), async (routes) => {
      expect(await written(routes)).toBe(asJson(routes));
    }),
  );
});

test('ways that have their beginning or their end in common are each written whole', async () => {
  const point = fc.record({
    lat: fc.integer({ min: 59_000_000, max: 60_000_000 }).map((millionths) => millionths / 1e6),
    lon: fc.integer({ min: 10_000_000, max: 11_000_000 }).map((millionths) => millionths / 1e6),
  });
  const points = (minLength: number) => fc.array(point, { minLength, maxLength: 4 });
  const way = fc.record({ ahead: fc.nat(4), between: points(0), behind: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(
      ...([points(1), fc.array(way), fc.boolean(), fc.constantFrom('25833', '4326')] as const),
      async (best, ways, isRows, srs) => {
        const lines = [
          best,
          ...ways.map(({ ahead, between, behind }) => [
            ...best.slice(0, ahead),
            ...between,
            ...best.slice(behind),
          ]),
        ];
        const routes = lines.flatMap((line) => linesOf(line, srs, isRows));
        expect(await written(routes)).toBe(asJson(routes));
      },
    ),
  );
});
