import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { buildGateIndex, findGatePassages, type Gate } from '../../../src/geo/gate.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { openNetwork } from '../../../src/network/open-network.ts';
import type { OpenNetwork } from '../../../src/network/opened-network.ts';
import type { PlannedRoute, RoutePlanner, TripRequest } from '../../../src/trip/ports.ts';
import { type Engine, openEngine } from '../../../src/upstream/valhalla/engine.ts';
import { openEngineProcess } from '../../../src/upstream/valhalla/open-engine-process.ts';
import { openPlanner } from '../../../src/upstream/valhalla/planner.ts';
import { dataWith } from '../../support/drawn-network.ts';
import { handTime } from '../../support/time.ts';
import { LINKS, map, STATIONS } from './drawn-ring.ts';

let network: OpenNetwork;
let engine: Engine;
let planner: RoutePlanner;
let remove: () => Promise<void>;
beforeAll(async () => {
  const folders = await dataWith(LINKS);
  remove = folders.remove;
  network = await openNetwork(folders, STATIONS, () => {});
  engine = openEngine(network.engineSettings);
  planner = openPlanner(engine, {
    source: 'drawn',
    lengthFactor: 1,
    boardingS: 300,
    isSmall: true,
    maxMovedM: 10_000,
  });
});
afterAll(() => remove());

/** The recommended route through the named points. */
async function drive(names: string, facts: Partial<TripRequest> = {}): Promise<PlannedRoute> {
  const stops = map.line(names);
  const [from, to] = [stops[0], stops.at(-1)];
  if (from === undefined || to === undefined) throw new Error('Expected two stops.');
  const trip = { from, to, via: stops.slice(1, -1), startMs: 0, avoidTolls: false };
  const [route] = await planner.planTrip({ ...trip, ...facts });
  if (route === undefined) throw new Error('Expected a route.');
  return route;
}

const gatesOf = ({ line }: Pick<PlannedRoute, 'line'>, gates: readonly Gate[] = network.gates) =>
  findGatePassages(line, buildGateIndex(gates)).map(({ gate }) => gate.stationId);

const passes = ({ line }: PlannedRoute, name: string) =>
  line.some((point) => flatDistanceM(point, map.at(name)) < 5);

describe('a route passes the gates of its direction, and no others', () => {
  test.each([
    ['ad', ['1', '2']],
    ['da', ['2']],
    ['dw', ['4']],
    ['wd', ['4', '3']],
    ['aw', ['1', '2', '4']],
    ['ab', []],
    ['va', []],
  ])('from %s to the other end it passes %j', async (names, gates) => {
    expect(gatesOf(await drive(names))).toEqual(gates);
  });

  test('a trip that starts or ends between two stations passes the one on its way', async () => {
    expect(gatesOf(await drive('av'))).toEqual(['1']);
    expect(gatesOf(await drive('vd'))).toEqual(['2']);
  });
});

describe('who avoids tolls', () => {
  test('takes the detour where one exists', async () => {
    const [direct, detour] = [await drive('ad'), await drive('ad', { avoidTolls: true })];
    expect(gatesOf(detour)).toEqual([]);
    expect(passes(detour, 'p') && passes(detour, 'q')).toBe(true);
    expect(passes(direct, 'p')).toBe(false);
    expect(detour.durationS).toBeGreaterThan(direct.durationS);
  });

  test('still gets an answer where none exists', async () => {
    expect(gatesOf(await drive('wd', { avoidTolls: true }))).toEqual(['4', '3']);
  });

  test('pays no more time for a station than others do', async () => {
    const [route, avoiding] = [await drive('wd'), await drive('wd', { avoidTolls: true })];
    expect(avoiding.durationS).toBe(route.durationS);
  });
});

