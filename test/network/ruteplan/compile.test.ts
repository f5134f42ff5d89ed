import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { fromUtm33 } from '../../../src/geo/utm33.ts';
import type { StationToPlace } from '../../../src/network/placement/place.ts';
import { listGatePlaces } from '../../../src/routing/network.ts';
import { openRouter } from '../../../src/routing/router.ts';
import type { StopTerms } from '../../../src/routing/snap.ts';
import {
  compileFile,
  type DrawnFile,
  type DrawnRow,
  drawFile,
  type Place,
} from '../../support/drawn-ruteplan.ts';

const [EAST, NORTH] = [270_000, 7_040_000];
const at = (x: number, y: number): Place => [EAST + x, NORTH + y];
const PLACES: Readonly<Record<string, Place>> = {
  A: at(0, 0),
  B: at(1000, 0),
  C: at(2000, 0),
  D: at(1000, 1000),
  E: at(2000, 1000),
  F: at(3000, 0),
};
let nextId = 1;
/** A street between two places that are named by letters, which are its nodes. */
const street = (ends: string, facts: Readonly<Record<string, unknown>> = {}): DrawnRow => {
  const [from, to] = [ends.charAt(0), ends.charAt(1)];
  return {
    linkid: nextId++,
    fromnode: from.charCodeAt(0),
    tonode: to.charCodeAt(0),
    line: [PLACES[from], PLACES[to]] as readonly Place[],
    ...facts,
  };
};

/** Metres of the way from one place to another, to the nearest ten; undefined where there is none. */
async function openDrawn(file: DrawnFile, stations: readonly StationToPlace[] = []) {
  const compiled = await compileFile(await drawFile(file), { stations });
  const { network, index } = compiled.prepared;
  const router = openRouter(network, index);
  const drive = (from: Place, to: Place) => {
    const stops = [from, to].map((place) => router.snap(fromUtm33(place)));
    if (stops.some((stop) => stop === undefined)) return undefined;
    const wish = { avoidTolls: false, others: 0, closed: [] };
    return router.drive(stops as never, wish)[0];
  };
  const wayM = (from: string, to: string) => {
    const driven = drive(PLACES[from] as Place, PLACES[to] as Place);
    return driven && Math.round(driven.lengthM / 10) * 10;
  };
  const snap = (place: Place, terms: StopTerms) => router.snap(fromUtm33(place), terms);
  return { ...compiled, network, drive, wayM, snap };
}

describe('what cars drive', () => {
  const round = ['AB', 'BD', 'DE', 'EC', 'CF'].map((ends) => street(ends));

  test.each<[string, Readonly<Record<string, unknown>>, there: number, back: number]>([
    ['both ways', { oneway: 'B' }, 3000, 3000],
    ['with its line', { oneway: 'FT' }, 3000, 5000],
    ['against its line', { oneway: 'TF' }, 5000, 3000],
    ['not at all', { oneway: 'N' }, 5000, 5000],
    ['in no direction with minutes', { drivetime_fw: -1, drivetime_bw: -1 }, 5000, 5000],
    ['in the one direction that has minutes', { drivetime_bw: -1 }, 3000, 5000],
    ['on foot', { roadtype: 'Gang- og sykkelveg' }, 5000, 5000],
    ['up to a bar', { vegsperring: 'ja' }, 5000, 5000],
    [
      'past a toll booth that is called a bar',
      { vegsperring: 'ja', vegsperring_function: 'Betalingssperre' },
      3000,
      3000,
    ],
    ['on a private road, round it', { roadid: '{P97}' }, 5000, 5000],
    ['on a forest road, round it', { roadid: '{S5}' }, 5000, 5000],
    ['on a tractor road, round it', { roadtype: 'Traktorveg' }, 5000, 5000],
    ['round a road without through traffic', { gjennomkjoring_forbudt: 'ja' }, 5000, 5000],
  ])('a link is driven %s', async (_, facts, there, back) => {
    const { wayM } = await openDrawn({ links: [...round, street('BC', facts)] });
    expect([wayM('A', 'F'), wayM('F', 'A')]).toEqual([there, back]);
  });

  test('a private road is driven to the house on it', async () => {
    const { drive } = await openDrawn({ links: [...round, street('BC', { roadid: '{P97}' })] });
    expect(drive(PLACES.A as Place, at(1500, 0))?.lengthM).toBeCloseTo(1500, -1);
  });
});

