/** What the chart of the bundled network tells of a route is what the engine's own steps tell. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { distancesAlongM } from '../../../src/geo/measured-line.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import type { OpenNetwork } from '../../../src/network/opened-network.ts';
import type { PlannedRoute, RoutePlanner } from '../../../src/trip/ports.ts';
import { type Engine, openEngine } from '../../../src/upstream/valhalla/engine.ts';
import { formatLocate, formatRequest } from '../../../src/upstream/valhalla/format-request.ts';
import { parseLocated, type RawLocated } from '../../../src/upstream/valhalla/parse-located.ts';
import type { RawAnswer } from '../../../src/upstream/valhalla/parse-route.ts';
import { openPlanner } from '../../../src/upstream/valhalla/planner.ts';
import { openBundledNetwork } from '../../support/network-home.ts';
import { table } from '../../support/table.ts';

/** Trips and stops that are drawn; the same in every run. */
const TRIPS = 60;
const STOPS = 300;

let network: OpenNetwork;
let engine: Engine;
let byChart: RoutePlanner;
let bySteps: RoutePlanner;
beforeAll(async () => {
  network = await openBundledNetwork();
  engine = openEngine(network.engineSettings);
  const { lengthFactor, boardingS, isSmall, chart } = network;
  const terms = { source: 'test', lengthFactor, boardingS, isSmall, maxMovedM: 10_000 };
  bySteps = openPlanner(engine, terms);
  byChart = openPlanner(engine, { ...terms, ...(chart && { charted: chart }) });
}, 120_000);

/** Gates from all over the country, a little aside of their road. */
function placeOf(draw: number): LatLon {
  const { at } = network.gates[(draw * 197) % network.gates.length] ?? { at: { lat: 0, lon: 0 } };
  return {
    lat: at.lat + (((draw * 7) % 11) - 5) / 500,
    lon: at.lon + (((draw * 5) % 13) - 6) / 250,
  };
}

describe('over the roads and ferries of the whole country', () => {
  const pairs: { readonly steps: PlannedRoute; readonly chart: PlannedRoute }[] = [];
  beforeAll(async () => {
    for (let draw = 0; draw < TRIPS; draw++) {
      const stops = { from: placeOf(draw), to: placeOf(draw + 1) };
      const trip = { ...stops, via: [], startMs: 0, avoidTolls: draw % 5 === 0 };
      const [steps, chart] = await Promise.all([bySteps.planTrip(trip), byChart.planTrip(trip)]);
      expect(chart).toHaveLength(steps.length);
      steps.forEach((route, i) => {
        const other = chart[i];
        if (other !== undefined) pairs.push({ steps: route, chart: other });
      });
    }
  }, 120_000);

  test('the routes are as long and end where they ended', () => {
    expect(pairs.length).toBeGreaterThan(TRIPS);
    for (const { steps, chart } of pairs) {
      expect(Math.abs(chart.lengthM - steps.lengthM)).toBeLessThan(5);
      for (const end of [0, -1] as const)
        expect(flatDistanceM(chart.line.at(end) ?? A, steps.line.at(end) ?? B)).toBeLessThan(5);
    }
  });

  test('the same ferries are sailed, from quay to quay within a metre', () => {
    expect(pairs.flatMap(({ steps }) => steps.ferries).length).toBeGreaterThan(40);
    for (const { steps, chart } of pairs) {
      const [quays, others] = [steps, chart].map(listQuays) as [LatLon[], LatLon[]];
      expect(others).toHaveLength(quays.length);
      quays.forEach((quay, i) => {
        expect(flatDistanceM(quay, others[i] ?? A)).toBeLessThan(1);
      });
    }
  });

  test('they take as long, within a second', () => {
    for (const { steps, chart } of pairs)
      expect(Math.abs(chart.durationS - steps.durationS)).toBeLessThan(1);
  });

  test('every point is passed at the same moment within 5 s, and nearly all within 2 s', () => {
    const offS = pairs.flatMap(({ steps, chart }) => {
      const momentOf = new Map(
        chart.line.map((at, i) => [`${at.lat},${at.lon}`, chart.secondsAt[i]]),
      );
      // One boards where a quay begins or a step later.
      const quays = listQuays(steps);
      const isQuay = (at: LatLon) => quays.some((quay) => flatDistanceM(quay, at) < 1);
      return steps.line.flatMap(({ lat, lon }, i) => {
        if (isQuay({ lat, lon })) return [];
        const there = momentOf.get(`${lat},${lon}`);
        return there === undefined ? [] : Math.abs(there - (steps.secondsAt[i] ?? 0));
      });
    });
    expect(offS.length).toBeGreaterThan(10_000);
    expect(Math.max(...offS.filter((s) => s > 2))).toBeLessThan(5);
    expect(offS.filter((s) => s > 2).length / offS.length).toBeLessThan(0.01);
  });
});

