import { expect, test } from 'vitest';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import { buildRoadChart } from '../../../src/geo/road-chart.ts';
import { buildRoadFinder } from '../../../src/geo/road-finder.ts';
import { askRoutes, type RoutesQuestion } from '../../../src/upstream/valhalla/ask-routes.ts';
import { openPlanner } from '../../../src/upstream/valhalla/planner.ts';
import { map } from './drawn-ring.ts';

const [A, B] = map.line('ab') as [ReturnType<typeof map.at>, ReturnType<typeof map.at>];
const TRIP = { from: A, to: B, via: [], startMs: 0, avoidTolls: false };

/** An engine that knows one road, and moves every stop to the same places. */
function engineMovingTo(...places: readonly (typeof A)[]) {
  const asked: string[] = [];
  const route = {
    distance: 1000,
    duration: 60,
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
const terms = { source: 'test', lengthFactor: 1, boardingS: 300, isSmall: true, maxMovedM: 1000 };

test('the route is asked for from the places on roads, and says how far stops were moved', async () => {
  const engine = engineMovingTo(map.at('b'), map.at('c'));
  const planner = openPlanner(engine, { ...terms, maxMovedM: 10_000 });
  const routes = await planner.planTrip(TRIP);
  const { locations } = JSON.parse(engine.asked[0] ?? '') as { locations: (typeof A)[] };
  expect(locations.map(({ lat, lon }) => ({ lat, lon }))).toEqual(map.line('bc'));
  for (const { movedM } of routes) {
    expect(movedM[0]).toBeCloseTo(2400, -1);
    expect(movedM[1]).toBeCloseTo(2400, -1);
  }
  expect(routes.map(({ id }) => id)).toEqual(['1', '2']);
});

test('on a network that is charted the engine is asked once, for the line alone', async () => {
  const engine = engineMovingTo(map.at('b'), map.at('c'));
  const charted = {
    chart: buildRoadChart({ junctions: [], ferries: [], paved: [] }),
    findRoad: buildRoadFinder([{ line: map.line('bc') }]),
    isAtFerry: () => false,
  };
  await openPlanner(engine, { ...terms, maxMovedM: 10_000, charted }).planTrip(TRIP);
  expect(engine.asked.map((text) => JSON.parse(text))).toMatchObject([
    { directions_type: 'none', locations: [map.at('b'), map.at('b')] },
  ]);
});

test('with a stop at a ferry line it is asked for its steps, which name what is sailed', async () => {
  const engine = engineMovingTo(map.at('b'), map.at('c'));
  const charted = {
    chart: buildRoadChart({ junctions: [], ferries: [], paved: [] }),
    findRoad: buildRoadFinder([{ line: map.line('bc') }]),
    isAtFerry: () => true,
  };
  await openPlanner(engine, { ...terms, maxMovedM: 10_000, charted }).planTrip(TRIP);
  expect(engine.asked.map((text) => JSON.parse(text))).toMatchObject([
    { directions_type: 'maneuvers', locations: [map.at('b'), map.at('b')] },
  ]);
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
