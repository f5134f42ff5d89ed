/** What a planner promises, on the bundled network and on a map of one's own. */
import { afterAll, describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { openKernelPlanner } from '../../../src/network/planning/kernel-planner.ts';
import { buildPassageFinder } from '../../../src/passages/passage-finder.ts';
import type { PlannedRoute } from '../../../src/passages/planned-route.ts';
import type { TripRequest } from '../../../src/trip/ports.ts';
import { map, openRing, type RingKind } from '../../support/drawn-ring.ts';

const NETWORKS = {
  bundled: await openRing('bundled', afterAll),
  osm: await openRing('osm', afterAll),
};

describe.each<RingKind>(['bundled', 'osm'])('on the %s network', (kind) => {
  const network = NETWORKS[kind];
  const planner = openKernelPlanner(network);
  const passages = buildPassageFinder({ gates: network.gates, stations: [], nearM: 50 });

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
  const gatesOf = (route: PlannedRoute) =>
    passages.findExact(route)?.map(({ stationId }) => stationId);
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

    test('they are told with the metres and seconds of the line where they stand', async () => {
      const route = await drive('ad');
      const found = passages.findExact(route) ?? [];
      expect(found.map(({ alongM }) => Math.round(alongM / 100))).toEqual([30, 42]);
      for (const { alongM, atS } of found)
        expect((atS * route.lengthM) / route.durationS / alongM).toBeCloseTo(1, 1);
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
      expect(over.stops).toHaveLength(3);
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

    test.each([
      ['p1q', ['1', '2']],
      ['q1p', ['2']],
      ['p2q', ['1', '2']],
    ])(
      'at a station that the direct way does not pass, %s, one drives on past it',
      async (names, gates) => {
        expect(gatesOf(await drive(names))).toEqual(gates);
      },
    );

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
      expect(sailedS / 600).toBeCloseTo(1, 2);
    });

    test('is boarded once, whatever the number of its lines', async () => {
      const [whole, ashore, before] = [await drive('di'), await drive('hi'), await drive('de')];
      const ferryS = whole.durationS - ashore.durationS - before.durationS;
      // Ten minutes at sea, and three to board.
      expect(ferryS / 60 - 10).toBeCloseTo(3, 0);
    });

    test('is no place for a stop: one in the sea is moved ashore, and how far is said', async () => {
      const { stops, line } = await drive('gi');
      expect(stops[0]?.movedM).toBeGreaterThan(300);
      expect(stops[1]?.movedM).toBeLessThan(1);
      expect(flatDistanceM(line[0] ?? map.at('g'), map.at('h'))).toBeLessThan(1);
    });
  });

  test('seconds never fall along the line, and end with the duration', async () => {
    const { secondsAt, line, durationS } = await drive('ai');
    expect(secondsAt).toHaveLength(line.length);
    expect(secondsAt.toSorted((a, b) => a - b)).toEqual(secondsAt);
    expect(secondsAt.at(-1)).toBe(durationS);
  });

  test('a trip of no length is a route of no length', async () => {
    const { line, lengthM, durationS } = await drive('aa');
    expect([line.length, lengthM, durationS]).toEqual([2, 0, 0]);
  });

  test('far from every road there is no route', async () => {
    const from = { lat: 51.5, lon: -0.1 };
    await expect(drive('ai', { from })).rejects.toMatchObject({ code: 'route_not_possible' });
  });
});

test.each<RingKind>(['bundled', 'osm'])(
  'on the %s network one boards at a quay that the trip begins on',
  async (kind) => {
    const planner = openKernelPlanner(NETWORKS[kind]);
    const [from, to] = map.line('ei') as [LatLon, LatLon];
    const [route] = await planner.planTrip({ from, to, via: [], startMs: 0, avoidTolls: false });
    // Three minutes to board, ten at sea, and the road beyond.
    expect(route?.secondsAt[route.ferries[0]?.fromIndex ?? -1]).toBe(180);
  },
);
