import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { fromOsloWallClock, toOsloTime } from '../../../src/base/oslo-time.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { boundTolls } from '../../../src/pricing/toll/bounds.ts';
import { START_MS } from '../../support/trip-scene.ts';
import { hourTerms, morningRush, project, station, tariff } from './stations.ts';

const calendar = toCalendar([]);
const dearest = project({ id: 'dearest', hourRules: [hourTerms({ pays: 'dearest' })] });
const first = project({ id: 'first', hourRules: [hourTerms({ pays: 'first' })] });
const rush = tariff({ small: 30, smallRush: 60, large: 90, largeRush: 120, rush: morningRush() });
const STATIONS = [
  station('A', { project: dearest, hourGroup: 'dearest', tariffs: [rush] }),
  station('B', { project: dearest, hourGroup: 'dearest' }),
  station('C', { project: first, hourGroup: 'first', tariffs: [tariff({ small: 10, large: 20 })] }),
  station('D', { project: first, hourGroup: 'first' }),
  station('E'),
];

const passage = fc.record({
  station: fc.constantFrom(...STATIONS),
  afterMin: fc.integer({ min: 3, max: 50 }),
  certainty: fc.constantFrom('sure', 'passed', 'not passed'),
});

test('whatever of the passages in doubt is passed, the toll lies between the bounds', () => {
  fc.assert(
    fc.property(
      fc.array(passage, { maxLength: 12 }),
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
  );
});

test('what zero emission pays where no share is published is bounded from 0, also of a passage that is sure', () => {
  const open = station('open', { tariffs: [tariff({ small: 50, from: '2026-01-01' })] });
  const vehicle = { size: 'small', tagged: true, fuel: 'electric' } as const;
  const all = [{ station: open, atMs: START_MS, isSure: true }];
  expect(boundTolls(all, { size: 'small', slackMs: 0, vehicle }, calendar)).toEqual({
    toll: { minOre: 4000, maxOre: 4000 },
    vehicle: { minOre: 0, maxOre: 4000 },
  });
});

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
    ...{ key: 'ring', name: 'Ring', perMonth: 2, sizes: ['small'] as const },
    ...{ knownOn: '2026-01-01', source: 'test' },
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

test('of more than seven in doubt that share rules nothing, and the sum of all, are the bounds', () => {
  const [first, , , , alone] = STATIONS as [(typeof STATIONS)[number], ...typeof STATIONS];
  const open = Array.from({ length: 8 }, (_, i) => ({
    station: first,
    atMs: START_MS + i * 300_000,
    isSure: false,
  }));
  const sure = { station: alone as typeof first, atMs: START_MS + 3_600_000, isSure: true };
  expect(boundTolls([...open, sure], { size: 'small', slackMs: 0 }, calendar).toll).toEqual({
    minOre: 3200,
    maxOre: 8 * 2400 + 3200,
  });
  expect(
    boundTolls([...open.slice(1), sure], { size: 'small', slackMs: 0 }, calendar).toll,
  ).toEqual({
    minOre: 3200,
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