describe('a motorway', () => {
  const MOTORWAY = { roadclass: 0, oneway: 'FT' };
  /** The motorway BC, a street 300 m north of it that leads round, and another 3 km south. */
  const roads = (motorwayFacts: Readonly<Record<string, unknown>>) => ({
    links: [
      street('AB'),
      street('BC', motorwayFacts),
      street('CF'),
      { ...street('AF'), line: [PLACES.A as Place, at(1500, 300), PLACES.F as Place] },
    ],
  });
  const snapNear = async (facts: Readonly<Record<string, unknown>>, isPassed = false) => {
    const { snap } = await openDrawn(roads(facts));
    return snap(at(1500, 1), { isPassed });
  };

  test.each<[string, Readonly<Record<string, unknown>>, boolean, moved: boolean]>([
    ['begins beside it', MOTORWAY, false, true],
    ['begins beside a two-way street of its class', { roadclass: 0 }, false, false],
    ['begins beside another road', { ...MOTORWAY, roadclass: 6 }, false, false],
    ['passes over it', MOTORWAY, true, false],
  ])('no drive that %s sets out there: it could not stop', async (_, facts, isPassed, moved) => {
    const stop = await snapNear(facts, isPassed);
    const offM = flatDistanceM(stop?.at as LatLon, fromUtm33(at(1500, 0)));
    expect(offM > 250).toBe(moved);
    expect(offM < 1).toBe(!moved);
  });

  test('it is stopped on where the vehicle says that it heads along it', async () => {
    const { snap } = await openDrawn(roads(MOTORWAY));
    const stop = snap(at(1500, 1), { bearing: 90 });
    expect(flatDistanceM(stop?.at as LatLon, fromUtm33(at(1500, 0)))).toBeCloseTo(0, -1);
    expect(stop).toMatchObject({ bearingMet: true });
  });

  test('it is stopped on where no other road is near', async () => {
    const { snap } = await openDrawn({
      links: [street('AB', MOTORWAY), street('BC', MOTORWAY), street('CF')],
    });
    const stop = snap(at(900, 1), {});
    expect(flatDistanceM(stop?.at as LatLon, fromUtm33(at(900, 0)))).toBeCloseTo(0, -1);
  });
});

test('a turn is banned by the table of turns, and only that turn', async () => {
  const links = ['AB', 'BC', 'BD', 'DE', 'EC'].map((ends) => street(ends));
  const [ab, bc] = links.map(({ linkid }) => linkid) as [number, number];
  const turn = {
    fromLinkID: String(ab),
    toLinkID: bc,
    fromFromNode: 65,
    fromToNode: 66,
    toToNode: 67,
  };
  const astray = { ...turn, toLinkID: 99_999 };
  const { wayM, report } = await openDrawn({ links, tables: { turnrestrictions: [turn, astray] } });
  expect([wayM('A', 'C'), wayM('C', 'A'), wayM('D', 'C')]).toEqual([4000, 2000, 2000]);
  expect([report.bans, report.bansNotMet]).toEqual([1, 1]);
});

describe('bars by link position', () => {
  const sequence = { routeid: '77' };
  test('both sides are driven up to the bar, and no way leads through', async () => {
    const { wayM, drive } = await openDrawn({
      links: [street('AB'), street('BC', sequence), street('BD'), street('DE'), street('EC')],
      tables: {
        nvdb_vegsperring: [{ veglenkesekvensid: 77, relativposisjon: 0.3, funksjon: 'Bom' }],
      },
    });
    expect(wayM('B', 'C')).toBe(3000);
    expect(drive(at(1000, 0), at(1250, 0))?.lengthM).toBeCloseTo(250, -1);
    expect(drive(at(1000, 0), at(1350, 0))?.lengthM).toBeCloseTo(3650, -1);
  });

  test('a table whose columns name no links is said to be unused', async () => {
    const { report } = await openDrawn({
      links: [street('AB')],
      tables: { nvdb_vegsperring: [{ kommentar: 'Bom' }] },
    });
    expect(report.notes).toContain('nvdb_vegsperring names no links, and is not used: kommentar');
  });
});

