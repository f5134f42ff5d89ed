/** Ways by money over ferries: the search comes to each quay, station and end at the moment at which the route does. */
import { beforeAll, expect, test } from 'vitest';
import { seeded } from '../../../measure/numbers.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { placeOfSection, type WaitFor } from '../../../src/routing/drive.ts';
import type { FareState } from '../../../src/routing/money-fares.ts';
import type { MoneyAim } from '../../../src/routing/money-label.ts';
import { openRouter, type Router } from '../../../src/routing/router.ts';
import { openBundledNetwork } from '../../support/network-home.ts';
import { table } from '../../support/table.ts';

let router: Router;
/** Sections of road are numbered from here on. */
let firstSection: number;
beforeAll(async () => {
  const { network, index } = (await openBundledNetwork()).prepared;
  router = openRouter(network, index);
  firstSection = placeOfSection(network.ferries, 0);
});

const MINUTE_MS = 60_000;
const [FIRST_MS, HEADWAY_MS] = [150 * MINUTE_MS, 40 * MINUTE_MS];
/** Departures begin two and a half hours after the trip does; from then on half a headway is waited. Roads are open. */
const fromMorningOn: WaitFor = (place, atMs) => {
  const ferryMs = atMs < FIRST_MS ? FIRST_MS - atMs : HEADWAY_MS / 2;
  const meanMs = place < firstSection ? ferryMs : 0;
  return { earlyMs: meanMs, meanMs, lateMs: meanMs };
};

/** All that is passed costs the hour of the trip in which it is passed, so that each moment tells. */
interface Passed {
  readonly ore: number;
  readonly mayFallOre: 0;
  readonly unknowns: 0;
  readonly atMs: readonly number[];
}
const START: Passed = { ore: 0, mayFallOre: 0, unknowns: 0, atMs: [] };
const add = ({ ore, atMs }: Passed, ms: number): Passed => ({
  ...START,
  ore: ore + 100 * (1 + Math.floor(ms / (60 * MINUTE_MS))),
  atMs: [...atMs, ms],
});

const AIMS: readonly MoneyAim[] = [
  { hourOre: 0, metreOre: 0 },
  { hourOre: 20_000, metreOre: 0 },
  { hourOre: 'pareto', metreOre: 0 },
];

const TRIPS = table<'from' | 'to'>(`
  from             | to
  62.7383,7.1603   | 62.4725,6.1547
  60.3913,5.3221   | 58.9700,5.7331
  62.0000,6.0000   | 61.2000,6.5000
  59.4369,10.6577  | 59.4400,10.2000
`);

const snapBoth = ({ from, to }: { readonly from: string; readonly to: string }) =>
  [from, to].map((text) => {
    const [lat = 0, lon = 0] = text.split(',').map(Number);
    const stop = router.snap({ lat, lon });
    if (stop === undefined) throw new Error(`Expected a road near ${text}.`);
    return stop;
  });

test.each(TRIPS)(
  '$from to $to by ferry: the moments of the search are those of the route',
  (trip) => {
    const stops = snapBoth(trip);
    let sailed = 0;
    for (const waitFor of [undefined, fromMorningOn]) {
      const wish = { avoidTolls: false, closed: [], ...(waitFor && { waitFor }) };
      const opening = router.openMoney<Passed>(stops, wish, () => ({
        start: START,
        groups: [],
        fallOre: () => 0,
        leastFareOre: () => 100,
        pass: (state, _, atMs) => add(state, atMs),
        sail: (state, _, __, atMs) => add(state, atMs),
        slackOre: (one, other) => (one.ms <= other.ms ? 0 : Number.POSITIVE_INFINITY),
        leastOre: () => 100,
        mostOre: () => Number.POSITIVE_INFINITY,
      }));
      const search = atOnce(opening);
      for (const aim of search === undefined ? [] : AIMS) {
        const steps = search?.find(aim);
        let step = steps?.next();
        while (step?.done === false) step = steps?.next();
        const found = step?.done === true ? step.value.ways : [];
        expect(found.length).toBeGreaterThan(0);
        for (const { edges, ms, lengthM } of found) {
          const drive = router.toDrive(edges, waitFor);
          sailed += drive.boardings.length;
          expect(ms).toBeCloseTo(drive.durationMs, 3);
          expect(lengthM).toBeCloseTo(drive.lengthM, 3);
        }
      }
    }
    expect(sailed).toBeGreaterThan(0);
  },
);

/** Each passage and crossing is 100 øre, whenever it is. */
const COUNTED = {
  start: { ore: 0, mayFallOre: 0, unknowns: 0 },
  groups: [],
  fallOre: () => 0,
  leastFareOre: () => 100,
  pass: (state: FareState) => ({ ...state, ore: state.ore + 100 }),
  sail: (state: FareState) => ({ ...state, ore: state.ore + 100 }),
  slackOre: () => 0,
  leastOre: () => 100,
  mostOre: () => 100,
};

/** Up to an hour and a half, drawn for each ride and half hour. */
const drawWaits =
  (seed: number): WaitFor =>
  (ride, atMs) => {
    const halfHour = Math.floor(atMs / (30 * MINUTE_MS));
    const meanMs = 90 * MINUTE_MS * seeded(seed + 1000 * ride + 37 * halfHour)();
    return { earlyMs: meanMs, meanMs, lateMs: meanMs };
  };

test.each(TRIPS)(
  '$from to $to: other waits behind the last moment at which a ride is worth boarding change neither sum nor time of the best way',
  (trip) => {
    const stops = snapBoth(trip);
    const ofWindow = { waitFor: drawWaits(0), spanMs: 0 };
    const search = (waitFor: WaitFor) => {
      const wish = { avoidTolls: false, closed: [], waitFor, ofWindow };
      const opened = atOnce(router.openMoney(stops, wish, () => COUNTED));
      const [best] = opened ? atOnce(opened.find(AIM)).ways : [];
      if (opened === undefined || best === undefined) throw new Error('Expected a way.');
      return { opened, best };
    };
    let other = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const waits = drawWaits(round);
      const { opened, best } = search(waits);
      const last = atOnce(opened.listLastBoardings(AIM, best));
      const isListed = (ride: number, atMs: number) => atMs <= (last.get(ride) ?? -1);
      const [apart, all] = [drawWaits(-1 - round), drawWaits(-1000 - round)];
      const found = search((ride, atMs) => (isListed(ride, atMs) ? waits : apart)(ride, atMs)).best;
      expect([found.ore, found.ms]).toEqual([best.ore, best.ms]);
      if (search(all).best.ms !== best.ms) other++;
    }
    // Those that are listed do.
    expect(other).toBeGreaterThan(0);
  },
);

const AIM = { hourOre: 20_000, metreOre: 0 };
const ROUNDS = 30;
