import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM, flatLengthM } from '../../../src/geo/on-line.ts';
import { keyOf } from '../../../src/geo/vertex.ts';
import { cutGates, type LinkPart } from '../../../src/network/n1000/cut-gates.ts';
import type { PlacedStation } from '../../../src/network/placement/place.ts';
import { metresAt } from '../../support/drawn.ts';

const station = (
  id: string,
  alongM: number,
  facts: Partial<PlacedStation> = {},
): PlacedStation => ({
  id,
  link: 0,
  alongM,
  offM: 0,
  forward: true,
  backward: true,
  by: 'road-number',
  ...facts,
});

/** A line eastward, with a point for each of the given metres. */
const eastward = (...metres: number[]) => metres.map((eastM) => metresAt(eastM, 0));

/** The parts of a link, and all gates on them. */
function cutLink(...terms: Parameters<typeof cutGates>) {
  const parts = cutGates(...terms);
  return { parts, gates: parts.flatMap(({ gates = [] }) => gates) };
}
type CutLink = ReturnType<typeof cutLink>;

/** What one drives from one end of a link to the other, part by part. */
function drive({ parts }: CutLink, direction: 'forward' | 'backward'): LatLon[] {
  const last = parts.at(-1);
  // The last carriageway of all is one backward.
  const end = last?.oneWay ? last.line[0] : last?.line.at(-1);
  const from = direction === 'forward' ? parts[0]?.line[0] : end;
  const driven = from === undefined ? [] : [from];
  const left = [...parts];
  for (;;) {
    const here = keyOf(driven.at(-1) as LatLon);
    const i = left.findIndex(
      ({ line, oneWay }) =>
        keyOf(line[0] as LatLon) === here ||
        (oneWay !== true && keyOf(line.at(-1) as LatLon) === here),
    );
    const [part] = i < 0 ? [] : left.splice(i, 1);
    if (part === undefined) return driven;
    // The other carriageway would lead back.
    if (part.oneWay) dropTwin(left, part);
    const isTurned = keyOf(part.line[0] as LatLon) !== here;
    driven.push(...(isTurned ? part.line.toReversed() : part.line).slice(1));
  }
}

function dropTwin(parts: LinkPart[], { line }: LinkPart): void {
  const twin = parts.findIndex(
    (other) =>
      keyOf(other.line[0] as LatLon) === keyOf(line.at(-1) as LatLon) &&
      keyOf(other.line.at(-1) as LatLon) === keyOf(line[0] as LatLon),
  );
  if (twin < 0) throw new Error('Expected two carriageways.');
  parts.splice(twin, 1);
}

const namesPassed = (cut: CutLink, direction: 'forward' | 'backward') =>
  drive(cut, direction)
    .slice(1, -1)
    .flatMap((point) => cut.gates.filter(({ at }) => keyOf(at) === keyOf(point)))
    .map(({ stationId }) => stationId);

test('a link without stations stays whole', () => {
  const line = eastward(0, 400, 900);
  expect(cutLink({ line }, [])).toEqual({ parts: [{ line }], gates: [] });
});

test('a station becomes two carriageways of 30 m, with the road before and behind them', () => {
  const { parts, gates } = cutLink({ line: eastward(0, 1000) }, [station('1', 400)]);
  expect(parts.map(({ oneWay = false }) => oneWay)).toEqual([false, true, true, false]);
  expect(parts.map(({ line }) => Math.round(flatLengthM(line)))).toEqual([385, 30, 30, 585]);
  expect(gates.map(({ forwardBearingDeg }) => Math.round(forwardBearingDeg))).toEqual([90, 270]);
  expect(gates.every(({ charged }) => charged === 'forward')).toBe(true);
});

test('one drives on the right: the carriageway eastward lies south of that westward', () => {
  const [east, west] = cutLink({ line: eastward(0, 1000) }, [station('1', 400)]).gates;
  expect(((west?.at.lat ?? 0) - (east?.at.lat ?? 0)) * 111_195).toBeCloseTo(2, 0);
});

test.each([
  ['both directions', true, true],
  ['the forward direction', true, false],
  ['the backward direction', false, true],
])(
  'a station that charges %s has a gate in each of them, and in no other',
  (_, forward, backward) => {
    const cut = cutLink({ line: eastward(0, 1000) }, [station('1', 400, { forward, backward })]);
    expect(namesPassed(cut, 'forward')).toEqual(forward ? ['1'] : []);
    expect(namesPassed(cut, 'backward')).toEqual(backward ? ['1'] : []);
    expect(cut.parts.filter(({ gates }) => gates !== undefined)).toHaveLength(
      Number(forward) + Number(backward),
    );
  },
);

test('of a one-way road there is one carriageway, and every part of it is one-way', () => {
  const link = { line: eastward(0, 1000), oneWay: true as const };
  const { parts, gates } = cutLink(link, [station('1', 400, { backward: false })]);
  expect(parts.map(({ oneWay }) => oneWay)).toEqual([true, true, true]);
  expect(gates.map(({ stationId }) => stationId)).toEqual(['1']);
});

