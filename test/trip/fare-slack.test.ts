/** How far two bills may come apart, held against the bills of the same rest of a way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCalendar } from '../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { ALWAYS, type FareState } from '../../src/routing/money-fares.ts';
import { openTripFares } from '../../src/trip/fares.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';

const MINUTE_MS = 60_000;
const WITHIN_MS = 300 * MINUTE_MS;
const RUNS = { numRuns: 1500 };

const passages = (mostMin: number) =>
  fc.array(fc.record({ station: fc.nat(2), min: fc.nat(mostMin) }), { maxLength: 4 });
const drawn = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 }),
  rise: fc.nat(3),
  rule: fc.record({
    pays: fc.constantFrom('first' as const, 'dearest' as const),
    windowMin: fc.constantFrom(20, 60),
  }),
  before: fc.tuple(passages(45), passages(45)),
  behind: passages(75),
  /** When the rest of the way begins, after half past five: the rush begins at half past six. */
  atMin: fc.integer({ min: 15, max: 60 }),
});

test('no rest of a way makes the bill of one way grow by more than the slack against the other', () => {
  fc.assert(
    fc.property(drawn, ({ prices, rise, rule, before, behind, atMin }) => {
      const ruled = project({ id: 'ruled', hourRules: [hourTerms(rule)] });
      const stations = prices.map((price, i) => {
        const [small, smallRush] = [5 * price, 5 * (price + rise)];
        const asked = { small, smallRush, large: 2 * small, largeRush: 2 * smallRush };
        const tariffs = [tariff({ ...asked, rush: morningRush() })];
        return station(`s${i}`, { tariffs, project: ruled, hourGroup: 'g' });
      });
      const ids = stations.map(({ id }) => id);
      const fares = openTripFares(
        {
          tolls: {
            findStation: (id) => stations.find((one) => one.id === id),
            otherProject: project(),
            capGroups: [],
          },
          ferries: { matchCrossings: () => [], tariffs: {} as never },
          calendar: toCalendar([]),
        },
        {
          startMs: fromOsloWallClock('2026-11-18T05:30'),
          via: [],
          size: 'small',
          ferry: { ferryClass: 'AP1' },
          vehicle: { size: 'small', tagged: true, fuel: 'diesel' },
        },
      )(
        ids.map((stationId) => ({ stationId, soonestMs: 0, toEndMs: 0 })),
        WITHIN_MS,
      );
      const pass = (state: FareState, at: number, atMs: number) =>
        fares.pass(state, ids[at] as string, atMs);
      /** Both come to one place at one moment, over what each has passed in the last hour. */
      const nowMs = atMin * MINUTE_MS;
      const [one, other] = before.map((passed) =>
        [...passed]
          .sort((a, b) => b.min - a.min)
          .reduce(
            (state, { station: at, min }) => pass(state, at, nowMs - min * MINUTE_MS),
            fares.start,
          ),
      ) as [FareState, FareState];
      const rest = [...behind]
        .sort((a, b) => a.min - b.min)
        .map(({ station: at, min }) => ({ at, atMs: nowMs + min * MINUTE_MS }));
      const growth = (start: FareState) =>
        rest.reduce((state, { at, atMs: ms }) => pass(state, at, ms), start).ore - start.ore;
      const reach = { ...ALWAYS, latestMs: WITHIN_MS - nowMs };
      const slack = fares.slackOre(
        { state: one, ms: nowMs },
        { state: other, ms: nowMs },
        { reach: () => reach, moreOre: Math.max(0, growth(other)) },
        Number.POSITIVE_INFINITY,
      );
      expect(growth(one) - growth(other)).toBeLessThanOrEqual(slack);
    }),
    RUNS,
  );
});
