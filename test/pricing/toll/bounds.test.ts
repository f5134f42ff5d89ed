import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { listChoices } from '../../../src/base/lists.ts';
import { fromOsloWallClock, toOsloTime } from '../../../src/base/oslo-time.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { priceTolls, sumTolls } from '../../../src/pricing/toll/bill.ts';
import * as bounds from '../../../src/pricing/toll/bounds.ts';
import { START_MS } from '../../support/trip-scene.ts';
import { hourTerms, morningRush, passagesOf, project, station, tariff } from './stations.ts';

const calendar = toCalendar([]);
const boundTolls = (...terms: Parameters<typeof bounds.boundTolls>) =>
  atOnce(bounds.boundTolls(...terms));
const dearest = project({ id: 'dearest', hourRules: [hourTerms({ pays: 'dearest' })] });
const first = project({ id: 'first', hourRules: [hourTerms({ pays: 'first' })] });
const rush = tariff({ small: 30, smallRush: 60, large: 90, largeRush: 120, rush: morningRush() });
type Station = ReturnType<typeof station>;
const STATIONS = [
  station('A', { project: dearest, hourGroup: 'dearest', tariffs: [rush] }),
  station('B', { project: dearest, hourGroup: 'dearest' }),
  station('C', { project: first, hourGroup: 'first', tariffs: [tariff({ small: 10, large: 20 })] }),
  station('D', { project: first, hourGroup: 'first' }),
  station('E'),
  station('A, other record', { passageKey: 'A', project: dearest, hourGroup: 'dearest' }),
];

const local = project({
  id: 'local',
  hourRules: [hourTerms({ pays: 'first' })],
  linkedStations: [
    { from: '2014-01-01', until: '2030-01-01', paid: ['F'], free: ['G'], source: 'test' },
  ],
  reversedRules: [{ windowMin: 60, stations: ['F', 'H'], source: 'test' }],
});
const LOCAL = ['F', 'G', 'H'].map((name, i) =>
  station(name, { project: local, hourGroup: 'local', tariffs: [tariff({ small: 10 + 30 * i })] }),
);

const drawPassage = (stations: readonly Station[]) =>
  fc.record({
    station: fc.constantFrom(...stations),
    afterMin: fc.integer({ min: 1, max: 50 }),
    certainty: fc.constantFrom('sure', 'passed', 'not passed'),
  });

test.each([
  ['few', { maxLength: 12 }, [...STATIONS, ...LOCAL]],
  ['many', { minLength: 12, maxLength: 60 }, STATIONS],
  ['many, some with local rules of their own,', { minLength: 12, maxLength: 30 }, LOCAL],
])(
  'whichever of %s passages in doubt is passed, the toll lies between the bounds',
  (_, length, stations) => {
    fc.assert(
      fc.property(
        fc.array(drawPassage(stations), length),
        fc.constantFrom('small', 'large'),
        (list, size) => {
          let atMs = START_MS - 6 * 3_600_000;
          const all = list.map(({ station: here, afterMin, certainty }) => {
            atMs += afterMin * 60_000;
            return { station: here, atMs, isSure: certainty === 'sure', certainty };
          });
          const passed = all.filter(({ certainty }) => certainty !== 'not passed');
          const { total } = priceTolls(passed, { size, rulesBetweenPassages: true }, calendar);
          const { toll } = boundTolls(all, { size, slackMs: 0 }, calendar);
          const trueOre = size === 'small' ? total.smallOre : total.largeOre;
          expect(toll.minOre).toBeLessThanOrEqual(trueOre);
          expect(toll.maxOre).toBeGreaterThanOrEqual(trueOre);
        },
      ),
      { numRuns: 300 },
    );
  },
);

