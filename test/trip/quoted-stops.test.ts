import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { loadNorway } from '../../src/facts/load-country.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { explainNoRoute, listMovedStops, refuseExchanged } from '../../src/trip/quoted-stops.ts';

const OSLO = { lat: 59.91, lon: 10.75 };
const BERGEN = { lat: 60.39, lon: 5.32 };
const swap = ({ lat, lon }: typeof OSLO) => ({ lat: lon, lon: lat });

const TRIP = { from: OSLO, to: BERGEN, via: [], startMs: 0, avoidTolls: false };
const NO_ROUTE = new Fault('route_not_possible', undefined, { message: 'engine: none' });

const explain = explainNoRoute(loadNorway(DATA_DIR));
const sentenceOf = (error: unknown) => (error as Fault).publicMessage;

test('a stop that is moved past many things names three of them, and how many more', () => {
  const moveOf = (count: number) => {
    const between = Array.from({ length: count }, (_, i) => ({
      kind: 'gate' as const,
      name: `Fv. ${i + 1}`,
    }));
    const stop = { asked: OSLO, at: OSLO, movedM: 30_000, name: 'The end', between };
    return listMovedStops([stop], 2000, new Set()).map(({ message }) => message);
  };
  const three = [1, 2, 3].map((i) => `past the gate of Fv. ${i}, which is closed`).join(' and ');
  const moved = `The end was moved 30.0 km to the nearest road, ${three}`;
  expect(moveOf(3)).toEqual([`${moved}.`]);
  expect(moveOf(28)).toEqual([`${moved} and past 25 more.`]);
});

describe('no drivable route', () => {
  test('is said in a sentence, and the engine keeps its words for the log', () => {
    const fault = explain(NO_ROUTE, TRIP) as Fault;
    expect(fault.code).toBe('route_not_possible');
    expect(fault.publicMessage).toMatch(/^There is no drivable route/);
    expect(fault.message).toBe('engine: none');
  });

  test.each([
    ['from', { ...TRIP, from: swap(OSLO) }],
    ['to', { ...TRIP, to: swap(BERGEN) }],
    ['via point 2', { ...TRIP, via: [OSLO, swap(OSLO)] }],
  ])('%s with latitude and longitude exchanged is named', (name, trip) => {
    const fault = explain(NO_ROUTE, trip) as Fault;
    const message = `${name} lies outside Norway, and inside with its numbers exchanged: the latitude comes first.`;
    expect(fault.publicMessage).toBe(message);
    expect(fault.problems).toEqual([{ parameter: name.split(' ')[0], message }]);
  });

  test.each([
    ['Paris', 48.85, 2.35],
    ['Stockholm', 59.33, 18.06],
    ['Gothenburg', 57.71, 11.97],
    ['Helsinki', 60.17, 24.94],
    ['Tallinn', 59.44, 24.75],
    ['Kiruna', 67.86, 20.23],
    ['Aberdeen', 57.15, -2.09],
  ])('%s is not in Norway, whichever of its numbers comes first', (_city, lat, lon) => {
    for (const to of [
      { lat, lon },
      { lat: lon, lon: lat },
    ])
      expect(sentenceOf(explain(NO_ROUTE, { ...TRIP, to }))).toMatch(/^There is no drivable route/);
  });

  test.each([
    ['Halden at the border', 59.12, 11.39],
    ['Kirkenes, east of Istanbul', 69.73, 30.05],
    ['Lindesnes', 57.98, 7.05],
    ['Nordkapp', 71.17, 25.78],
    ['the island of Utsira', 59.31, 4.88],
  ])('%s with its numbers exchanged is', (_place, lat, lon) => {
    const trip = { ...TRIP, from: { lat: lon, lon: lat } };
    expect(sentenceOf(explain(NO_ROUTE, trip))).toMatch(/^from lies outside Norway, and inside/);
  });
});

test('a sentence that is there stays, and other errors pass unchanged', () => {
  const said = new Fault('route_not_possible', 'The ferry does not sail.');
  const down = new Fault('upstream_down', 'Later.');
  for (const error of [said, down, new Error('defect')]) expect(explain(error, TRIP)).toBe(error);
  for (const error of [down, new Error('defect')])
    expect(explain(error, { ...TRIP, from: swap(OSLO) })).toBe(error);
});

describe('a recording', () => {
  const norway = loadNorway(DATA_DIR);
  const refuse = (fixes: readonly (typeof OSLO)[]) => () => refuseExchanged(norway, fixes);
  const NOWHERE = { lat: 0, lon: 0 };

  test('with latitude and longitude exchanged is refused in a sentence, whatever stray fixes it has', () => {
    const message =
      "The trace lies outside Norway, and inside with its numbers exchanged: latitude and longitude stand in each other's place.";
    expect(refuse([swap(OSLO), swap(BERGEN)])).toThrow(message);
    expect(refuse([NOWHERE, swap(OSLO), swap(BERGEN)])).toThrow(message);
    expect(refuse(Array.from({ length: 50_000 }, () => swap(OSLO)))).toThrow(message);
  });

  test('that is in Norway, abroad, or has a few fixes exchanged is not', () => {
    const abroad = { lat: 59.33, lon: 18.06 };
    for (const fixes of [
      [OSLO, BERGEN],
      [abroad, abroad],
      [NOWHERE, NOWHERE],
      [OSLO, swap(OSLO)],
    ])
      expect(refuse(fixes)).not.toThrow();
  });
});
