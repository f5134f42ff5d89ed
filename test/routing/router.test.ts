/** Drawn trips, at 10 m/s. One character of a drawing is 100 m, so 10 s. */
import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { placeOfSection, readDrive, type WaitFor } from '../../src/routing/drive.ts';
import type { FareState, Fares } from '../../src/routing/money-fares.ts';
import { listGates, listHeadings } from '../../src/routing/network.ts';
import { openRouter } from '../../src/routing/router.ts';
import { drawnRoads } from '../support/drawn-roads.ts';
import { table } from '../support/table.ts';

describe('within a street', () => {
  const street = drawnRoads('a---b---c', ({ link }) => [link('K', 'abc')]);
  const oneWay = drawnRoads(
    `
    a---b---c
    |       |
    e-------d
    `,
    ({ link }) => [link('K', 'abc', { oneWay: true }), link('K', 'cdea')],
  );

  test.each(
    table<'from' | 'to' | 'seconds'>(`
      from | to  | seconds
      100  | 700 | 60
      700  | 100 | 60
      100  | 101 | 0
      101  | 100 | 0
      300  | 300 | 0
      0    | 800 | 80
      800  | 0   | 80
    `),
  )('it takes $seconds s from metre $from to metre $to, never less than none', (row) => {
    const [drive] = street.drive([
      street.eastOf('a', Number(row.from)),
      street.eastOf('a', Number(row.to)),
    ]);
    const metres = Math.abs(Number(row.to) - Number(row.from));
    expect((drive?.durationMs ?? -1) / 1000).toBeCloseTo(metres / 10, 1);
    expect(drive?.lengthM).toBeCloseTo(metres, 0);
    expect(street.lineOf(drive as NonNullable<typeof drive>).length).toBeLessThanOrEqual(3);
    for (const ms of drive?.leftAtMs ?? []) expect(ms).toBeGreaterThanOrEqual(0);
  });

  const at = (eastM: number) => oneWay.eastOf('a', eastM);
  test('against a one-way street one drives all the way round', () => {
    expect(oneWay.tell([at(100), at(700)])?.way).toBe('b');
    const [round] = oneWay.drive([at(700), at(100)]);
    expect(oneWay.lineOf(round as NonNullable<typeof round>).length).toBe(6);
    expect(round?.lengthM).toBeCloseTo(100 + 200 + 800 + 200 + 100, 0);
  });
});

describe('junctions', () => {
  test('one turns back at a dead end and nowhere else', () => {
    // From x one may set out towards b or towards e.
    const map = drawnRoads(
      `
      a-x-b---c
          |
          d
      `,
      ({ link }) => [link('K1', 'axb'), link('K1', 'bc'), link('K2', 'bd', { oneWay: true })],
    );
    expect(map.tell(['c', 'd'])?.way).toBe('cbd');
    expect(map.tell(['d', 'a'])).toBeUndefined();
    const towards = drawnRoads(
      `
      a---b---c
          |
          d---e
      `,
      ({ link }) => [
        link('K1', 'ab', { oneWay: true }),
        link('K1', 'bc'),
        link('K2', 'bd', { oneWay: true }),
        link('K2', 'de'),
      ],
    );
    expect(towards.tell(['a', 'd'])?.way).toBe('abd');
    expect(towards.tell(['c', 'd'])?.way).toBe('cbd');
  });

  test('a turn takes its seconds where three roads meet, and none at a bend', () => {
    const junction = drawnRoads(
      `
      a---b---c
          |
          d
      `,
      ({ link }) => [link('K1', 'ab'), link('K1', 'bc'), link('K2', 'bd')],
    );
    const bend = drawnRoads(
      `
      a---b
          |
          d
      `,
      ({ link }) => [link('K1', 'ab'), link('K2', 'bd')],
    );
    const secondsOf = (map: typeof bend, stops: string[]) =>
      (map.drive(stops)[0]?.durationMs ?? 0) / 1000;
    expect(secondsOf(bend, ['a', 'd'])).toBeCloseTo(60, 0);
    expect(secondsOf(junction, ['a', 'd']) - 60).toBeCloseTo(2.1, 0);
    expect(secondsOf(junction, ['d', 'a']) - 60).toBeCloseTo(5, 0);
    expect(secondsOf(junction, ['a', 'c']) - 80).toBeCloseTo(0, 1);
  });

  test('a trip begins and ends on a roundabout in the direction in which it is driven', () => {
    const map = drawnRoads(
      `
        n
       / \\
      w   e---f
       \\ /
        s
      `,
      ({ link }) => [link('R1', 'eswne', { oneWay: true }), link('K', 'ef')],
    );
    expect(map.tell(['s', 'w'])?.way).toBe('sw');
    expect(map.tell(['w', 's'])?.way).toBe('wnes');
    expect(map.tell(['f', 's'])?.way).toBe('fes');
    expect(map.tell(['s', 'f'])?.way).toBe('swnef');
  });

  test('a road under or over another does not meet it', () => {
    const map = drawnRoads(
      `
          n
          |
      a-------c
          |
          s
      `,
      ({ link }) => [link('K1', 'ac'), link('K2', 'ns', { tunnel: true })],
    );
    expect(map.tell(['a', 'c'])?.way).toBe('ac');
    expect(map.tell(['a', 'n'])).toBeUndefined();
    expect(map.tell(['n', 's'])?.way).toBe('ns');
  });

  test('no point of a line is told twice, wherever a trip begins or ends', () => {
    const map = drawnRoads(
      `
      a---b
      |   |
      d---c
      `,
      ({ link }) => ['ab', 'bc', 'cd', 'da'].map((ends) => link('K', ends)),
    );
    for (const from of 'abcd')
      for (const to of 'abcd')
        if (from !== to) expect(map.tell([from, to])?.way).toMatch(/^(.)(?!\1)(.)(?!\2).?$/);
  });
});

