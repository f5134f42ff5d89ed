import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { readRecord } from '../../../src/base/read-loose.ts';
import { fromUtm33 } from '../../../src/geo/utm33.ts';
import { judgeReply } from '../../../src/upstream/route-planner/judge-reply.ts';
import { parsePart } from '../../../src/upstream/route-planner/parse-part.ts';
import {
  type FerryClues,
  findFerryRuns,
  parseRoute,
} from '../../../src/upstream/route-planner/parse-route.ts';
import { table } from '../../support/table.ts';
import { type DrawnPart, feature, ORIGIN, rawRoute, stationItem } from './drawn-answer.ts';

const DOCUMENTED = readFileSync(
  join(import.meta.dirname, '../../fixtures/route-planner/documented-answer.json'),
  'utf8',
);

/** The routes of an answer; `[]` for one that brings none. */
function routesIn(body: string) {
  try {
    return judgeReply({ status: 200, headers: {}, body }, 0);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

/** The route of an answer with one. */
function routeOf(body: string) {
  const [raw] = routesIn(body);
  const route = raw && parseRoute(raw, []);
  if (route === undefined) throw new Error('Expected a route.');
  return route;
}

/** A route of these parts. */
function routeWith(parts: readonly DrawnPart[], members: Readonly<Record<string, unknown>> = {}) {
  const route = parseRoute(rawRoute(parts, members), []);
  if (route === undefined) throw new Error('Expected a route.');
  return route;
}

const vertexOf = (eastM: number) => [eastM, 0] as const;

/** 1 km in 100 s, beginning `at` metres east. */
const km = (at: number, facts: DrawnPart = {}): DrawnPart => ({
  line: [
    [at, 0],
    [at + 1000, 0],
  ],
  time: 100,
  length: 1000,
  ...facts,
});

describe('the documented answer', () => {
  const route = routeOf(DOCUMENTED);

  test('is one line in WGS84, whose parts share their ends', () => {
    const vertices = [
      [100000, 6600000],
      [101500, 6602000],
      [103000, 6604000],
      [106000, 6608000],
    ] as const;
    expect(route.line).toEqual(vertices.map(fromUtm33));
    expect(route.id).toBe('00000000-0000-4000-8000-000000000001');
  });

  test('takes the seconds of its parts, each spread over its length', () => {
    expect(route.secondsAt.map((seconds) => Math.round(seconds))).toEqual([0, 150, 300, 1800]);
    expect(route).toMatchObject({ durationS: 1800, lengthM: 10000 });
  });

  test('sails once, whatever it counts itself', () => {
    expect(route.ferries).toEqual([{ fromIndex: 2, toIndex: 3, name: 'Nordvik - Sørvik' }]);
    expect(route).toMatchObject({ saidFerryCount: 2 });
    expect(route).not.toHaveProperty('unplacedFerryM');
  });

  test('names its toll station at its place on the line, with the list prices', () => {
    expect(route.namedStations).toHaveLength(1);
    expect(route.namedStations?.[0]).toMatchObject({
      id: '990000045',
      name: 'Eksempel bomstasjon',
      listed: { small: { ore: 3000 }, large: { ore: 9000 } },
    });
    expect(route.namedStations?.[0]?.atS).toBeCloseTo(150, 0);
    expect(route.namedStations?.[0]?.alongM).toBeCloseTo(2500, -2);
  });

  test('has its links, each with the direction that it says', () => {
    expect(route.links).toEqual([
      { linkId: 990000001, from: 0.125, to: 0.75, direction: 'with' },
      { linkId: 990000002, from: 0.1, to: 0.9, direction: 'against' },
    ]);
  });
});

test('every member of the documented answer may be missing, but lines and times', () => {
  const whole = JSON.parse(DOCUMENTED) as unknown;
  let cut = 0;
  for (const without of variantsWithoutOneMember(whole)) {
    const routes = routesIn(JSON.stringify(without));
    if (routes.length === 0) continue;
    for (const raw of routes) parseRoute(raw, []);
    cut++;
  }
  expect(cut).toBeGreaterThan(80);
});

test.each([
  ['has no features', rawRoute([], { features: undefined })],
  ['has no line', rawRoute([{ time: 10, length: 10 }])],
  ['says no times at all', rawRoute([{ line: km(0).line ?? [], length: 1000 }])],
])('a route that %s cannot be priced', (_, raw) => {
  expect(parseRoute(raw, [])).toBeUndefined();
});

test('parts without a time share what the statistic leaves, by length', () => {
  const open = { time: '' };
  const parts = [km(0), km(1000, open), km(2000, { ...open, length: 3000 })];
  const { secondsAt } = routeWith(parts, { statistic: { totalDriveTime: 15 } });
  expect(secondsAt.map(Math.round)).toEqual([0, 100, 300, 900]);
});

test('a delay is met where a part names it, and never counts for more than the whole', () => {
  const delayed = { delays: [1] };
  const statistic = { totalDriveTime: 200 / 60, totalDelay: 1 };
  const { secondsAt } = routeWith([km(0), km(1000, delayed)], { statistic });
  expect(secondsAt.map(Math.round)).toEqual([0, 100, 260]);
  const tooLong = routeWith([km(0, { delays: [2, 1] }), km(1000)], { statistic });
  expect(tooLong.secondsAt.map(Math.round)).toEqual([0, 160, 260]);
  expect(routeWith([km(0, delayed)]).durationS).toBe(100);
});

test('a delay that no part names is spread over the way', () => {
  const statistic = { totalDriveTime: 200 / 60, totalDelay: 1, totalTime: 260 / 60 };
  const { secondsAt, durationS } = routeWith([km(0), km(1000)], { statistic });
  expect(secondsAt.map(Math.round)).toEqual([0, 130, 260]);
  expect(durationS).toBeCloseTo(260, 6);
});

test('a statistic in whole minutes does not change the seconds of the parts', () => {
  const statistic = { totalDriveTime: 3, totalTime: 3 };
  expect(routeWith([km(0), km(1000)], { statistic }).durationS).toBe(200);
});

test('the last part has two vertices, one or none', () => {
  for (const line of [
    [
      [1000, 0],
      [1000, 0],
    ],
    [[1000, 0]],
    [],
  ] as const)
    expect(routeWith([km(0), { line, time: 0, length: 0 }])).toMatchObject({
      durationS: 100,
      secondsAt: [0, 100],
    });
});

test('a gap between two parts costs no time', () => {
  const { line, secondsAt } = routeWith([km(0), km(2000)]);
  expect(line).toHaveLength(4);
  expect(secondsAt).toEqual([0, 100, 100, 200]);
});

test('a part without a line has its time before the next one', () => {
  const { secondsAt } = routeWith([km(0), { time: 50, length: 10 }, km(1000), { time: 7 }]);
  expect(secondsAt).toEqual([0, 100, 257]);
});

test('a trip from a place to itself is two equal points', () => {
  const { line, secondsAt } = routeWith([{ line: [[0, 0]], time: 0, length: 0 }]);
  expect(line).toHaveLength(2);
  expect(secondsAt).toEqual([0, 0]);
});

test('lengths come from the statistic, else from the parts, else from the line', () => {
  expect(routeWith([km(0)], { statistic: { totalLength: '1234' } }).lengthM).toBe(1234);
  expect(routeWith([km(0, { length: '1100' })]).lengthM).toBe(1100);
  expect(routeWith([km(0, { length: '' })]).lengthM).toBeCloseTo(1000, -1);
});

test('a line in degrees is read as well', () => {
  const geometry = {
    coordinates: [
      [10.75, 59.91],
      [10.76, 59.91],
    ],
  };
  const raw = { features: [{ geometry, properties: { time: 60, length: 560 } }] };
  expect(parseRoute(raw, [])?.line).toEqual([
    { lat: 59.91, lon: 10.75 },
    { lat: 59.91, lon: 10.76 },
  ]);
});

describe('named stations', () => {
  const idsOf = (parts: readonly DrawnPart[]) =>
    routeWith(parts).namedStations?.map(
      ({ id, alongM }) => `${id}@${Math.round(alongM / 50) * 50}`,
    );

  test('stand in travel order, at the place of their part that is nearest', () => {
    const parts = [
      km(0, { stations: [stationItem('2', [800, 30]), stationItem('1', [300, -30])] }),
      km(1000, { stations: [stationItem('3', [1500, 5])] }),
    ];
    expect(idsOf(parts)).toEqual(['1@300', '2@800', '3@1500']);
  });

  test('are named once for one drive past, at the joint of two parts', () => {
    const joint = { stations: [stationItem('1', [1000, 0])] };
    expect(idsOf([km(0, joint), km(1000, joint)])).toEqual(['1@1000']);
    const nowhere = { stations: [stationItem('1')] };
    expect(idsOf([km(0, nowhere), km(1000, nowhere)])).toEqual(['1@500']);
  });

  test('are named again for a second drive past', () => {
    const there = { stations: [stationItem('1', [500, 0])] };
    const back = {
      ...km(0, there),
      line: [
        [1000, 0],
        [0, 0],
      ] as const,
    };
    expect(idsOf([km(0, there), back])).toEqual(['1@500', '1@1500']);
  });

  test('stand in the middle of their part where no place is given', () => {
    expect(idsOf([km(0), km(1000, { stations: [stationItem('1')] })])).toEqual(['1@1500']);
    expect(idsOf([km(0), { stations: [stationItem('1')], time: 0 }])).toEqual(['1@1000']);
  });

  test('are an empty list where none is named', () => {
    expect(routeWith([km(0)]).namedStations).toEqual([]);
  });
});

describe('links', () => {
  const link = { nvdbReferenceId: 1, fromLength: 0, toLength: 1, direction: 'With' };
  const linksOf = (links: unknown, part: DrawnPart = {}) =>
    routeWith([km(0, part)], { nvdbReferenceLinks: links }).links;

  test('are not known where the list is empty, missing or unreadable', () => {
    expect([[], undefined, null].map((links) => linksOf(links))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(linksOf([link, { ...link, direction: null }])).toBeUndefined();
  });

  test('are none on a route that lies abroad altogether', () => {
    expect(linksOf([], { outside: true })).toEqual([]);
    expect(linksOf([link], { outside: true })).toHaveLength(1);
    const stop = { line: [vertexOf(1000), vertexOf(1000)], time: 0, length: 0, outside: false };
    expect(routeWith([km(0, { outside: true }), stop]).links).toEqual([]);
  });
});

describe('ferries', () => {
  test('that the planner does not place are told by their length', () => {
    const route = routeWith([km(0)], { statistic: { meterFerry: '5000' } });
    expect(route).toMatchObject({ ferries: [], unplacedFerryM: 5000 });
    expect(routeWith([km(0)], { statistic: { meterFerry: '0' } })).not.toHaveProperty(
      'unplacedFerryM',
    );
  });

  test('of two parts in a row are one stretch', () => {
    const sailed = { ferries: [{ navn: 'A - B' }] };
    expect(routeWith([km(0), km(1000, sailed), km(2000, sailed), km(3000)]).ferries).toEqual([
      { fromIndex: 1, toIndex: 3, name: 'A - B' },
    ]);
  });
});

/** The value without each of its members in turn, at every depth. */
function* variantsWithoutOneMember(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      for (const variant of variantsWithoutOneMember(item)) yield value.with(i, variant);
    return;
  }
  const record = readRecord(value);
  if (record === undefined) return;
  for (const [name, member] of Object.entries(record)) {
    const { [name]: _, ...rest } = record;
    yield rest;
    yield { ...record, [name]: null };
    yield { ...record, [name]: '' };
    for (const variant of variantsWithoutOneMember(member)) yield { ...record, [name]: variant };
  }
}

/** Parts of 3 km each, eastwards; `named` says what each of them has as ferries, `-` is none. */
const partsOf = (named: string, texts: string) => {
  const text = texts.split(' / ');
  return named.split(' ').map((names, i) =>
    parsePart(
      feature({
        line: [
          [i * 3000, 0],
          [i * 3000 + 3000, 0],
        ],
        text: text[i] ?? '',
        ...(names !== '-' && { ferries: names.split('+').map((navn) => ({ navn })) }),
      }),
    ),
  );
};
const quayAt = (eastM: number) => fromUtm33([ORIGIN[0] + eastM, ORIGIN[1] + 200]);

const runsOf = (named: string, texts = '', clues: Partial<FerryClues> = {}) =>
  findFerryRuns(partsOf(named, texts), { quays: [], ...clues })
    .map(({ first, last }) => `${first}-${last}`)
    .join(' ');

test.each(
  table<'ferries' | 'runs' | 'because'>(`
    ferries      | runs    | because
    - A -        | 1-1     | one part with a ferry is a crossing
    - A A -      | 1-2     | a run with one name is one crossing
    A - A        | 0-0 2-2 | a part without a ferry lies between
    A B          | 0-0 1-1 | another name is another crossing
    A+B B        | 0-1     | a shared name joins
    ? A          | 0-1     | a part without a name joins
    - -          |         | nothing is sailed
  `),
)('ferries $ferries are the crossings [$runs]: $because', ({ ferries, runs }) => {
  expect(runsOf(ferries.replace('?', ''))).toBe(runs);
});

test('the text of the manoeuvre tells where the parts do not, but only when some of it is sailed', () => {
  const texts = 'Kjør / {F9999} Ta ferja Nordvik - Sørvik / Kjør';
  expect(runsOf('- - -', texts, { ferryM: 3000 })).toBe('1-1');
  expect(runsOf('- - -', texts, { ferryM: 0 })).toBe('');
  expect(runsOf('- - -', texts)).toBe('');
  expect(runsOf('A - -', texts, { ferryM: 3000 })).toBe('0-0');
});

test('a street that is named after the ferry is not sailed where a part between quays is', () => {
  const texts = 'Sving inn på Fergeveien / Take the ferry / Kjør';
  const quays = [quayAt(3000), quayAt(6000)];
  expect(runsOf('- - -', texts, { ferryM: 3000, quays })).toBe('1-1');
});

test('where the text does not tell either, a part from quay to quay is sailed', () => {
  const quays = [quayAt(3000), quayAt(6000)];
  expect(runsOf('- - -', '', { ferryM: 3000, quays })).toBe('1-1');
  expect(runsOf('- - -', '', { ferryM: 3000, quays: [quayAt(3000)] })).toBe('');
  expect(runsOf('- - -', '', { quays })).toBe('');
});