describe('a via point on the route changes nothing', () => {
  test.each(['b', '1', 'v', '2', 'c'])('at %s', async (via) => {
    const [direct, over] = [await drive('ad'), await drive(`a${via}d`)];
    expect(gatesOf(over)).toEqual(gatesOf(direct));
    expect(over.lengthM).toBeCloseTo(direct.lengthM, -1);
    expect(over.durationS).toBeCloseTo(direct.durationS, -1);
    expect(over.movedM).toHaveLength(3);
  });

  test.each([
    [2, 0],
    [-9, 0],
    [14, 0],
    [0, 3],
    [0, -60],
    [5, 80],
  ])('at a station, %i m east and %i m north of it', async (eastM, northM) => {
    const beside = ({ lat, lon }: LatLon) => ({
      lat: lat + northM / 111_195,
      lon: lon + eastM / 55_597.5,
    });
    for (const [names, gates] of [
      ['ad', ['1', '2']],
      ['da', ['2']],
    ] as const)
      for (const via of ['1', '2'])
        expect(gatesOf(await drive(names, { via: [beside(map.at(via))] }))).toEqual(gates);
  });

  test('off the route it leads there', async () => {
    expect(gatesOf(await drive('apqd'))).toEqual([]);
  });
});

describe('a ferry', () => {
  test('over two lines without road between is one stretch, from quay to quay', async () => {
    const { line, ferries, secondsAt } = await drive('ai');
    expect(ferries).toHaveLength(1);
    const [{ fromIndex, toIndex } = { fromIndex: 0, toIndex: 0 }] = ferries;
    expect(flatDistanceM(line[fromIndex] ?? map.at('a'), map.at('e'))).toBeLessThan(1);
    expect(flatDistanceM(line[toIndex] ?? map.at('a'), map.at('h'))).toBeLessThan(1);
    const boardedS = secondsAt[fromIndex] ?? 0;
    const sailedS = (secondsAt[toIndex] ?? 0) - boardedS;
    // The engine sails at whole kilometres per hour.
    expect(sailedS / 600).toBeCloseTo(1, 1);
  });

  test('is boarded once, whatever the number of its lines', async () => {
    const [whole, ashore, before] = [await drive('di'), await drive('hi'), await drive('de')];
    const ferryS = whole.durationS - ashore.durationS - before.durationS;
    expect(ferryS / 900).toBeCloseTo(1, 1);
  });

  test('is no place for a stop: one in the sea is moved ashore, and how far is said', async () => {
    const { movedM, line } = await drive('gi');
    expect(movedM[0]).toBeGreaterThan(300);
    expect(movedM[1]).toBeLessThan(1);
    expect(flatDistanceM(line[0] ?? map.at('g'), map.at('h'))).toBeLessThan(1);
  });
});

describe('seconds', () => {
  test('never fall along the line, and end with the duration', async () => {
    const { secondsAt, line, durationS } = await drive('ai');
    expect(secondsAt).toHaveLength(line.length);
    expect(secondsAt.toSorted((a, b) => a - b)).toEqual(secondsAt);
    expect(secondsAt.at(-1)).toBe(durationS);
  });

  test('are those of the engine itself', async () => {
    const { durationS, lengthM } = await drive('ai');
    const raw = JSON.parse(await engine.route(REQUEST())) as {
      routes: [{ duration: number; distance: number }];
    };
    expect(durationS).toBeCloseTo(raw.routes[0].duration, 0);
    expect(lengthM).toBeCloseTo(raw.routes[0].distance, 0);
  });
});

const REQUEST = () =>
  JSON.stringify({
    locations: [map.at('a'), map.at('i')],
    costing: 'auto',
    costing_options: { auto: { toll_booth_cost: 0, ferry_cost: 300 } },
    format: 'osrm',
  });

test('one drives on the right', async () => {
  expect(await engine.route(REQUEST())).toContain('"driving_side":"right"');
  expect(await engine.route(REQUEST())).not.toContain('"driving_side":"left"');
});

test('a trip of no length is a route of no length', async () => {
  const { line, lengthM, durationS } = await drive('aa');
  expect([line.length, lengthM, durationS]).toEqual([2, 0, 0]);
});

test('a stop farther from a road than the terms allow has no route', async () => {
  const strict = openPlanner(engine, {
    source: 'drawn',
    lengthFactor: 1,
    boardingS: 300,
    isSmall: true,
    maxMovedM: 100,
  });
  const [from, to] = map.line('gi');
  if (from === undefined || to === undefined) throw new Error('Expected two points.');
  const trip = { from, to, via: [], startMs: 0, avoidTolls: false };
  await expect(strict.planTrip(trip)).rejects.toMatchObject({ code: 'route_not_possible' });
});