describe('ferries', () => {
  const fjord = drawnRoads('a---b~~~~~~~~~c---d~~~~e~~~~f---g          i---j', ({ link }) => [
    link('F1', 'ab'),
    link('~F1', 'bc', { crossingMin: 10 }),
    link('F1', 'cd'),
    link('~F2', 'de', { crossingMin: 2 }),
    link('~F2', 'ef', { crossingMin: 3 }),
    link('F2', 'fg'),
    link('K', 'ij'),
  ]);

  test.each(
    table<'trip' | 'seconds' | 'because'>(`
      trip | seconds | because
      ad   | 980     | 40 s of road, 5 min to board, 10 min at sea, 40 s of road
      bd   | 940     | one boards when the trip begins on the quay
      ac   | 940     | one need not board to leave a ferry
      bc   | 900     | from quay to quay
      cg   | 680     | one boards once for two ferries in a row
      be   | 1360    | a ferry that calls at sea is no place to land: one is put ashore
      da   | 980     | the same way back
    `).filter(({ trip }) => trip !== 'be'),
  )('$trip takes $seconds s: $because', ({ trip, seconds }) => {
    expect(fjord.tell([...trip])?.seconds).toBe(Number(seconds));
  });

  test('a run of ferry is told from cast off to landing', () => {
    const [drive] = fjord.drive(['a', 'g']);
    if (drive === undefined) throw new Error('Expected a way.');
    const runs = drive.sailed.map(({ from, to }) =>
      [from, to].map((point) => Math.round((drive.leftAtMs[point] as number) / 1000)),
    );
    expect(runs).toEqual([
      [340, 940],
      [1280, 1580],
    ]);
  });

  test('no way leads to an island without a ferry', () => {
    expect(fjord.tell(['a', 'i'])).toBeUndefined();
    expect(fjord.tell(['i', 'a'])).toBeUndefined();
    expect(fjord.tell(['i', 'j'])?.way).toBe('ij');
  });
});

