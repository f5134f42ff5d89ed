import { describe, expect, test } from 'vitest';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import { parseRoute, readAnswer } from '../../../src/upstream/osrm/parse-route.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';
import { type FakeStep, osrmAnswer } from '../../support/fake-upstream/osrm.ts';

/** One character is 100 m. */
const map = drawnNetwork(`
  a---b---c~~~~~~~d~~~~e---f
`);
const step = (points: string, facts: Partial<FakeStep> = {}): FakeStep => ({
  line: map.line(points),
  ...facts,
});
const sail = (points: string, durationS = 600) => step(points, { mode: 'ferry', durationS });

type Json = Record<string, unknown>;

const rawRoute = (...legs: readonly FakeStep[][]): Json =>
  (osrmAnswer([legs]).routes as Json[])[0] as Json;

/** The route with each of its steps changed. */
const withSteps = (route: Json, change: (step: Json, index: number) => Json): Json => ({
  ...route,
  legs: (route.legs as Json[]).map((leg) => ({ ...leg, steps: (leg.steps as Json[]).map(change) })),
});

const without = (object: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

describe('the line and its times', () => {
  test('steps join to one line, and each spreads its seconds over its own length', () => {
    const route = parseRoute(
      rawRoute([step('abc', { durationS: 80 }), step('cd', { durationS: 8 })]),
      '1',
    );
    expect(route.line).toEqual(map.line('abcd'));
    expect(route.secondsAt.map((seconds) => Math.round(seconds))).toEqual([0, 40, 80, 88]);
    expect(route.durationS).toBe(88);
    expect(Math.round(route.lengthM / 10) * 10).toBe(1600);
    expect(route).toMatchObject({ id: '1', ferries: [] });
  });

  test('legs between stops join, too', () => {
    const route = parseRoute(rawRoute([step('ab')], [step('bc'), sail('cd')]), '1');
    expect(route.line[0]).toEqual(map.at('a'));
    expect(route.line.at(-1)).toEqual(map.at('d'));
    expect(route.secondsAt.toSorted((a, b) => a - b)).toEqual(route.secondsAt);
    expect(route.ferries).toHaveLength(1);
  });

  test('a trip from a place to itself is a line of two points', () => {
    const route = parseRoute(rawRoute([step('aa')]), '1');
    expect(route.line.length).toBeGreaterThanOrEqual(2);
    expect(route).toMatchObject({ lengthM: 0, durationS: 0 });
  });
});

describe('ferries', () => {
  const sailedOf = (...legs: readonly FakeStep[][]) => {
    const { ferries, line } = parseRoute(rawRoute(...legs), '1');
    return ferries.map(({ fromIndex, toIndex }) => [line[fromIndex], line[toIndex]]);
  };

  test('steps sailed one after the other are one stretch', () => {
    expect(sailedOf([step('abc'), sail('cd'), sail('de'), step('ef')])).toEqual([map.line('ce')]);
  });

  test('road between two ferries makes them two', () => {
    expect(sailedOf([sail('ab'), step('bc'), sail('cd')])).toEqual([
      map.line('ab'),
      map.line('cd'),
    ]);
  });

  test('a trip may begin and end on a ferry', () => {
    expect(sailedOf([sail('cd')], [sail('de')])).toEqual([map.line('ce')]);
  });

  test('the seconds of a ferry are its own', () => {
    const { secondsAt } = parseRoute(
      rawRoute([step('bc', { durationS: 30 }), sail('cd', 1500)]),
      '1',
    );
    expect(secondsAt.slice(0, 3)).toEqual([0, 30, 1530]);
  });
});

test('each step says what its road is called', () => {
  const raw = withSteps(rawRoute([step('ab'), step('bc'), step('cd')]), (one, i) => ({
    ...one,
    ...[
      { ref: 'E 6; E 39', name: ' ' },
      { ref: '', name: 'Tempevegen' },
      { ref: 509, name: null },
    ][i],
  }));
  expect(parseRoute(raw, '1').roads).toEqual([
    { toIndex: 1, numbers: ['E 6', 'E 39'] },
    { toIndex: 2, numbers: [], name: 'Tempevegen' },
    { toIndex: 3, numbers: ['509'] },
  ]);
});

describe('what may be missing', () => {
  const full = rawRoute([step('abc', { durationS: 80 }), sail('cd', 900)]);
  const whole = parseRoute(full, '1');

  test('everything that is not read, and unknown members beside it', () => {
    const bare = withSteps(full, ({ geometry, duration, mode, name, ref }) => ({
      geometry,
      duration,
      mode,
      name,
      ref,
    }));
    const { legs, distance, duration } = bare;
    expect(parseRoute({ legs, distance, duration, new_member: [null] }, '1')).toEqual(whole);
  });

  test('the length and the duration of the route: those of its steps', () => {
    const route = parseRoute(without(full, 'distance', 'duration'), '1');
    expect(route.durationS).toBe(980);
    expect(route.lengthM / whole.lengthM).toBeCloseTo(1, 3);
  });

  test('durations of steps: they share what the others leave', () => {
    const raw = withSteps(full, (one, i) => (i === 0 ? without(one, 'duration') : one));
    expect(parseRoute(raw, '1').secondsAt.map(Math.round)).toEqual([0, 40, 80, 980]);
    const none = withSteps(full, (one) => ({ ...one, duration: null }));
    expect(parseRoute(none, '1').secondsAt.at(-1)).toBeCloseTo(980, 6);
  });

  test('lengths and durations below 0, which cannot be', () => {
    const raw = withSteps({ ...full, distance: -1, duration: -1 }, (one, i) => ({
      ...one,
      ...(i === 2 && { duration: -1 }),
    }));
    expect(parseRoute(raw, '1').secondsAt).toEqual(whole.secondsAt);
    expect(parseRoute(raw, '1').durationS).toBe(980);
    expect(parseRoute(raw, '1').lengthM).toBeGreaterThan(0);
  });

  test('the geometry of a step without extent', () => {
    const raw = withSteps(full, (one, i) => (i === 2 ? without(one, 'geometry') : one));
    expect(parseRoute(raw, '1').line).toEqual(map.line('abcd'));
  });
});

test.each([[5 as const], [6 as const]])('encoded lines of %d decimals are read', (decimals) => {
  const raw = withSteps(rawRoute([step('abc')]), (one) => {
    const { coordinates } = one.geometry as { coordinates: [number, number][] };
    const scale = decimals === 6 ? 1 : 0.1;
    const line = coordinates.map(([lon, lat]) => ({ lat: lat * scale, lon: lon * scale }));
    return { ...one, geometry: encodePolyline(line) };
  });
  const { line } = parseRoute(raw, '1');
  map.line('abc').forEach(({ lat, lon }, i) => {
    expect(line[i]?.lat).toBeCloseTo(lat, 4);
    expect(line[i]?.lon).toBeCloseTo(lon, 4);
  });
});

const full = rawRoute([step('abc'), sail('cd')]);
const withGeometry = (geometry: unknown) =>
  withSteps(full, (one, i) => (i === 1 ? { ...one, geometry } : one));

test.each<readonly [string, unknown]>([
  ['no route', null],
  ['a list', []],
  ['no legs', without(full, 'legs')],
  ['legs without steps', { ...full, legs: [{}, { steps: [] }, null] }],
  ['a step without a line', withGeometry(undefined)],
  ['a line of no known form', withGeometry({ type: 'LineString' })],
  ['coordinates that are no numbers', withGeometry({ coordinates: [['7', '59']] })],
  ['coordinates that are no points', withGeometry({ coordinates: [null, 7, []] })],
  ['a place outside the world', withGeometry({ coordinates: [[7, 95]] })],
  ['an encoded line of nonsense', withGeometry('~~~~~~~~~~~~~~~~~~~~~~')],
  ['a gap between its steps', rawRoute([step('ab'), step('cd')])],
  [
    'no durations at all',
    without(
      withSteps(full, (one) => without(one, 'duration')),
      'duration',
    ),
  ],
  ['a ferry of a month', rawRoute([sail('cd', 3e6)])],
  ['a duration beyond all bounds', rawRoute([sail('cd', 1e300)])],
])('a route with %s is broken, and nothing of it is told', (_, raw) => {
  expect(() => parseRoute(raw, '1')).toThrowError(
    expect.objectContaining({
      code: 'upstream_broken',
      publicMessage: 'The OSRM server gave an answer that cannot be read.',
    }),
  );
});

const reply = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });

