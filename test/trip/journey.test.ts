import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault, refusedValue } from '../../src/base/fault.ts';
import { fromNok } from '../../src/base/nok.ts';
import { formatOsloInstant, fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { Fix, LatLon } from '../../src/base/point.ts';
import { buildPassageFinder } from '../../src/passages/passage-finder.ts';
import { type JourneyRequest, type PlannedDrive, priceJourney } from '../../src/trip/journey.ts';
import type { RoutePlanner, TraceMatch, TracePlanner } from '../../src/trip/ports.ts';
import { quoteTrace } from '../../src/trip/quote-trace.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import { noWayTo } from '../../src/trip/quoted-stops.ts';
import { formatAnswer } from '../../src/wire/answer.ts';
import { formatJourney } from '../../src/wire/format-journey.ts';
import { table } from '../support/table.ts';
import { lineOf, partsOf, routeOf, STATIONS } from '../support/trip-scene.ts';

/** The drawn road from west to east: 1 and 2 share an hour of which the dearest pays, 3 charges the way west. */
const ROAD = 'a1b2cd3e';

/** Drives the road from one of its points to another. */
const planTrip: RoutePlanner['planTrip'] = async ({ from, to }) => {
  const [start, end] = [nameOf(from), nameOf(to)];
  const [west, east] = [start, end].map((name) => ROAD.indexOf(name)).toSorted((a, b) => a - b);
  const driven = ROAD.slice(west, (east ?? 0) + 1);
  return [
    routeOf(ROAD.indexOf(start) > ROAD.indexOf(end) ? [...driven].reverse().join('') : driven),
  ];
};

const at = (name: string) => lineOf(name)[0] as LatLon;
const nameOf = (point: LatLon) =>
  [...ROAD].find((name) => JSON.stringify(at(name)) === JSON.stringify(point)) ?? '?';

const parts = partsOf([], { planner: { source: 'drawn', planTrip } });
const journeyParts = { ...parts, quote: quoteTrip(parts) };

/** `12:00 a>b(40)>c`: from a to c, at b for 40 minutes; `12:00 c>a back 30`: and back after half an hour. */
function driveOf(text: string): PlannedDrive {
  const [, time = '', way = '', back] = /^(\S+) (\S+)(?: back (\d+))?$/.exec(text) ?? [];
  const stops = way.split('>').map((stop) => {
    const [, name = '', stay = 0] = /^(\w)(?:\((\d+)\))?$/.exec(stop) ?? [];
    return { at: at(name), stayMs: Number(stay) * 60_000 };
  });
  const [from, to] = [stops[0], stops.at(-1)];
  if (from === undefined || to === undefined) throw new Error(`No drive: ${text}.`);
  return {
    from: from.at,
    to: to.at,
    via: stops.slice(1, -1),
    startMs: fromOsloWallClock(`2026-11-18T${time}`),
    ...(back !== undefined && { backAfterMs: Number(back) * 60_000 }),
  };
}

const requestOf = (drives: string, facts: Partial<JourneyRequest> = {}): JourneyRequest => ({
  drives: drives === '' ? [] : drives.split(', ').map(driveOf),
  size: 'small',
  ferry: { ferryClass: 'AP1' },
  ...facts,
});

const price = (drives: string, facts?: Partial<JourneyRequest>) =>
  priceJourney(requestOf(drives, facts), journeyParts);

test.each(
  table<'drives' | 'tag' | 'noTag' | 'because'>(`
    drives                       | tag        | noTag      | because
    12:00 a>c                    | 40         | 50         | the dearer station of the hour pays
    12:00 a>b, 12:40 b>c         | 0, 40      | 0, 50      | the hour goes across the drives
    12:40 b>c, 12:00 a>b         | 0, 40      | 0, 50      | the order in which they are told does not matter
    12:00 a>b, 13:01 b>c         | 32, 40     | 40, 50     | an hour later it is another hour
    12:00 a>b(20)>c              | 40         | 50         | a stay of 20 minutes is within the hour
    12:00 a>b(70)>c              | 72         | 90         | a stay of 70 minutes is not
    12:00 c>a back 10            | 40, 0      | 50, 0      | the way back is in the hour of the way there
    12:00 c>a back 70            | 40, 40     | 50, 50     | and not after a long stay
    12:00 c>e back 0             | 0, 16.8    | 0, 21      | station 3 charges the way west alone
    12:00 a>c, 12:10 a>c         | 40, 0      | 50, 0      | each passage is one, and the hour has one payment
  `),
)('$drives costs $tag with a tag, because $because', async (row) => {
  const { drives, toll } = await price(row.drives);
  const nok = (text: string) => text.split(', ').map((one) => fromNok(Number(one)));
  expect(drives.map((drive) => drive.toll.total.smallOre)).toEqual(nok(row.tag));
  expect(drives.map((drive) => drive.toll.total.smallNoDiscountOre)).toEqual(nok(row.noTag));
  const sum = drives.reduce((all, drive) => all + drive.toll.total.smallOre, 0);
  expect(toll.total.smallOre).toBe(sum);
});

test('planned drives that join cost what one long trip does, ferry and moments included', async () => {
  const ways = fc.constantFrom('abcde', 'edcba');
  const startMin = fc.integer({ min: 5 * 60, max: 10 * 60 });
  await fc.assert(
    fc.asyncProperty(ways, fc.subarray([1, 2, 3]), startMin, async (way, stops, minute) => {
      const startMs = fromOsloWallClock('2026-11-18T00:00') + minute * 60_000;
      const drive = (from: number, to: number, atMs: number): PlannedDrive => ({
        from: at(way[from] ?? ''),
        to: at(way[to] ?? ''),
        via: [],
        startMs: atMs,
      });
      const long = await price('', { drives: [drive(0, 4, startMs)] });
      const drives: PlannedDrive[] = [];
      let joined = long;
      for (const [i, to] of [...stops, 4].entries()) {
        const endMs = i === 0 ? startMs : (joined.drives.at(-1)?.endMs ?? 0);
        drives.push(drive(stops[i - 1] ?? 0, to, endMs));
        joined = await price('', { drives });
      }
      expect(joined.drives).toHaveLength(stops.length + 1);
      expect(joined.toll.total).toEqual(long.toll.total);
      expect(joined.drives.at(-1)?.endMs).toBe(long.drives[0]?.endMs);
      const fares = joined.drives.map(({ ferry }) => ferry.ordinaryOre);
      expect(fares.reduce((sum, ore) => sum + ore, 0)).toBe(long.drives[0]?.ferry.ordinaryOre);
    }),
    { numRuns: 40 },
  );
});

test('a stay is no part of what is driven: the next leg leaves when it ends', async () => {
  const { drives } = await price('12:00 a>b(20)>c back 15');
  const [there, back] = drives;
  const [first, second] = there?.legs ?? [];
  expect(there?.legs).toHaveLength(2);
  const drivenMs = (first?.quoted.route.durationS ?? 0) * 1000;
  expect(second?.startMs).toBe((first?.startMs ?? 0) + drivenMs + 20 * 60_000);
  expect(back).toMatchObject({
    isWayBack: true,
    asked: 0,
    startMs: (there?.endMs ?? 0) + 15 * 60_000,
  });
  expect(back?.legs).toHaveLength(1);
});

test('a drive is told by its passages as well, in any order', async () => {
  const passages = [
    { stationId: '2', atMs: fromOsloWallClock('2026-11-18T12:20') },
    { stationId: '1', atMs: fromOsloWallClock('2026-11-18T12:10') },
  ];
  const { drives, source } = await price('', { drives: [{ passages }] });
  expect(source).toBeUndefined();
  expect(drives[0]?.toll.total.smallOre).toBe(4000);
  expect(formatOsloInstant(drives[0]?.startMs ?? 0)).toContain('T12:10');
  expect(drives[0]).toMatchObject({ legs: [], ferry: { count: 0 }, missing: [] });
});

test('a passage that is told of is never dropped in silence: where no toll is collected the drive says so', async () => {
  const noon = (day: string) => fromOsloWallClock(`${day}T12:00`);
  const moment = (day: string) => ({ day, minuteOfDay: 0 });
  const periods = [
    { openFrom: moment('2026-11-10'), openTo: moment('2026-11-12') },
    { openFrom: moment('2026-11-14'), openTo: moment('2026-11-16') },
  ];
  const tolls = {
    ...parts.tolls,
    findStation: (id: string) => {
      const found = parts.tolls.findStation(id);
      return found && { ...found, periods };
    },
  };
  const told = async (day: string) => {
    const drives = [{ passages: [{ stationId: '1', atMs: noon(day) }] }];
    const journey = await priceJourney({ ...requestOf(''), drives }, { ...journeyParts, tolls });
    const [drive] = journey.drives;
    const said = drive?.warnings.filter(({ code }) => code === 'station_not_collecting') ?? [];
    return [drive?.toll.count, said.map(({ message }) => /, it (.*?):/.exec(message)?.[1]).join()];
  };
  expect(
    await Promise.all(['09', '11', '13', '15', '17'].map((day) => told(`2026-11-${day}`))),
  ).toEqual([
    [0, 'begins on 2026-11-10 at the earliest'],
    [1, ''],
    [0, 'begins on 2026-11-14 at the earliest'],
    [1, ''],
    [0, 'ended by 2026-11-16'],
  ]);
});

/** The drawn road, recorded in ten minutes. */
const recording = (way: string, time: string) => ({
  fixes: [way[0], way.at(-1)].map((name, i) => ({
    ...at(name ?? ''),
    atMs: fromOsloWallClock(`2026-11-18T${time}`) + i * 600_000,
  })),
  startMs: 0,
});

/** Lays the two fixes of a recording on the drawn road; 1 may have been passed where `doubted` says so. */
const tracerOf = (doubted: boolean, told: Partial<TraceMatch> = {}): TracePlanner => ({
  source: 'drawn',
  *plan(fixes) {
    const [from, to] = [fixes[0], fixes.at(-1)] as [Fix, Fix];
    const startMs = from.atMs ?? 0;
    const [start, end] = [nameOf(toPoint(from)), nameOf(toPoint(to))];
    const route = routeOf(ROAD.slice(ROAD.indexOf(start), ROAD.indexOf(end) + 1));
    const all = parts.passages.findByGeometry(route);
    const passages = all.map((one) => ({
      ...one,
      ...(doubted && one.stationId === '1' && { isDoubted: true as const }),
    }));
    const drive = {
      ...{ from, to, fromM: 0, toM: route.lengthM, trip: 0 },
      ...{ fromMs: startMs, toMs: startMs + 600_000 },
    };
    const doubts = passages
      .filter(({ isDoubted }) => isDoubted)
      .map(({ stationId, atS }) => ({
        stationId,
        why: 'parallel-road' as const,
        atMs: startMs + atS * 1000,
      }));
    const stretch = { kind: 'road' as const, fromM: 0, toM: route.lengthM, confidence: 1 };
    const fit = {
      lengthFactor: 1,
      fixes: 2,
      ignored: 0,
      leaps: [],
      isCut: false,
      beyondM: 0,
      share: 1,
    };
    const match = { ...fit, isTimed: true, stretches: [stretch] };
    const traced = { route: { ...route, passages }, startMs, parts: [] };
    return { ...traced, match: { ...match, ...told, drives: [drive], doubts } };
  },
});
const toPoint = ({ lat, lon }: Fix) => ({ lat, lon });
const withTraces = (doubted = false) => ({
  ...journeyParts,
  quoteTrace: quoteTrace(tracerOf(doubted), parts),
});

test('the hour goes across drives however each is told: planned, recorded, by passages', async () => {
  const told = [
    driveOf('12:00 a>b'),
    recording('b2c', '12:20'),
    { passages: [{ stationId: '1', atMs: fromOsloWallClock('2026-11-18T12:50') }] },
  ];
  const { drives, toll } = await priceJourney({ ...requestOf(''), drives: told }, withTraces());
  expect(drives.map((drive) => drive.toll.total.smallOre)).toEqual([0, 4000, 0]);
  expect(toll.total.smallOre).toBe(4000);
  expect(drives.map(({ recorded }) => recorded?.match.share)).toEqual([undefined, 1, undefined]);
});

test.each([
  ['', 3200],
  ['12:40 b>c', 0],
])(
  'a station that may have been passed is in no sum; beside the drives "%s" it would add %i øre',
  async (others, adds) => {
    const request = requestOf(others);
    const drives = [...request.drives, recording('a1b', '12:00')];
    const journey = await priceJourney({ ...request, drives }, withTraces(true));
    const [first] = journey.drives;
    expect(first?.toll.total.smallOre).toBe(0);
    expect(first?.recorded?.doubts).toMatchObject([
      { station: { id: '1' }, adds: { smallOre: adds } },
    ]);
    expect(first?.missing).not.toEqual([]);
  },
);

test.each([
  [{ isCut: true }, 'trace_cut', /clock of the recording runs back/],
  [
    { leaps: [{ fixes: 9, atMs: 0, isDrive: true }] },
    'trace_cut',
    /^No vehicle can have driven the whole recording/,
  ],
  [
    { beyondM: 12_340 },
    'trace_beyond_network',
    /^12\.3 km of the recording lie more than 10 km from/,
  ],
])('a recording with %o is not complete, by itself and in a journey', async (told, code, why) => {
  const tracer = tracerOf(false, told);
  const quoteIt = { ...journeyParts, quoteTrace: quoteTrace(tracer, parts) };
  const one = recording('a1b', '12:00');
  const { drives } = await priceJourney({ ...requestOf(''), drives: [one] }, quoteIt);
  const stops = { from: one.fixes[0] as Fix, to: one.fixes[1] as Fix, via: [] };
  const { drives: _, ...vehicle } = requestOf('');
  const wish = { avoidTolls: false, alternatives: 0, refine: true };
  const asked = { ...vehicle, ...wish, ...stops, startMs: one.startMs };
  const [{ quote }] = await quoteTrace(tracer, parts)(asked, one.fixes, 'route');
  const missing = [{ kind: 'road', name: 'The recording', why: expect.stringMatching(why) }];
  for (const priced of [drives[0], quote.routes[0]]) {
    expect(priced?.warnings.map((warning) => warning.code)).toContain(code);
    expect(priced?.missing).toEqual(missing);
  }
});

test.each([
  ['06:25', 'begins', [32, 56], true],
  ['08:55', 'ends', [32, 56], true],
  ['07:30', 'lasts', [undefined, undefined], false],
])(
  'recorded from %s on, as the rush %s, the toll is between %j: it is an estimate, also in a journey, %j',
  async (time, _, range, isEstimated) => {
    const tracer: TracePlanner = {
      source: 'drawn',
      *plan(fixes, startMs) {
        const traced = yield* tracerOf(false).plan(fixes, startMs);
        const passages = traced.route.passages?.map((one) => ({
          ...one,
          rangeS: [one.atS, one.atS + 590] as const,
        }));
        return {
          ...traced,
          route: { ...traced.route, isRecorded: true, ...(passages && { passages }) },
        };
      },
    };
    const one = recording('a1b', time);
    const { drives: _drives, ...asked } = requestOf('', {
      vehicle: { size: 'small', tagged: true, fuel: 'petrol' },
    });
    const stops = { from: one.fixes[0] as Fix, to: one.fixes[1] as Fix, via: [] };
    const request = { ...asked, ...stops, avoidTolls: false, refine: true, startMs: 0 };
    const [{ quote }] = await quoteTrace(tracer, parts)(request, one.fixes, 'route');
    const options = { attribution: '', lengthIgnored: false, lines: true as const };
    const [alone] = formatAnswer(quote, request, options)._billing.routes;
    const priced = await priceJourney(
      { ...asked, drives: [one] },
      { ...journeyParts, quoteTrace: quoteTrace(tracer, parts) },
    );
    const question = { request: { ...asked, drives: [one] }, claims: [], named: [], ...options };
    const told = { dataVersion: 'v', dataHash: '0'.repeat(64), attribution: '', computedAtMs: 0 };
    const [inJourney] = formatJourney(priced, question, told).drives;
    expect([alone?.tollMin, alone?.tollMax]).toEqual(range);
    for (const bill of [alone, inJourney]) {
      expect(bill?.tollEstimated === true).toBe(isEstimated);
      expect(bill?.lines?.map(({ estimated }) => estimated)).toEqual([isEstimated]);
      expect(bill?.warnings.some(({ code }) => code === 'time_decides')).toBe(isEstimated);
    }
  },
);

test.each([
  ['a', 'station_missing'],
  ['d', ''],
])(
  'a station of the project that is gone is told of by a drive past its place alone: it stood at %s',
  async (place, told) => {
    const gone = { name: 'Old', until: '2027-01-01', places: [at(place)] };
    const stations = STATIONS.map((one) => ({
      ...one,
      project: { ...one.project, absentStations: [gone] },
    }));
    const scene = partsOf([], {
      planner: { source: 'drawn', planTrip },
      passages: buildPassageFinder({ gates: [], stations, nearM: 30 }),
      tolls: {
        ...parts.tolls,
        findStation: (id: string) => stations.find((one) => one.id === id),
        absentStations: [gone],
      },
    });
    const { drives } = await priceJourney(requestOf('12:00 a>b'), {
      ...scene,
      quote: quoteTrip(scene),
    });
    const codes = drives.flatMap(({ warnings }) => warnings.map(({ code }) => code));
    expect(codes.filter((code) => code === 'station_missing').join()).toBe(told);
  },
);

test('a journey that avoids tolls asks for both ways so, and says where it could not; what was recorded is as it was driven', async () => {
  const asked: boolean[] = [];
  const planner = {
    source: 'drawn',
    planTrip: (request: Parameters<RoutePlanner['planTrip']>[0]) => {
      asked.push(request.avoidTolls);
      return planTrip(request, {});
    },
  };
  const avoiding = partsOf([], { planner });
  const tracer = tracerOf(false, {});
  const all = {
    ...avoiding,
    quote: quoteTrip(avoiding),
    quoteTrace: quoteTrace(tracer, avoiding),
  };
  const drives = [driveOf('12:00 a>c back 10'), recording('a1b', '14:00')];
  const warned = async (facts: Partial<JourneyRequest>) => {
    const journey = await priceJourney({ ...requestOf('', facts), drives }, all);
    return journey.drives.map(({ warnings }) =>
      warnings.some(({ code }) => code === 'tolls_not_avoidable'),
    );
  };
  expect(await warned({ avoidTolls: true })).toEqual([true, true, false]);
  expect(asked).toEqual([true, true]);
  expect(await warned({})).toEqual([false, false, false]);
  expect(asked.slice(2)).toEqual([false, false]);
});

test('a claim names the ends of a recording as the question does, and by five decimals where it does not', async () => {
  const claimed = async (from?: string, to?: string) => {
    const one = recording('a1b', '12:00');
    const fixes = one.fixes.map((fix) => ({ ...fix, lat: fix.lat + 1e-9 }));
    const request = { ...requestOf(''), drives: [{ ...one, fixes }] };
    const journey = await priceJourney(request, withTraces());
    const ends = { ...(from && { from }), ...(to && { to }) };
    const question = { request, claims: [ends], named: [], lengthIgnored: false };
    const told = { dataVersion: 'v', dataHash: '0'.repeat(64), attribution: '', computedAtMs: 0 };
    const { claim } = formatJourney(journey, { ...question, lines: true }, told);
    return [claim?.entries[0]?.from, claim?.entries[0]?.to];
  };
  expect(await claimed('Kontoret', 'Kunden')).toEqual(['Kontoret', 'Kunden']);
  const [from, to] = await claimed();
  for (const end of [from, to]) expect(end).toMatch(/^\d+(\.\d{1,5})?, \d+(\.\d{1,5})?$/);
  expect(await claimed('Kontoret')).toEqual(['Kontoret', to]);
});

test('a drive that begins before the one before it has ended is told of', async () => {
  const codes = (await price('12:00 a>e, 12:00 a>b')).drives.map(
    ({ warnings }) => warnings.filter(({ code }) => code === 'drives_overlap').length,
  );
  expect(codes).toEqual([0, 1]);
});

test('a cap counts what the month has had before, and the drives themselves; a new month begins at 0', async () => {
  const cap = {
    key: 'town',
    name: 'Town',
    bySize: { small: [{ from: '2000-01-01', perMonth: 3, knownOn: '2026-01-01', source: 'test' }] },
  };
  const tolls = {
    ...parts.tolls,
    capGroups: ['town'],
    findStation: (id: string) => {
      const found = parts.tolls.findStation(id);
      return found && { ...found, cap };
    },
  };
  const on = (day: string) => ({
    passages: [{ stationId: '1', atMs: fromOsloWallClock(`2026-${day}T12:00`) }],
  });
  const days = ['11-27', '11-28', '11-29', '11-30', '12-01'];
  const chargedWith = async (usedBefore?: Record<string, number>) => {
    const request = { ...requestOf(''), drives: days.map(on), ...(usedBefore && { usedBefore }) };
    const { drives } = await priceJourney(request, { ...journeyParts, tolls });
    return drives.map(({ toll }) => toll.total.smallOre / 100);
  };
  expect(await chargedWith()).toEqual([32, 32, 32, 0, 32]);
  expect(await chargedWith({ town: 2 })).toEqual([32, 0, 0, 0, 32]);
  expect(await chargedWith({ town: 80 })).toEqual([0, 0, 0, 0, 32]);
});

test('a station and a cap group that do not exist are refused by their names', async () => {
  const drives = [{ passages: [{ stationId: '99', atMs: 0 }] }];
  await expect(price('', { drives })).rejects.toThrow('drives[0] names the toll station "99"');
  const passages = ['1', '98', '99'].map((stationId) => ({ stationId, atMs: 0 }));
  await expect(price('', { drives: [...drives, { passages }] })).rejects.toMatchObject({
    problems: [
      { parameter: 'drives[0].passages[0].stationId' },
      { parameter: 'drives[1].passages[1].stationId' },
      { parameter: 'drives[1].passages[2].stationId' },
    ],
  });
  await expect(price('12:00 a>b', { usedBefore: { nowhere: 1 } })).rejects.toThrow(
    'a group that does not exist',
  );
});

test('a recording that is refused is named as the journey has it', async () => {
  const message = 'The trace lies outside Norway.';
  const quote = async () => {
    throw refusedValue('body', message);
  };
  const work = priceJourney(requestOf('12:00 a>b'), { ...journeyParts, quote });
  await expect(work).rejects.toMatchObject({
    code: 'invalid_parameter',
    problems: [{ parameter: 'drives[0].trace', message: `drives[0]: ${message}` }],
  });
});

test('a drive that cannot be planned is named in the sentence, and so is its stop', async () => {
  const message = 'The sea lies between.';
  const quote = async () => {
    throw new Fault('route_not_possible', message, { problems: [{ parameter: 'to', message }] });
  };
  const work = priceJourney(requestOf('12:00 a>b'), { ...journeyParts, quote });
  await expect(work).rejects.toMatchObject({
    code: 'route_not_possible',
    publicMessage: 'drives[0]: The sea lies between.',
    problems: [{ parameter: 'drives[0].to', message: 'drives[0]: The sea lies between.' }],
  });
});

test.each(
  table<'drive' | 'stop' | 'parameter' | 'name'>(`
    drive                       | stop | parameter | name
    12:00 a>b>c>d>e             | c    | via       | Via point 2
    12:00 a>b(60)>c(60)>d(60)>e | a    | from      | The start
    12:00 a>b(60)>c(60)>d(60)>e | c    | via       | Via point 2
    12:00 a>b>c(60)>d>e         | d    | via       | Via point 3
    12:00 a>b(60)>c(60)>d(60)>e | e    | to        | The end
  `),
)('$drive: $stop, which no road leads to, is $name', async ({ drive, stop, parameter, name }) => {
  const why = 'lies far from the roads.';
  const quote = quoteWithout((trip) => trip.findIndex((one) => nameOf(one) === stop), why);
  const work = priceJourney(requestOf(drive), { ...journeyParts, quote });
  const message = `drives[0]: ${name} ${why}`;
  await expect(work).rejects.toMatchObject({
    publicMessage: message,
    problems: [{ parameter: `drives[0].${parameter}`, message }],
  });
});

test('a stop that the way back does not come to is named as the question has it', async () => {
  const quote = quoteWithout(([first]) => (nameOf(first as LatLon) === 'e' ? 0 : -1), 'is closed.');
  const work = priceJourney(requestOf('12:00 a>b>e back 60'), { ...journeyParts, quote });
  await expect(work).rejects.toMatchObject({
    problems: [{ parameter: 'drives[0].to', message: 'drives[0]: The end is closed.' }],
  });
});

test.each(
  table<'drive' | 'told'>(`
    drive                    | told
    12:00 a>b>c              | Via point 1
    12:00 a>b(60)>c>d(60)>e  | Via point 1, Via point 2, Via point 3
    12:00 a>b(60)>c back 60  | Via point 1 / Via point 1
  `),
)('$drive: the stops that are moved are $told, each told once', async ({ drive, told }) => {
  const ends = ['a', 'e', ...(drive.includes('back') ? ['c'] : drive.endsWith('>c') ? ['c'] : [])];
  const planner: RoutePlanner = {
    source: 'drawn',
    planTrip: async (request, work) => {
      const stops = [request.from, ...request.via, request.to].map((asked) => ({
        at: asked,
        movedM: ends.includes(nameOf(asked)) ? 0 : 3000,
      }));
      return (await planTrip(request, work)).map((route) => ({ ...route, stops }));
    },
  };
  const quote = quoteTrip(partsOf([], { planner }));
  const { drives } = await priceJourney(requestOf(drive), { ...journeyParts, quote });
  const moved = drives.map(({ warnings }) =>
    warnings.flatMap(({ code, about }) => (code === 'point_moved' ? [about] : [])).join(', '),
  );
  expect(moved.join(' / ')).toBe(told);
});

/** Quotes trips but those of which a stop is to blame. */
const quoteWithout =
  (findStop: (stops: readonly LatLon[]) => number, why: string): typeof journeyParts.quote =>
  async (trip, work) => {
    const stops = [trip.from, ...trip.via, trip.to];
    const index = findStop(stops);
    if (index !== -1) throw noWayTo(index, stops.length, why);
    return journeyParts.quote(trip, work);
  };