describe('toll stations', () => {
  /** Station 1 stands in the middle of b-c and charges both ways; 2 charges only from c to d. */
  const map = drawnRoads(
    `
    a---b-------c-------d---e
        |               |
        f---------------g
    `,
    ({ link }) => [
      link('K1', 'ab'),
      link('K1', 'bc'),
      link('K1', 'cd'),
      link('K1', 'de'),
      link('K2', 'bfgd'),
    ],
    [
      { id: '1', link: 1, alongM: 400 },
      { id: '2', link: 2, alongM: 400, charged: 'forward' },
    ],
  );
  const k1 = (eastM: number) => map.eastOf('a', eastM);

  test.each(
    table<'from' | 'to' | 'stations' | 'because'>(`
      from | to   | stations | because
      0    | 2400 | 1 2      | one drives past both
      2400 | 0    | 1        | the second charges one way
      801  | 2400 | 2        | who begins at a station does not pass it
      800  | 2400 | 2        | who begins at a station does not pass it
      799  | 2400 | 1 2      | a metre before it one does
      797  | 2400 | 1 2      | a metre before it one does
      803  | 2400 | 2        | behind it one does not
      0    | 800  |          | who ends at a station does not pass it
      0    | 798  |          | nor who ends before it
      0    | 803  | 1        | three metres behind it one has passed
      803  | 0    | 1        | the other way one passes from there
      1600 | 2400 |          | at the second station
      1598 | 2400 | 2        | before the second station
      2400 | 1598 |          | the other way is free
      400  | 797  |          | between stations
    `),
  )('from metre $from to $to one passes [$stations]: $because', ({ from, to, stations }) => {
    const told = map.tell([k1(Number(from)), k1(Number(to))]);
    expect(told?.stations).toBe(stations);
  });

  test('a stop at a station that one drives on from changes nothing: it is passed once', () => {
    expect(map.tell([k1(0), k1(800), k1(2400)])).toEqual(map.tell([k1(0), k1(2400)]));
    expect(map.tell([k1(2400), k1(800), k1(0)])).toEqual(map.tell([k1(2400), k1(0)]));
  });

  test('a trip that begins, ends or stops right on the point of a station', () => {
    const [first, second] = map.gatePoints.map(({ at }) => at) as [LatLon, LatLon];
    expect(map.tell([k1(0), first])?.stations).toBe('');
    expect(map.tell([first, k1(2400)])?.stations).toBe('2');
    expect(map.tell([first, second])?.stations).toBe('');
    expect(map.tell([k1(2400), first])?.stations).toBe('');
    expect(map.tell([first, k1(0)])?.stations).toBe('');
    expect(map.tell([k1(0), first, k1(2400)])).toEqual(map.tell([k1(0), k1(2400)]));
    expect(map.tell([k1(2400), first, k1(0)])).toEqual(map.tell([k1(2400), k1(0)]));
    // Driven leg by leg, as one turns back later: at the station one drives on all the same.
    expect(map.tell([k1(0), first, k1(1000), k1(900)])?.stations).toBe('1');
    expect(map.tell([k1(2400), first, k1(600), k1(700)])?.stations).toBe('1');
    expect(map.tell([k1(0), first, second, k1(2400), k1(2300)])?.stations).toBe('1 2');
    expect(map.tell([k1(0), first, k1(0)])?.stations).toBe('');
  });

  test('a stop on the point of a station is reached and left both ways', () => {
    const stop = map.gatePoints[0]?.at as LatLon;
    expect(map.tell([k1(0), stop])).toMatchObject({ way: 'ab', stations: '' });
    expect(map.tell([k1(2400), stop])).toMatchObject({ way: 'edc', stations: '' });
    expect(map.tell([stop, k1(0)])).toMatchObject({ way: 'ba', stations: '' });
    expect(map.tell([stop, k1(2400)])).toMatchObject({ way: 'cde', stations: '2' });
  });

  test('who turns back at a station does not pass it', () => {
    expect(map.tell([k1(600), k1(800), k1(600)])?.stations).toBe('');
    expect(map.tell([k1(1000), k1(800), k1(1000)])?.stations).toBe('');
    expect(map.tell([k1(600), k1(900), k1(600)])?.stations).toBe('1 1');
  });

  test('to avoid tolls one takes any toll-free way, however long, and a toll where there is none', () => {
    expect(map.tell(['a', 'e'])?.way).toBe('abcde');
    expect(map.tell(['a', 'e'], { avoidTolls: true })).toMatchObject({
      way: 'abfgde',
      stations: '',
    });
    expect(map.tell(['a', 'c'], { avoidTolls: true })).toMatchObject({
      way: 'abfgdc',
      stations: '',
    });
    expect(map.tell([k1(700), k1(900)], { avoidTolls: true })?.stations).toBe('');
    expect(map.tell([k1(790), k1(795)], { avoidTolls: true })?.stations).toBe('');
    expect(map.tell([k1(790), k1(800)], { avoidTolls: true })?.stations).toBe('');
    expect(map.tell([k1(800), k1(1000)], { avoidTolls: true })?.stations).toBe('');
  });

  test('to avoid tolls one turns round at a stop that lies on a station, unless it collects nothing that day', () => {
    const stop = map.gatePoints[0]?.at as LatLon;
    const idle = Array.from(map.network.gates.station.keys());
    for (const places of [
      [k1(0), stop, k1(1000)],
      [k1(0), stop, k1(600), stop, k1(1000)],
    ]) {
      expect(map.tell(places, { avoidTolls: true })?.stations).toBe('');
      expect(map.tell(places)?.stations).not.toBe('');
      expect(map.tell(places, { avoidTolls: true, idle })?.way).toBe(map.tell(places)?.way);
    }
  });

  test('a way that avoids tolls passes a station that collects nothing that day', () => {
    const idle = Array.from(map.network.gates.station.keys());
    expect(map.tell(['a', 'e'], { avoidTolls: true, idle })).toMatchObject({ way: 'abcde' });
    expect(map.tell(['a', 'e'], { avoidTolls: true })?.way).toBe('abfgde');
    const [drive] = map.drive(['a', 'e']);
    expect([[], idle].map((idle) => drive && map.router.hasTolls(drive, idle))).toEqual([
      true,
      false,
    ]);
  });

  test('a station that is idle in one direction is avoided in the other one alone', () => {
    const gates = [...listGates(map.network.gates)].map(({ edge }) => ({
      headingsDeg: listHeadings(map.network.graph, edge),
    }));
    const isEastwards = ({ headingsDeg }: (typeof gates)[0]) =>
      headingsDeg.every((deg) => Math.round(deg) === 90);
    expect(gates.map(isEastwards).toSorted()).toEqual([false, true, true]);
    const idle = gates.flatMap((gate, i) => (isEastwards(gate) ? i : []));
    expect(map.tell(['a', 'e'], { avoidTolls: true, idle })?.way).toBe('abcde');
    expect(map.tell(['e', 'a'], { avoidTolls: true, idle })?.way).toBe('edgfba');
  });

  test('calls that wait for the same ways have them made once, and one that does not wait makes them for all', () => {
    const wish = { avoidTolls: true, others: 0, closed: [] };
    const open = () => {
      const router = openRouter(map.network, map.index);
      const stops = ['a', 'e'].flatMap((letter) => router.snap(map.at(letter)) ?? []);
      return { step: () => router.stepDrive(stops, wish), drive: () => router.drive(stops, wish) };
    };
    /** Of several calls that take a step each by turns. */
    const countSteps = (...calls: ReturnType<ReturnType<typeof open>['step']>[]): number => {
      let steps = 0;
      for (let waiting = calls; waiting.length > 0; )
        waiting = waiting.filter((call) => !call.next().done && ++steps > 0);
      return steps;
    };
    const alone = open();
    const [cold, warm] = [countSteps(alone.step()), countSteps(alone.step())];
    expect(cold).toBeGreaterThan(warm);
    const shared = open();
    expect(countSteps(shared.step(), shared.step(), shared.step())).toBe(cold + 2 * warm);
    const crossed = open();
    const waiting = crossed.step();
    waiting.next();
    const drives = crossed.drive();
    expect(drives).toEqual(alone.drive());
    expect(countSteps(waiting)).toBeLessThanOrEqual(warm + 1);
  });
});

