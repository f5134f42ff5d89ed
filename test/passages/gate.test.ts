import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { buildGateIndex, findGatePassages, type Gate } from '../../src/passages/gate.ts';
import { drawn } from '../support/drawn.ts';
import { table } from '../support/table.ts';

/** The road runs from a to e; the gate stands at c, in the bend of 45 degrees. */
const map = drawn(`
              e
             .
            d
           .
  a---b---c
           .
            f
`);

test.each(
  table<'line' | 'charged' | 'passed' | 'because'>(`
    line    | charged  | passed | because
    abcde   | forward  | 2      | it is driven forward
    abcde   | backward |        | the other direction is charged
    abcde   | both     | 2      | both directions are charged
    edcba   | backward | 2      | it is driven backward
    edcba   | forward  |        | the other direction is charged
    edcba   | both     | 2      | both directions are charged
    abccde  | both     | 2      | a via point repeats the vertex, which is passed once
    abcccde | forward  | 2      | two via points repeat it
    c       | both     |        | a line of one point goes nowhere
    cc      | both     |        | a line of one place goes nowhere
    cde     | both     |        | the trip starts at the gate
    ccde    | both     |        | the trip starts at the gate, with the vertex repeated
    abc     | both     |        | the trip ends at the gate
    abcc    | both     |        | the trip ends at the gate, with the vertex repeated
    abcba   | both     |        | it turns round on the gate
    edccde  | both     |        | it turns round on a via point at the gate
    abcdcba | both     | 2, 4   | it turns round behind the gate and comes back
    abcdcba | forward  | 2      | only the way out is charged
    abcdcba | backward | 4      | only the way back is charged
    abdcbac | both     | 3      | the vertex at the end of the line does not count
    abde    | both     |        | the leg runs past the gate without its vertex
    fcf     | both     |        | a side street turns round at the junction
    fcde    | forward  |        | coming from a side street that meets the road at a sharp angle
  `),
)('$line passes a gate charged $charged at [$passed], because $because', (row) => {
  const gate = gateAt('c', row.charged as Gate['charged']);
  const passages = findGatePassages(lineOf(row.line), buildGateIndex([gate]));
  expect(passages.map((p) => p.pointIndex).join(', ')).toBe(row.passed);
});

test.each([
  ['a step north', { lat: 1e-6, lon: 0 }, 1],
  ['a step south-west', { lat: -1e-6, lon: -1e-6 }, 1],
  ['less than half a step', { lat: 0.4e-6, lon: -0.4e-6 }, 1],
  ['two steps east', { lat: 0, lon: 2e-6 }, 0],
])('a vertex %s of the gate is %o apart and counts %i times', (_, off, count) => {
  const [b, c, d] = lineOf('bcd') as [LatLon, LatLon, LatLon];
  const moved = { lat: c.lat + off.lat, lon: c.lon + off.lon };
  const index = buildGateIndex([gateAt('c', 'both')]);
  expect(findGatePassages([b, moved, d], index)).toHaveLength(count);
});

test('a line with two points that both round to the gate passes it once', () => {
  const [b, c, d] = lineOf('bcd') as [LatLon, LatLon, LatLon];
  const index = buildGateIndex([gateAt('c', 'both')]);
  const rounded = { ...c, lon: c.lon + 1e-6 };
  expect(findGatePassages([b, c, rounded, d], index)).toHaveLength(1);
  expect(findGatePassages([b, c, rounded], index)).toHaveLength(0);
});

test('a point within a metre says nothing about direction, unless the line has no other', () => {
  const [b, c, d] = lineOf('bcd') as [LatLon, LatLon, LatLon];
  const index = buildGateIndex([gateAt('c', 'forward')]);
  const behind = { ...c, lon: c.lon - 5e-6 };
  expect(findGatePassages([b, c, behind, d], index)).toHaveLength(1);
  expect(findGatePassages([b, c, behind], index)).toHaveLength(0);
  expect(findGatePassages([behind, c, d], index)).toHaveLength(1);
});

