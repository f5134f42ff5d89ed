/** What holds of any journey: drives past random stations, told in any way. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../src/base/calendar.ts';
import { fromNok } from '../../src/base/nok.ts';
import { fromOsloWallClock, toOsloTime } from '../../src/base/oslo-time.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import { type Journey, type JourneyRequest, priceJourney } from '../../src/trip/journey.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';

const COLUMNS = ['smallOre', 'smallNoDiscountOre', 'largeOre', 'largeNoDiscountOre'] as const;
const MINUTE_MS = 60_000;
/** Half an hour before the morning rush of a Wednesday. */
const START_MS = fromOsloWallClock('2026-11-18T06:00');
const CAP = {
  key: 'town',
  name: 'Town',
  bySize: { small: [{ from: '2000-01-01', perMonth: 3, knownOn: '2026-01-01', source: 'test' }] },
};

const laws = fc.record({
  pays: fc.constantFrom('first' as const, 'dearest' as const),
  windowMin: fc.constantFrom(60, 90),
  untagged: fc.boolean(),
});
const spots = fc.record({
  group: fc.constantFrom('A', 'B', undefined),
  small: fc.integer({ min: 1, max: 60 }),
  rushNok: fc.nat(30),
});

/** Five stations under one hour rule, in two groups and in none. */
const towns = fc
  .tuple(laws, fc.array(spots, { minLength: 5, maxLength: 5 }))
  .map(([law, drawn]) => ({ hourRules: [hourTerms(law)], drawn }));

type Town = typeof towns extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** @param linked paying at the first station makes the second one free on the same trip. */
function stationsOf({ hourRules, drawn }: Town, linked = false): TollStation[] {
  const link = { from: '2020-01-01', paid: ['S0'], free: ['S1'], source: 'test' };
  const law = project({ hourRules, linkedStations: linked ? [link] : [] });
  return drawn.map(({ group, small, rushNok }, i) =>
    station(`S${i}`, {
      project: law,
      ...(group !== undefined && { hourGroup: group }),
      tariffs: [
        tariff({
          small,
          smallRush: small + rushNok,
          large: 3 * small,
          largeRush: 3 * small + rushNok,
          rush: morningRush(),
        }),
      ],
    }),
  );
}

interface Passed {
  readonly stationId: string;
  readonly atMs: number;
}

/** Passages in time order, each at a moment of its own and so many minutes at most behind the one before. */
const passedWithin = (mostMin: number) =>
  fc
    .array(fc.record({ at: fc.nat(4), gapMin: fc.nat(mostMin) }), { minLength: 1, maxLength: 12 })
    .map((drawn): Passed[] => {
      let atMs = START_MS;
      return drawn.map(({ at, gapMin }) => {
        atMs += gapMin * MINUTE_MS + 1000;
        return { stationId: `S${at}`, atMs };
      });
    });

/** The same passages as drives, of which some may run beside each other. */
const dealt = (mostMin: number) =>
  fc
    .tuple(passedWithin(mostMin), fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }))
    .map(([passed, drives]) =>
      [0, 1, 2, 3]
        .map((drive) => passed.filter((_, i) => drives[i] === drive))
        .filter((own) => own.length > 0),
    );

const price = (
  stations: readonly TollStation[],
  drives: readonly (readonly Passed[])[],
  facts: Partial<JourneyRequest> = {},
): Promise<Journey> =>
  priceJourney(
    {
      drives: drives.map((passages) => ({ passages })),
      size: 'small',
      ferry: { ferryClass: 'AP1' },
      vehicle: { size: 'small', tagged: true, fuel: 'petrol' },
      ...facts,
    },
    {
      quote: async () => {
        throw new Error('No drive is planned.');
      },
      tolls: {
        findStation: (id) => stations.find((one) => one.id === id),
        otherProject: project({ id: 'other' }),
        capGroups: ['town'],
      },
      calendar: toCalendar([]),
    },
  );

/** With tag and without, small and large, and what the vehicle pays. */
const sumsOf = ({ total, vehicle }: Journey['toll']) => [
  ...COLUMNS.map((column) => total[column]),
  vehicle?.ore ?? 0,
];

