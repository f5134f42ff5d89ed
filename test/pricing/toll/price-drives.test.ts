import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import { priceTolls, stepDrives, type TollBill } from '../../../src/pricing/toll/bill.ts';
import type { TollPassage } from '../../../src/pricing/toll/terms.ts';
import { COLUMNS, calendar, START_MS, trips } from './random-trips.ts';
import { hourTerms, passagesOf, project, station, tariff } from './stations.ts';

const REFINED = { size: 'small', rulesBetweenPassages: true } as const;
const EV = { size: 'small', tagged: true, fuel: 'electric' } as const;

const priceDrives = (...asked: Parameters<typeof stepDrives>) => atOnce(stepDrives(...asked));

/** The passages of each drive, marked; drives of one trip. */
const joined = (drives: readonly (readonly TollPassage[])[]) =>
  drives.map((passages, no) => passages.map((one) => ({ ...one, drive: { no, trip: 0 } })));

/** A trip cut into drives at random places. */
const cutTrips = fc.tuple(trips, fc.array(fc.nat(12), { maxLength: 4 })).map(([trip, cuts]) => {
  const ends = [...cuts.toSorted((a, b) => a - b), trip.length];
  return ends.map((end, i) => trip.slice(ends[i - 1] ?? 0, end));
});

const sums = ({ total, vehicle }: TollBill) => [
  ...COLUMNS.map((column) => total[column]),
  vehicle?.ore ?? 0,
];

describe('the bills of several drives', () => {
  test('add up to that of one long trip where the drives join', () => {
    fc.assert(
      fc.property(cutTrips, (cut) => {
        const terms = { ...REFINED, vehicle: EV };
        const { whole, drives } = priceDrives(joined(cut), terms, calendar);
        const long = priceTolls(cut.flat(), terms, calendar);
        expect(sums(whole)).toEqual(sums(long));
        const added = sums(whole).map((_, i) =>
          drives.reduce((sum, drive) => sum + (sums(drive)[i] ?? 0), 0),
        );
        expect(added).toEqual(sums(long));
        expect(drives.reduce((sum, { count }) => sum + count, 0)).toBe(long.count);
        expect(drives.flatMap(({ free }) => free)).toEqual(whole.free);
        expect(drives.flatMap(({ unpriced }) => unpriced)).toEqual(whole.unpriced);
      }),
    );
  });

  test('do not depend on the order in which the drives are told', () => {
    fc.assert(
      fc.property(cutTrips, (cut) => {
        // Of two passages at one moment nobody knows which came first.
        const apart = joined(spread(cut));
        const { drives } = priceDrives(apart, REFINED, calendar);
        const turned = priceDrives(apart.toReversed(), REFINED, calendar).drives.toReversed();
        expect(turned.map(sums)).toEqual(drives.map(sums));
      }),
    );
  });

  test('are not dearer by a drive that comes after them', () => {
    fc.assert(
      fc.property(cutTrips, (cut) => {
        const all = priceDrives(joined(spread(cut)), REFINED, calendar).drives;
        const before = priceDrives(joined(spread(cut).slice(0, -1)), REFINED, calendar).drives;
        for (const [i, drive] of before.entries())
          sums(drive).forEach((ore, k) => {
            expect(sums(all[i] as TollBill)[k]).toBeLessThanOrEqual(ore);
          });
      }),
    );
  });

  test('are dearer by a drive in between only where it opens the hour that a free passage lay in', () => {
    fc.assert(
      fc.property(cutTrips, fc.nat(4), (cut, at) => {
        const apart = joined(spread(cut));
        const without = apart.filter((_, i) => i !== at % apart.length);
        const { lines } = priceDrives(apart, REFINED, calendar).whole;
        const before = priceDrives(without, REFINED, calendar).whole.lines;
        for (const { price, charges } of before) {
          const now = lines.find((line) => line.price.atMs === price.atMs);
          for (const column of COLUMNS) {
            const [was, is] = [charges[column], now?.charges[column]];
            if (is === undefined || is.ore <= was.ore) continue;
            expect(was.free?.rule).toBe('hour-rule');
            const opener = (list: typeof lines, charge: typeof was) =>
              charge.window && list[charge.window.opener]?.price.atMs;
            expect(opener(lines, is)).not.toBe(opener(before, was));
          }
        }
      }),
    );
  });
});

