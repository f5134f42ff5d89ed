/** A toll that depends on how long the drive takes is told, with what it is if the drive is early, and if it is late. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { atOnce } from '../../src/base/steps.ts';
import type { VehicleSize } from '../../src/base/vehicle.ts';
import type { PlannedRoute, StationPassage } from '../../src/passages/planned-route.ts';
import { priceTolls } from '../../src/pricing/toll/bill.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import type { TollTerms } from '../../src/pricing/toll/terms.ts';
import { listTurns } from '../../src/pricing/toll/time-edges.ts';
import { listTollPassages } from '../../src/trip/list-toll-passages.ts';
import { warnOfTime } from '../../src/trip/time-range.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { routeOf } from '../support/trip-scene.ts';

const town = project({ hourRules: [hourTerms({ pays: 'dearest' })] });

/** Tunnel and Bridge share an hour rule, the dearest of the hour pays; Bridge has a rush price from 06:30 to 09:00. */
const STATIONS: readonly TollStation[] = [
  station('Tunnel', {
    project: town,
    hourGroup: 'town',
    tariffs: [tariff({ small: 20, large: 50 })],
  }),
  station('Bridge', {
    project: town,
    hourGroup: 'town',
    tariffs: [tariff({ small: 40, smallRush: 70, large: 80, largeRush: 90, rush: morningRush() })],
  }),
  station('Ramp', {
    tariffs: [
      tariff({ small: 40, smallRush: 70, large: 80, rush: morningRush({ sizes: ['small'] }) }),
    ],
  }),
  station('Capped', {
    cap: {
      key: 'ring',
      name: 'Ring',
      bySize: {
        small: [{ from: '2000-01-01', perMonth: 60, knownOn: '2026-01-01', source: 'test' }],
      },
    },
    tariffs: [
      tariff({ small: 40, smallRush: 70, large: 80, rush: morningRush({ sizes: ['small'] }) }),
    ],
  }),
  station('Road', { tariffs: [tariff({ small: 30, large: 60 })] }),
];

const DAY = '2026-11-18';
const START_MS = fromOsloWallClock(`${DAY}T05:00`);
const terms = {
  tolls: {
    findStation: (id: string) => STATIONS.find((found) => found.id === id),
    otherProject: project({ id: 'other' }),
    capGroups: [],
  },
  startMs: START_MS,
};
const calendar = toCalendar([]);
const secondsOf = (time: string): number => (fromOsloWallClock(`${DAY}T${time}`) - START_MS) / 1000;

/** Reads `Bridge 06:10 06:20 06:30`: passed then if the drive is early, as expected, and late; a time alone: no range. */
const passagesOf = (text: string): StationPassage[] =>
  text.split(', ').map((passage, i) => {
    const [stationId = '', ...times] = passage.split(' ');
    const [early = 0, atS = early, late = early] = times.map(secondsOf);
    const rangeS = times.length === 3 && ([early, late] as const);
    return { stationId, alongM: 1000 * i, atS, ...(rangeS && { rangeS }) };
  });

/** The messages of the warnings, and their codes. */
function warn(text: string, facts: Partial<TollTerms> = {}, route: PlannedRoute = routeOf('ae')) {
  const tollTerms = { size: 'small' as VehicleSize, rulesBetweenPassages: true, ...facts };
  const passages = passagesOf(text);
  const toll = priceTolls(listTollPassages(route, passages, terms).passages, tollTerms, calendar);
  return atOnce(warnOfTime(route, passages, toll, { ...terms, tollTerms, calendar }));
}