const addUp = (all: readonly (readonly number[])[]) =>
  all.reduce((sum, one) => sum.map((ore, i) => ore + (one[i] ?? 0)), [0, 0, 0, 0, 0]);

/** By the drive as it was told. */
const byAsked = ({ drives }: Journey) =>
  drives.toSorted((a, b) => a.asked - b.asked).map(({ toll }) => sumsOf(toll));

const monthOf = (atMs: number) => toOsloTime(atMs).day.slice(0, 7);

const firstMonthOf = (drives: readonly (readonly Passed[])[]) =>
  monthOf(Math.min(...drives.flat().map(({ atMs }) => atMs)));

/** The first moment at which a drive opens an hour, in a way to pay. Unix milliseconds. */
function openersOf({ toll: { lines } }: Journey, drive: readonly Passed[]) {
  const own = new Set(drive.map(({ atMs }) => atMs));
  return (column: (typeof COLUMNS)[number]): number =>
    lines.find(
      ({ price: { atMs }, charges }, line) =>
        own.has(atMs) && charges[column].window?.opener === line,
    )?.price.atMs ?? Number.POSITIVE_INFINITY;
}

describe('the bills of a journey', () => {
  test('add up to that of one long trip where the drives join: hour rule, rush and linked stations', async () => {
    const cuts = fc.array(fc.nat(12), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(towns, passedWithin(28), cuts, async (town, passed, drawn) => {
        const stations = stationsOf(town, true);
        const ends = [...drawn.toSorted((a, b) => a - b), passed.length];
        const cut = ends
          .map((end, i) => passed.slice(ends[i - 1] ?? 0, end))
          .filter((own) => own.length > 0);
        const long = await price(stations, [passed]);
        const joined = await price(stations, cut);
        expect(sumsOf(joined.toll)).toEqual(sumsOf(long.toll));
        expect(addUp(byAsked(joined))).toEqual(sumsOf(long.toll));
      }),
    );
  });

  test('are the same in whatever order the drives and their passages are told', async () => {
    const orders = fc.array(fc.nat(), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(towns, dealt(50), orders, async (town, drives, keys) => {
        const stations = stationsOf(town, true).map((one) => ({ ...one, cap: CAP }));
        const order = [...drives.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
        const turned = order.map((i) => (drives[i] ?? []).toReversed());
        const [told, toldOtherwise] = [
          await price(stations, drives),
          await price(stations, turned),
        ];
        const turnedSums = byAsked(toldOtherwise);
        expect(byAsked(told)).toEqual(drives.map((_, i) => turnedSums[order.indexOf(i)]));
        expect(sumsOf(toldOtherwise.toll)).toEqual(sumsOf(told.toll));
      }),
    );
  });

  test('are dearer by a drive added only where that one opens an hour before them', async () => {
    const drawn = fc.tuple(towns, dealt(50), fc.nat(3));
    let dearer = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async ([town, drives, at]) => {
        const stations = stationsOf(town);
        const added = at % drives.length;
        const others = drives.filter((_, i) => i !== added);
        const [all, without] = [await price(stations, drives), await price(stations, others)];
        const [now, was] = [byAsked(all).filter((_, i) => i !== added), byAsked(without)];
        const opens = openersOf(all, drives[added] ?? []);
        const sums = others.flatMap((own, i) =>
          COLUMNS.map((column, k) => ({ own, column, was: was[i]?.[k], is: now[i]?.[k] })),
        );
        const raised = sums.filter((one) => (one.is ?? 0) > (one.was ?? 0));
        dearer += raised.length;
        for (const { own, column } of raised)
          expect(opens(column)).toBeLessThan(own.at(-1)?.atMs ?? 0);
      }),
    );
    expect(dearer).toBeGreaterThan(0);
  });
});

