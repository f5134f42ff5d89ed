/** Recordings of many drives: those past stations that are drawn by a seed, and those over each ferry of the country. */
import { describe, expect, test } from 'vitest';
import { memoizeKeys } from '../../src/base/memoize.ts';
import type { Fix, LatLon } from '../../src/base/point.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import {
  BERGEN,
  endOf,
  engine,
  idsOf,
  isSailed,
  OSLO,
  openNoise,
  plan,
  record,
  routeOver,
  START,
  spots,
  TRONDHEIM,
} from '../support/recorded-drives.ts';

/** Drives between places that are drawn by a seed, each past two stations at least. */
async function listSeeded(count: number): Promise<readonly PlannedRoute[]> {
  const bell = openNoise(5);
  const near = ({ lat, lon }: LatLon) => ({ lat: lat + 0.06 * bell(), lon: lon + 0.12 * bell() });
  const routes: PlannedRoute[] = [];
  while (routes.length < count) {
    const town = [OSLO, BERGEN, TRONDHEIM][routes.length % 3] as LatLon;
    const route = await routeOver(near(town), near(town)).catch(() => undefined);
    if (route?.passages !== undefined && route.passages.length >= 2) routes.push(route);
  }
  return routes;
}
const SEEDED = await listSeeded(75);

/** Drives over each ferry between two quays, both ways, from so far behind one to so far behind the other. */
const listSailed = memoizeKeys(async (behindDeg: number) => {
  const { quays } = readBundled(DATA_DIR, 'ferry-quays.json');
  const { connections } = readBundled(DATA_DIR, 'ferry-connections.json');
  const byId = new Map(quays.map((quay) => [quay.id, quay]));
  const behind = (one: LatLon, other: LatLon): LatLon => {
    const [north, east] = [one.lat - other.lat, one.lon - other.lon];
    const far = Math.hypot(north, east * Math.cos((one.lat * Math.PI) / 180)) || 1;
    const share = behindDeg / far;
    return { lat: one.lat + share * north, lon: one.lon + share * east };
  };
  const sailed: (PlannedRoute & { readonly name: string })[] = [];
  for (const { name, quayIds } of connections) {
    const [one, other, ...more] = quayIds.map((id) => byId.get(id));
    if (one === undefined || other === undefined || more.length > 0) continue;
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      const route = await routeOver(behind(a, b), behind(b, a)).catch(() => undefined);
      if (route?.ferries.length === 1) sailed.push({ ...route, name });
    }
  }
  return sailed;
});

test.each([[305], [600]])(
  'with a fix every %j s no station is charged oftener than it was passed: a fix between silences tells no direction',
  async (everyS) => {
    const over: string[] = [];
    for (const route of SEEDED.slice(0, 60)) {
      const left = idsOf(route);
      for (const id of idsOf(plan(record(route, everyS, 15)).route)) {
        const at = left.indexOf(id);
        if (at === -1) over.push(id);
        else left.splice(at, 1);
      }
    }
    expect(over).toEqual([]);
  },
);

describe('a recorded drive over a ferry sails from quay to quay', () => {
  test.each([
    ['from 3 km behind one quay to 3 km behind the other', 0.03, 100],
    ['from one quay to the other', 0, 80],
  ])(
    '%s: drives of %j degrees behind the quay, %i at least, and none lost',
    async (_, behindDeg, least) => {
      const drives = await listSailed(behindDeg);
      expect(drives.length).toBeGreaterThan(least);
      const lost = drives.filter((drive) => !isSailed(drive, 10, 5));
      expect(lost.map(({ name }) => name)).toEqual([]);
    },
  );

  test.each([
    [305, 0.03],
    [420, 0.03],
    [900, 0.03],
    [360, 0.25],
  ])(
    'with a fix every %j s all but one in seventy sail once, from %j degrees behind the quay',
    async (everyS, behindDeg) => {
      const drives = await listSailed(behindDeg);
      const others = drives.filter(
        (drive) => plan([...record(drive, everyS, 8), endOf(drive)]).route.ferries.length !== 1,
      );
      expect(others.length / drives.length).toBeLessThanOrEqual(1 / 70);
    },
  );

  test('with a fix every five minutes and a bit one of a hundred is sailed more than once at most', async () => {
    const drives = await listSailed(0.03);
    const over = drives.filter(
      (drive) => plan(record(drive, 305, 8)).route.ferries.length > drive.ferries.length,
    );
    expect(over.length / drives.length).toBeLessThanOrEqual(0.01);
  });
});

