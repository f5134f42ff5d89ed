import { describe, expect, test } from 'vitest';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import { buildRoadChart } from '../../../src/geo/road-chart.ts';
import { buildRoadFinder } from '../../../src/geo/road-finder.ts';
import type { TripRequest } from '../../../src/trip/ports.ts';
import { askRoutes, type RoutesQuestion } from '../../../src/upstream/valhalla/ask-routes.ts';
import { openPlanner } from '../../../src/upstream/valhalla/planner.ts';
import { table } from '../../support/table.ts';
import { map } from './drawn-ring.ts';

const [A, B] = map.line('ab') as [ReturnType<typeof map.at>, ReturnType<typeof map.at>];
const TRIP = { from: A, to: B, via: [], startMs: 0, avoidTolls: false };

/** An engine that knows one road, 1 km and a minute, and moves every stop to the same places. */
function engineMovingTo(...places: readonly (typeof A)[]) {
  const asked: string[] = [];
  const shape = encodePolyline([A, B]);
  const route = {
    distance: 1000,
    geometry: shape,
    legs: [{ annotation: { duration: [60] }, steps: [] }],
  };
  const trip = { summary: { length: 1, time: 60 }, legs: [{ shape }] };
  const waypoints = places.map(({ lat, lon }) => ({ location: [lon, lat] }));
  const engine = {
    locate: async () =>
      JSON.stringify(
        places.map(({ lat, lon }) => ({ edges: [{ correlated_lat: lat, correlated_lon: lon }] })),
      ),
    route: async (request: string) => {
      asked.push(request);
      const isBare = JSON.parse(request).directions_type === 'none';
      return JSON.stringify(
        isBare ? { trip, alternates: [{ trip }] } : { routes: [route, route], waypoints },
      );
    },
  };
  return { ...engine, asked, routes: (question: RoutesQuestion) => askRoutes(engine, question) };
}

/** A chart of the road from a to b, and stops that are put on the road from b to c. */
const chartedAt = (kmh: number, isAtFerry = false) => ({
  chart: buildRoadChart({
    junctions: [],
    roads: [{ line: map.line('ab'), kmh }],
    ferries: [],
    paved: [],
  }),
  findRoad: buildRoadFinder([{ line: map.line('bc') }]),
  isAtFerry: () => isAtFerry,
});
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

describe('on a network that is charted the engine is asked', () => {
  test.each(
    table<'kmh' | 'stop' | 'asked' | 'because'>(`
    kmh | stop         | asked           | because
    60  | on land      | none            | for the line alone: the chart tells the rest
    90  | on land      | none, maneuvers | for its steps after all, when nobody knows what takes the rest of the minute
    58  | on land      | none, maneuvers | as well when the chart would drive for longer
    0   | on land      | none, maneuvers | as well when the chart does not know the road
    60  | at the ferry | maneuvers       | at once with a stop at a ferry line, which may begin on board
  `),
  )('$asked: $because ($kmh km/h, $stop)', async ({ kmh, stop, asked }) => {
    const engine = engineMovingTo(map.at('b'), map.at('c'));
    const charted = chartedAt(Number(kmh), stop === 'at the ferry');
    const planner = openPlanner(engine, { ...terms, maxMovedM: 10_000, charted });
    const routes = await planner.planTrip(TRIP);
    const questions = engine.asked.map((text) => JSON.parse(text));
    expect(questions.map((question) => question.directions_type).join(', ')).toBe(asked);
    for (const { locations } of questions)
      expect(locations).toMatchObject([map.at('b'), map.at('b')]);
    expect(routes.map(({ id, lengthM }) => [id, lengthM])).toEqual([
      ['1', 1000],
      ['2', 1000],
    ]);
    for (const { durationS } of routes) expect(Math.abs(durationS - 60)).toBeLessThan(1);
  });
});

describe('the engine is asked for no more alternatives than are wanted', () => {
  const asked = async (trip: Partial<TripRequest>, isCharted: boolean) => {
    const engine = engineMovingTo(map.at('b'), map.at('c'));
    const charted = isCharted && { charted: chartedAt(60) };
    await openPlanner(engine, { ...terms, maxMovedM: 10_000, ...charted }).planTrip({
      ...TRIP,
      ...trip,
    });
    return engine.asked.map((text) => {
      const { locations, alternates } = JSON.parse(text);
      return `${locations.length} places: ${alternates}`;
    });
  };
  const cases = [true, false].flatMap((isCharted) =>
    [undefined, 0, 1, 2].map((alternatives) => ({ isCharted, alternatives })),
  );

  test.each(cases)('$alternatives of them, charted: $isCharted', async (row) => {
    const { alternatives, isCharted } = row;
    const trip = alternatives === undefined ? {} : { alternatives };
    expect(await asked(trip, isCharted)).toEqual([`2 places: ${alternatives ?? 2}`]);
  });

  test('none for the way without stops, of which the first route is compared alone', async () => {
    for (const alternatives of [0, 1, 2]) {
      const over = await asked({ via: [map.at('b')], alternatives }, true);
      expect(over.toSorted()).toEqual(['2 places: 0', '3 places: 0']);
    }
    expect(await asked({ via: [map.at('b')] }, true)).toHaveLength(2);
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
