/**
 * Trips on a map of OpenStreetMap against the same trips on the bundled network, where the roads are
 * the same: the region of Bergen, with its ring, motorways, ramps and ferries, drawn as mappers do.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { loadCalendar } from '../../src/facts/load-country.ts';
import { loadFerries } from '../../src/facts/load-ferries.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import { findPlaceOnLine, flatDistanceM } from '../../src/geo/on-line.ts';
import type { RoadLink } from '../../src/network/link.ts';
import type { OpenNetwork } from '../../src/network/open-network.ts';
import { openChosenNetwork } from '../../src/network/open-network.ts';
import { readMapFile } from '../../src/network/own-map.ts';
import { openKernelPlanner } from '../../src/network/planning/kernel-planner.ts';
import { buildPassageFinder } from '../../src/passages/passage-finder.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import type { QuotedRoute } from '../../src/trip/quote.ts';
import { type QuoteTrip, quoteTrip } from '../../src/trip/quote-trip.ts';
import { NEAR_M } from '../../src/trip/settings.ts';
import { dataWith } from '../support/drawn-network.ts';
import { formatOsmFile } from '../support/osm-file.ts';
import { asOsm, regionOf } from '../support/region-as-osm.ts';

const BERGEN = { south: 59.85, west: 4.9, north: 60.65, east: 5.75 };
/** An ordinary Wednesday outside the rush. */
const START_MS = Date.parse('2026-11-18T10:00:00+01:00');
/** Two routes are the same when they are nowhere farther apart: carriageways are 9 m off. Metres. */
const SAME_M = 60;

interface Side {
  readonly network: OpenNetwork;
  readonly quote: QuoteTrip;
}
let bundled: Side;
let own: Side;
const region = await regionOf(BERGEN);
const folders = await dataWith(region.links, afterAll);

beforeAll(async () => {
  const path = join(folders.data, 'bergen.osm.pbf');
  await writeFile(path, formatOsmFile(await asOsm(region.links)));
  const { stations } = region;
  const terms = { map: await readMapFile(path), facts: { stations } };
  bundled = await openSide(await openChosenNetwork(folders, { facts: { stations } }, () => {}));
  own = await openSide(
    await openChosenNetwork({ data: DATA_DIR, home: folders.home }, terms, () => {}),
  );
});

async function openSide(network: OpenNetwork): Promise<Side> {
  const tolls = loadTolls({ bundled: DATA_DIR });
  const planner = openKernelPlanner(network);
  const placed = new Set(network.gates.map(({ stationId }) => stationId));
  const quote = quoteTrip({
    planner,
    passages: buildPassageFinder({
      gates: network.gates,
      stations: tolls.stations.filter(({ id }) => placed.has(id)),
      nearM: NEAR_M,
    }),
    tolls,
    ferries: loadFerries({ bundled: DATA_DIR }),
    calendar: loadCalendar(DATA_DIR),
    clock: { now: () => START_MS },
    dataVersion: 'test',
    dataHash: 'test',
  });
  return { network, quote };
}

/** Places on county and municipal roads, all over the region, away from motorways and ferries. */
function listStops(count: number): LatLon[] {
  const large = region.links.filter(({ kind, motor }) => kind === 'ferry' || motor !== undefined);
  const isApart = (at: LatLon) =>
    large.every(({ line }) => (findPlaceOnLine(line, at)?.offM ?? SAME_M) > 300);
  const stops: LatLon[] = [];
  const spread = region.links.toSorted((a, b) => hashOf(a) - hashOf(b));
  for (const { kind, category, ramp, oneWay, line } of spread) {
    const at = line[Math.floor(line.length / 2)] as LatLon;
    const isStreet = kind === 'road' && /[FK]/.test(category) && !ramp && !oneWay;
    const isNew = stops.every((stop) => flatDistanceM(stop, at) > 5000);
    if (isStreet && isNew && isApart(at) && stops.length < count) stops.push(at);
  }
  return stops;
}