describe('2026-11-18 is a Wednesday: rush lasts from 06:30 up to 09:00', () => {
  test.each(
    table<'passed' | 'early' | 'late' | 'because'>(`
      passed                                         | early             | late              | because
      Bridge 06:10 06:20 06:29                       | -                 | -                 | all of the range lies before the rush
      Bridge 06:10 06:20 06:30                       | 32 40 80 80       | 56 70 90 90       | a late drive comes as the rush begins
      Bridge 06:25 06:35 06:50                       | 32 40 80 80       | 56 70 90 90       | an early one comes before it
      Bridge 06:30 06:35 06:50                       | -                 | -                 | all of it lies in the rush
      Bridge 08:50 08:55 08:59                       | -                 | -                 | up to its last minute
      Bridge 08:50 08:55 09:00                       | 56 70 90 90       | 32 40 80 80       | a late drive comes when it is over
      Bridge 06:30                                   | -                 | -                 | the planner does not tell a range
      Road 06:10 06:30 06:50                         | -                 | -                 | no rush price
      Ramp 06:10 06:20 06:40                         | 32 40 80 80       | 56 70 80 80       | large vehicles have no rush there, and pay the same
      Tunnel 10:00 10:05 10:10, Bridge 10:55 11:02 11:09 | -             | -                 | all three within the hour: the dearer pays
      Tunnel 10:00 10:05 10:10, Bridge 10:55 11:02 11:11 | 32 40 80 80   | 48 60 130 130     | a late drive comes after the hour
      Tunnel 10:00 10:05 10:10, Bridge 10:59 11:10 11:20 | 32 40 80 80   | 48 60 130 130     | an early one comes just within it
      Tunnel 10:00 10:05 10:10, Bridge 11:00 11:10 11:20 | -             | -                 | all three after the hour
      Tunnel 05:10 05:10 05:10, Bridge 06:20 06:25 06:40 | 48 60 130 130 | 72 90 140 140     | after the hour, at the edge of the rush
      Road 06:00 06:05 06:10, Bridge 06:10 06:20 06:30 | 56 70 140 140   | 80 100 150 150    | what does not change is counted in both sums
    `),
  )('$passed: $early or $late, because $because', ({ passed, early, late }) => {
    const sums = (four: string) => {
      const [small, full, large, largeFull] = four.split(' ').map((nok) => Number(nok).toFixed(2));
      return `NOK ${small}/${full} small and ${large}/${largeFull} large`;
    };
    const message = `The toll depends on how long the drive takes: ${sums(early)} if it is early, ${sums(late)} if it is late.`;
    expect(warn(passed)).toEqual(early === '-' ? [] : [{ code: 'time_decides', message }]);
  });
});

describe('of a recording the silences are early or late each by itself', () => {
  test.each(
    table<'passed' | 'least' | 'most' | 'because'>(`
      passed                                             | least           | most            | because
      Bridge 06:10 06:20 06:29                           | -               | -               | all of the silence lies before the rush
      Bridge 06:16 06:30 06:43                           | 32 40 80 80     | 56 70 90 90     | the rush begins in the silence
      Bridge 08:50 08:55 09:05                           | 32 40 80 80     | 56 70 90 90     | it ends there
      Ramp 06:10 06:20 06:40                             | 32 40 80 80     | 56 70 80 80     | large vehicles have no rush there
      Tunnel 10:00, Bridge 10:50 10:55 11:05             | 32 40 80 80     | 48 60 130 130   | the hour ends in the silence
      Tunnel 10:00 10:04 10:09, Bridge 11:01 11:02 11:08 | 32 40 80 80     | 48 60 130 130   | the first may be late and the second early
      Tunnel 10:00 10:01 10:04, Bridge 10:58 10:59 11:02 | 32 40 80 80     | 48 60 130 130   | or the other way round
      Tunnel 10:00 10:01 10:10, Bridge 10:05 10:06 10:15 | -               | -               | both lie in one silence
      Tunnel 07:55, Bridge 08:50 08:52 09:10             | 48 60 90 90     | 72 90 140 140   | the most is within the silence: in the rush, and behind the hour
      Road 06:00 06:05 06:10, Bridge 06:15 06:20 06:30   | 56 70 140 140   | 80 100 150 150  | what does not change is counted in both sums
    `),
  )('$passed: $least to $most, because $because', ({ passed, least, most }) => {
    const sums = (four: string) => {
      const [small, full, large, largeFull] = four.split(' ').map((nok) => Number(nok).toFixed(2));
      return `NOK ${small}/${full} small and ${large}/${largeFull} large`;
    };
    const message = `The toll depends on when stations were passed between two points of the recording: it is ${sums(least)} at least, ${sums(most)} at most.`;
    expect(warn(passed, {}, { ...routeOf('ae'), isRecorded: true })).toEqual(
      least === '-' ? [] : [{ code: 'time_decides', message }],
    );
  });
});