const linkedTown = project({
  hourRules: [hourTerms()],
  linkedStations: [{ from: '2020-01-01', paid: ['Paid'], free: ['Free'], source: 'test' }],
});
const LINKED = [
  station('Paid', { project: linkedTown }),
  station('Free', { project: linkedTown, tariffs: [tariff({ small: 20, large: 50 })] }),
];

test('a linked station is free on the trip that is paid at the other one, and on no other trip', () => {
  const [first = [], second = []] = [
    passagesOf('12:00 Paid', LINKED),
    passagesOf('14:00 Free', LINKED),
  ];
  const priceAs = (trips: readonly [number, number]) =>
    priceDrives(
      [first, second].map((passages, no) =>
        passages.map((one) => ({ ...one, drive: { no, trip: trips[no] ?? 0 } })),
      ),
      REFINED,
      calendar,
    );
  expect(priceAs([0, 0]).whole.total.smallOre).toBe(3200);
  expect(priceAs([0, 0]).drives[1]?.free).toMatchObject([
    { rule: 'linked-station', paidAt: 'Paid' },
  ]);
  expect(priceAs([0, 1]).whole.total.smallOre).toBe(3200 + 1600);
});

test('a drive past nothing costs nothing', () => {
  const { drives } = priceDrives(
    [[], passagesOf('12:00 Paid', LINKED)].map((passages, no) =>
      passages.map((one) => ({ ...one, drive: { no, trip: 0 } })),
    ),
    REFINED,
    calendar,
  );
  expect(drives.map(({ total }) => total.smallOre)).toEqual([0, 3200]);
});

test('a journey of thousands of passages with rules in doubt is priced in steps of a few hundred', () => {
  let looked = 0;
  const town = project({ hourRules: [hourTerms({ paysKnown: false })] });
  const stations = ['A', 'B'].map((name) => {
    const tariffs = [tariff({ small: 20, large: 50, observed: true })];
    const counted = station(name, { project: town, hourGroup: 'town' });
    return Object.defineProperty({ ...counted }, 'tariffs', { get: () => ++looked && tariffs });
  });
  const count = (passages: number) => {
    const drives = Array.from({ length: passages / 10 }, (_, no) =>
      Array.from({ length: 10 }, (_, i) => ({
        station: stations[i % 2] as (typeof stations)[number],
        atMs: START_MS + (no * 10 + i) * 600_000,
        drive: { no, trip: no },
      })),
    );
    let [steps, most] = [0, 0];
    looked = 0;
    for (let before = 0, all = stepDrives(drives, { ...REFINED, vehicle: EV }, calendar); ; ) {
      const { done } = all.next();
      most = Math.max(most, looked - before);
      before = looked;
      steps += 1;
      if (done) return { steps, most, looked };
    }
  };
  const [some, more] = [count(3000), count(6000)];
  expect(some.looked).toBeGreaterThanOrEqual(3000);
  expect(more.most, 'how much a step does is not a matter of the journey').toBe(some.most);
  expect(some.most).toBeLessThanOrEqual(1000);
  expect(more.steps).toBeGreaterThan(1.5 * some.steps);
});

/** The same with a second between all passages, so that their order is told. */
function spread(cut: readonly (readonly TollPassage[])[]): TollPassage[][] {
  let beforeMs = START_MS;
  return cut.map((passages) =>
    passages.map((one) => {
      beforeMs = Math.max(one.atMs, beforeMs + 1000);
      return { ...one, atMs: beforeMs };
    }),
  );
}