describe('stops on the way', () => {
  const map = drawnRoads(
    `
    a---b---c---d
        |   |
        e---f
        |
        g
    `,
    ({ link }) => [
      link('K1', 'ab'),
      link('K1', 'bc'),
      link('K1', 'cd'),
      link('K2', 'be'),
      link('K2', 'ef'),
      link('K2', 'fc'),
      link('K3', 'eg'),
    ],
  );

  test('stops on the way change nothing', () => {
    const direct = map.drive(['a', 'd']);
    for (const via of [
      ['b'],
      ['c'],
      ['b', 'c'],
      [map.eastOf('a', 600)],
      [map.eastOf('a', 100), map.eastOf('a', 101), 'c'],
    ])
      expect(map.drive(['a', ...via, 'd'])).toEqual(direct);
  });

  test('in another order they do', () => {
    expect(map.tell(['a', 'c', 'b', 'd'])?.way).toMatch(/^abcbcd$/);
  });

  test('at a stop elsewhere one turns back', () => {
    expect(map.tell(['a', 'g', 'd'])?.way).toMatch(/^abege(fc|bc)d$/);
    expect(map.tell(['a', map.eastOf('a', 600), 'a'])).toMatchObject({ way: 'abba', seconds: 120 });
  });

  test('turning round at a stop takes no time, at a dead end as on the way to it', () => {
    const lane = drawnRoads('a---b', ({ link }) => [link('P', 'ab')]);
    expect(lane.tell(['a', lane.eastOf('a', 200), 'a'])?.seconds).toBe(40);
    expect(lane.tell(['a', 'b', 'a'])?.seconds).toBe(80);
  });

  test('no point of a line is told twice', () => {
    for (const stops of ['ad', 'abd', 'acbd', 'bd', 'ac', 'bc', 'agd', 'begd', 'cfeb'])
      expect(map.tell([...stops])?.way).not.toMatch(/(.)\1/);
  });
});