/** Puts links in an order that has nothing to do with where they lie. */
const hashOf = ({ line }: RoadLink) => Math.sin(((line[0] as LatLon).lat * 1e6) % 1e4);

async function ask(side: Side, from: LatLon, to: LatLon, avoidTolls: boolean) {
  const request = { from, to, via: [], startMs: START_MS, avoidTolls, size: 'small' } as const;
  const quoted = await side
    .quote({ ...request, refine: true, ferry: { ferryClass: 'AP2' } })
    .catch(() => undefined);
  return quoted?.routes[0];
}

/** What is paid where, and what it costs. Records of one station are one. */
const billOf = ({ toll, ferry }: QuotedRoute) => ({
  charged: toll.charged.map(({ station, atMs: _, ...rest }) => ({
    at: station.passageKey,
    ...rest,
  })),
  free: toll.free.map(({ station, rule }) => [station.passageKey, rule]),
  total: toll.total,
  ferries: ferry.priced.map(({ name, ordinary }) => [name, ordinary.ore]),
  unpriced: ferry.unpriced.map(({ name }) => name),
});

function farthestM(from: readonly LatLon[], line: readonly LatLon[]): number {
  return Math.max(...from.map((at) => findPlaceOnLine(line, at)?.offM ?? 0));
}

const isSameRoad = ({ route: a }: QuotedRoute, { route: b }: QuotedRoute) =>
  farthestM(a.line, b.line) <= SAME_M && farthestM(b.line, a.line) <= SAME_M;

test('a drive on a map of its own has a range of time, as on the bundled network', async () => {
  const [from, to] = listStops(2);
  if (from === undefined || to === undefined) throw new Error('Expected two stops.');
  for (const side of [bundled, own]) {
    const { rangeS: [early, late] = [0, 0], durationS = 0 } =
      (await ask(side, from, to, false))?.route ?? {};
    expect([0, early, durationS, late].toSorted((a, b) => a - b)).toEqual([
      0,
      early,
      durationS,
      late,
    ]);
    expect(late).toBeGreaterThan(early);
  }
});

test('every station of the region stands on both networks', () => {
  const idsOn = ({ network }: Side) =>
    [...new Set(network.gates.map((gate) => gate.stationId))].sort();
  expect(idsOn(own)).toEqual(idsOn(bundled));
  expect(idsOn(own).length).toBeGreaterThan(40);
});

/** The two routes of a trip, the bundled one first; undefined where one of them finds no way. */
async function askBoth(from: LatLon, to: LatLon, avoidTolls: boolean) {
  const routes = [
    await ask(bundled, from, to, avoidTolls),
    await ask(own, from, to, avoidTolls),
  ] as const;
  const [a, b] = routes;
  return a === undefined || b === undefined ? undefined : ([a, b] as const);
}

describe.each([false, true])('with avoidTolls %s', (avoidTolls) => {
  test('trips over the same roads pay at the same stations and ferries, and the same sums', async () => {
    const stops = listStops(16);
    const pairs = stops.flatMap((from) =>
      stops.filter((to) => to !== from).map((to) => [from, to]),
    );
    const found = [];
    for (const [from, to] of pairs as [LatLon, LatLon][])
      found.push((await askBoth(from, to, avoidTolls)) ?? []);
    const both = found.filter((routes) => routes.length === 2);
    const same = both.filter(([a, b]) => isSameRoad(a, b));

    expect(same.map(([, b]) => billOf(b))).toEqual(same.map(([a]) => billOf(a)));
    for (const [a, b] of same) {
      expect(b.route.lengthM / a.route.lengthM).toBeGreaterThan(0.97);
      expect(b.route.lengthM / a.route.lengthM).toBeLessThan(1.03);
    }
    // Roads are driven at the limit by another model than the bundled ones.
    expect(same.length / both.length).toBeGreaterThan(0.75);
    expect(same.filter(([a]) => a.toll.charged.length > 0).length).toBeGreaterThan(25);
    expect(same.filter(([a]) => a.ferry.count > 0).length).toBeGreaterThan(10);
  });
});