test('what zero emission pays where no share is published is bounded from 0, also of a passage that is sure', () => {
  const open = station('open', { tariffs: [tariff({ small: 50, from: '2026-01-01' })] });
  const vehicle = { size: 'small', tagged: true, fuel: 'electric' } as const;
  const all = [{ station: open, atMs: START_MS, isSure: true }];
  expect(boundTolls(all, { size: 'small', slackMs: 0, vehicle }, calendar)).toEqual({
    toll: { minOre: 4000, maxOre: 4000 },
    vehicle: { minOre: 0, maxOre: 4000 },
  });
});

test('where one passage of an evening is paid, those hours apart are bounded together', () => {
  const onceBetween = { fromMin: 1050, untilMin: 1230 };
  const evening = project({ hourRules: [hourTerms({ onceBetween })] });
  const dusk = station('Dusk', { project: evening, hourGroup: 'evening' });
  const passed = passagesOf('17:35 Dusk, 19:35 Dusk', [dusk]);
  const all = passed.map((passage, i) => ({ ...passage, isSure: i === 0 }));
  expect(boundTolls(all, { size: 'small', slackMs: 0 }, calendar)).toEqual({
    toll: { minOre: 3200, maxOre: 3200 },
  });
});

const doubted = project({ id: 'doubted', hourRules: [hourTerms({ paysKnown: false })] });
const unknownRush = morningRush({ exceptUnknown: ['july'] });
const DOUBTED = [10, 20].map((small) =>
  station(`${small}`, {
    project: doubted,
    hourGroup: 'doubted',
    tariffs: [tariff({ small, smallRush: 60, rush: unknownRush, from: '2026-01-01' })],
  }),
);

test.each([
  ['few', 6],
  ['many', 16],
])(
  'of %s passages in doubt the bounds hold every reading of the rules that are in doubt, too',
  (_, count) => {
    const vehicle = { size: 'small', tagged: true, fuel: 'diesel' } as const;
    const draws = fc.array(drawPassage(DOUBTED), { minLength: count, maxLength: count });
    fc.assert(
      fc.property(draws, (list) => {
        let atMs = fromOsloWallClock('2026-07-15T05:00');
        const all = list.map(({ station: here, afterMin, certainty }) => {
          atMs += afterMin * 60_000;
          return { station: here, atMs, isSure: certainty === 'sure', certainty };
        });
        const passed = all.filter(({ certainty }) => certainty !== 'not passed');
        const terms = { size: 'small', rulesBetweenPassages: true, vehicle } as const;
        const { range, ore = 0 } = priceTolls(passed, terms, calendar).vehicle ?? {};
        const bounds = boundTolls(all, { size: 'small', slackMs: 0, vehicle }, calendar).vehicle;
        expect(bounds?.minOre).toBeLessThanOrEqual(range?.minOre ?? ore);
        expect(bounds?.maxOre).toBeGreaterThanOrEqual(range?.maxOre ?? ore);
      }),
      { numRuns: 100 },
    );
  },
);

test('without doubt both bounds are the toll', () => {
  const all = [0, 20, 90].map((min, i) => ({
    station: STATIONS[i] as (typeof STATIONS)[number],
    atMs: START_MS + min * 60_000,
    isSure: true,
  }));
  expect(boundTolls(all, { size: 'small', slackMs: 0 }, calendar).toll).toEqual({
    minOre: 4000,
    maxOre: 4000,
  });
});

test('a monthly cap counts the passages of all projects that share it', () => {
  const cap = {
    key: 'ring',
    name: 'Ring',
    bySize: { small: [{ from: '2000-01-01', perMonth: 2, knownOn: '2026-01-01', source: 'test' }] },
  };
  const all = ['inner', 'outer'].map((id, i) => ({
    station: station(id, { project: project({ id }), cap }),
    atMs: START_MS + i * 600_000,
    isSure: i === 0,
  }));
  const capUse = { month: toOsloTime(START_MS).day.slice(0, 7), counts: { ring: 1 } };
  // One more is paid for, whether the second is passed or not.
  expect(boundTolls(all, { size: 'small', slackMs: 0, capUse }, calendar).toll).toEqual({
    minOre: 3200,
    maxOre: 3200,
  });
});

