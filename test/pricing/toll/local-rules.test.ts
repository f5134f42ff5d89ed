import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { toOsloTime } from '../../../src/base/oslo-time.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { findLinkedFree, findReversedFree } from '../../../src/pricing/toll/local-rules.ts';
import { table } from '../../support/table.ts';
import { hourTerms, passagesOf, project, station, tariff } from './stations.ts';

describe('linked stations', () => {
  const trondheim = project({
    hourRules: [hourTerms({ untagged: false })],
    linkedStations: [
      {
        from: '2014-01-01',
        until: '2027-01-01',
        paid: ['tonstad', 'bockman'],
        free: ['sluppen', 'bjorndalen'],
        source: 'test',
      },
    ],
  });
  const at = (name: string, passageKey: string, hourGroup: string) =>
    station(name, { project: trondheim, passageKey, hourGroup, tariffs: [tariff({ small: 20 })] });
  const STATIONS = [
    at('Tonstad', 'tonstad', 'S'),
    at('Bockman', 'bockman', 'S'),
    at('Selsbakk', 'selsbakk', 'S'),
    at('Sluppen', 'sluppen', 'N'),
    at('Nydalen', 'nydalen', 'N'),
    at('Bjorndalen', 'bjorndalen', 'B'),
  ];

  test.each(
    table<'day' | 'passages' | 'tagged' | 'untagged' | 'because'>(`
    day        | passages                                    | tagged               | untagged   | because
    2026-11-20 | 12:00 Tonstad, 12:10 Sluppen                | 16, Tonstad          | 20, 20     | Sluppen is paid at Tonstad
    2026-11-20 | 12:00 Sluppen, 12:10 Tonstad                | Tonstad, 16          | 20, 20     | in both directions
    2026-11-20 | 12:00 Sluppen, 12:10 Bjorndalen             | 16, 16               | 20, 20     | nothing is paid at a linked station
    2026-11-20 | 12:00 Tonstad, 12:10 Sluppen, 12:20 Bjorndalen | 16, Tonstad, Tonstad | 20, 20, 20 | both are paid at Tonstad
    2026-11-20 | 12:00 Selsbakk, 12:10 Tonstad, 12:20 Sluppen | 16, Selsbakk, 16     | 20, 20, 20 | the hour rule made Tonstad free
    2026-11-20 | 12:00 Sluppen, 12:10 Nydalen, 12:20 Tonstad | Tonstad, 16, 16      | 20, 20, 20 | Sluppen is not paid and opens no hour
    2026-11-20 | 12:00 Sluppen, 12:10 Sluppen, 12:20 Bockman | Bockman, Bockman, 16 | 20, 20, 20 | both passages are paid there
    2027-01-01 | 12:00 Tonstad, 12:10 Sluppen                | 16, 16               | 20, 20     | the rule has ended
    2013-12-31 | 12:00 Tonstad, 12:10 Sluppen                | 20, 20               | 20, 20     | the rule has not begun
  `),
  )('$passages on $day is charged $tagged with tag, for $because', (row) => {
    const bill = priceTolls(
      passagesOf(row.passages, STATIONS, row.day),
      { size: 'small', rulesBetweenPassages: true },
      toCalendar([]),
    );
    const paidAt = new Map(bill.free.map((free) => [free.atMs, free.paidAt]));
    const tagged = bill.charged.map(
      ({ atMs, smallOre }) => paidAt.get(atMs) ?? String(smallOre / 100),
    );
    expect(tagged.join(', ')).toBe(row.tagged);
    expect(bill.charged.map((charged) => charged.smallNoDiscountOre / 100).join(', ')).toBe(
      row.untagged,
    );
  });

  test('a passage that a linked station pays for says so', () => {
    const bill = priceTolls(
      passagesOf('12:00 Tonstad, 12:10 Sluppen', STATIONS),
      { size: 'small', rulesBetweenPassages: true },
      toCalendar([]),
    );
    expect(bill.free).toMatchObject([{ rule: 'linked-station', paidAt: 'Tonstad' }]);
  });

  test('a passage behind one that a linked station pays for is paid: its hour begins with it', () => {
    const bill = priceTolls(
      passagesOf('12:00 Sluppen, 12:10 Nydalen, 12:20 Tonstad, 13:05 Nydalen', STATIONS),
      { size: 'small', rulesBetweenPassages: true },
      toCalendar([]),
    );
    expect(bill.free.map(({ station: { name }, rule, paidAt }) => [name, rule, paidAt])).toEqual([
      ['Sluppen', 'linked-station', 'Tonstad'],
      ['Nydalen', 'hour-rule', 'Nydalen'],
    ]);
  });

  test('of two rules that free the same passage the first names who pays', () => {
    const rule = { from: '2014-01-01', source: 'test' };
    const two = project({
      linkedStations: [
        { ...rule, paid: ['a'], free: ['c'] },
        { ...rule, paid: ['b'], free: ['c'] },
      ],
    });
    const passages = ['a', 'b', 'c'].map((name) => ({
      station: station(name, { project: two }),
      time: toOsloTime(Date.parse('2026-11-20T12:00Z')),
      drive: undefined,
    }));
    const prices = passages.map(() => 1600);
    const charges = prices.map((chargeOre) => ({ chargeOre }));
    expect([...findLinkedFree(passages, prices, charges)]).toEqual([
      [2, { payer: 0, law: two.linkedStations[0] }],
    ]);
  });
});

describe('reversed hour rule', () => {
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
});
