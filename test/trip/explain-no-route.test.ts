import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { explainNoRoute } from '../../src/trip/explain-no-route.ts';

const OSLO = { lat: 59.91, lon: 10.75 };
const BERGEN = { lat: 60.39, lon: 5.32 };
const swap = ({ lat, lon }: typeof OSLO) => ({ lat: lon, lon: lat });

const TRIP = { from: OSLO, to: BERGEN, via: [], startMs: 0, avoidTolls: false };
const NO_ROUTE = new Fault('route_not_possible', undefined, { message: 'engine: none' });

const sentenceOf = (error: unknown) => (error as Fault).publicMessage;

describe('no drivable route', () => {
  test('is said in a sentence, and the engine keeps its words for the log', () => {
    const fault = explainNoRoute(NO_ROUTE, TRIP) as Fault;
    expect(fault.code).toBe('route_not_possible');
    expect(fault.publicMessage).toMatch(/^There is no drivable route/);
    expect(fault.message).toBe('engine: none');
  });

  test.each([
    ['from', { ...TRIP, from: swap(OSLO) }],
    ['to', { ...TRIP, to: swap(BERGEN) }],
    ['via point 2', { ...TRIP, via: [OSLO, swap(OSLO)] }],
  ])('%s with latitude and longitude exchanged is named', (name, trip) => {
    expect(sentenceOf(explainNoRoute(NO_ROUTE, trip))).toBe(
      `${name} lies outside Norway, and inside with its numbers exchanged: the latitude comes first.`,
    );
  });

  test('a place abroad is not called exchanged', () => {
    const trip = { ...TRIP, to: { lat: 48.85, lon: 2.35 } };
    expect(sentenceOf(explainNoRoute(NO_ROUTE, trip))).toMatch(/^There is no drivable route/);
  });
});

test('a sentence that is there stays, and other errors pass unchanged', () => {
  const said = new Fault('route_not_possible', 'The ferry does not sail.');
  const down = new Fault('upstream_down', 'Later.');
  for (const error of [said, down, new Error('defect')])
    expect(explainNoRoute(error, { ...TRIP, from: swap(OSLO) })).toBe(error);
});