test('stations within 60 m share their place, and each is passed', () => {
  const cut = cutLink({ line: eastward(0, 1000) }, [station('2', 440), station('1', 400)]);
  expect(cut.parts).toHaveLength(4);
  expect(namesPassed(cut, 'forward')).toEqual(['1', '2']);
  const [first, second] = cut.gates;
  expect(first?.at).toEqual(second?.at);
});

test('stations farther apart have places of their own, in the order of the road', () => {
  const cut = cutLink({ line: eastward(0, 1000) }, [station('2', 500), station('1', 400)]);
  expect(cut.parts).toHaveLength(7);
  expect(namesPassed(cut, 'forward')).toEqual(['1', '2']);
  expect(namesPassed(cut, 'backward')).toEqual(['2', '1']);
});

test.each([
  ['at the start of a link', 0, 200],
  ['at its end', 200, 200],
  ['less than a metre before the end of the room', 184.6, 200],
  ['on a link of 39 m', 20, 39],
  ['on a link of 3 m', 1, 3],
  ['on a link of 20 cm', 0, 0.2],
])('a station %s is passed, and leaves no gap', (_, alongM, lengthM) => {
  const line = eastward(0, lengthM);
  const cut = cutLink({ line }, [station('1', alongM)]);
  expect(namesPassed(cut, 'forward')).toEqual(['1']);
  expect(namesPassed(cut, 'backward')).toEqual(['1']);
  expectWhole(cut, line);
});

/** Lines of legs of 5 to 800 m that wind, but do not turn back on themselves. */
const winding = fc
  .array(
    fc.record({
      legM: fc.integer({ min: 5, max: 800 }),
      turnDeg: fc.integer({ min: -60, max: 60 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((legs) => {
    let [eastM, northM, bearingDeg] = [0, 0, 30];
    const line = [metresAt(0, 0)];
    for (const { legM, turnDeg } of legs) {
      bearingDeg += turnDeg / 2;
      eastM += legM * Math.sin((bearingDeg * Math.PI) / 180);
      northM += legM * Math.cos((bearingDeg * Math.PI) / 180);
      line.push(metresAt(eastM, northM));
    }
    return line;
  });
const stations = fc
  .array(
    fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      forward: fc.boolean(),
      backward: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((found) => found.map((facts, i) => ({ ...facts, id: String(i) })));
const scene = fc.tuple(winding, stations).map(([line, found]) => ({
  line,
  stations: found.map(({ share, ...facts }) => station(facts.id, share * flatLengthM(line), facts)),
}));

test('whatever the stations, the parts lead from the first to the last point and back', () => {
  fc.assert(
    fc.property(scene, ({ line, stations: placed }) => {
      expectWhole(cutLink({ line }, placed), line);
    }),
    { numRuns: 500 },
  );
});

test('whatever the stations, each charged direction passes exactly those that charge it', () => {
  fc.assert(
    fc.property(scene, ({ line, stations: placed }) => {
      const cut = cutLink({ line }, placed);
      for (const direction of ['forward', 'backward'] as const)
        expect(namesPassed(cut, direction).sort()).toEqual(
          placed.filter((found) => found[direction]).map(({ id }) => id),
        );
    }),
    { numRuns: 500 },
  );
});

test('whatever the stations, a gate is a point of one carriageway only, and never its end', () => {
  fc.assert(
    fc.property(scene, ({ line, stations: placed }) => {
      const { parts, gates } = cutLink({ line }, placed);
      for (const { at } of gates) {
        const holders = parts.filter((part) => part.line.some((p) => keyOf(p) === keyOf(at)));
        expect(holders).toHaveLength(1);
        const [{ line: held, oneWay } = { line: [] }] = holders;
        expect(oneWay).toBe(true);
        expect(held.slice(1, -1).map(keyOf)).toContain(keyOf(at));
      }
    }),
    { numRuns: 500 },
  );
});

test('whatever the stations, the cut link is nowhere farther than 15 m from the drawn one', () => {
  fc.assert(
    fc.property(scene, ({ line, stations: placed }) => {
      const cutM = flatLengthM(drive(cutLink({ line }, placed), 'forward'));
      expect(cutM).toBeGreaterThan(flatLengthM(line) * 0.8);
      expect(cutM).toBeLessThan(flatLengthM(line) + 1 + placed.length);
    }),
  );
});

/** The parts cover the link in both directions, without gaps, repeats and parts of no length. */
function expectWhole(cut: CutLink, line: readonly LatLon[]): void {
  const [first, last] = [line[0], line.at(-1)] as [LatLon, LatLon];
  const [there, back] = [drive(cut, 'forward'), drive(cut, 'backward')];
  expect([there[0], there.at(-1)].map((p) => keyOf(p as LatLon))).toEqual([
    keyOf(first),
    keyOf(last),
  ]);
  expect([back[0], back.at(-1)].map((p) => keyOf(p as LatLon))).toEqual([
    keyOf(last),
    keyOf(first),
  ]);
  for (const { line: part } of cut.parts)
    part.slice(1).forEach((point, i) => {
      expect(flatDistanceM(part[i] as LatLon, point)).toBeGreaterThan(0.05);
    });
}
