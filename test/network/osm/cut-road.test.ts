import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatLengthM } from '../../../src/geo/on-line.ts';
import { type OsmRoad, toOsmRoad } from '../../../src/network/compile/placing-road.ts';
import { type CutRoad, cutRoad } from '../../../src/network/osm/cut-road.ts';
import type { PlacedStation } from '../../../src/network/place.ts';
import { buildGateIndex, findGatePassages } from '../../../src/passages/gate.ts';
import { metresAt } from '../../support/drawn-network.ts';

const station = (id: string, alongM: number, facts: Partial<PlacedStation> = {}) => ({
  id,
  link: 0,
  alongM,
  offM: 0,
  forward: true,
  backward: true,
  by: 'road-number' as const,
  ...facts,
});

/** A road with nodes 1, 2, 3 … at these metres eastward. */
function road(metres: readonly number[], driven: 'forward' | 'backward' | 'both' = 'both') {
  const nodes = metres.map((eastM, i) => ({ id: i + 1, at: metresAt(eastM, 0) }));
  return toOsmRoad(7, { highway: 'trunk' }, { category: 'K', ramp: false, driven }, nodes);
}

function cut(whole: OsmRoad, stations: readonly PlacedStation[]): CutRoad {
  let next = 100;
  return cutRoad(whole, stations, () => next++);
}

/** What one drives from a node to another, the ids of the nodes; undefined where there is no way. */
function drive({ pieces }: CutRoad, isOneWay: boolean, from: number, to: number) {
  const legs = pieces.flatMap(({ nodeIds, carriageway }) =>
    nodeIds.slice(1).flatMap((b, i) => {
      const a = nodeIds[i] as number;
      const isBothWays = carriageway === undefined && !isOneWay;
      return isBothWays ? [[a, b] as const, [b, a] as const] : [[a, b] as const];
    }),
  );
  const paths: number[][] = [[from]];
  const seen = new Set([from]);
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const here = path.at(-1);
    if (here === to) return path;
    for (const [a, b] of legs)
      if (a === here && !seen.has(b)) {
        seen.add(b);
        paths.push([...path, b]);
      }
  }
  return undefined;
}

/** The stations that one pays at between the ends of a road. */
function paid(whole: OsmRoad, parts: CutRoad, direction: 'forward' | 'backward') {
  const places = new Map<number, LatLon>(
    whole.nodeIds.map((id, i) => [id, whole.line[i] as LatLon]),
  );
  for (const { id, at } of parts.nodes) places.set(id, at);
  const ends = [whole.nodeIds[0], whole.nodeIds.at(-1)] as [number, number];
  const [from, to] = direction === 'forward' ? ends : [ends[1], ends[0]];
  const path = drive(parts, whole.oneWay, from, to);
  const line = path?.map((id) => places.get(id) as LatLon);
  return (
    line &&
    findGatePassages(line, buildGateIndex(parts.gates))
      .map(({ gate }) => gate.stationId)
      .sort()
  );
}

test('a road without stations stays whole', () => {
  const parts = cut(road([0, 100, 300]), []);
  expect(parts).toEqual({ pieces: [{ nodeIds: [1, 2, 3] }], nodes: [], gates: [] });
});

test('a one-way road gets the nodes of the gate and stays one way', () => {
  const { pieces, nodes, gates } = cut(road([0, 100, 300], 'forward'), [station('s', 200)]);
  expect(pieces).toEqual([{ nodeIds: [1, 2, 100, 101, 102, 3] }]);
  expect(nodes.map(({ tags }) => tags)).toEqual([undefined, { barrier: 'toll_booth' }, undefined]);
  expect(gates).toEqual([
    {
      stationId: 's',
      at: nodes[1]?.at,
      forwardBearingDeg: expect.closeTo(90, 3),
      charged: 'forward',
    },
  ]);
});

test('a road that is driven both ways becomes a pair of carriageways at the station', () => {
  const { pieces, gates } = cut(road([0, 100, 300]), [station('s', 200, { backward: false })]);
  expect(pieces).toEqual([
    { nodeIds: [1, 2, 100] },
    { nodeIds: [100, 101, 102], carriageway: 'forward' },
    { nodeIds: [102, 103, 100], carriageway: 'backward' },
    { nodeIds: [102, 3] },
  ]);
  expect(gates).toHaveLength(1);
});

test('a station moves to the next leg where its own has no room, and never over a junction node', () => {
  const { nodes } = cut(road([0, 100, 101, 300], 'forward'), [station('s', 100.4)]);
  expect(nodes.every(({ at }) => at.lon < metresAt(100, 0).lon)).toBe(true);
  const short = cut(road([0, 1, 2, 3], 'forward'), [station('s', 1.5)]);
  expect(paid(road([0, 1, 2, 3], 'forward'), short, 'forward')).toEqual(['s']);
});

test('points of one place that the file lists twice are kept', () => {
  const whole = road([0, 100, 100, 300]);
  const { pieces } = cut(whole, [station('s', 200)]);
  expect(pieces.flatMap(({ nodeIds }) => nodeIds)).toEqual(expect.arrayContaining([1, 2, 3, 4]));
});

describe('whatever the road and its stations', () => {
  const legs = fc.array(fc.integer({ min: 4, max: 400 }), { minLength: 1, maxLength: 8 });
  const stations = fc.array(
    fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      forward: fc.boolean(),
      backward: fc.boolean(),
    }),
    { maxLength: 5 },
  );
  const toRoad = (legsM: readonly number[], driven: 'forward' | 'both') => {
    let eastM = 0;
    return road([0, ...legsM.map((legM) => (eastM += legM))], driven);
  };

  test('each direction passes exactly the stations that charge it, and every node of before', () => {
    fc.assert(
      fc.property(legs, stations, fc.constantFrom('forward', 'both'), (legsM, found, driven) => {
        const whole = toRoad(legsM, driven);
        const lengthM = flatLengthM(whole.line);
        const placed = found.map(({ share, ...facts }, i) =>
          station(String(i), share * lengthM, {
            ...facts,
            ...(whole.oneWay && { forward: true, backward: false }),
          }),
        );
        const parts = cut(whole, placed);
        for (const direction of ['forward', 'backward'] as const) {
          const expected = placed.filter((one) => one[direction]).map(({ id }) => id);
          const isClosed = whole.oneWay && direction === 'backward';
          expect(paid(whole, parts, direction)).toEqual(isClosed ? undefined : expected.sort());
        }
        const nodeIds = whole.nodeIds;
        const path = drive(parts, whole.oneWay, 1, nodeIds.length) ?? [];
        expect(path.filter((id) => id < 100)).toEqual(nodeIds);
      }),
      { numRuns: 300 },
    );
  });

  test('no id is given twice, and every new node belongs to a piece', () => {
    fc.assert(
      fc.property(legs, stations, (legsM, found) => {
        const whole = toRoad(legsM, 'both');
        const lengthM = flatLengthM(whole.line);
        const parts = cut(
          whole,
          found.map(({ share, ...facts }, i) => station(String(i), share * lengthM, facts)),
        );
        const ids = parts.nodes.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const used = parts.pieces.flatMap(({ nodeIds }) => nodeIds);
        expect(ids.every((id) => used.includes(id))).toBe(true);
        expect(parts.pieces.every(({ nodeIds }) => nodeIds.length > 1)).toBe(true);
      }),
    );
  });
});
