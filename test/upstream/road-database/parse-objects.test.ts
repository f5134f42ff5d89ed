import { expect, test } from 'vitest';
import {
  parseCamera,
  parseObjects,
  parseQuay,
} from '../../../src/upstream/road-database/parse-objects.ts';
import { roadObject } from '../../support/fake-upstream/road-database.ts';

const AT = { lat: 60, lon: 10 };
const TODAY = '2026-11-20';

const camera = (id: number, name: string | null, ended?: string) =>
  roadObject({
    id,
    at: AT,
    road: 'E39',
    properties: { 9522: name },
    ...(ended !== undefined && { ended }),
  });

test('objects that have ended do not count, those that end later do', () => {
  const objects = [camera(1, 'a'), camera(2, 'b', '2026-11-20'), camera(3, 'c', '2026-11-21')];
  const { rows, unreadable } = parseObjects(objects, parseCamera, TODAY);
  expect(rows.map(({ nvdbId }) => nvdbId)).toEqual([1, 3]);
  expect(unreadable).toEqual([]);
});

test('test points are no cameras, cameras without a name or road are', () => {
  const objects = [
    camera(1, 'Testpunkt landsdekkende'),
    camera(2, 'Landsdekkende testpunkt'),
    roadObject({ id: 3, at: AT, properties: {} }),
  ];
  expect(parseObjects(objects, parseCamera, TODAY).rows).toEqual([
    { nvdbId: 3, ...AT, road: null, name: null, metering: [] },
  ]);
});

test('what cannot be read is named, and the rest is read', () => {
  const { lokasjon, geometri, ...nowhere } = camera(2, 'b');
  expect([lokasjon, geometri]).not.toContain(undefined);
  const objects = [
    camera(1, 'a'),
    nowhere,
    { egenskaper: [] },
    null,
    { ...camera(3, 'c'), id: -3 },
  ];
  const { rows, unreadable } = parseObjects(objects, parseCamera, TODAY);
  expect(rows).toHaveLength(1);
  expect(unreadable).toEqual([
    { id: 2, line: 'the object 2: it has no position' },
    { line: 'the object without id: it has no id' },
    { line: 'the object without id: it has no id' },
    { line: 'the object -3: it has no id' },
  ]);
});

test('a quay has its name, status, ramps and waiting room', () => {
  const quay = (properties: Readonly<Record<number, unknown>>) =>
    parseQuay(5, roadObject({ id: 5, at: AT, properties, municipality: 3103 }));
  expect(
    quay({
      2179: 'Moss ferjekai',
      9229: ['I trafikk', 12865],
      9491: 2,
      10729: 'Nei',
      7559: 'Kommune',
    }),
  ).toEqual({
    nvdbId: 5,
    ...AT,
    name: 'Moss ferjekai',
    municipality: 3103,
    status: 'Trafikkeres',
    ramps: 2,
    waitingRoom: false,
    owner: 'Kommune',
  });
  expect(quay({ 10729: true, 9229: ['Under bygging', 9] })).toMatchObject({
    name: null,
    status: 'unknown',
    ramps: null,
    waitingRoom: true,
  });
});
