/** A recording with rests is one price, as one file and as a journey. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fix, LatLon } from '../../../src/base/point.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { loadTolls } from '../../../src/facts/load-tolls.ts';
import { readBundled } from '../../../src/facts/schema/read-bundled.ts';
import { distancesAlongM, pointBetween } from '../../../src/geo/on-line.ts';
import { cutAtRests } from '../../../src/network/planning/cut-drives.ts';
import { openKernelPlanner } from '../../../src/network/planning/kernel-planner.ts';
import { listSpots, openTracePlanner } from '../../../src/network/planning/trace-planner.ts';
import type { PlannedRoute } from '../../../src/passages/planned-route.ts';
import type { TollBill } from '../../../src/pricing/toll/bill.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { priceJourney } from '../../../src/trip/journey.ts';
import { quoteTrace } from '../../../src/trip/quote-trace.ts';
import { quoteTrip } from '../../../src/trip/quote-trip.ts';
import { formatAnswer, roadOf } from '../../../src/wire/answer.ts';
import { formatMatch } from '../../../src/wire/trace.ts';
import { toKm } from '../../../src/wire/unit.ts';
import { loadStations } from '../../support/bundled-facts.ts';
import { openBundledNetwork } from '../../support/network-home.ts';
import { partsOf } from '../../support/trip-scene.ts';

const { prepared: engine } = await openBundledNetwork();
const tolls = loadTolls({ bundled: DATA_DIR });
const tracer = openTracePlanner(engine, {
  source: 'test',
  spots: listSpots(await loadStations(DATA_DIR), tolls),
  sections: [],
  // So that stations are charged, which is no matter here.
  judging: { ...readBundled(DATA_DIR, 'road-network/matching.json'), charged: 0.4 },
});
const parts = partsOf([], { tolls });
const START = Date.parse('2026-11-18T10:00:00+01:00');
/** Past Tonstad, which is paid, to Nydalsbrua, which is free on the same trip. */
const HEIMDAL = { lat: 63.35, lon: 10.36 };
const SKANSEN = { lat: 63.42, lon: 10.36 };

async function planWay(from: LatLon, to: LatLon): Promise<PlannedRoute> {
  const planner = openKernelPlanner({ source: 'test', prepared: engine });
  const trip = { from, to, via: [], startMs: START, avoidTolls: false, alternatives: 0 };
  const [route] = await planner.planTrip(trip);
  if (route === undefined) throw new Error('Expected a route.');
  return route;
}

/** A fix every two seconds, without noise. */
function recordWay({ line, secondsAt, durationS }: PlannedRoute): Fix[] {
  let leg = 0;
  return Array.from({ length: Math.floor(durationS / 2) + 1 }, (_, i) => {
    while (leg + 2 < line.length && (secondsAt[leg + 1] as number) < 2 * i) leg++;
    const [from, to] = [secondsAt[leg] as number, secondsAt[leg + 1] as number];
    const share = to === from ? 0 : Math.min(1, (2 * i - from) / (to - from));
    return {
      ...pointBetween(line[leg] as LatLon, line[leg + 1] as LatLon, share),
      atMs: START + 2000 * i,
    };
  });
}

const there = recordWay(await planWay(HEIMDAL, SKANSEN));
const back = recordWay(await planWay(SKANSEN, HEIMDAL));
const lateBy = (fixes: readonly Fix[], ms: number) =>
  fixes.map((fix) => ({ ...fix, atMs: (fix.atMs ?? 0) + ms }));

/** The recording with a rest behind one of its fixes, silent or with a fix a minute. */
function withRest(fixes: readonly Fix[], at: number, minutes: number, isSilent: boolean): Fix[] {
  const index = Math.floor(at * (fixes.length - 1));
  const stood = fixes[index] as Fix;
  const rest = Array.from({ length: isSilent ? 0 : minutes }, (_, i) => ({
    ...stood,
    atMs: (stood.atMs ?? 0) + (i + 1) * 60_000,
  }));
  return [
    ...fixes.slice(0, index + 1),
    ...rest,
    ...lateBy(fixes.slice(index + 1), minutes * 60_000),
  ];
}