// Over the pass 8 + 8, round it 4 + 16 + 4.
const pass = drawnRoads(
  `
  a---b---p---c---d
      |       |
      |       |
      e-------f
  `,
  ({ link }) => [link('F55', 'ab'), link('F55', 'bpc'), link('F55', 'cd'), link('F7', 'befc')],
  [],
  (map) => [{ id: '7', line: 'road', road: 'F55', ends: [map.at('b'), map.at('c')] }],
);

describe('a private toll road', () => {
  const router = openRouter(pass.network, pass.index, { tolled: [0] });
  const snapBoth = (ends: string) => [...ends].flatMap((end) => router.snap(pass.at(end)) ?? []);

  test.each(
    table<'ends' | 'fastest' | 'avoiding' | 'because'>(`
      ends | fastest | avoiding | because
      ad   | abpcd   | abefcd   | a way round is taken
      da   | dcpba   | dcfeba   | also the other way
      ap   | abp     | abp      | no way leads round to a place on it
      pd   | pcd     | pcd      | who begins on it does not come onto it
    `),
  )('from and to $ends is gone round like a station to avoid tolls: $because', (row) => {
    const nameOf = (avoidTolls: boolean) =>
      router
        .drive(snapBoth(row.ends), { avoidTolls, others: 0, closed: [] })
        .map(pass.nameWay)
        .join();
    expect(nameOf(false)).toBe(row.fastest);
    expect(nameOf(true)).toBe(row.avoiding);
  });

  const NOTHING: FareState = { ore: 0, mayFallOre: 0, unknowns: 0 };
  /** Nothing costs anything but the time. */
  const openFree = (): Fares<FareState> => ({
    start: NOTHING,
    groups: [],
    pass: (bill) => bill,
    sail: (bill) => bill,
    leastFareOre: () => 0,
    fallOre: () => 0,
    slackOre: () => 0,
    leastOre: () => 0,
    mostOre: () => 0,
  });

  test.each(
    table<'ends' | 'hour' | 'avoids' | 'way' | 'because'>(`
      ends | hour | avoids | way    | because
      ad   | 0    | no     | abefcd | a way of known price that costs no more is better for certain
      ad   | 200  | no     | abpcd  | the way round costs time
      ad   | 200  | yes    | abefcd | tolls are avoided at any price of time
      ap   | 200  | yes    | abp    | no way leads round
    `),
  )('is an unknown price to a search by money at $hour kr an hour, $ends: $because', (row) => {
    const wish = { avoidTolls: row.avoids === 'yes', closed: [] };
    const search = atOnce(router.openMoney(snapBoth(row.ends), wish, openFree));
    const found = search && atOnce(search.find({ hourOre: 100 * Number(row.hour), metreOre: 0 }));
    const ways = (found?.ways ?? []).map(({ edges }) => pass.nameWay(router.toDrive(edges)));
    expect(ways).toEqual([row.way]);
  });
});

describe('sections that are closed', () => {
  const way = (stops: string[], wish: { closed?: number[]; evenClosed?: true } = {}) =>
    pass.tell(stops, wish)?.way;

  test('an open pass is driven, a closed one is gone round, and both may be asked for in turn', () => {
    for (let turn = 0; turn < 3; turn++) {
      expect(way(['a', 'd'])).toBe('abpcd');
      expect(way(['a', 'd'], { closed: [0] })).toBe('abefcd');
    }
  });

  test('a drive tells the sections that it comes to, and when', () => {
    const [over] = pass.drive(['a', 'd']);
    expect(over?.sections).toMatchObject([{ section: 0 }]);
    expect(over?.sections[0]?.atMs).toBeCloseTo(40_000, -2);
    const [round] = pass.drive(['a', 'd'], { closed: [0] });
    expect(round?.sections).toEqual([]);
  });

  test('to a place on a closed road there is no way, but over the closed road when that is allowed', () => {
    expect(pass.drive(['a', 'p'], { closed: [0] })).toEqual([]);
    expect(way(['a', 'p'], { closed: [0], evenClosed: true })).toBe('abp');
  });

  test('a way round tolls keeps to open roads, too', () => {
    expect(pass.tell(['a', 'd'], { avoidTolls: true, closed: [0] })?.way).toBe('abefcd');
  });
});

