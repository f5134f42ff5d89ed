/** Recorded drives on the bundled network. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Fix, LatLon } from '../../src/base/point.ts';
import { atOnce, type Steps } from '../../src/base/steps.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { openTraceMatcher } from '../../src/matching/match-trace.ts';
import { openTracePlanner } from '../../src/network/planning/trace-planner.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import { readTrace } from '../../src/recording/read-trace.ts';
import { metresAt } from '../support/drawn.ts';
import { drawnRoads } from '../support/drawn-roads.ts';
import { findSample } from '../support/find-sample.ts';
import {
  AALESUND,
  BERGEN,
  DRAMMEN,
  endOf,
  engine,
  HAMAR,
  idsOf,
  isSailed,
  judging,
  MOLDE,
  OSLO,
  plan,
  record,
  routeOver,
  START,
  STAVANGER,
  sections,
  spots,
  stations,
  TAU,
  tracer,
} from '../support/recorded-drives.ts';

test.each([
  [1, 30],
  [1, 50],
  [2, 50],
])(
  'with a fix every %j s and noise of %j m no station is charged against its direction, also where its gate lies far from its record',
  async (everyS, noiseM) => {
    const [klett, stjoerdal] = [
      { lat: 63.3217, lon: 10.2997 },
      { lat: 63.469, lon: 10.917 },
    ];
    const southwards = '264832271'; // Kroppan bru (Sørgående)
    const northbound = await routeOver(klett, stjoerdal);
    expect(idsOf(plan(record(northbound, everyS, noiseM)).route)).not.toContain(southwards);
  },
);

describe('a recorded drive over a ferry sails from quay to quay', () => {
  test('a sketch without times with a point aboard each of two ferries takes the way between them', async () => {
    const route = await routeOver({ lat: 62.47, lon: 6.2 }, BERGEN);
    const each = record(route, 1, 0).map(({ lat, lon }) => ({ lat, lon }));
    const secondAt = (point: number) => route.secondsAt[point] as number;
    const aboard = route.ferries.map(
      ({ fromIndex, toIndex }) => each[(secondAt(fromIndex) + secondAt(toIndex)) >> 1] as LatLon,
    );
    const fixes = [...each.slice(0, 1), ...aboard, ...each.slice(-1)];
    expect([aboard.length, plan(fixes).route.ferries.length]).toEqual([2, 2]);
  });

  test.each([[240], [270], [330], [360], [390], [480]])(
    'with a fix every %j s the quay is reached however long and straight the crossing is: roads wind as they do ashore',
    async (everyS) => {
      const from = { lat: 67.31, lon: 14.48 };
      const route = await routeOver(from, { lat: 67.93, lon: 12.98 });
      const { ferries } = plan([...record(route, everyS, 20), endOf(route)]).route;
      expect([route.ferries.length, ferries.length]).toEqual([1, 1]);
    },
  );

  test.each([
    [1, 3],
    [5, 5],
    [15, 10],
    [30, 10],
  ])('also over the sound of Svelvik: a fix every %j s, %j m of noise', async (everyS, noiseM) => {
    const west = [59.62, 59.6].map((lat) => ({ lat, lon: 10.4 }));
    const east = [10.42, 10.435].map((lon) => ({ lat: 59.61 + (lon - 10.42) / 1.5, lon }));
    for (const [a, b] of west.flatMap((one) => east.map((other) => [one, other] as const)))
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const route = await routeOver(from, to);
        expect(route.ferries.length).toBe(1);
        expect(isSailed(route, everyS, noiseM)).toBe(true);
      }
  });
});

test('a drive ashore on either side of a narrow sound sails nowhere', async () => {
  const banks = [
    [
      { lat: 59.64, lon: 10.395 },
      { lat: 59.59, lon: 10.39 },
    ],
    [
      { lat: 59.612788, lon: 10.4284 },
      { lat: 59.6, lon: 10.47 },
    ],
  ] as const;
  for (const [from, to] of banks)
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const)
      for (const noiseM of [3, 15]) {
        const route = await routeOver(a, b);
        const { route: driven } = plan(record(route, 1, noiseM));
        expect([route.ferries, driven.ferries, driven.unrecordedFerryM]).toEqual([
          [],
          [],
          undefined,
        ]);
      }
});

test.each([
  ['Solavågen ferjekai', '1018355683', false],
  ['Halhjem', '1005382831', false],
  ['Ferje Flakk-Rørvik, where toll is paid as well', '349721902', true],
  ['E18 Bygdøylokket', '929790757', true],
])('whether a drive past %s, %s, is judged: %j', (_, id, isJudged) => {
  expect(spots.some((spot) => spot.id === id)).toBe(isJudged);
});

describe('a drive on one of our own routes', () => {
  test.each([
    ['Oslo to Hamar', 1, 5, OSLO, HAMAR],
    ['Oslo to Hamar', 15, 10, OSLO, HAMAR],
    ['Drammen to Oslo', 5, 10, DRAMMEN, OSLO],
    ['Molde to Ålesund, with a ferry', 10, 10, MOLDE, AALESUND],
  ])('%s, a fix every %s s, %s m of noise', async (_name, everyS, noiseM, from, to) => {
    const route = await routeOver(from, to);
    const { route: driven, match } = plan(record(route, everyS, noiseM));
    const passed = idsOf(route);
    const [sure, possible] = [idsOf(driven), idsOf(driven, true)];
    expect(sure.filter((id) => !passed.includes(id))).toEqual([]);
    expect(passed.filter((id) => !sure.includes(id) && !possible.includes(id))).toEqual([]);
    expect(driven.ferries.length).toBe(route.ferries.length);
    expect(Math.abs(driven.lengthM / route.lengthM - 1)).toBeLessThan(0.03);
    expect(match.share).toBeGreaterThan(0.97);
  });

  test('passes its stations at the moments of the recording, not of the model', async () => {
    const route = await routeOver(OSLO, HAMAR);
    const slow = record(route, 5, 5).map((fix) => ({
      ...fix,
      atMs: START + 2 * ((fix.atMs ?? 0) - START),
    }));
    const { route: driven } = plan(slow);
    for (const { stationId, atS } of (driven.passages ?? []).filter((one) => !one.isDoubted)) {
      const planned = route.passages?.find((one) => one.stationId === stationId);
      expect(Math.abs(atS - 2 * (planned?.atS ?? 0))).toBeLessThan(30);
    }
    expect(driven.durationS).toBeCloseTo(2 * route.durationS, -2);
  });

  test.each([
    ['before it', 0],
    ['behind it', 1],
  ])(
    'a station in a silence was passed between the fixes around it, also where the vehicle stood %s',
    async (_, isBehind) => {
      const route = await routeOver(OSLO, HAMAR);
      const fixes = record(route, 1, 5);
      let judged = 0;
      for (const aroundS of [20, 400])
        for (const { stationId, atS } of route.passages ?? []) {
          const standsS = isBehind === 1 ? atS + aroundS / 2 : atS - aroundS / 2;
          const late = (s: number) => (s > standsS ? 600 : 0);
          const silent = fixes.flatMap((fix, s) =>
            Math.abs(s - atS) < aroundS ? [] : { ...fix, atMs: (fix.atMs ?? 0) + 1000 * late(s) },
          );
          const { route: driven } = plan(silent);
          const told = driven.passages?.find((one) => one.stationId === stationId);
          if (told?.rangeS === undefined) continue;
          judged += 1;
          const [early, lateS] = told.rangeS;
          const passedS = atS + late(atS);
          expect([early <= passedS, passedS <= lateS]).toEqual([true, true]);
          expect([early <= told.atS, told.atS <= lateS]).toEqual([true, true]);
          // The way to the station and from it takes its time.
          expect(lateS - early).toBeLessThan(600 + aroundS + 16);
        }
      expect(judged).toBeGreaterThan(10);
    },
  );

  test('a fix a second tells the moment of a station within seconds, and without times none is told', async () => {
    const fixes = record(await routeOver(OSLO, HAMAR), 1, 5);
    const widthsOf = ({ passages = [] }: PlannedRoute) =>
      passages.map(({ rangeS = [0, 0] }) => rangeS[1] - rangeS[0]);
    expect(Math.max(...widthsOf(plan(fixes).route))).toBeLessThan(5);
    const untimed = plan(fixes.map(({ lat, lon }) => ({ lat, lon }))).route;
    expect(untimed.passages?.some(({ rangeS }) => rangeS !== undefined)).toBe(false);
  });

  test('a station of its roads whose record lies 2 km away is in doubt, and not left out', async () => {
    const moved = spots.map((spot) => ({
      ...spot,
      at: { ...spot.at, lat: spot.at.lat + 0.02 },
    }));
    const route = await routeOver(OSLO, HAMAR);
    const { route: driven, match } = plan(
      record(route, 15, 10),
      openTracePlanner(engine, { source: 'test', spots: moved, sections, judging }),
    );
    const known = [...idsOf(driven), ...idsOf(driven, true)];
    expect(idsOf(route).filter((id) => !known.includes(id))).toEqual([]);
    expect(match.doubts.map(({ why }) => why)).toContain('away-from-the-trace');
  });

  test.each([
    ['1013292326, in Ryfylketunnelen', STAVANGER, TAU, undefined],
    ['1013292326, in Ryfylketunnelen', TAU, STAVANGER, undefined],
    ['305830476, if it lay before its gate', OSLO, HAMAR, -4000],
    ['305830476, if it lay behind its gate', OSLO, HAMAR, 4000],
    ['305830476, if it lay behind its gate', HAMAR, OSLO, 2000],
  ])(
    'a station whose record lies kilometres along the road from its gate is passed once, at its record: %s',
    async (name, from, to, movedM) => {
      const id = name.slice(0, name.indexOf(','));
      const { line, secondsAt, ...route } = await routeOver(from, to);
      const alongM = [0];
      line.slice(1).forEach((at, i) => {
        alongM.push((alongM[i] as number) + flatDistanceM(line[i] as LatLon, at));
      });
      const gateS = route.passages?.find(({ stationId }) => stationId === id)?.atS ?? 0;
      const gateM = alongM[secondsAt.findIndex((second) => second >= gateS)] ?? 0;
      const place = line[alongM.findIndex((m) => m >= gateM + (movedM ?? 0))] as LatLon;
      const moved = spots.map((spot) =>
        spot.id === id && movedM !== undefined ? { ...spot, at: place } : spot,
      );
      const recordAt = moved.find((spot) => spot.id === id)?.at ?? place;
      const fromRecordM = line.map((at) => flatDistanceM(at, recordAt));
      const recordS = secondsAt[fromRecordM.indexOf(Math.min(...fromRecordM))] as number;
      const driven = plan(
        record({ line, secondsAt, ...route }, 5, 5),
        openTracePlanner(engine, { source: 'test', spots: moved, sections, judging }),
      ).route;
      const passed = driven.passages?.filter(({ stationId }) => stationId === id) ?? [];
      expect(passed.map(({ isDoubted }) => isDoubted === true)).toEqual([movedM === undefined]);
      expect(Math.abs((passed[0]?.atS ?? 0) - recordS)).toBeLessThan(30);
    },
  );

  test('there and back through Ryfylketunnelen is twice past the station, at two moments', async () => {
    const there = record(await routeOver(STAVANGER, TAU), 5, 5);
    const lastMs = there.at(-1)?.atMs ?? 0;
    const back = there
      .toReversed()
      .map(({ atMs = 0, ...at }) => ({ ...at, atMs: 2 * lastMs - atMs + 60_000 }));
    const { passages = [] } = plan([...there, ...back]).route;
    const passed = passages.filter(({ stationId }) => stationId === '1013292326');
    expect(passed.length).toBe(2);
  });

  test.each([
    ['on the way north', OSLO, HAMAR, 20],
    ['across Oslo', DRAMMEN, HAMAR, 12],
  ])('a silence of 20 minutes %s is routed, and said', async (_where, from, to, begins) => {
    const route = await routeOver(from, to);
    const silent = record(route, 5, 5).filter(({ atMs = 0 }) => {
      const minutes = (atMs - START) / 60_000;
      return minutes < begins || minutes > begins + 20;
    });
    const { route: driven, match } = plan(silent);
    expect(match.stretches.filter(({ kind }) => kind !== 'road')).toMatchObject([{ kind: 'gap' }]);
    expect(Math.abs(driven.lengthM / route.lengthM - 1)).toBeLessThan(0.03);
    const [sure, possible] = [idsOf(driven), idsOf(driven, true)];
    expect(idsOf(route).filter((id) => ![...sure, ...possible].includes(id))).toEqual([]);
    expect(possible.filter((id) => sure.includes(id))).toEqual([]);
    // What the silence had no time for at the highest limit is not possible.
    const [last, next] = silent.flatMap((fix, i) => {
      const after = silent[i + 1];
      return after && (after.atMs ?? 0) - (fix.atMs ?? 0) > 600_000 ? [fix, after] : [];
    }) as [Fix, Fix];
    const mostM = (1.25 * 1210 * 110) / 3.6;
    const far = match.doubts.filter(({ stationId, why }) => {
      const at = spots.find(({ id }) => id === stationId)?.at ?? last;
      return why === 'trace-silent' && flatDistanceM(last, at) + flatDistanceM(at, next) > mostM;
    });
    expect(far).toEqual([]);
  });

  test.each([
    ['E39 Herdal', { lat: 58.1165, lon: 7.0373 }, { lat: 58.122, lon: 7.2391 }],
    ['Hanaveien', { lat: 58.8292, lon: 5.8029 }, { lat: 58.8503, lon: 5.6515 }],
    ['Austråttveien', { lat: 58.83, lon: 5.8415 }, { lat: 58.899, lon: 5.7965 }],
  ])(
    'a silence has every station as possible that it has the time for: %s',
    async (name, from, to) => {
      const passed = stations.filter((one) => one.name.includes(name));
      const drives = await Promise.all(
        passed.map(({ at }) => routeOver(from, to, [at]).catch(() => undefined)),
      );
      const drive = drives
        .filter((one) => one?.passages?.some((on) => passed.some(({ id }) => id === on.stationId)))
        .toSorted((a, b) => (a?.durationS ?? 0) - (b?.durationS ?? 0))[0] as PlannedRoute;
      const fixes = record(drive, 5, 5);
      const endMs = fixes.at(-1)?.atMs ?? 0;
      const silent = fixes.filter(({ atMs = 0 }) => atMs < START + 60_000 || atMs > endMs - 60_000);
      const { route, match } = plan(silent);
      const keyOf = (id: string) => spots.find((spot) => spot.id === id)?.key;
      const known = [...idsOf(route), ...idsOf(route, true)].map(keyOf);
      expect(idsOf(drive).length).toBeGreaterThan(0);
      expect(idsOf(drive).filter((id) => !known.includes(keyOf(id)))).toEqual([]);
      expect(match.doubts.map(({ why }) => why)).toContain('trace-silent');
    },
  );

  test.each([
    ['in Bergen, a minute before', { lat: 60.3913, lon: 5.3221 }, 60],
    ['where the receiver is nowhere', { lat: 0, lon: 0 }, 1],
    ['in Drammen, long before it can have come here', { lat: 59.744, lon: 10.2045 }, 400],
  ])('a first fix %s adds no kilometre and no station, and is counted', async (_, at, seconds) => {
    const sound = record(await routeOver(OSLO, HAMAR), 5, 5);
    const stale = { ...at, atMs: START - 1000 * seconds };
    const { route, match, startMs } = plan([stale, ...sound]);
    const { route: whole } = plan(sound);
    expect([route.lengthM, startMs]).toEqual([whole.lengthM, START]);
    expect([idsOf(route), idsOf(route, true)]).toEqual([idsOf(whole), idsOf(whole, true)]);
    expect([match.ignored, match.leaps.length, match.beyondM]).toEqual([1, 1, 0]);
  });

  test.each([
    ['written twice', (fix: Fix) => [fix, fix]],
    [
      'repeated until the next',
      (fix: Fix) => [0, 3, 6].map((s) => ({ ...fix, atMs: (fix.atMs ?? 0) + 1000 * s })),
    ],
  ])('fixes that are %s say no more than once', async (_, again) => {
    const fixes = record(await routeOver(OSLO, HAMAR), 10, 10);
    const once = plan(fixes).route;
    const { route } = plan(fixes.flatMap(again));
    expect([idsOf(route), idsOf(route, true)]).toEqual([idsOf(once), idsOf(once, true)]);
  });

  describe('half an hour without a fix', () => {
    /** The recording without some minutes, and what follows so much later. */
    const silence = (fixes: readonly Fix[], fromMin: number, toMin: number, lateMin: number) =>
      fixes.flatMap((fix) => {
        const minutes = ((fix.atMs ?? 0) - START) / 60_000;
        if (minutes > fromMin && minutes < toMin) return [];
        return { ...fix, atMs: (fix.atMs ?? 0) + (minutes < toMin ? 0 : lateMin * 60_000) };
      });

    test('ends the drive: what lies up to the next one is in no distance, and its stations are possible', async () => {
      const route = await routeOver(OSLO, HAMAR);
      const fixes = record(route, 5, 5);
      const minuteOf = (at: number) => (route.passages?.at(at)?.atS ?? 0) / 60;
      const [from, to] = [Math.floor(minuteOf(1)), Math.ceil(minuteOf(2)) + 1];
      const { route: driven, match, parts } = plan(silence(fixes, from, to, 30));
      expect(match.drives).toHaveLength(2);
      expect(match.drives.map(({ trip }) => trip)).toEqual([0, 1]);
      expect(match.stretches.map(({ kind }) => kind)).toContain('unrecorded');
      const all = idsOf(route);
      const unseen = (route.passages ?? [])
        .filter(({ atS }) => atS >= 60 * from && atS < 60 * to)
        .map(({ stationId }) => stationId);
      expect(unseen.length).toBeGreaterThan(1);
      expect(idsOf(driven).filter((id) => unseen.includes(id))).toEqual([]);
      expect(unseen.filter((id) => !idsOf(driven, true).includes(id))).toEqual([]);
      const known = [...idsOf(driven), ...idsOf(driven, true)];
      expect(all.filter((id) => !known.includes(id))).toEqual([]);
      const [unseenM] = match.stretches
        .filter(({ kind }) => kind === 'unrecorded')
        .map(({ fromM, toM }) => toM - fromM);
      expect((driven.lengthM + (unseenM ?? 0)) / route.lengthM).toBeCloseTo(1, 1);
      // Each of the two has its own kilometres and moments.
      const [first, second] = parts;
      expect(parts).toHaveLength(2);
      expect((first?.route.lengthM ?? 0) + (second?.route.lengthM ?? 0)).toBeCloseTo(
        driven.lengthM,
        -2,
      );
      expect(first?.startMs).toBe(START);
      expect(second?.startMs).toBe(START + (to + 30) * 60_000);
      expect(first?.route.durationS).toBe(from * 60);
      for (const { route: own } of parts) {
        expect(own.secondsAt).toHaveLength(own.line.length);
        expect(own.secondsAt).toEqual(own.secondsAt.toSorted((a, b) => a - b));
      }
      const sums = parts.flatMap(({ route: own }) => idsOf(own));
      expect(sums).toEqual(idsOf(driven));
    });

    test('in a recorder that sleeps where the car is parked ends the drive, wherever it wakes', async () => {
      const out = record(await routeOver(OSLO, DRAMMEN), 60, 5);
      const lastMs = out.at(-1)?.atMs ?? 0;
      const back = record(await routeOver(DRAMMEN, OSLO), 60, 5).map((fix) => ({
        ...fix,
        atMs: (fix.atMs ?? 0) - START + lastMs + 9 * 3_600_000,
      }));
      // 0, 1 and 3 fixes are missing: it wakes up to some kilometres away.
      for (const missing of [0, 1, 3])
        expect(plan([...out, ...back.slice(missing)]).match.drives).toHaveLength(2);
    });

    test('aboard a ferry is a crossing that is named and has no price', async () => {
      const route = await routeOver(MOLDE, AALESUND);
      const [ferry] = route.ferries;
      const [from, to] = [ferry?.fromIndex ?? 0, ferry?.toIndex ?? 0].map(
        (i) => (route.secondsAt[i] ?? 0) / 60,
      ) as [number, number];
      const { route: driven, parts } = plan(silence(record(route, 10, 5), from - 2, to + 2, 30));
      expect(driven.ferries).toEqual([]);
      expect(driven.unrecordedFerryM).toBeGreaterThan(3000);
      expect(parts.map(({ route: own }) => (own.unrecordedFerryM ?? 0) > 0)).toEqual([true, false]);
    });
  });

  describe('a vehicle may turn round where nothing is recorded', () => {
    // The next place to turn round lies tens of kilometres on.
    const trips: [string, LatLon, LatLon][] = [
      ['Førde', { lat: 61.45, lon: 5.95 }, { lat: 61.46, lon: 5.75 }],
      ['Harstad', { lat: 68.75, lon: 16.57 }, { lat: 68.83, lon: 16.5 }],
      ['Bodø', { lat: 67.29, lon: 14.6 }, { lat: 67.28, lon: 14.4 }],
      ['Ålesund', { lat: 62.47, lon: 6.35 }, { lat: 62.47, lon: 6.15 }],
      ['Granvin', { lat: 60.37, lon: 6.15 }, { lat: 60.63, lon: 6.42 }],
      ['Grenland', { lat: 59.1, lon: 9.55 }, { lat: 59.25, lon: 9.62 }],
    ];
    const later = (fixes: readonly Fix[], atMs: number): Fix[] =>
      fixes.map((fix) => ({ ...fix, atMs: (fix.atMs ?? 0) - (fixes[0]?.atMs ?? 0) + atMs }));

    /** A part of a route and half of it back, behind a silence that is so much longer than that way takes. */
    const thereAndBack = (route: PlannedRoute, share: number, restS: number) => {
      const fixes = record(route, 1, 4);
      const there = fixes.slice(0, share * fixes.length);
      const half = there.slice(0, there.length / 2);
      const times = half.map(({ atMs }) => atMs ?? 0);
      const back = half.toReversed().map((fix, i) => ({ ...fix, atMs: times[i] as number }));
      const againMs = START + 1000 * (there.length + half.length + restS);
      return { there, whole: [...there, ...later(back, againMs)] };
    };

    test.each(trips)('%s, within a drive: it comes back the way it came', async (_, from, to) => {
      const { there, whole } = thereAndBack(await routeOver(from, to), 0.6, 240);
      const out = plan(there).route;
      const { route, match } = plan(whole);
      expect(match.stretches.filter(({ kind }) => kind === 'gap')).toHaveLength(1);
      expect(route.lengthM / (2 * out.lengthM)).toBeCloseTo(1, 1);
      expect(route.ferries).toHaveLength(2 * out.ferries.length);
    });

    test.each([
      ['Granvin', 120, 'Rv.13 Hardangerbrua', false],
      ['Ålesund', 600, 'Moa', true],
    ])(
      '%s: with %i seconds more than the way back %s is possible: %j',
      async (name, restS, station, isPossible) => {
        const [, from, to] = trips.find(([trip]) => trip === name) as (typeof trips)[number];
        const { match } = plan(thereAndBack(await routeOver(from, to), 0.6, restS).whole);
        const names = match.doubts.map(
          (one) => stations.find(({ id }) => id === one.stationId)?.name,
        );
        expect(names.includes(station)).toBe(isPossible);
      },
    );

    test('a station is known also where the recording ends with one fix behind a silence, a kilometre from the one before', async () => {
      const route = await routeOver({ lat: 61.5921, lon: 5.8315 }, { lat: 61.4555, lon: 5.7967 });
      const fixes = record(route, 1, 3);
      const passedS = Math.round(route.passages?.at(-1)?.atS ?? 0);
      const silent = fixes.filter((_, s) => s < passedS - 130 || s === fixes.length - 1);
      const { route: driven, match } = plan(silent);
      const [before, last] = silent.slice(-2) as [Fix, Fix];
      expect(flatDistanceM(before, last)).toBeLessThan(2000);
      expect(match.stretches.at(-1)?.kind).toBe('gap');
      const known = [...idsOf(driven), ...idsOf(driven, true)];
      expect(idsOf(route).filter((id) => !known.includes(id))).toEqual([]);
      expect(driven.lengthM / route.lengthM).toBeCloseTo(1, 1);
    });

    test('a station that the way through a silence passes there and back is possible twice', async () => {
      const route = await routeOver({ lat: 68.4, lon: 17.5 }, { lat: 68.55, lon: 17.55 });
      const [bridge] = (route.passages ?? []).filter((one) => one.stationId === '918865676');
      const passedS = Math.round(bridge?.atS ?? 0);
      const fixes = record(route, 1, 4);
      const turnMs = START + 1000 * (passedS + 200);
      const there = fixes.slice(0, passedS - 100);
      const back = fixes
        .slice(0, passedS - 240)
        .toReversed()
        .map((fix) => ({ ...fix, atMs: 2 * turnMs - (fix.atMs ?? 0) }));
      const { match } = plan([...there, ...back]);
      const possible = match.doubts.filter(({ stationId }) => stationId === bridge?.stationId);
      expect(possible.map(({ why }) => why)).toEqual(['trace-silent', 'trace-silent']);
      expect(idsOf(plan(there).route)).toEqual([]);
    });

    test.each(trips)(
      '%s, between two drives: it goes back the fastest way',
      async (_, from, to) => {
        const fixes = record(await routeOver(from, to), 1, 3);
        const { match, route } = plan([...fixes, ...later(fixes, START + 86_400_000)]);
        const [unseen] = match.stretches.filter(({ kind }) => kind === 'unrecorded');
        const [first, last] = [fixes[0], fixes.at(-1)] as [Fix, Fix];
        const back = await routeOver(last, first);
        expect(((unseen?.toM ?? 0) - (unseen?.fromM ?? 0)) / back.lengthM).toBeCloseTo(1, 1);
        expect((route.unrecordedFerryM ?? 0) > 0).toBe(back.ferries.length > 0);
      },
    );
  });

  test('what no vehicle can have driven in time is no way: the silence is crossed in a straight line', () => {
    const drive = (lat: number, lon: number, minute: number): Fix[] =>
      [0, 1, 2].map((i) => ({ lat: lat + 0.001 * i, lon, atMs: START + 60_000 * (minute + i) }));
    // From Bygdøy over the fjord to Nesodden: 45 km of road in six minutes.
    const [one, other] = [drive(59.903, 10.685, 0), drive(59.86, 10.66, 8)];
    const { route, match } = plan([...one, ...other]);
    const straightM = flatDistanceM(one.at(-1) as Fix, other[0] as Fix);
    const [gap] = match.stretches.filter(({ kind }) => kind === 'gap');
    expect(((gap?.toM ?? 0) - (gap?.fromM ?? 0)) / straightM).toBeCloseTo(1, 1);
    expect([idsOf(route), match.doubts.length > 0]).toEqual([[], true]);
  });

  test('another track of a file is another drive, also without times', async () => {
    const fixes = record(await routeOver(OSLO, HAMAR), 5, 5).map(({ lat, lon }) => ({ lat, lon }));
    const begin = { ...(fixes[500] as Fix), begins: true as const };
    const { match, parts } = plan([...fixes.slice(0, 300), begin, ...fixes.slice(501)]);
    expect(match.stretches.map(({ kind }) => kind)).toContain('unrecorded');
    expect(parts.map(({ route }) => Math.round(route.lengthM / 10_000) > 0)).toEqual([true, true]);
  });

  test.each([
    ['in July over Sognefjellet, the fastest way', '2026-07-15T10:00:00+02:00', true],
    ['in January round it, where it is closed', '2026-01-15T10:00:00+01:00', false],
  ])('a silence is routed %s', (_name, at, isOver) => {
    const beginMs = Date.parse(at);
    const drive = (lat: number, lon: number, minute: number): Fix[] =>
      [0, 1, 2].map((i) => ({
        lat: lat + 0.001 * i,
        lon,
        atMs: beginMs + 60_000 * (minute + i),
      }));
    const { route } = plan([...drive(61.8385, 8.5686, 0), ...drive(61.4037, 7.2894, 29)]);
    const names = (route.sections ?? []).map(
      ({ id }) => sections.find((one) => one.id === id)?.name,
    );
    expect(names.includes('Sognefjellet')).toBe(isOver);
  });

  test('there and back is two drives where the vehicle rested for half an hour between', async () => {
    const out = record(await routeOver(OSLO, DRAMMEN), 5, 5);
    const lastMs = out.at(-1)?.atMs ?? 0;
    const back = record(await routeOver(DRAMMEN, OSLO), 5, 5).map((fix) => ({
      ...fix,
      atMs: (fix.atMs ?? 0) - START + lastMs + 45 * 60_000,
    }));
    const { match, route } = plan([...out, ...back]);
    const [there, again] = match.drives;
    expect(match.drives).toHaveLength(2);
    expect(Math.abs((there?.toMs ?? 0) - lastMs)).toBeLessThan(60_000);
    expect(Math.abs((again?.fromMs ?? 0) - lastMs - 45 * 60_000)).toBeLessThan(60_000);
    const away = await routeOver(OSLO, DRAMMEN);
    const home = await routeOver(DRAMMEN, OSLO);
    const known = [...idsOf(route), ...idsOf(route, true)];
    const passed = [...idsOf(away), ...idsOf(home)];
    expect(passed.filter((id) => !known.includes(id))).toEqual([]);
    expect(Math.abs(route.lengthM / (away.lengthM + home.lengthM) - 1)).toBeLessThan(0.04);
  });

  test('a clock that is set back, and a leap of the receiver, cost a few fixes and no detour', async () => {
    const route = await routeOver(OSLO, HAMAR);
    const fixes = record(route, 5, 5).map((fix, i) => {
      if (i === 200) return { ...fix, lat: fix.lat + 0.5 };
      return i >= 300 && i < 310 ? { ...fix, atMs: (fix.atMs ?? 0) - 3_600_000 } : fix;
    });
    const { route: driven, match } = plan(fixes);
    expect(match.ignored).toBe(11);
    expect(Math.abs(driven.lengthM / route.lengthM - 1)).toBeLessThan(0.03);
  });

  test.each([
    ['one fix of tomorrow', (i: number) => (i === 200 ? 86_400_000 : 0), 1],
    ['twenty fixes of a day before the drive', (i: number) => (i < 20 ? -86_400_000 : 0), 0],
    ['twenty fixes of next year at its beginning', (i: number) => (i < 20 ? 3e10 : 0), 20],
  ])('%s cost no station and no hour', async (_, shiftMs, ignored) => {
    const route = await routeOver(DRAMMEN, OSLO);
    const sound = record(route, 5, 5);
    const shifted = sound.map((fix, i) => ({ ...fix, atMs: (fix.atMs ?? 0) + shiftMs(i) }));
    const { route: driven, match } = plan(shifted);
    const { route: whole } = plan(sound);
    expect(match.ignored).toBe(ignored);
    expect(match.drives.at(-1)?.toMs).toBe(sound.at(-1)?.atMs);
    expect([...idsOf(driven), ...idsOf(driven, true)]).toEqual([
      ...idsOf(whole),
      ...idsOf(whole, true),
    ]);
  });

  test('fixes from before the receiver knew the time are no drive: the trace begins behind them', async () => {
    const sound = record(await routeOver(DRAMMEN, OSLO), 5, 5);
    const unset = sound.map((fix, i) => (i < 3 ? { ...fix, atMs: 1_144_368_000_000 + i } : fix));
    const { route, startMs, match } = plan(unset);
    expect(startMs).toBe(sound[3]?.atMs);
    expect(route.durationS).toBeLessThan(3600);
    expect([match.drives.length, match.isCut]).toEqual([1, false]);
  });

  test.each([
    ['set back', (i: number, half: number) => (i < half ? 0 : -3_600_000)],
    ['set forward', (i: number, half: number) => (i < half - 20 ? 3_600_000 : 0)],
  ])('a clock that is %s, so that a part cannot be told in time, cuts the trace', async (_, by) => {
    const fixes = record(await routeOver(OSLO, DRAMMEN), 5, 5);
    const half = fixes.length / 2;
    const { match } = plan(
      fixes.map((fix, i) => ({ ...fix, atMs: (fix.atMs ?? 0) + by(i, half) })),
    );
    expect(match.isCut).toBe(true);
    expect(match.ignored).toBeGreaterThan(half - 22);
    expect(plan(fixes).match.isCut).toBe(false);
  });

  test('kilometres far from all roads are told, and lie on none', async () => {
    const sound = record(await routeOver(DRAMMEN, OSLO), 5, 5);
    const lastMs = sound.at(-1)?.atMs ?? 0;
    // From Svinesund down to Gothenburg, along no road of ours.
    const abroad = Array.from({ length: 300 }, (_, i) => ({
      lat: 59.05 - 0.0045 * i,
      lon: 11.3 + 0.002 * i,
      atMs: lastMs + 1_740_000 + 20_000 * i,
    }));
    const { match, route } = plan([...sound, ...abroad]);
    expect(match.beyondM / 1000).toBeGreaterThan(110);
    expect(match.beyondM).toBeLessThan(route.lengthM);
    expect(plan(sound).match.beyondM).toBe(0);
    const { match: away, route: line } = plan(abroad.slice(100));
    expect([away.share, Math.round(away.beyondM)]).toEqual([0, Math.round(line.lengthM)]);
    // A fix each ten minutes, 15 km from the one before.
    const sparse = abroad.filter((_, i) => i % 30 === 0);
    const { match: seldom, route: legs } = plan(sparse.slice(4));
    expect([seldom.share, Math.round(seldom.beyondM)]).toEqual([0, Math.round(legs.lengthM)]);
    const border = { lat: 59.0966, lon: 11.2531, atMs: sparse[1]?.atMs ?? 0 };
    expect(plan([border, ...sparse.slice(3, 4)]).match.beyondM / 1000).toBeGreaterThan(20);
  });

  test('without times the pace is that of the network', async () => {
    const route = await routeOver(OSLO, DRAMMEN);
    const {
      route: driven,
      match,
      startMs,
    } = plan(record(route, 5, 5).map(({ lat, lon }) => ({ lat, lon })));
    expect(match.isTimed).toBe(false);
    expect(startMs).toBe(START);
    expect(Math.abs(driven.durationS / route.durationS - 1)).toBeLessThan(0.1);
  });
});