test('far from every road there is no route', async () => {
  const from = { lat: 51.5, lon: -0.1 };
  await expect(drive('ai', { from })).rejects.toMatchObject({ code: 'route_not_possible' });
});

test('a request that the engine can not read is a defect of ours', async () => {
  await expect(engine.route('{')).rejects.toMatchObject({ code: 'upstream_broken' });
});

test('other work goes on while the engine thinks', async () => {
  const order: string[] = [];
  const answered = engine.route(REQUEST()).then(() => order.push('answer'));
  setImmediate(() => order.push('other work'));
  await answered;
  expect(order).toEqual(['other work', 'answer']);
});

test('the same settings give the engine of this process, for ever', async () => {
  const again = openEngine(network.engineSettings);
  again.close();
  expect(await again.route(REQUEST())).toBe(await engine.route(REQUEST()));
});

describe('with other settings the engine has a process of its own, which', () => {
  let other: Engine;
  beforeAll(() => {
    // The same tiles: what differs is that the settings are not those of this process.
    other = openEngine(`${network.engineSettings} `);
  });
  afterAll(() => other.close());

  test('gives the same answers', async () => {
    expect(await other.route(REQUEST())).toBe(await engine.route(REQUEST()));
    const asks = Array.from({ length: 20 }, () => other.route(REQUEST()));
    expect(new Set(await Promise.all(asks)).size).toBe(1);
  });

  test('says the same of a trip that is not possible, and of a request that it can not read', async () => {
    const far = openPlanner(other, {
      source: 'drawn',
      lengthFactor: 1,
      boardingS: 300,
      isSmall: true,
      maxMovedM: 10_000,
    });
    const from = { lat: 51.5, lon: -0.1 };
    const trip = { from, to: map.at('i'), via: [], startMs: 0, avoidTolls: false };
    await expect(far.planTrip(trip)).rejects.toMatchObject({ code: 'route_not_possible' });
    await expect(other.route('{')).rejects.toMatchObject({ code: 'upstream_broken' });
  });

  test('ends when it is closed: what is in flight fails, and another question starts it anew', async () => {
    const inFlight = other.route(REQUEST());
    other.close();
    await expect(inFlight).rejects.toMatchObject({ code: 'upstream_broken' });
    expect(await other.route(REQUEST())).toBe(await engine.route(REQUEST()));
  });
});

test('a process that is let go ends by itself, and waits for none of its threads', async () => {
  const children: ChildProcess[] = [];
  const startProcess = ((file: string, args: string[], options: ForkOptions) => {
    const child = fork(file, args, options);
    children.push(child);
    return child;
  }) as typeof fork;
  // Time stands still: nobody kills it.
  const { timer } = handTime('2026-11-22T12:00:00Z');
  const { ask, close } = openEngineProcess(network.engineSettings, {
    threads: 1,
    timer,
    startProcess,
  });
  const question = { kind: 'route', request: REQUEST() } as const;
  await ask(question);
  const [child] = children;
  if (child === undefined) throw new Error('Expected a process.');
  const ended = once(child, 'exit');
  close();
  expect(await ended).toEqual([null, 'SIGKILL']);
});

describe('in processes of its own by choice the engine', () => {
  let pool: Engine;
  beforeAll(() => {
    pool = openEngine(`${network.engineSettings}  `, 2);
  });
  afterAll(() => pool.close());

  test('gives the answers of the one in this process, however many ask', async () => {
    const asks = Array.from({ length: 20 }, () => pool.route(REQUEST()));
    expect(new Set(await Promise.all(asks))).toEqual(new Set([await engine.route(REQUEST())]));
  });

  test('plans the same routes', async () => {
    const terms = { boardingS: 300, isSmall: true };
    const question = { stops: map.line('ad'), avoidTolls: false, terms };
    expect(await pool.routes(question)).toBe(await engine.routes(question));
  });
});