/** No two of them are further apart than an hour, so that rules look at all of them. */
const drawOfOneRing = fc
  .constantFrom(STATIONS.slice(0, 2), STATIONS.slice(2, 4))
  .chain((ring) => fc.array(drawPassage(ring), { minLength: 10, maxLength: 10 }));

test('the bounds of more passages in doubt than are billed are those of every choice', () => {
  const vehicle = { size: 'small', tagged: true, fuel: 'electric' } as const;
  fc.assert(
    fc.property(drawOfOneRing, (list) => {
      let atMs = START_MS - 3 * 3_600_000;
      const all = list.map(({ station: here, afterMin, certainty }, i) => {
        atMs += afterMin * 60_000 + 150_000;
        return { station: here, atMs, isSure: i % 4 === 3 && certainty === 'sure' };
      });
      const choices = listChoices(all.filter(({ isSure }) => !isSure));
      const bills = choices.map((chosen) => {
        const trip = all.filter((one) => one.isSure || chosen.includes(one));
        return sumTolls(trip, { size: 'small', rulesBetweenPassages: true, vehicle }, calendar);
      });
      const sums = bills.map(({ total }) => total.smallOre);
      const { toll } = boundTolls(all, { size: 'small', slackMs: 0 }, calendar);
      expect(toll).toEqual({ minOre: Math.min(...sums), maxOre: Math.max(...sums) });
      const own = bills.flatMap((bill) => bill.vehicle ?? []);
      const bounds = boundTolls(all, { size: 'small', slackMs: 0, vehicle }, calendar).vehicle;
      expect(bounds?.minOre).toBeLessThanOrEqual(
        Math.min(...own.map((one) => one.range?.minOre ?? one.ore)),
      );
      expect(bounds?.maxOre).toBeGreaterThanOrEqual(
        Math.max(...own.map((one) => one.range?.maxOre ?? one.ore)),
      );
    }),
    { numRuns: 20 },
  );
});

const [RING, , , , ALONE] = STATIONS as [Station, Station, Station, Station, Station];
const listDoubted = (count: number, sure: readonly number[] = []) => [
  ...Array.from({ length: count }, (_, i) => ({
    station: RING,
    atMs: START_MS + i * 300_000,
    isSure: sure.includes(i),
  })),
  { station: ALONE, atMs: START_MS + 12 * 3_600_000, isSure: true },
];

test.each([
  // 30 NOK in the ring, 40 beside it, less a fifth with a tag; every five minutes.
  ['8 in doubt inside of one hour: none or one', listDoubted(8), 0, 24],
  ['16 in doubt over 75 minutes: none or two', listDoubted(16), 0, 48],
  [
    'the first and the last of 16 sure: two, whatever lies between',
    listDoubted(16, [0, 15]),
    48,
    48,
  ],
  ['one of 16 sure: one or two', listDoubted(16, [3]), 24, 48],
])('of many passages in doubt the hour rule is priced: %s', (_, all, least, most) => {
  expect(boundTolls(all, { size: 'small', slackMs: 0 }, calendar).toll).toEqual({
    minOre: least * 100 + 3200,
    maxOre: most * 100 + 3200,
  });
});

test('two records of one drive past, the second of which alone costs more, are never two in the least of many', () => {
  const [other] = STATIONS.slice(-1) as [Station];
  const first = { station: RING, atMs: START_MS - 60_000, isSure: true };
  const second = { station: other, atMs: START_MS, isSure: true };
  const many = [first, second, ...listDoubted(9).slice(1, -1)];
  const { toll } = boundTolls(many, { size: 'small', slackMs: 0 }, calendar);
  expect(toll.minOre).toBeLessThanOrEqual(2400);
  expect(toll.maxOre).toBe(3200);
});

