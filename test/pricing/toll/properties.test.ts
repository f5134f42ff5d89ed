import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import {
  chargeLines,
  priceTolls,
  sumTolls,
  type TollBill,
} from '../../../src/pricing/toll/bill.ts';
import type { TollPassage } from '../../../src/pricing/toll/terms.ts';
import { COLUMNS, calendar, START_MS, terms, trips } from './random-trips.ts';

test('the charged passages add up to the total in all four columns, in whole øre', () => {
  fc.assert(
    fc.property(trips, terms, (trip, how) => {
      const { charged, total } = priceTolls(trip, how, calendar);
      for (const column of COLUMNS) {
        expect(charged.reduce((sum, passage) => sum + passage[column], 0)).toBe(total[column]);
        expect(charged.every((passage) => Number.isInteger(passage[column]))).toBe(true);
        expect(charged.every((passage) => passage[column] >= 0)).toBe(true);
      }
    }),
  );
});

test('sums and charges of a vehicle that are asked for alone are those of the bill', () => {
  const drawVehicle = fc.record({
    tagged: fc.boolean(),
    fuel: fc.constantFrom('diesel' as const, 'electric' as const),
  });
  fc.assert(
    fc.property(trips, terms, drawVehicle, (trip, how, payer) => {
      const asked = { ...how, vehicle: { size: how.size, ...payer } };
      const { total, vehicle, lines } = priceTolls(trip, asked, calendar);
      expect(sumTolls(trip, asked, calendar)).toEqual({ total, vehicle });
      expect(sumTolls(trip, asked, calendar, false)).toMatchObject({
        total,
        vehicle: { ore: vehicle?.ore },
      });
      expect(atOnce(chargeLines(trip, asked, calendar))).toEqual(lines.map((line) => line.vehicle));
    }),
  );
});

test('the total is the same whichever size the bill is worked out for', () => {
  fc.assert(
    fc.property(trips, fc.boolean(), (trip, rulesBetweenPassages) => {
      const small = priceTolls(trip, { size: 'small', rulesBetweenPassages }, calendar);
      const large = priceTolls(trip, { size: 'large', rulesBetweenPassages }, calendar);
      expect(small.total).toEqual(large.total);
    }),
  );
});

test('every passage stands in the bill once, and twice only where its reason says so', () => {
  fc.assert(
    fc.property(trips, terms, (trip, how) => {
      const bill = priceTolls(trip, how, calendar);
      const once = bill.charged.filter(({ reason }) => !reason.endsWith('-only'));
      const twice = bill.charged.filter(({ reason }) => reason.endsWith('-only'));
      const own = [...once, ...bill.free, ...bill.unpriced];
      const isIn = (list: readonly TollPassage[]) => (passage: TollPassage) =>
        list.filter(({ station: s, atMs }) => s === passage.station && atMs === passage.atMs)
          .length === 1;

      expect(twice.every(isIn([...bill.free, ...bill.unpriced]))).toBe(true);
      expect(own.every(isIn(own))).toBe(true);
      expect(keysOf(own)).toEqual(keysOf(trip));
    }),
  );
});

test('the count is the number of passages that cost the size something with a tag', () => {
  fc.assert(
    fc.property(trips, terms, (trip, how) => {
      const { charged, count, rush } = priceTolls(trip, how, calendar);
      const column = how.size === 'small' ? 'smallOre' : 'largeOre';
      const paying = charged.filter((passage) => passage[column] > 0);
      expect(paying).toHaveLength(count);
      expect(paying.some((passage) => passage.rush)).toBe(rush);
    }),
  );
});

test('a free passage that names a payer is paid for by a passage of the same bill', () => {
  fc.assert(
    fc.property(trips, terms, (trip, how) => {
      const { charged, free } = priceTolls(trip, how, calendar);
      const column = how.size === 'small' ? 'smallOre' : 'largeOre';
      const payers = charged.filter((passage) => passage[column] > 0).map((p) => p.station.id);
      for (const { rule, paidAt } of free) {
        expect(paidAt !== undefined).toBe(rule === 'hour-rule');
        if (paidAt !== undefined) expect(payers).toContain(paidAt);
      }
    }),
  );
});

test('a tag never costs more where the hour rule is the same with and without it', () => {
  fc.assert(
    fc.property(trips, terms, (trip, how) => {
      const { total } = priceTolls(trip.map(withSameTerms), how, calendar);
      expect(total.smallOre).toBeLessThanOrEqual(total.smallNoDiscountOre);
      expect(total.largeOre).toBeLessThanOrEqual(total.largeNoDiscountOre);
    }),
  );
});

test('the hour rule never raises a sum', () => {
  fc.assert(
    fc.property(trips, (trip) => {
      const withRule = sums(priceTolls(trip, REFINED, calendar));
      const without = sums(priceTolls(trip.map(withoutHourRule), REFINED, calendar));
      withRule.forEach((ore, i) => {
        expect(ore).toBeLessThanOrEqual(without[i] ?? 0);
      });
    }),
  );
});

test('a trip split where no window is open costs the same in two parts', () => {
  fc.assert(
    fc.property(trips, trips, (before, after) => {
      const shiftMs = (before.at(-1)?.atMs ?? START_MS) + 90 * 60_000 - START_MS;
      const later = after.map(({ station: s, atMs }) => ({ station: s, atMs: atMs + shiftMs }));
      const parts = [before, later].map((part) => sums(priceTolls(part, REFINED, calendar)));
      const whole = sums(priceTolls([...before, ...later], REFINED, calendar));
      expect(whole).toEqual(whole.map((_, i) => (parts[0]?.[i] ?? 0) + (parts[1]?.[i] ?? 0)));
    }),
  );
});

test('the same trip gives the same bill, and the trip is left as it is', () => {
  fc.assert(
    fc.property(trips, terms, (trip, how) => {
      const frozen = Object.freeze(trip.map((passage) => Object.freeze({ ...passage })));
      expect(priceTolls(frozen, how, calendar)).toEqual(priceTolls(trip, how, calendar));
    }),
  );
});

test('nothing is warned about twice', () => {
  fc.assert(
    fc.property(trips, terms, (trip, how) => {
      const told = priceTolls(trip, how, calendar).warnings.map(
        ({ code, about, message }) => `${code} ${about} ${message}`,
      );
      expect(new Set(told).size).toBe(told.length);
    }),
  );
});

const REFINED = { size: 'small', rulesBetweenPassages: true } as const;

const sums = ({ total }: TollBill) => COLUMNS.map((column) => total[column]);

/** Stations passed, by passage key and hour: other records of one drive past do not count. */
function keysOf(passages: readonly TollPassage[]): string[] {
  const begun = new Map<string, TollPassage>();
  const inOrder = passages.toSorted((a, b) => a.atMs - b.atMs);
  const apart = inOrder.filter((passage) => {
    const first = begun.get(passage.station.passageKey);
    const isTurned = first?.station.id === passage.station.id && first.atMs < passage.atMs;
    if (first !== undefined && !isTurned && passage.atMs - first.atMs <= 120_000) return false;
    begun.set(passage.station.passageKey, passage);
    return true;
  });
  return apart.map(({ station: { passageKey }, atMs }) => `${atMs} ${passageKey}`).sort();
}

function withSameTerms({ station: s, atMs }: TollPassage): TollPassage {
  const hourRules = s.project.hourRules.map((rule) => ({ ...rule, untagged: true }));
  return { station: { ...s, project: { ...s.project, hourRules } }, atMs };
}

function withoutHourRule({ station: { hourGroup: _, ...s }, atMs }: TollPassage): TollPassage {
  return { station: s, atMs };
}