test.each(
  table<'passed' | 'early' | 'late' | 'between' | 'because'>(`
    passed                                           | early | late  | between        | because
    Bridge 05:00 06:20 09:05                         | 32.00 | 32.00 | 56.00          | the rush lies between the two ends, at which it costs the same
    Bridge 05:00 07:30 09:05                         | 32.00 | 32.00 | 56.00          | what is expected is told, too, where neither end has it
    Bridge 05:00 06:20 06:40                         | 32.00 | 56.00 |                | inside is nothing that the ends have not
    Tunnel 05:00 05:00 05:00, Bridge 05:50 06:20 09:05 | 32.00 | 48.00 | 72.00        | within the hour, after it in the rush, and after the rush
    Ramp 05:00 06:00 09:30, Capped 05:20 06:20 09:50 | 64.00 | 64.00 | 88.00 or 112.00 | one is passed in the rush, or both: the least and the most
  `),
)('$passed: $early early, $late late and $between in between, because $because', (row) => {
  const [warning] = warn(row.passed);
  const said = [...(warning?.message ?? '').matchAll(/(?:NOK|or NOK) ([\d.]+)\//g)].map(
    ([, nok]) => nok,
  );
  const between = row.between.split(' or ').filter((nok) => nok !== '');
  expect(said).toEqual([row.early, row.late, ...between]);
});

test('the range of the whole drive is spread evenly where a passage has none', () => {
  const route = { ...routeOf('ae'), durationS: 7200, rangeS: [6600, 7800] } as const;
  const terms2 = { size: 'small', rulesBetweenPassages: false } as const;
  const warned = (time: string) => {
    const passages = passagesOf(`Bridge ${time}`);
    const { passages: listed } = listTollPassages(route, passages, terms);
    const toll = priceTolls(listed, terms2, calendar);
    return atOnce(warnOfTime(route, passages, toll, { ...terms, tollTerms: terms2, calendar }));
  };
  // Half an hour before the rush; an hour and a half after the start, 8 % of which are 7 minutes.
  expect(warned('06:20')).toEqual([]);
  expect(warned('06:25')).toHaveLength(1);
});

test('a bill without stations depends on no time', () => {
  const route = routeOf('ab');
  const tollTerms = { size: 'small' as const, rulesBetweenPassages: true };
  const none = priceTolls([], tollTerms, calendar);
  expect(atOnce(warnOfTime(route, [], none, { ...terms, tollTerms, calendar }))).toEqual([]);
});

test('the amount of one vehicle is told beside the four sums', () => {
  const [warning] = warn('Bridge 06:10 06:20 06:30', {
    vehicle: { size: 'small', tagged: true, fuel: 'petrol' },
  });
  expect(warning?.message).toMatch(/80\.00 large, 32\.00 for the vehicle if it is early/);
  expect(warning?.message).toMatch(/90\.00 large, 56\.00 for the vehicle if it is late/);
});

test.each(
  table<'used' | 'early' | 'late' | 'because'>(`
    used | early | late  | because
    59   | 32.00 | 56.00 | the sixtieth passage of the month is paid, by the hour of passing
    60   | 0.00  | 0.00  | the cap holds in the rush as before it
  `),
)('$used passages used: with a tag $early or $late, for $because', ({ used, early, late }) => {
  const [warning] = warn('Capped 06:10 06:20 06:40', {
    capUse: { month: '2026-11', counts: { ring: Number(used) } },
  });
  expect(warning?.message).toContain(
    `NOK ${early}/40.00 small and 80.00/80.00 large if it is early`,
  );
  expect(warning?.message).toContain(`NOK ${late}/70.00 small and 80.00/80.00 large if it is late`);
});

/** Towns with rules of every kind; the ring roads of two of them count for one cap. */
const dearest = project({
  id: 'dearest',
  hourRules: [hourTerms({ pays: 'dearest', onceBetween: { fromMin: 360, untilMin: 540 } })],
});
const first = project({ id: 'first', hourRules: [hourTerms({ pays: 'first', untagged: false })] });
const reversed = project({
  id: 'reversed',
  reversedRules: [{ stations: ['East', 'West'], windowMin: 60, source: 'test' }],
});
const linked = project({
  id: 'linked',
  linkedStations: [{ from: '2020-01-01', paid: ['Main'], free: ['Side'], source: 'test' }],
});
const ring = {
  key: 'ring',
  name: 'Ring',
  bySize: { small: [{ from: '2000-01-01', perMonth: 2, knownOn: '2026-01-01', source: 'test' }] },
} as const;
const rush = tariff({ small: 40, smallRush: 70, large: 80, largeRush: 90, rush: morningRush() });
const dear = tariff({ small: 55, smallRush: 61, large: 120, rush: morningRush() });
const ZIGZAG: readonly TollStation[] = [
  station('A1', { project: dearest, hourGroup: 'dearest', tariffs: [rush] }),
  station('A2', { project: dearest, hourGroup: 'dearest', tariffs: [dear] }),
  station('A3', { project: dearest, hourGroup: 'dearest' }),
  station('B1', { project: first, hourGroup: 'first', tariffs: [rush] }),
  station('B2', { project: first, hourGroup: 'first' }),
  station('East', { project: reversed, tariffs: [dear] }),
  station('West', { project: reversed }),
  station('Main', { project: linked, tariffs: [rush] }),
  station('Side', { project: linked, tariffs: [dear] }),
  station('Inner', { project: project({ id: 'inner' }), cap: ring, tariffs: [rush] }),
  station('Outer', { project: project({ id: 'outer' }), cap: ring, tariffs: [dear] }),
  station('Bridge', { project: project({ id: 'alone' }), tariffs: [rush] }),
  station('Ramp 1', { project: project({ id: 'ramps' }), passageKey: 'ramp', tariffs: [rush] }),
  station('Ramp 2', { project: project({ id: 'ramps' }), passageKey: 'ramp', tariffs: [rush] }),
];

describe('on the way to and fro past many stations', () => {
  const facts = {
    tolls: {
      findStation: (id: string) => ZIGZAG.find((found) => found.id === id),
      otherProject: project({ id: 'other' }),
      capGroups: [],
    },
    startMs: START_MS,
  };
  const tollTerms: TollTerms = {
    size: 'small',
    rulesBetweenPassages: true,
    vehicle: { size: 'small', tagged: true, fuel: 'petrol' },
    capUse: { month: '2026-11', counts: { ring: 1 } },
  };
  const route = routeOf('ae');
  type Drawn = readonly { readonly atS: number; readonly rangeS: readonly [number, number] }[];
  const shift = (passed: Drawn, place: number) =>
    passed.map(({ rangeS: [early, late], atS, ...passage }) => ({
      ...passage,
      atS: place < 1 ? early + place * (atS - early) : atS + (place - 1) * (late - atS),
    })) as unknown as StationPassage[];
  const billAt = (passed: Drawn, place: number) => {
    const { passages } = listTollPassages(route, shift(passed, place), facts);
    return { passages, bill: priceTolls(passages, tollTerms, calendar) };
  };
  const formatBill = ({ total, vehicle }: ReturnType<typeof priceTolls>) => {
    const { smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre } = total;
    const four = [smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre, vehicle?.ore ?? 0];
    const [small, full, large, largeFull, own] = four.map((ore) => (ore / 100).toFixed(2));
    return `NOK ${small}/${full} small and ${large}/${largeFull} large, ${own} for the vehicle`;
  };
  const trip = (most: number) =>
    fc
      .record({
        share: fc.tuple(fc.integer({ min: 70, max: 97 }), fc.integer({ min: 104, max: 140 })),
        stops: fc.array(fc.tuple(fc.nat(ZIGZAG.length - 1), fc.integer({ min: 30, max: 1500 })), {
          minLength: 2,
          maxLength: most,
        }),
      })
      .map(({ share: [early, late], stops }) => {
        let atS = 0;
        return stops.map(([at, afterS], i) => {
          atS += afterS;
          const rangeS = [(early / 100) * atS, (late / 100) * atS] as const;
          const stationId = (ZIGZAG[at] as TollStation).id;
          return { stationId, alongM: 100 * i, atS, rangeS };
        });
      });

  /** Where the bill of all may turn; undefined: two turns are a millisecond apart, and no moment lies between them. */
  const edgesOf = (passed: readonly StationPassage[] & Drawn) => {
    const timed = [0, 1, 2].map((place) => shift(passed, place));
    const all = passed.map(({ stationId }, i) => ({
      station: facts.tolls.findStation(stationId) as TollStation,
      atMs: timed.map((at) => START_MS + Math.round((at[i]?.atS ?? 0) * 1000)),
    }));
    const edges = [0, ...listTurns(all, true), 2];
    const isThin = edges.some((turn, i) => i > 0 && turn - (edges[i - 1] as number) < 1e-5);
    return isThin ? undefined : edges;
  };

  test('the least and the most of all bills inside the range are told, and no others', () => {
    fc.assert(
      fc.property(trip(24), (passed) => {
        const { bill: toll } = billAt(passed, 1);
        const [warning] = atOnce(
          warnOfTime(route, passed, toll, { ...facts, tollTerms, calendar }),
        );
        const edges = edgesOf(passed);
        if (edges === undefined) return;
        const seconds = Array.from({ length: 40 }, (_, i) => i / 20 + 0.0001);
        const places = [0, 1, ...edges.slice(1).map((to, i) => (to + (edges[i] as number)) / 2), 2];
        const exact = places.map((place) => billAt(passed, place).bill);
        const ores = exact.map(({ vehicle }) => vehicle?.ore ?? 0);
        for (const place of seconds) {
          const ore = billAt(passed, place).bill.vehicle?.ore ?? 0;
          expect(Math.min(...ores) <= ore && ore <= Math.max(...ores)).toBe(true);
        }
        const [early, late] = [exact[0], exact.at(-1)].map((one) => formatBill(one as typeof toll));
        const told = [...new Set(exact.map(formatBill))];
        if (told.length === 1) {
          expect(warning).toBeUndefined();
          return;
        }
        const message = warning?.message ?? '';
        expect(message).toContain(`: ${early} if it is early, ${late} if it is late`);
        const inside = message.split('if it is late')[1]?.match(/NOK .*? for the vehicle/g) ?? [];
        const others = told.filter((text) => text !== early && text !== late);
        expect(others).toEqual(expect.arrayContaining(inside));
        const oresOf = (texts: readonly string[]) =>
          texts.map((text) => Number(/([\d.]+) for the vehicle/.exec(text)?.[1]));
        const ends = (texts: readonly string[]) => [
          Math.min(...oresOf(texts)),
          Math.max(...oresOf(texts)),
        ];
        expect(ends(inside)).toEqual(ends(others));
      }),
      { numRuns: 40 },
    );
  });

  test('twice as many towns take twice as many bills', () => {
    const billsOf = (towns: number): number => {
      const stations = Array.from({ length: 4 * towns }, (_, i) => {
        const id = `town ${i % towns}`;
        const own = project({ id, hourRules: [hourTerms({ pays: 'dearest' })] });
        return station(`${id} ${i}`, { project: own, hourGroup: id, tariffs: [rush] });
      });
      const tolls = {
        ...facts.tolls,
        findStation: (id: string) => stations.find((one) => one.id === id),
      };
      const passed = stations.map(({ id }, i) => {
        const atS = ((i + 1) * 4 * 3600) / stations.length;
        const rangeS = [0.9 * atS, 1.2 * atS] as const;
        return { stationId: id, alongM: i, atS, rangeS };
      });
      const { passages } = listTollPassages(route, passed, { ...facts, tolls });
      const toll = priceTolls(passages, tollTerms, calendar);
      const steps = warnOfTime(route, passed, toll, { ...facts, tolls, tollTerms, calendar });
      let bills = 0;
      while (steps.next().done !== true) bills += 1;
      return bills;
    };
    const [few, many] = [billsOf(10), billsOf(20)];
    expect(few).toBeGreaterThan(12);
    expect(many).toBeLessThanOrEqual(2.2 * few);
  });
});