test('of many passages in doubt the readings of each project are tried by themselves, and added', () => {
  const cap = {
    key: 'both',
    name: 'Both',
    bySize: {
      small: [{ from: '2000-01-01', perMonth: 100, knownOn: '2026-01-01', source: 'test' }],
    },
  };
  // The first passage pays 8, by the other reading the dearest 24; beside them stations that may charge the other way.
  const inTown = (id: string, openCount: number) => {
    const town = project({ id, hourRules: [hourTerms({ paysKnown: false })] });
    const facts = { project: town, cap };
    const grouped = [10, 30].map((small) =>
      station(`${id} ${small}`, { ...facts, hourGroup: id, tariffs: [tariff({ small })] }),
    );
    const open = Array.from({ length: openCount }, (_, i) =>
      station(`${id} open ${i}`, { ...facts, directionUndecided: true }),
    );
    return [...grouped, ...open];
  };
  const sure = [...inTown('north', 1), ...inTown('south', 2)].map((one, i) => ({
    ...{ station: one, isSure: true, atMs: START_MS + i * 300_000 },
  }));
  const doubted = listDoubted(8)
    .filter(({ isSure }) => !isSure)
    .map((one) => ({ ...one, station: { ...one.station, cap } }));
  const passages = [...sure, ...doubted].toSorted((a, b) => a.atMs - b.atMs);
  const vehicle = { size: 'small', tagged: true, fuel: 'diesel' } as const;
  const capUse = { month: toOsloTime(START_MS).day.slice(0, 7), counts: { both: 0 } };
  const { vehicle: range } = boundTolls(
    passages,
    { size: 'small', slackMs: 0, vehicle, capUse },
    calendar,
  );
  // In both towns the dearest pays, and every station that may charges; one of the ring is passed.
  expect(range?.maxOre).toBe(2 * 2400 + 3 * 3200 + 2400);
});

test('where a cap or a local rule may make more of many free the least is 0', () => {
  const cap = {
    key: 'ring',
    name: 'Ring',
    bySize: { small: [{ from: '2000-01-01', perMonth: 2, knownOn: '2026-01-01', source: 'test' }] },
  };
  const capped = listDoubted(9, [0]).map((one) => ({ ...one, station: { ...one.station, cap } }));
  const capUse = { month: toOsloTime(START_MS).day.slice(0, 7), counts: { ring: 0 } };
  expect(boundTolls(capped, { size: 'small', slackMs: 0, capUse }, calendar).toll).toEqual({
    minOre: 0,
    maxOre: 2400 + 3200,
  });
});

test('a passage that may be some seconds off may lie in the rush, or before it', () => {
  const [first] = STATIONS as [(typeof STATIONS)[number]];
  const rushMs = fromOsloWallClock('2026-11-18T06:30');
  const tollOf = (afterMs: number, slackMs: number) => {
    const all = [{ station: first, atMs: rushMs + afterMs, isSure: true }];
    return boundTolls(all, { size: 'small', slackMs }, calendar).toll;
  };
  expect(tollOf(-15_000, 0)).toEqual({ minOre: 2400, maxOre: 2400 });
  expect(tollOf(-15_000, 30_000)).toEqual({ minOre: 2400, maxOre: 4800 });
  expect(tollOf(15_000, 30_000)).toEqual({ minOre: 2400, maxOre: 4800 });
});

