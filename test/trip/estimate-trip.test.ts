import { expect, test, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { RoutePlanner } from '../../src/trip/ports.ts';
import { estimateTrip, quoteTrip } from '../../src/trip/quote-trip.ts';
import { partsOf, requestOf, routeOf } from '../support/trip-scene.ts';

const parts = partsOf([routeOf('a1b2cd3e'), routeOf('e3dc2b1a')]);

test('an estimate has the figures of a refined quote and is never called one', async () => {
  const estimate = await estimateTrip(parts)(requestOf({ refine: false }));
  const refined = await quoteTrip(parts)(requestOf({ refine: true }));
  expect(estimate).toEqual({ ...refined, refined: false });
  expect(estimate.routes.map(({ toll }) => toll.charged.map(({ station }) => station.id))).toEqual([
    ['2'],
    ['3', '2'],
  ]);
});

test('an estimate is no fallback, whatever was asked for', async () => {
  const passages = { ...parts.passages, findExact: () => undefined };
  const estimate = await estimateTrip({ ...parts, passages })(requestOf({ refine: true }));
  expect(estimate).toMatchObject({ refined: false, refineFallback: false });
});

test('tolls are not avoided, and nobody is warned that they could not be', async () => {
  const planTrip = vi.fn<RoutePlanner['planTrip']>(async () => [routeOf('a1b2c')]);
  const estimate = estimateTrip({ ...parts, planner: { source: 'drawn', planTrip } });
  const { signal } = new AbortController();
  const { routes } = await estimate(requestOf({ avoidTolls: true }), { signal });
  expect(planTrip.mock.calls[0]?.[0].avoidTolls).toBe(false);
  expect(planTrip.mock.calls[0]?.[1]?.signal).toBe(signal);
  expect(routes[0]?.warnings.map(({ code }) => code)).not.toContain('tolls_not_avoidable');
});

test('what the planner throws is thrown', async () => {
  const fault = new Fault('upstream_broken');
  const planner = { source: 'drawn', planTrip: () => Promise.reject(fault) };
  await expect(estimateTrip({ ...parts, planner })(requestOf())).rejects.toBe(fault);
});

test('a station that is perhaps passed is in no sum, in the bounds, and makes the quote incomplete', async () => {
  const found = parts.passages.findExact(routeOf('a1b2cd3e')) ?? [];
  const first = { stationId: '2' };
  const listed = found.map((passage) =>
    passage.stationId === '2' ? { ...passage, isDoubted: true as const } : passage,
  );
  const passages = {
    ...parts.passages,
    findExact: () => listed,
    findPossible: () => ({
      passages: listed.map((passage) => ({ ...passage, isSure: !('isDoubted' in passage) })),
      isTimeSure: true,
    }),
  };
  const { routes } = await estimateTrip({ ...parts, passages })(requestOf({ refine: false }));
  const [route] = routes;
  const name = parts.tolls.findStation(first.stationId)?.name;
  expect(route?.toll.charged.map(({ station }) => station.id)).not.toContain(first.stationId);
  expect(route?.warnings).toContainEqual(
    expect.objectContaining({ code: 'passage_in_doubt', about: name }),
  );
  expect(route?.missing).toContainEqual(expect.objectContaining({ kind: 'station', name }));
  const sum = route?.toll.total.smallOre ?? 0;
  expect(route?.bounds?.toll.minOre).toBeLessThanOrEqual(sum);
  expect(route?.bounds?.toll.maxOre).toBeGreaterThan(sum);
});