test('a drive where the network has no road keeps its own line and says so', () => {
  const start = { lat: 61.45, lon: 8.6 };
  const fixes = Array.from({ length: 40 }, (_, i) => ({
    lat: start.lat + 0.0008 * i,
    lon: start.lon,
    atMs: START + 10_000 * i,
  }));
  const { route, match } = plan(fixes);
  const drawnM = flatDistanceM(fixes[0] as Fix, fixes[39] as Fix);
  expect(match.share).toBeLessThan(0.2);
  expect(Math.abs(route.lengthM - drawnM)).toBeLessThan(500);
  expect(route.passages?.filter((one) => !one.isDoubted)).toEqual([]);
});

test('half-way between two carriageways neither is sure', () => {
  const { network, index, metres } = drawnRoads(
    `
    a---------------b
    c---------------d
    `,
    ({ link }) => [link('E6', 'ab', { oneWay: true }), link('E6', 'cd', { oneWay: true })],
  );
  const [x, y] = metres('a');
  const fixes = Array.from({ length: 12 }, (_, i) => ({
    ...metresAt(x + 100 + 100 * i, y - 50),
    atMs: START + 5_000 * i,
  }));
  function* findWay(): Steps<undefined> {
    yield;
  }
  const rest = { restMs: 30 * 60_000, reachM: 250, stillM: 60 };
  const terms = {
    findWay,
    rest,
    leap: { fastestKmh: 250, leastM: 250, heldS: 60, mostStrayPlaces: 5 },
    silence: { longMin: 5, farM: 2000, nearM: 250, mostM: 8000 },
  };
  const { states } = atOnce(openTraceMatcher(network, index, terms)(fixes, START));
  const sure = states.map(({ confidence }) => confidence);
  expect(Math.max(...sure)).toBeLessThan(0.6);
  expect(Math.min(...sure)).toBeGreaterThan(0.3);
});