test('every leg is driven or sailed as fast as the engine does it', async () => {
  const { chart, boardingS, isSmall } = network;
  let legs = 0;
  const unlike: string[] = [];
  for (let draw = 0; draw < TRIPS; draw++) {
    const stops = [placeOf(draw), placeOf(draw + 1)].map((at) => chart?.findRoad(at) ?? at);
    const request = formatRequest(stops, false, { boardingS, isSmall }, 'steps');
    const { routes } = JSON.parse(await engine.route(request)) as RawAnswer;
    for (const { geometry, legs: raw } of routes) {
      const read = chart?.chart.read(geometry);
      const alongM = distancesAlongM(read?.line ?? []);
      raw[0]?.annotation.duration.forEach((seconds, i) => {
        const legM = (alongM[i + 1] ?? 0) - (alongM[i] ?? 0);
        const kmh = read?.kmhFrom(i) ?? 0;
        if (kmh === 0 && legM < 1) return;
        // The engine measures an edge in whole metres: half a metre may be off at walking pace.
        const offS = Math.abs((legM / kmh) * 3.6 - seconds);
        if (!(offS < 0.1 + seconds / 200)) unlike.push(`${legM} m at ${kmh} km/h in ${seconds} s`);
        legs++;
      });
    }
  }
  expect(legs).toBeGreaterThan(10_000);
  expect(unlike).toEqual([]);
});

test('the engine is asked once, but with a stop at a ferry line', async () => {
  const forms: string[] = [];
  const { lengthFactor, boardingS, isSmall, chart } = network;
  if (chart === undefined) throw new Error('Expected a chart.');
  const counting = {
    ...engine,
    route: (request: string) => {
      forms.push(JSON.parse(request).directions_type);
      return engine.route(request);
    },
  };
  const terms = { source: 'test', lengthFactor, boardingS, isSmall, maxMovedM: 10_000 };
  const planner = openPlanner(counting, { ...terms, charted: chart });
  let atFerry = 0;
  for (let draw = 0; draw < TRIPS; draw++) {
    const ends = { from: placeOf(draw), to: placeOf(draw + 1) };
    if (Object.values(ends).some((at) => chart.isAtFerry(chart.findRoad(at)))) atFerry++;
    await planner.planTrip({ ...ends, via: [], startMs: 0, avoidTolls: false });
  }
  expect(forms.filter((form) => form === 'none')).toHaveLength(TRIPS - atFerry);
  expect(forms.filter((form) => form === 'maneuvers')).toHaveLength(atFerry);
});

// On the stub of road beside a quay, at most five metres from the ferry line, and the far quay.
test.each(
  table<'stop' | 'far' | 'ferry'>(`
  stop                | far                 | ferry
  58.972259,5.740171  | 58.986900,5.752420  | fv. 519
  58.976938,5.827490  | 58.984950,5.822040  | fv. 519
  66.487398,12.966000 | 66.5,12.7           | fv. 7394
`),
)('the ferry of $ferry is sailed from its very quay, there and back', async ({ stop, far }) => {
  const [here, there] = [stop, far].map((text) => {
    const [lat = 0, lon = 0] = text.split(',').map(Number);
    return { lat, lon };
  }) as [LatLon, LatLon];
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    const trip = { from, to, via: [], startMs: 0, avoidTolls: false };
    const [steps, chart] = await Promise.all([bySteps.planTrip(trip), byChart.planTrip(trip)]);
    expect(chart.map(({ ferries }) => ferries)).toEqual(steps.map(({ ferries }) => ferries));
    expect(steps[0]?.ferries.length).toBeGreaterThan(0);
  }
});

test('stops are put on roads where the engine puts them', async () => {
  const stops = Array.from({ length: STOPS }, (_, draw) => placeOf(draw));
  const elsewhere: LatLon[] = [];
  for (const stop of stops) {
    const located = JSON.parse(await engine.locate(formatLocate([stop]))) as RawLocated;
    const [place] = parseLocated(located, [stop]);
    const ours = network.chart?.findRoad(stop);
    if (flatDistanceM(place ?? A, ours ?? B) > 3) elsewhere.push(stop);
  }
  expect(elsewhere).toEqual([]);
});

/** Where the ferries of a route are boarded and left. */
const listQuays = ({ line, ferries }: PlannedRoute): LatLon[] =>
  ferries.flatMap(({ fromIndex, toIndex }) => [line[fromIndex] ?? A, line[toIndex] ?? A]);

const [A, B]: readonly [LatLon, LatLon] = [
  { lat: 0, lon: 0 },
  { lat: 1, lon: 1 },
];