describe('a crossing that is recorded alone is sailed, or told as one that may have been', () => {
  /** The part of a drive that is aboard, without a share of it at both ends. */
  const aboard = (drive: PlannedRoute, less: number): PlannedRoute => {
    const { fromIndex = 0, toIndex = 0 } = drive.ferries[0] ?? {};
    const line = drive.line.slice(fromIndex, toIndex + 1);
    const all = drive.secondsAt.slice(fromIndex, toIndex + 1);
    const [beginS, endS] = [all[0], all.at(-1)] as [number, number];
    const cutS = less * (endS - beginS);
    const secondsAt = all.map((second) => second - beginS - cutS);
    return { ...drive, line, secondsAt, durationS: endS - beginS - 2 * cutS };
  };

  test.each([
    ['a fix every 5 s, 0 m of noise, from quay to quay', 5, 0, 0],
    ['a fix every 5 s, 8 m of noise, from quay to quay', 5, 8, 0],
    ['a fix every 5 s, 8 m of noise, begun and ended at sea', 5, 8, 0.05],
    ['a fix every 60 s, 10 m of noise, begun and ended at sea', 60, 10, 0.05],
  ])('%s', async (_, everyS, noiseM, less) => {
    const lost = (await listSailed(0.03)).filter((drive) => {
      const { ferries, unrecordedFerryM = 0 } = plan(
        record(aboard(drive, less), everyS, noiseM),
      ).route;
      return ferries.length + (unrecordedFerryM > 0 ? 1 : 0) !== 1;
    });
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  test('one that begins in the middle of the way is silent in 6 of 100 at most, on ways of hardly two kilometres', async () => {
    const drives = await listSailed(0.03);
    const silent = drives.filter((drive) => {
      const { fromIndex = 0, toIndex = 0 } = drive.ferries[0] ?? {};
      const [boardS = 0, landS = 0] = [fromIndex, toIndex].map((i) => drive.secondsAt[i]);
      const beginMs = START + 500 * (boardS + landS);
      const fixes = record(drive, 5, 6).filter(({ atMs = 0 }) => atMs > beginMs);
      const { ferries, unrecordedFerryM = 0 } = plan(fixes).route;
      return ferries.length === 0 && unrecordedFerryM === 0;
    });
    const lengthOf = ({ line, ferries: [ferry] }: PlannedRoute) =>
      flatDistanceM(line[ferry?.fromIndex ?? 0] as LatLon, line[ferry?.toIndex ?? 0] as LatLon);
    expect(drives.length).toBeGreaterThan(150);
    expect(silent.length / drives.length).toBeLessThan(0.06);
    expect(silent.filter((drive) => lengthOf(drive) > 2000)).toEqual([]);
  });
});

test.each([
  'Moss-Horten',
  'Halhjem-Sandvikvåg',
  'Lavik-Oppedal',
  'Molde-Vestnes',
  'Bognes-Lødingen',
])(
  'a drive to the quays of %s, or away from them, that waits 200 m off in a car park sails nowhere',
  async (name) => {
    const sailed = (await listSailed(0.03)).filter((drive) => drive.name === name);
    expect(sailed.length).toBeGreaterThan(0);
    for (const drive of sailed) {
      const { fromIndex = 0 } = drive.ferries[0] ?? {};
      const toQuay = {
        ...drive,
        line: drive.line.slice(0, fromIndex + 1),
        durationS: drive.secondsAt[fromIndex - 1] ?? 0,
      };
      const fixes = record(toQuay, 5, 10);
      const last = fixes.at(-1) as Fix;
      const aside = Array.from(
        { length: 40 },
        (_, i): Fix => ({
          lat: last.lat + 0.0009 * Math.min(1, i / 10),
          lon: last.lon - 0.0018 * Math.min(1, i / 10),
          atMs: (last.atMs ?? 0) + 5000 * (i + 1),
        }),
      );
      const there = [...fixes, ...aside];
      const ends = there.map(({ atMs = 0 }) => atMs);
      const back = there.toReversed().map((fix, i) => ({ ...fix, atMs: ends[i] as number }));
      for (const way of [there, back]) expect(plan(way).route.ferries).toEqual([]);
    }
  },
);

describe('of seeded drives on our own roads', () => {
  const { stationIds } = engine.network.gates;
  const keyOf = new Map(spots.map(({ id, key }) => [id, key]));
  const toKeys = (ids: readonly string[]) => ids.flatMap((id) => keyOf.get(id) ?? []);
  // A route passes stations that its network has; others may stand beside it.
  const placed = new Set(toKeys(stationIds));

  // Two dense drives on the E18 are charged the ramp at Lysaker as well, which stands beside its station.
  test.each([
    [1, 5, 0.99, 2],
    [15, 10, 0.99, 0],
    [60, 30, 0.95, 0],
  ])(
    'recorded every %s s with %s m of noise, %s of the stations are charged or named, and at most %s others charged',
    async (everyS, noiseM, aim, most) => {
      let [passed, known, wrong] = [0, 0, 0];
      for (const route of SEEDED) {
        const { route: driven } = plan(record(route, everyS, noiseM));
        const [own, sure] = [toKeys(idsOf(route)), toKeys(idsOf(driven))];
        const told = [...sure, ...toKeys(idsOf(driven, true))];
        passed += own.length;
        known += own.filter((key) => told.includes(key)).length;
        wrong += sure.filter((key) => placed.has(key) && !own.includes(key)).length;
      }
      expect(passed).toBeGreaterThan(200);
      expect(known / passed).toBeGreaterThanOrEqual(aim);
      expect(wrong).toBeLessThanOrEqual(most);
    },
  );
});

describe('a vehicle that has not left a station to another side than it came from is not charged for it', () => {
  const AROUND_S = 90;
  const countSure = async (toFixes: (fixes: readonly Fix[], atS: number) => readonly Fix[]) => {
    const sure: string[] = [];
    for (const route of SEEDED.slice(0, 30)) {
      const fixes = record(route, 1, 10);
      const isLate = ({ atS }: { readonly atS: number }) => atS > 60 && atS < route.durationS - 60;
      for (const { stationId, atS } of (route.passages ?? []).filter(isLate)) {
        const { passages = [] } = plan(toFixes(fixes, Math.round(atS))).route;
        const own = passages.filter((one) => one.stationId === stationId);
        if (own.some((one) => !one.isDoubted)) sure.push(stationId);
      }
    }
    return sure;
  };
  const at = (fix: Fix, s: number): Fix => ({ ...fix, atMs: START + 1000 * s });
  /** Ten minutes at the place of a second of the drive, with the noise of others. */
  const stand = (fixes: readonly Fix[], atS: number): Fix[] => {
    const noise = openNoise(atS);
    const { lat, lon } = fixes[atS] as Fix;
    return Array.from({ length: 600 }, (_, s) =>
      at({ lat: lat + (10 * noise()) / 111_195, lon: lon + (10 * noise()) / 56_000 }, s),
    );
  };

  test('it begins to drive there', async () => {
    const begin = (fixes: readonly Fix[], atS: number) => [
      ...stand(fixes, atS),
      ...fixes.slice(atS, atS + AROUND_S).map((fix, s) => at(fix, 600 + s)),
    ];
    expect(await countSure(begin)).toEqual([]);
  });

  test('it ends to drive there', async () => {
    const end = (fixes: readonly Fix[], atS: number) => [
      ...fixes.slice(Math.max(0, atS - AROUND_S), atS).map((fix, s) => at(fix, s - AROUND_S)),
      ...stand(fixes, atS),
    ];
    // One station stands 18 m off its road: the noise of the stay leads past it.
    expect((await countSure(end)).length).toBeLessThanOrEqual(1);
  });

  test('it turns round before the station, a fix every half minute', async () => {
    const turn = (fixes: readonly Fix[], atS: number) => {
      const there = fixes.slice(Math.max(0, atS - 8 * AROUND_S), atS - 6);
      const both = [...there, ...there.toReversed()].map(at);
      return both.filter((_, s) => s % 30 === 0);
    };
    expect(await countSure(turn)).toEqual([]);
  });

  test('passing it at a fifteenth of the pace may be on foot', async () => {
    const walk = (fixes: readonly Fix[]) =>
      fixes.map((fix) => at(fix, 15 * (((fix.atMs ?? START) - START) / 1000)));
    expect(await countSure(walk)).toEqual([]);
  });

  test('passing it is charged', async () => {
    expect((await countSure((fixes) => fixes)).length).toBeGreaterThan(3);
  });
});
