import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { findReversedFree } from '../../../src/pricing/toll/local-rules.ts';
import { table } from '../../support/table.ts';
import { hourTerms, passagesOf, project, station } from './stations.ts';

const tresfjord = project({
  hourRules: [hourTerms()],
  reversedRules: [{ stations: ['Skorgen', 'Skjegstad'], windowMin: 60, source: 'test' }],
});
const at = (name: string) => station(name, { project: tresfjord, hourGroup: 'tresfjord' });
const STATIONS = [at('Skorgen'), at('Skjegstad'), at('Vikebukt'), station('Elsewhere')];

test.each(
  table<'passages' | 'free' | 'because'>(`
    passages                                      | free | because
    12:00 Skorgen                                 | 0    | only one of the two is passed
    12:00 Skorgen, 12:30 Skjegstad                |      | both are passed within the hour
    12:00 Skjegstad, 12:30 Skorgen                |      | in either order
    12:00 Skorgen, 13:00 Skjegstad                |      | sixty minutes are not more than sixty
    12:00 Skorgen, 13:01 Skjegstad                | 0, 1 | more than sixty minutes lie between
    12:00 Skorgen, 12:30 Skorgen                  | 0, 1 | the same station twice is only one of the two
    12:00 Skorgen, 12:10 Skorgen, 12:20 Skjegstad |      | each has the other within its hour
    12:00 Skorgen, 12:30 Skjegstad, 14:00 Skorgen | 2    | the last one is too late
    12:00 Skorgen, 12:10 Elsewhere                | 0    | other stations do not count
    12:00 Elsewhere, 12:10 Vikebukt               |      | nor are they freed
  `),
)('of $passages, number $free is free, for $because', ({ passages, free }) => {
  expect([...findReversedFree(passagesOf(passages, STATIONS)).keys()].join(', ')).toBe(free);
});

test('exactly the passages without a partner inside the window are free, as pairwise comparison finds', () => {
  const stops = fc.record({ gapMin: fc.nat(70), name: fc.constantFrom('Skorgen', 'Skjegstad') });
  fc.assert(
    fc.property(fc.array(stops, { maxLength: 12 }), (trip) => {
      let atMs = 0;
      const passages = trip.map(({ gapMin, name }) => {
        atMs += gapMin * 60_000;
        return { station: at(name), atMs };
      });
      const alone = passages.flatMap((a, i) =>
        passages.some(
          (b) => b.station.name !== a.station.name && Math.abs(b.atMs - a.atMs) <= 3_600_000,
        )
          ? []
          : [i],
      );
      expect([...findReversedFree(passages).keys()]).toEqual(alone);
    }),
  );
});

test('with a tag a lone passage is free and opens no window; without a tag it is charged', () => {
  const bill = priceTolls(
    passagesOf('12:00 Skorgen, 12:30 Vikebukt', STATIONS),
    { size: 'small', rulesBetweenPassages: true },
    toCalendar([]),
  );
  expect(bill.total).toMatchObject({ smallOre: 3200, smallNoDiscountOre: 4000 });
  expect(bill.free).toMatchObject([{ rule: 'reversed-rule', station: { name: 'Skorgen' } }]);
  expect(bill.free[0]?.paidAt).toBeUndefined();
  expect(bill.charged.map(({ reason }) => reason)).toEqual(['untagged-only', 'regular']);
});