test('gates that share a vertex are each passed, in the order they were given', () => {
  const gates = [
    { ...gateAt('c', 'forward'), stationId: 'first' },
    { ...gateAt('c', 'backward'), stationId: 'against' },
    { ...gateAt('c', 'both'), stationId: 'second' },
  ];
  const passages = findGatePassages(lineOf('abcde'), buildGateIndex(gates));
  expect(passages.map(({ gate }) => gate.stationId)).toEqual(['first', 'second']);
});

test('no gates, no passages', () => {
  expect(findGatePassages(lineOf('abcde'), buildGateIndex([]))).toEqual([]);
});

const COMPASS = [0, 45, 90, 135, 180, 225, 270, 315];

test.each(COMPASS)('a straight road of bearing %i is known in both directions', (bearing) => {
  const at = { lat: 65, lon: 12 };
  const index = buildGateIndex([
    { stationId: 'forward', at, forwardBearingDeg: bearing, charged: 'forward' },
    { stationId: 'backward', at, forwardBearingDeg: bearing, charged: 'backward' },
  ]);
  const line = [moved(at, bearing + 180, 50), at, moved(at, bearing, 50)];
  expect(ids(line, index)).toEqual(['forward']);
  expect(ids(line.toReversed(), index)).toEqual(['backward']);
});

/** Walks over the drawing, letter by letter. */
const walk = fc
  .array(fc.constantFrom(...'abcdef'), { minLength: 2, maxLength: 12 })
  .map((names) => names.join(''));

test('reversing a line turns forward into backward', () => {
  const forward = buildGateIndex([gateAt('c', 'forward')]);
  const backward = buildGateIndex([gateAt('c', 'backward')]);
  fc.assert(
    fc.property(walk, (names) => {
      const line = lineOf(names);
      const there = findGatePassages(line, forward);
      const back = findGatePassages(line.toReversed(), backward);
      expect(back).toHaveLength(there.length);
    }),
  );
});

test('points added on the legs change nothing', () => {
  const index = buildGateIndex([gateAt('c', 'forward'), gateAt('d', 'both')]);
  const shares = fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 4 });
  fc.assert(
    fc.property(walk, fc.array(shares, { maxLength: 12 }), (names, extra) => {
      const line = lineOf(names);
      const cut = line.flatMap((a, i) => {
        const b = line[i + 1] ?? a;
        const onLeg = (extra[i] ?? []).toSorted((p, q) => p - q);
        return [a, ...onLeg.map((share) => between(a, b, share))];
      });
      expect(ids(cut, index)).toEqual(ids(line, index));
    }),
  );
});

/** The gate at a letter of the drawing; forward is from a to e. */
function gateAt(name: string, charged: Gate['charged']): Gate {
  const [at] = lineOf(name) as [LatLon];
  return { stationId: `station ${name}`, at, forwardBearingDeg: 90, charged };
}

/** A metre of the drawing is a metre on the ground near 60 N, 10 E, rounded to six decimals. */
function lineOf(names: string): LatLon[] {
  return map.line(names).map(([eastM, northM]) => ({
    lat: rounded(60 + northM / 111_195),
    lon: rounded(10 + eastM / (111_195 * Math.cos(Math.PI / 3))),
  }));
}

function moved({ lat, lon }: LatLon, bearingDeg: number, byM: number): LatLon {
  const rad = (bearingDeg * Math.PI) / 180;
  return {
    lat: rounded(lat + (byM * Math.cos(rad)) / 111_195),
    lon: rounded(lon + (byM * Math.sin(rad)) / (111_195 * Math.cos((lat * Math.PI) / 180))),
  };
}

const between = (a: LatLon, b: LatLon, share: number): LatLon => ({
  lat: rounded(a.lat + (b.lat - a.lat) * share),
  lon: rounded(a.lon + (b.lon - a.lon) * share),
});
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
const ids = (line: readonly LatLon[], index: ReturnType<typeof buildGateIndex>) =>
  findGatePassages(line, index).map(({ gate }) => gate.stationId);