test('whenever stations were passed in the silences of a recording, the toll lies between the bounds', () => {
  const silence = fc.record({
    stations: fc.array(fc.constantFrom(...STATIONS, ...LOCAL), { minLength: 1, maxLength: 2 }),
    afterMin: fc.integer({ min: 0, max: 40 }),
    widthMin: fc.integer({ min: 0, max: 30 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  let open = 0;
  fc.assert(
    fc.property(
      fc.array(silence, { minLength: 1, maxLength: 6 }),
      fc.array(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }),
        {
          minLength: 20,
          maxLength: 20,
        },
      ),
      fc.integer({ min: 0, max: 240 }),
      (list, drawn, startMin) => {
        let atMs = START_MS + startMin * 60_000;
        const passages = list.flatMap(({ stations, afterMin, widthMin, share }, no) => {
          const fromMs = atMs + afterMin * 60_000;
          atMs = fromMs + widthMin * 60_000 + stations.length * 60_000;
          return stations.map((here, i) => {
            const earlyMs = fromMs + i * 60_000;
            const lateMs = earlyMs + widthMin * 60_000;
            const at = Math.round(earlyMs + share * (lateMs - earlyMs));
            return {
              station: here,
              atMs: at,
              isSure: true,
              rangeMs: [earlyMs, lateMs] as const,
              no,
            };
          });
        });
        const terms = { size: 'small', slackMs: 0 } as const;
        const { toll } = boundTolls(passages, terms, calendar);
        if (toll.minOre < toll.maxOre) open++;
        for (const shares of [list.map(({ share }) => share), ...drawn]) {
          const passed = passages.map(({ station: here, rangeMs: [from, to], no }) => ({
            station: here,
            atMs: Math.round(from + (shares[no] as number) * (to - from)),
          }));
          const { total } = sumTolls(passed, { ...terms, rulesBetweenPassages: true }, calendar);
          expect(total.smallOre).toBeGreaterThanOrEqual(toll.minOre);
          expect(total.smallOre).toBeLessThanOrEqual(toll.maxOre);
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(open).toBeGreaterThan(40);
});

/** Silences of a recording, each 17 minutes long and 20 minutes after the one before; most passages are in doubt. */
const listSilent = (stations: readonly Station[]) =>
  stations.map((here, i) => {
    const atMs = START_MS - 7_200_000 + i * 1_200_000;
    const rangeMs = [atMs - 480_000, atMs + 540_000] as const;
    return { station: here, atMs, isSure: i % 8 === 7, rangeMs };
  });

test('however many silences have passages in doubt, at most 1024 bills of a part are made', () => {
  let priced = 0;
  const counted: typeof calendar = (day) => {
    priced++;
    return calendar(day);
  };
  // The calendar is asked once for each passage of each bill.
  const allDay = morningRush({ windows: [{ fromMin: 0, untilMin: 1440 }], sizes: ['small'] });
  const here = station('Ring', {
    ...{ project: dearest, hourGroup: 'dearest' },
    tariffs: [tariff({ small: 30, smallRush: 60, rush: allDay })],
  });
  const passages = listSilent(Array.from({ length: 8 }, () => here));
  const { toll } = boundTolls(passages, { size: 'small', slackMs: 0 }, counted);
  expect(toll).toEqual({ minOre: 4800, maxOre: 3 * 4800 });
  expect(priced).toBeGreaterThan(0);
  expect(priced).toBeLessThanOrEqual(1024 * passages.length);
});

test('whenever, and whether, stations were passed in more silences than are billed, the toll lies between the bounds', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const draw = fc.record({ isPassed: fc.boolean(), share });
  const count = 8;
  const drawEach = fc.array(draw, { minLength: count, maxLength: count });
  fc.assert(
    fc.property(
      fc
        .constantFrom(STATIONS.slice(0, 2), STATIONS.slice(2, 4), LOCAL)
        .chain((near) =>
          fc.array(fc.constantFrom(...near), { minLength: count, maxLength: count }),
        ),
      fc.array(drawEach, { minLength: 20, maxLength: 20 }),
      (stations, drawn) => {
        const passages = listSilent(stations);
        const { toll } = boundTolls(passages, { size: 'small', slackMs: 0 }, calendar);
        for (const drive of drawn) {
          const passed = passages.flatMap(({ station: here, isSure, rangeMs: [from, to] }, i) => {
            const { isPassed, share } = drive[i] as (typeof drive)[number];
            const atMs = Math.round(from + share * (to - from));
            return isSure || isPassed ? [{ station: here, atMs }] : [];
          });
          const terms = { size: 'small', rulesBetweenPassages: true } as const;
          const { total } = sumTolls(passed, terms, calendar);
          expect(total.smallOre).toBeGreaterThanOrEqual(toll.minOre);
          expect(total.smallOre).toBeLessThanOrEqual(toll.maxOre);
        }
      },
    ),
    { numRuns: 10 },
  );
});