test('routes and stops are handed on, the best route first', () => {
  const answer = { code: 'Ok', data_version: 'x', routes: [{ a: 1 }, {}], waypoints: [{}] };
  expect(readAnswer(reply(answer))).toEqual({ routes: [{ a: 1 }, {}], waypoints: [{}] });
});

test('stops may be missing', () => {
  expect(readAnswer(reply({ code: 'Ok', routes: [{}] })).waypoints).toEqual([]);
});

test.each([
  ['NoRoute', 400],
  ['NoSegment', 400],
  ['NoRoute', 200],
  ['NoSegment', 404],
])('%s with %d is no route', (code, status) => {
  expect(() => readAnswer(reply({ code, message: 'Impossible' }, status))).toThrowError(
    expect.objectContaining({ code: 'route_not_possible', publicMessage: 'route_not_possible' }),
  );
});

test('a server that is failing says nothing about the trip', () => {
  expect(() => readAnswer(reply({ code: 'NoRoute' }, 500))).toThrowError(
    expect.objectContaining({ code: 'upstream_broken' }),
  );
});

test('the log names the code, and no text of the server, which may repeat coordinates', () => {
  const secret = { code: 'InvalidUrl', message: 'malformed close to 10.7522,59.9139' };
  expect(messageOf(() => readAnswer(reply(secret, 400)))).toBe(
    'OSRM server: status 400 with the code InvalidUrl',
  );
  const odd = { code: '10.7522,59.9139' };
  expect(messageOf(() => readAnswer(reply(odd)))).toContain('of no known form');
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Expected a fault.');
}