const RATE = {
  from: '2020-01-01' as const,
  kmOre: 530,
  passengerOre: 100,
  forestOre: 100,
  trailerOre: 100,
  source: 'test',
};

const asked = { size: 'small' as const, ferry: { ferryClass: 'AP1' as const } };

async function priceBoth(fixes: readonly Fix[]) {
  const trip = { from: HEIMDAL, to: HEIMDAL, via: [], startMs: START, avoidTolls: false };
  const request = { ...trip, ...asked, refine: true };
  const [{ quote }] = await quoteTrace(tracer, parts)(request, fixes, 'route');
  const journey = await priceJourney(
    { ...asked, drives: [{ fixes, startMs: START }] },
    { ...parts, quote: quoteTrip(parts), quoteTrace: quoteTrace(tracer, parts) },
  );
  return { whole: quote.routes[0], journey };
}

test('linked stations are a rule of one trip: a rest of half an hour between them ends it', async () => {
  /** Half-way from Tonstad to Nydalsbrua. */
  const between = there.findIndex(({ lat }) => lat > 63.383) / there.length;
  const listFree = async (minutes: number) => {
    const { whole, journey } = await priceBoth(withRest(there, between, minutes, true));
    const rules = (bills: readonly (TollBill | undefined)[]) =>
      bills.flatMap((bill) => bill?.free.map(({ rule }) => rule) ?? []);
    return [rules([whole?.toll]), rules(journey.drives.map(({ toll }) => toll))];
  };
  const linked = ['linked-station', 'linked-station'];
  expect(await listFree(20)).toEqual([linked, linked]);
  const [whole, drives] = await listFree(40);
  expect(whole).not.toContain('linked-station');
  expect(drives).toEqual(whole);
});

test('a recording is cut in steps: one for each of its drives', async () => {
  const hours = [0, 2, 4, 6].map((hour) => 3_600_000 * hour);
  const { route, match, startMs } = atOnce(
    tracer.plan(
      hours.flatMap((ms) => lateBy(there, ms)),
      START,
    ),
  );
  const { line } = route;
  const laid = {
    ...{ line: [...line], secondsAt: [...route.secondsAt], alongM: [...distancesAlongM(line)] },
    ...{ ferries: [], sections: [], fixAt: [], beginM: [0], unrecordedFerries: [] },
    ...{ lengthM: route.lengthM, unrecordedM: 0, isApart: false },
  };
  const lacks = { cutAt: { start: false, end: false }, beyond: [] };
  const cut = cutAtRests({ route, match, startMs, parts: [] }, laid, lacks);
  let steps = 0;
  while (cut.next().done !== true) steps += 1;
  expect(match.drives).toHaveLength(4);
  expect(steps).toBe(4);
});

test('a recording with any rests costs the same as one file and as a drive of a journey', async () => {
  const rest = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    minutes: fc.integer({ min: 1, max: 100 }),
    isSilent: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(rest, { maxLength: 3 }), fc.nat({ max: 90 }), async (rests, stay) => {
      const lastMs = (there.at(-1)?.atMs ?? 0) - START;
      const round = [...there, ...lateBy(back, lastMs + (stay + 1) * 60_000)];
      const fixes = rests.reduce(
        (some, { at, minutes, isSilent }) => withRest(some, at, minutes, isSilent),
        round,
      );
      const { whole, journey } = await priceBoth(fixes);
      expect(journey.toll.total).toEqual(whole?.toll.total);
      const stationsOf = (lines: typeof journey.toll.lines) =>
        lines.map(({ price: { station, atMs } }) => [station.id, atMs]);
      expect(stationsOf(journey.toll.lines)).toEqual(stationsOf(whole?.toll.lines ?? []));
      const metres = journey.drives.flatMap(({ legs }) =>
        legs.map(({ quoted }) => quoted.route.lengthM),
      );
      const sumM = metres.reduce((sum, m) => sum + m, 0);
      expect(Math.abs(sumM - (whole?.route.lengthM ?? 0))).toBeLessThan(1500);
    }),
    { numRuns: 12, seed: 5 },
  );
});

