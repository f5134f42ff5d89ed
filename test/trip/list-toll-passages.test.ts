import { expect, test } from 'vitest';
import type { NamedStation, StationPassage } from '../../src/passages/planned-route.ts';
import { listDoubtedStations, listTollPassages } from '../../src/trip/list-toll-passages.ts';
import { station } from '../pricing/toll/stations.ts';
import { partsOf, routeOf, START_MS } from '../support/trip-scene.ts';

const { tolls } = partsOf([]);
const passage = (stationId: string, atS: number, facts: Partial<StationPassage> = {}) => ({
  stationId,
  atS,
  alongM: atS * 10,
  ...facts,
});
const named = (id: string, atS: number, facts: Partial<NamedStation> = {}): NamedStation => ({
  id,
  name: `Named ${id}`,
  at: { lat: 60, lon: 10 },
  alongM: atS * 10,
  atS,
  listed: { small: { ore: 3000 }, large: { ore: 9000 } },
  ...facts,
});
const listed = (found: readonly StationPassage[], namedStations: readonly NamedStation[]) =>
  listTollPassages(routeOf('a1b2c', { namedStations }), found, {
    tolls,
    startMs: START_MS,
  });

test('stations of ours and of the planner alone come in the order of passing', () => {
  const { passages, seen, warnings } = listed(
    [passage('1', 40), passage('2', 120)],
    [named('1', 40), named('77', 80), named('2', 120)],
  );
  expect(passages.map(({ station: { name } }) => name)).toEqual(['1', 'Named 77', '2']);
  expect(passages.map(({ atMs }) => atMs - START_MS)).toEqual([40_000, 80_000, 120_000]);
  expect(seen.map(({ alongM }) => alongM)).toEqual([400, 1200]);
  expect(warnings).toEqual([]);
});

test('the list price of a station that the planner alone knows is its tariff', () => {
  const tariffs = listed([], [named('77', 80)]).passages.map(({ station }) => station.tariffs);
  expect(tariffs).toMatchObject([[{ small: { ore: 3000 }, large: { ore: 9000 } }]]);
});

test('a station of ours that the planner knows by a new id is charged once, by our tariff', () => {
  const idsOf = (name: string, atS: number) =>
    listed([passage('1', 40)], [named('77', atS, { name })]).passages.map(
      ({ station: { id } }) => id,
    );
  expect(idsOf('1', 40)).toEqual(['1']);
  expect(idsOf('another name', 54)).toEqual(['1']);
  expect(idsOf('another name', 56)).toEqual(['1', '77']);
  expect(idsOf('1', 300)).toEqual(['1', '77']);
});

test('a station on the spot of one of ours that the planner names as well is another', () => {
  const { passages } = listed([passage('1', 40)], [named('1', 40), named('77', 41)]);
  expect(passages.map(({ station: { id } }) => id)).toEqual(['1', '77']);
});

test('a station without a list price has none', () => {
  const { passages } = listed([], [named('77', 80, { listed: {} })]);
  expect(passages[0]?.station).toMatchObject({ tariffs: [], listed: {} });
});

test('a station without an id is known by its name', () => {
  const { passages } = listed([], [named('', 80, { name: 'Bru' }), named('', 90, { name: 'Li' })]);
  expect(passages.map(({ station: { passageKey } }) => passageKey)).toEqual([
    'listed/Bru',
    'listed/Li',
  ]);
});

test('a station that neither we nor the planner know is warned about', () => {
  const { passages, warnings } = listed([passage('9', 40)], []);
  expect(passages).toEqual([]);
  expect(warnings).toMatchObject([{ code: 'station_unpriced', about: '9' }]);
  expect(listed([passage('9', 40)], [named('9', 40)]).warnings).toEqual([]);
});

test('a row that repeats a station means the same drive past it, and a later one is another', () => {
  const findStation = (id: string) => tolls.findStation(id === '1b' ? '1' : id);
  const terms = { tolls: { ...tolls, findStation }, startMs: START_MS };
  const found = [passage('1b', 40), passage('1', 42), passage('1b', 300), passage('1', 301)];
  const { passages } = listTollPassages(routeOf('a1b'), found, terms);
  expect(passages.map(({ atMs }) => atMs - START_MS)).toEqual([40_000, 300_000]);
});

test('doubts about a direction end where the link has told it', () => {
  const doubtful = { directionUndecided: true, directionInferred: true } as const;
  const terms = {
    tolls: { ...tolls, findStation: () => station('1', doubtful) },
    startMs: START_MS,
  };
  const stationOf = (facts: Partial<StationPassage>) =>
    listTollPassages(routeOf('ab'), [passage('1', 40, facts)], terms).passages[0]?.station;
  expect(stationOf({})).toMatchObject(doubtful);
  const certain = stationOf({ isDirectionCertain: true });
  expect(certain).not.toHaveProperty('directionUndecided');
  expect(certain).not.toHaveProperty('directionInferred');
});

test('a doubt ends where the same drive past is sure, and stays on the way back', () => {
  const doubtedAt = (atS: number) =>
    listDoubtedStations([passage('1', 40), passage('1', atS, { isDoubted: true })], {
      tolls,
      startMs: START_MS,
    }).map(({ id }) => id);
  expect(doubtedAt(44)).toEqual([]);
  expect(doubtedAt(36)).toEqual([]);
  expect(doubtedAt(3600)).toEqual(['1']);
});

test.each([
  ['opens later', { openFrom: { day: '2999-01-01', minuteOfDay: 0 } }, []],
  ['has closed', { openTo: { day: '2000-01-01', minuteOfDay: 0 } }, []],
  ['collects', {}, ['1']],
])('of a station that %s, with %j, doubts are %j', (_, period, doubts) => {
  const one = station('1', { periods: [period] });
  const terms = { tolls: { ...tolls, findStation: () => one }, startMs: START_MS };
  const found = listDoubtedStations([passage('1', 40, { isDoubted: true })], terms);
  expect(found.map(({ id }) => id)).toEqual(doubts);
});