test('drives of a fix a minute that are matched in turns lie where each lies by itself', async () => {
  const fixes = record(await routeOver(OSLO, BERGEN), 60, 5);
  const works = [tracer.plan(fixes, START), tracer.plan(fixes, START)];
  let turns = works.map((work) => work.next());
  while (!turns.every(({ done }) => done))
    turns = turns.map((turn, i) => (turn.done ? turn : (works[i]?.next() ?? turn)));
  const alone = plan(fixes);
  expect(alone.match.share).toBeGreaterThan(0.95);
  for (const { value } of turns) {
    expect(value?.route.passages).toEqual(alone.route.passages);
    expect(value?.match).toEqual(alone.match);
  }
});

const TRACES = findSample('traces') ?? '';
const isThere = TRACES !== '';

describe.skipIf(!isThere)('real drives in the valleys (skipped without VEIPRIS_SAMPLES)', () => {
  const files = isThere
    ? readdirSync(TRACES).filter((file) => !file.startsWith('lillehammer'))
    : [];
  test.each(files)('%s lies on one road, as long as its own line', (file) => {
    const fixes = readTrace(readFileSync(join(TRACES, file), 'utf8'));
    const { route, match } = plan(fixes);
    expect(match.stretches.every(({ kind }) => kind === 'road')).toBe(true);
    const [first, last] = [fixes[0], fixes.at(-1)] as [Fix, Fix];
    expect(route.lengthM).toBeGreaterThan(0.8 * flatDistanceM(first, last));
    expect(idsOf(route)).toEqual([]);
  });
});
