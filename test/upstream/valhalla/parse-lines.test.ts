/** What the chart makes of the engine's bare lines. */
import { expect, test } from 'vitest';
import { distancesAlongM } from '../../../src/geo/measured-line.ts';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import { buildRoadChart } from '../../../src/geo/road-chart.ts';
import { parseLines } from '../../../src/upstream/valhalla/parse-lines.ts';
import { map } from './drawn-ring.ts';

const BOARDING_S = 300;
const chart = buildRoadChart({
  junctions: map.line('bcd'),
  roads: [
    { line: map.line('abcde'), kmh: 72 },
    { line: map.line('bpqc'), kmh: 36 },
    { line: map.line('hi'), kmh: 72 },
  ],
  ferries: [{ line: map.line('egh'), kmh: 18 }],
  paved: [],
});
const terms = { chart, lengthFactor: 1, boardingS: BOARDING_S };

const metres = (names: string) => distancesAlongM(map.line(names)).at(-1) ?? 0;

/** What the engine writes of a way, in kilometres and seconds. */
const trip = (names: string, time: number, lengthM = metres(names)) => ({
  summary: { length: lengthM / 1000, time },
  legs: [{ shape: encodePolyline(map.line(names)) }] as const,
});
const driveS = (names: string, kmh: number) => (metres(names) / kmh) * 3.6;

test('the moment at each point: driven and sailed as fast as the chart says', () => {
  const timeS = driveS('abcde', 72) + BOARDING_S + driveS('egh', 18) + driveS('hi', 72);
  const [route] = parseLines({ trip: trip('abcdeghi', timeS) }, terms) ?? [];
  const moments = route?.secondsAt ?? [];
  expect(moments[1]).toBeCloseTo(driveS('ab', 72), 6);
  expect(moments[3]).toBeCloseTo(driveS('abcd', 72), 6);
  // One waits at the quay, and is aboard when the quay is left behind.
  expect(moments[4]).toBeCloseTo(driveS('abcde', 72) + BOARDING_S, 6);
  expect(moments[6]).toBeCloseTo(timeS - driveS('hi', 72), 6);
  expect(route?.durationS).toBeCloseTo(timeS, 6);
  expect(route?.ferries).toEqual([{ fromIndex: 4, toIndex: 6 }]);
});

test('what is neither driven nor boarded is turned, most of it where the turn is sharper', () => {
  const timeS = driveS('ab', 72) + driveS('bpqc', 36) + driveS('cd', 72) + 10;
  const [route] = parseLines({ trip: trip('abpqcd', timeS) }, terms) ?? [];
  const [, atB = 0, , , atC = 0] = route?.secondsAt ?? [];
  const turnedAtB = atB - driveS('ab', 72);
  const turnedAtC = atC - driveS('ab', 72) - driveS('bpqc', 36) - turnedAtB;
  expect(turnedAtB + turnedAtC).toBeCloseTo(10, 6);
  // Left at b, left again at c.
  expect(turnedAtB).toBeGreaterThan(3);
  expect(turnedAtC).toBeGreaterThan(3);
});

test('a line is as long as the engine says, and roads longer by the length factor', () => {
  const lengthM = metres('deghi') * 1.001;
  const timeS = driveS('de', 72) + BOARDING_S + driveS('egh', 18) + driveS('hi', 72) + 2;
  const long = trip('deghi', timeS, lengthM);
  const [route] = parseLines({ trip: long }, terms) ?? [];
  const [longer] = parseLines({ trip: long }, { ...terms, lengthFactor: 1.02 }) ?? [];
  expect(route?.lengthM).toBeCloseTo(lengthM, 6);
  const sailedM = metres('egh') * 1.001;
  expect(longer?.lengthM).toBeCloseTo(sailedM + (lengthM - sailedM) * 1.02, 6);
  const drivenS = (driveS('de', 72) + driveS('hi', 72)) * 1.001;
  expect((longer?.durationS ?? 0) - (route?.durationS ?? 0)).toBeCloseTo(drivenS * 0.02, 6);
});

test('other ways follow the recommended one', () => {
  const direct = trip('abcd', driveS('abcd', 72));
  const around = trip('abpqcd', driveS('ab', 72) + driveS('bpqc', 36) + driveS('cd', 72));
  const routes = parseLines({ trip: direct, alternates: [{ trip: around }] }, terms);
  expect(routes?.map(({ id, line }) => [id, line.length])).toEqual([
    ['1', 4],
    ['2', 6],
  ]);
});

test.each([
  ['a way that the chart does not know', trip('aq', 1e6)],
  ['a way that can not be driven in the time', trip('abcd', driveS('abcd', 72) - 5)],
  ['a way without junctions that takes longer', trip('ab', driveS('ab', 72) + 5)],
])('of %s nothing is told, nor of the others', (_, unknown) => {
  const known = trip('abcd', driveS('abcd', 72));
  expect(parseLines({ trip: known }, terms)).toBeDefined();
  expect(parseLines({ trip: known, alternates: [{ trip: unknown }] }, terms)).toBeUndefined();
});

test('a trip of no length takes no time', () => {
  const [route] = parseLines({ trip: trip('aa', 0) }, terms) ?? [];
  expect(route).toMatchObject({ lengthM: 0, durationS: 0, ferries: [], secondsAt: [0, 0] });
});
