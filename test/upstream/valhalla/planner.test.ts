import { describe, expect, test } from 'vitest';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import type { TripRequest } from '../../../src/trip/ports.ts';
import { askRoutes, type RoutesQuestion } from '../../../src/upstream/valhalla/ask-routes.ts';
import { openPlanner } from '../../../src/upstream/valhalla/planner.ts';
import { map } from '../../support/drawn-ring.ts';

const [A, B] = map.line('ab') as [ReturnType<typeof map.at>, ReturnType<typeof map.at>];
const TRIP = { from: A, to: B, via: [], startMs: 0, avoidTolls: false };

/** An engine that knows one road, 1 km and a minute, and moves every stop to the same places. */
function engineMovingTo(...places: readonly (typeof A)[]) {
  const asked: string[] = [];
  const route = {
    distance: 1000,
    geometry: encodePolyline([A, B]),
    legs: [{ annotation: { duration: [60] }, steps: [] }],
  };
  const waypoints = places.map(({ lat, lon }) => ({ location: [lon, lat] }));
  const engine = {
    locate: async () =>
      JSON.stringify(
        places.map(({ lat, lon }) => ({ edges: [{ correlated_lat: lat, correlated_lon: lon }] })),
      ),
    route: async (request: string) => {
      asked.push(request);
      return JSON.stringify({ routes: [route, route], waypoints });
    },
  };
  return { ...engine, asked, routes: (question: RoutesQuestion) => askRoutes(engine, question) };
}

const terms = { source: 'test', lengthFactor: 1, boardingS: 300, maxMovedM: 1000 };

test('the route is asked for from the places on roads, and says how far stops were moved', async () => {
  const engine = engineMovingTo(map.at('b'), map.at('c'));
  const planner = openPlanner(engine, { ...terms, maxMovedM: 10_000 });
  const routes = await planner.planTrip(TRIP);
  const { locations } = JSON.parse(engine.asked[0] ?? '') as { locations: (typeof A)[] };
  expect(locations.map(({ lat, lon }) => ({ lat, lon }))).toEqual(map.line('bc'));
  for (const { stops } of routes) {
    expect(stops[0]?.movedM).toBeCloseTo(2400, -1);
    expect(stops[1]?.movedM).toBeCloseTo(2400, -1);
  }
  expect(routes.map(({ id }) => id)).toEqual(['1', '2']);
});

describe('the engine is asked for no more alternatives than are wanted', () => {
  const asked = async (trip: Partial<TripRequest>) => {
    const engine = engineMovingTo(map.at('b'), map.at('c'));
    await openPlanner(engine, { ...terms, maxMovedM: 10_000 }).planTrip({ ...TRIP, ...trip });
    return engine.asked.map((text) => {
      const { locations, alternates } = JSON.parse(text);
      return `${locations.length} places: ${alternates}`;
    });
  };
  test.each([undefined, 0, 1, 2])('%s of them', async (alternatives) => {
    const trip = alternatives === undefined ? {} : { alternatives };
    expect(await asked(trip)).toEqual([`2 places: ${alternatives ?? 2}`]);
  });

  test('none for the way without stops, of which the first route is compared alone', async () => {
    for (const alternatives of [0, 1, 2]) {
      const over = await asked({ via: [map.at('b')], alternatives });
      expect(over.toSorted()).toEqual(['2 places: 0', '3 places: 0']);
    }
    expect(await asked({ via: [map.at('b')] })).toHaveLength(2);
  });
});

test('a stop moved farther than the terms allow has no route; the reason is for the log', async () => {
  const planner = openPlanner(engineMovingTo(A, map.at('c')), terms);
  await expect(planner.planTrip(TRIP)).rejects.toMatchObject({
    code: 'route_not_possible',
    publicMessage: 'route_not_possible',
    message: expect.stringMatching(/^A stop lies 2\d{3} m from the nearest road\.$/),
  });
});

test('the planner tells its name', () => {
  expect(openPlanner(engineMovingTo(A, B), terms).source).toBe('test');
});