describe('a gate that opens while the drive is under way', () => {
  // 40 s to the gate at b, 80 s to c, 40 s to the quay. An early drive takes 0.9 of them, a late one 1.2.
  const road = drawnRoads(
    'a---b---p---c---d~~~~e---f',
    ({ link }) => [
      link('F55', 'ab'),
      link('F55', 'bpc'),
      link('F55', 'cd'),
      link('~F1', 'de', { crossingMin: 10 }),
      link('F55', 'ef'),
    ],
    [
      { id: 'before', link: 0, alongM: 200 },
      { id: 'behind', link: 2, alongM: 200 },
    ],
    (map) => [{ id: '7', line: 'road', road: 'F55', ends: [map.at('b'), map.at('c')] }],
  );
  const gate = placeOfSection(road.network.ferries, 0);
  /** Seconds. */
  const tell = (stops: string[], opensS: number, asWhole = true) => {
    const waitFor: WaitFor = (place, atMs) => {
      const ms = place === gate ? Math.max(0, opensS * 1000 - atMs) : 0;
      return { earlyMs: ms, meanMs: ms, lateMs: ms };
    };
    const [found] = road.drive(stops, { waitFor });
    if (found === undefined) throw new Error('Expected a way.');
    const drive = asWhole ? found : readDrive(road.network, found.edges, waitFor, 'none');
    const seconds = (ms: number | undefined) => Math.round((ms ?? Number.NaN) / 1000);
    return {
      waits: drive.sections.map(({ atMs, waitMs }) => [seconds(atMs), seconds(waitMs)]),
      passed: drive.passages.map(({ point, rangeMs }) =>
        [drive.leftAtMs[point], ...rangeMs].map(seconds),
      ),
      quay: drive.boardings.map(({ atMs }) => seconds(atMs)),
      end: seconds(drive.durationMs),
      range: drive.rangeMs.map(seconds),
      leaves: Array.from(drive.leftAtMs, seconds),
    };
  };

  test.each(
    table<'opens' | 'wait' | 'before' | 'behind' | 'quay' | 'because'>(`
      opens | wait | before   | behind      | quay | because
      0     | 0    | 20 18 24 | 140 126 168 | 160  | it is open
      40    | 0    | 20 18 24 | 140 130 168 | 160  | it opens as the drive comes, and an early one waits
      44    | 4    | 20 18 24 | 144 134 168 | 164  | an early drive waits longer, and a late one does not
      100   | 60   | 20 18 24 | 200 190 220 | 220  | all wait until it opens
    `),
  )(
    'at $opens s: the stations and the ferry behind it are reached so much later: $because',
    (row) => {
      const [wait, quay] = [Number(row.wait), Number(row.quay)];
      const { waits, passed, end, range, ...told } = tell(['a', 'f'], Number(row.opens));
      expect(waits).toEqual([[40, wait]]);
      expect(passed.map((moments) => moments.join(' '))).toEqual([row.before, row.behind]);
      expect(told.quay).toEqual([quay]);
      expect(end).toBe(quay + 940);
      const [early = 0, late = 0] = range;
      expect(early).toBeLessThan(end);
      expect(late).toBeGreaterThan(end);
    },
  );

  test('the wait is where the gate is, and moments along the line never fall', () => {
    const { leaves } = tell(['a', 'd'], 100);
    expect(leaves).toEqual([...leaves].sort((one, other) => one - other));
    // The station before it stands at 20 s, and p lies at 140 s.
    expect(leaves.filter((s) => s > 22 && s < 140)).toEqual([100]);
  });

  test('a drive that is read without its line takes as long', () => {
    const [whole, quick] = [true, false].map((asWhole) => tell(['a', 'f'], 100, asWhole));
    expect(quick).toMatchObject({ waits: whole?.waits, quay: whole?.quay, end: whole?.end });
  });

  test('who sets out behind the gate waits there, and who ends before it does not', () => {
    expect(tell(['p', 'd'], 100)).toMatchObject({ waits: [[0, 100]], end: 180 });
    expect(tell(['p', 'd'], 100).leaves[0]).toBe(100);
    expect(tell(['a', 'b'], 100)).toMatchObject({ waits: [], end: 40 });
  });
});