test('a way between two drives that is not recorded is told by the first of them, as one file and as a journey', async () => {
  // From half-way on the recorder is off, and it begins again beyond Nydalsbrua half an hour later.
  const gone = [...there.slice(0, there.length / 3), ...lateBy(there.slice(-200), 40 * 60_000)];
  const { whole, journey } = await priceBoth(gone);
  const toldBy = (warnings: readonly { readonly code: string }[] = []) =>
    warnings.some(({ code }) => code === 'trace_unrecorded');
  expect(toldBy(whole?.warnings)).toBe(true);
  // Its stations lie kilometres from all that is recorded.
  const [doubt] = whole?.warnings.filter(({ code }) => code === 'passage_in_doubt') ?? [];
  expect(doubt?.message).toMatch(/^It is not known whether the toll station .+ is passed: /);
  expect(
    journey.drives.map(({ legs }) => legs.map(({ quoted }) => toldBy(quoted.warnings))),
  ).toEqual([[true], [false]]);
});

test('each drive lacks what lies in it alone: a day in the country is complete beside one abroad, or one with a clock set back', async () => {
  const lastMs = there.at(-1)?.atMs ?? START;
  /** Two hours later, from Svinesund down to Gothenburg, along no road of ours. */
  const abroad = Array.from({ length: 300 }, (_, i) => ({
    lat: 59.05 - 0.0045 * i,
    lon: 11.3 + 0.002 * i,
    atMs: lastMs + 7_200_000 + 20_000 * i,
  }));
  const homeMs = (abroad.at(-1)?.atMs ?? 0) - START + 7_200_000;
  const planOf = (fixes: readonly Fix[]) => {
    const steps = tracer.plan(fixes, START);
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  };
  const { match, parts: days } = planOf([...there, ...abroad, ...lateBy(back, homeMs)]);
  const beyondM = days.map((day) => day.match.beyondM);
  expect(beyondM.map((m) => m > 110_000)).toEqual([false, true, false]);
  expect(beyondM.filter((m) => m === 0)).toHaveLength(2);
  expect(beyondM.reduce((sum, m) => sum + m, 0)).toBeCloseTo(match.beyondM);
  // The clock goes wrong in the last hour: what is driven then cannot be told in time.
  const wrong = lateBy(back.slice(back.length / 2), 3_600_000 - 9_000_000);
  const cut = planOf([...there, ...lateBy(back.slice(0, back.length / 2), 3_600_000), ...wrong]);
  expect(cut.match.isCut).toBe(true);
  expect(cut.parts.map((day) => day.match.isCut)).toEqual([false, true]);
});

test('kilometres of a recording are of one scale, and their allowance is that of its drives as a journey', async () => {
  const fixes = [...there, ...lateBy(back, 7_200_000)];
  const trip = { from: HEIMDAL, to: HEIMDAL, via: [], startMs: START, avoidTolls: false };
  const request = { ...trip, ...asked, refine: true };
  const [{ quote, match, drives }] = await quoteTrace(tracer, parts)(request, fixes, 'route');
  const told = formatMatch(match, []);
  const distanceKm = toKm(quote.routes[0]?.route.lengthM ?? 0);
  expect([told.drives.at(-1)?.toKm, told.stretches.at(-1)?.toKm]).toEqual([distanceKm, distanceKm]);
  const rates = [RATE];
  const options = { attribution: '', lengthIgnored: false, allowance: true as const, rates };
  const body = formatAnswer(quote, request, { ...options, drives });
  const { journey } = await priceBoth(fixes);
  const each = journey.drives.map(({ legs }) =>
    Math.round(legs.reduce((sum, { quoted }) => sum + roadOf(quoted.route), 0) / 100),
  );
  expect(each).toHaveLength(2);
  const allowed = (body._billing.routes[0]?.lines ?? []).filter(
    ({ amountOf }) => amountOf === 'allowance',
  );
  expect(allowed.map(({ km }) => km)).toEqual(each.map((km10) => km10 / 10));
  expect(body._billing.routes[0]?.allowanceNok).toBeCloseTo(
    each.reduce((sum, km10) => sum + Math.floor((km10 * RATE.kmOre + 5) / 10) / 100, 0),
  );
});