describe('a monthly cap', () => {
  const [CAPPED, FREE_OF_IT] = ['Capped', 'Other'];
  const stations = [
    station(CAPPED, { cap: CAP, tariffs: [tariff({ small: 40, large: 100 })] }),
    station(FREE_OF_IT, { tariffs: [tariff({ small: 25, large: 70 })] }),
  ];
  const MONTH_END_MS = fromOsloWallClock('2026-11-28T03:00');

  /** Every seven hours or so around the end of November: no hour rule, no rush. */
  const months = fc
    .tuple(
      fc.array(fc.record({ capped: fc.boolean(), gapMin: fc.integer({ min: 300, max: 500 }) }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.array(fc.nat(3), { minLength: 20, maxLength: 20 }),
    )
    .map(([drawn, drives]) => {
      let atMs = MONTH_END_MS;
      const passed = drawn.map(({ capped, gapMin }) => {
        atMs += gapMin * MINUTE_MS;
        return { stationId: capped ? CAPPED : FREE_OF_IT, atMs };
      });
      return [0, 1, 2, 3]
        .map((drive) => passed.filter((_, i) => drives[i] === drive))
        .filter((own) => own.length > 0);
    });

  test('is met by the passages of a calendar month, what was used before among them, with a tag alone', async () => {
    await fc.assert(
      fc.asyncProperty(months, fc.nat(5), async (drives, used) => {
        const { drives: found } = await price(stations, drives, { usedBefore: { town: used } });
        const inOrder = drives.flat().toSorted((a, b) => a.atMs - b.atMs);
        const counts = new Map([[firstMonthOf(drives), used]]);
        // The clerk: 40 kr is 32 with a tag, three times a month; 25 is 20, always.
        const paid = new Map(
          inOrder.map((one) => {
            if (one.stationId === FREE_OF_IT) return [one.atMs, 20];
            const month = monthOf(one.atMs);
            const before = counts.get(month) ?? 0;
            counts.set(month, before + 1);
            return [one.atMs, before < (CAP.bySize.small[0]?.perMonth ?? 0) ? 32 : 0];
          }),
        );
        for (const { asked, toll } of found) {
          const own = drives[asked] ?? [];
          const sum = (nokOf: (one: Passed) => number) =>
            fromNok(own.reduce((all, one) => all + nokOf(one), 0));
          expect(toll.total.smallOre).toBe(sum(({ atMs }) => paid.get(atMs) ?? 0));
          const full = (small: number, other: number) =>
            sum(({ stationId }) => (stationId === CAPPED ? small : other));
          expect(toll.total.smallNoDiscountOre).toBe(full(40, 25));
          // The cap is for small vehicles alone.
          expect(toll.total.largeOre).toBe(full(100, 70));
        }
      }),
    );
  });

  test('is used by what is told of before as by the drives themselves', async () => {
    await fc.assert(
      fc.asyncProperty(months, fc.nat(4), async (drives, used) => {
        const before = Array.from({ length: used }, (_, i) => [
          { stationId: CAPPED, atMs: fromOsloWallClock(`2026-11-0${i + 1}T12:00`) },
        ]);
        fc.pre(firstMonthOf(drives) === '2026-11');
        const told = await price(stations, drives, { usedBefore: { town: used } });
        const driven = await price(stations, [...drives, ...before]);
        expect(byAsked(driven).slice(0, drives.length)).toEqual(byAsked(told));
      }),
    );
  });

  test('makes no drive dearer by another one', async () => {
    await fc.assert(
      fc.asyncProperty(months, fc.nat(3), fc.nat(3), async (drives, at, used) => {
        const added = at % drives.length;
        const others = drives.filter((_, i) => i !== added);
        // What was used before is of the month of the first drive.
        fc.pre(others.length > 0 && firstMonthOf(others) === firstMonthOf(drives));
        const facts = { usedBefore: { town: used } };
        const now = byAsked(await price(stations, drives, facts));
        const was = byAsked(await price(stations, others, facts));
        for (const [i, sums] of now.filter((_, drive) => drive !== added).entries())
          for (const [k, ore] of sums.entries()) expect(ore).toBeLessThanOrEqual(was[i]?.[k] ?? 0);
      }),
    );
  });
});
