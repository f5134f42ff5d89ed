import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../../src/upstream/valhalla/engine.ts';
import { openEngineProcess } from '../../../src/upstream/valhalla/open-engine-process.ts';
import { openPlanner } from '../../../src/upstream/valhalla/planner.ts';
import { map, openRing } from '../../support/drawn-ring.ts';
import { handTime } from '../../support/time.ts';

let settings = '';
let engine: Engine;
let remove: () => Promise<void>;
beforeAll(async () => {
  const ring = await openRing('osm');
  if (ring.network.engine.kind !== 'tiles') throw new Error('Expected tiles.');
  remove = ring.remove;
  settings = ring.network.engine.settings;
  engine = openEngine(settings);
});
afterAll(() => remove());

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

test('a stop farther from a road than the terms allow has no route', async () => {
  const strict = openPlanner(engine, {
    source: 'drawn',
    lengthFactor: 1,
    boardingS: 300,
    maxMovedM: 100,
  });
  const [from, to] = map.line('gi');
  if (from === undefined || to === undefined) throw new Error('Expected two points.');
  const trip = { from, to, via: [], startMs: 0, avoidTolls: false };
  await expect(strict.planTrip(trip)).rejects.toMatchObject({ code: 'route_not_possible' });
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
  const again = openEngine(settings);
  again.close();
  expect(await again.route(REQUEST())).toBe(await engine.route(REQUEST()));
});

describe('with other settings the engine has a process of its own, which', () => {
  let other: Engine;
  beforeAll(() => {
    // The same tiles: what differs is that the settings are not those of this process.
    other = openEngine(`${settings} `);
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
  const { ask, close } = openEngineProcess(settings, {
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
    pool = openEngine(`${settings}  `, 2);
  });
  afterAll(() => pool.close());

  test('gives the answers of the one in this process, however many ask', async () => {
    const asks = Array.from({ length: 20 }, () => pool.route(REQUEST()));
    expect(new Set(await Promise.all(asks))).toEqual(new Set([await engine.route(REQUEST())]));
  });

  test('plans the same routes', async () => {
    const terms = { boardingS: 300 };
    const question = { stops: map.line('ad'), avoidTolls: false, terms };
    expect(await pool.routes(question)).toBe(await engine.routes(question));
  });
});
