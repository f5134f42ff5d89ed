/** Random trips past the stations of random projects. */
import fc from 'fast-check';
import { toCalendar } from '../../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import type { TollStation } from '../../../src/pricing/toll/law.ts';
import type { TollPassage } from '../../../src/pricing/toll/terms.ts';
import { hourTerms, morningRush, project, station } from './stations.ts';

export const calendar = toCalendar([{ name: 'Høytid', kind: 'public-holiday', easterOffset: 1 }]);
export const START_MS = fromOsloWallClock('2026-11-18T05:00');
export const COLUMNS = [
  'smallOre',
  'smallNoDiscountOre',
  'largeOre',
  'largeNoDiscountOre',
] as const;

/** Whole kroner, as tariffs are: less than a krone a discount could turn into nothing. */
const unknownOr = (mostNok: number) =>
  fc.option(fc.nat(mostNok), { nil: undefined }).map((nok) => nok && nok * 100);
const tariffs = fc
  .record({
    smallOre: unknownOr(200),
    smallRushOre: unknownOr(200),
    largeOre: unknownOr(600),
    largeRushOre: unknownOr(600),
  })
  .map((amounts) => ({
    from: '2026-01-01',
    source: 'test',
    rush: morningRush(),
    ...Object.fromEntries(Object.entries(amounts).filter(([, ore]) => ore !== undefined)),
  }));

const hourRules = fc.record({
  pays: fc.constantFrom('first' as const, 'dearest' as const),
  windowMin: fc.constantFrom(60, 90),
  sizes: fc.constantFrom(['small', 'large'] as const, ['small'] as const),
  untagged: fc.boolean(),
});

/** Six stations of two projects; some share a group or a passage key, some have no tariff. */
const regions = fc
  .record({
    terms: fc.array(hourRules, { minLength: 2, maxLength: 2 }),
    percents: fc.array(fc.nat(99), { minLength: 2, maxLength: 2 }),
    stations: fc.array(
      fc.record({
        owner: fc.nat(1),
        tariff: fc.option(tariffs, { nil: undefined }),
        hourGroup: fc.constantFrom('A', 'B', 'none'),
        passageKey: fc.constantFrom('0', '1', '2', '3', '4', '5'),
      }),
      { minLength: 6, maxLength: 6 },
    ),
  })
  .map(({ terms, percents, stations }) => {
    const projects = terms.map((facts, i) =>
      project({
        id: `p${i}`,
        name: `P${i}`,
        hourRules: [hourTerms(facts)],
        tagDiscounts: [
          { from: '2018-01-01', percent: { small: percents[i] ?? 0, large: 0 }, source: 'test' },
        ],
      }),
    );
    return stations.map(({ owner, tariff, hourGroup, passageKey }, i) =>
      station(`S${i}`, {
        project: projects[owner] ?? project(),
        passageKey,
        tariffs: tariff === undefined ? [] : [tariff],
        ...(hourGroup !== 'none' && { hourGroup }),
      }),
    );
  });

/** Up to twelve passages in the six hours around the morning rush. */
export const trips = fc
  .tuple(regions, fc.array(fc.record({ stop: fc.nat(5), gapMin: fc.nat(60) }), { maxLength: 12 }))
  .map(([stations, stops]) => {
    let atMs = START_MS;
    return stops.map(({ stop, gapMin }): TollPassage => {
      atMs += gapMin * 60_000;
      return { station: stations[stop] as TollStation, atMs };
    });
  });
export const terms = fc.record({
  size: fc.constantFrom('small' as const, 'large' as const),
  rulesBetweenPassages: fc.boolean(),
});