describe('nodes', () => {
  test('an end without id belongs to the node at the same millimetre', async () => {
    const { wayM } = await openDrawn({
      links: [street('AB', { tonode: null }), street('BC'), street('BD', { fromnode: ' ' })],
    });
    expect([wayM('A', 'C'), wayM('A', 'D')]).toEqual([2000, 2000]);
  });

  test('two ids at one place are a bridge over a road, and nothing leads from one to the other', async () => {
    const { wayM, report } = await openDrawn({
      links: [street('AB'), street('BC', { fromnode: 1000 }), street('BD')],
    });
    expect(wayM('A', 'D')).toBe(2000);
    expect(report.components).toBe(2);
    expect(report.apart).toHaveLength(1);
  });

  test('links are one where nothing is decided, with their points and times', async () => {
    const { report, network } = await openDrawn({
      links: [
        street('AB', { speedfw: 80, speedbw: 80, drivetime_fw: 1.095, drivetime_bw: 1.095 }),
        street('CB'),
        street('CE'),
      ],
    });
    expect([report.links, report.mergedLinks, report.nodes, report.mergedNodes]).toEqual([
      3, 1, 4, 2,
    ]);
    expect(network.graph.links.points).toHaveLength(8);
    // 1 km at 80, 2 km at 50 km/h, times the factor of class 6.
    expect([...network.times.ofEdge]).toEqual([275_940, 275_940]);
  });

  test('a name, a number, a tunnel and a one-way street stay apart', async () => {
    for (const facts of [
      { streetname: 'Storgata' },
      { roadid: '{K2}' },
      { istunnel: 1 },
      { oneway: 'FT' },
    ]) {
      const { report } = await openDrawn({ links: [street('AB'), street('BC', facts)] });
      expect(report.mergedLinks).toBe(2);
    }
  });
});

describe('the time of a ferry', () => {
  test.each([
    [0.01, 6000],
    [0, Number.POSITIVE_INFINITY],
    [-1, Number.POSITIVE_INFINITY],
  ])(
    'comes from our facts, whatever its minutes are, and its speed by them is said: %j',
    async (minutes, kmh) => {
      const ferry = { isferry: 1, drivetime_fw: minutes, drivetime_bw: minutes };
      const { drive, report } = await openDrawn({
        links: [street('AB'), street('BC', ferry), street('CE')],
      });
      const driven = drive(PLACES.A as Place, PLACES.E as Place);
      // 1 km by land and water each, and the time to board.
      expect((driven?.durationMs ?? 0) / 60_000).toBeGreaterThan(5);
      expect(driven?.sailed).toHaveLength(1);
      expect(report.ferries?.map((one) => Math.round(one.kmh))).toEqual([kmh]);
      expect(report.ferriesTooFast).toBe(1);
    },
  );
});

describe('toll stations by link position', () => {
  const station = (facts: Partial<StationToPlace>): StationToPlace => ({
    id: '7',
    name: 'Drawn',
    project: 'drawn',
    kind: 'autopass',
    road: 'E6',
    at: fromUtm33(at(1300, 0)),
    onRamp: false,
    charged: 'both',
    ...facts,
  });
  const links = (facts: Readonly<Record<string, unknown>>) => [
    street('AB'),
    street('BC', { routeid: '77', ...facts }),
    street('CE'),
  ];
  const passed = (drive: Awaited<ReturnType<typeof openDrawn>>['drive'], from: Place, to: Place) =>
    drive(from, to)?.passages.length;

  test.each<
    [charged: 'with' | 'against' | 'both', from: number, to: number, there: number, back: number]
  >([
    ['both', 0, 1, 1, 1],
    ['with', 0, 1, 1, 0],
    ['against', 0, 1, 0, 1],
    // The line runs against its sequence.
    ['with', 1, 0, 0, 1],
  ])(
    'charging %s its sequence, from %d to %d: %d there and %d back',
    async (charged, from, to, there, back) => {
      const share = from < to ? 0.3 : 0.7;
      const positions = [{ linkId: 77, at: share, charged }];
      const { drive, placement, network } = await openDrawn(
        { links: links({ from_measure: from, to_measure: to }) },
        [station({ positions })],
      );
      expect(placement.placed.map(({ by, offM }) => [by, Math.round(offM)])).toEqual([
        ['link-position', 0],
      ]);
      expect(listGatePlaces(network)).toHaveLength(1);
      expect([
        passed(drive, at(1000, 0), at(2000, 0)),
        passed(drive, at(2000, 0), at(1000, 0)),
      ]).toEqual([there, back]);
      // A trip that ends before it does not pass it.
      expect(passed(drive, at(1000, 0), at(1290, 0))).toBe(0);
    },
  );

  test('a position far from the place of the record is not believed, and the audit says so', async () => {
    const positions = [{ linkId: 77, at: 0.8, charged: 'both' as const }];
    const { placement } = await openDrawn({ links: links({ roadid: '{F9}' }) }, [
      station({ positions, at: fromUtm33(at(1300, 300)) }),
    ]);
    expect(placement.placed).toEqual([]);
    expect(placement.unplaced[0]?.why).toMatch(
      /^its link position lies 5\d\d m from its place, and /,
    );
  });
});

test('a file without a road that cars may drive on is refused in one sentence that names it', async () => {
  const path = await drawFile({ links: [street('AB', { oneway: 'N' })] });
  await expect(compileFile(path)).rejects.toThrow(`${path} holds no road that cars may drive on.`);
});
