import { expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { table } from '../../support/table.ts';
import { vehicleOf } from '../../support/vehicle-clerk.ts';
import { hourTerms, morningRush, passagesOf, project, station, tariff } from './stations.ts';

const oslo = project({ id: 'oslo', name: 'Oslo', hourRules: [hourTerms()] });
const byVehicle = { smallByFuel: true, largeByEuroClass: false, ownZeroEmission: false };
const atOslo = { project: { ...oslo, byVehicle }, hourGroup: 'oslo' };
const byClasses = {
  project: { ...oslo, byVehicle: { ...byVehicle, largeByEuroClass: true } },
  tariffs: [tariff({ small: 40, large: 100 })],
};
const trondheim = project({
  id: 'trondheim',
  name: 'Trondheim',
  unappliedRules: [
    {
      from: '0001-01-01',
      stations: ['Moholt', 'Jonsvann'],
      atLeast: 2,
      note: 'Moholt and Jonsvann may cancel each other.',
      source: 'test',
    },
  ],
});
const gone = project({
  id: 'gone',
  name: 'Gone road',
  absentStations: [{ name: 'Gone', until: '2026-11-18', untilMin: 720 }],
});
const rush = morningRush();
const OLDER = { from: '2022-01-01', source: 'test' };
const byFuel = [tariff({ small: 40, smallRush: 50, large: 100, rush })];
const STATIONS = [
  station('Known', { tariffs: [tariff({ small: 40, large: 100 })] }),
  station('Ring', { ...atOslo, tariffs: byFuel }),
  station('Gate', { ...atOslo, tariffs: byFuel }),
  station('Small', { tariffs: [tariff({ small: 40, large: 100, largeRush: 120, rush })] }),
  station('Classes', byClasses),
  station('Old', { project: oslo, tariffs: [tariff({ from: '2024-01-01', small: 1, large: 2 })] }),
  station('Older', {
    project: oslo,
    tariffs: [tariff({ from: '2024-01-01', small: 3, large: 4 })],
  }),
  ...[
    ['Ended', 26, 47],
    ['Other', 30, 47],
    ['Same', 45, 83],
  ].map(([name, small, large]) =>
    station(String(name), {
      project: oslo,
      tariffs: [
        tariff({
          from: '2016-10-03',
          until: '2018-01-01',
          small: Number(small),
          large: Number(large),
        }),
        tariff({ from: '2026-12-10', observed: true, small: 45, large: 83 }),
      ],
    }),
  ),
  station('Tag', {
    project: project({
      tagDiscounts: [
        { from: '2018-01-01', percent: { small: 20, large: 0 }, known: false, source: 'test' },
      ],
    }),
  }),
  station('Late', { tariffs: [tariff({ from: '2026-12-01', small: 1, large: 2 })] }),
  station('Noon', { tariffs: [tariff({ from: '2026-11-18', fromMin: 720, small: 1, large: 2 })] }),
  station('Seen', { tariffs: [tariff({ observed: true, small: 1, large: 2 })] }),
  station('Road', { project: gone }),
  station('Exit', { project: gone }),
  station('Ferde', {
    tariffs: [
      {
        ...tariff({ small: 40, smallRush: 60, rush }),
        large: {
          ore: 8800,
          rushOre: 14_500,
          rushCarriedFrom: { from: '2024-01-01', source: 'test' },
        },
      },
    ],
  }),
  station('Half', {
    tariffs: [{ ...tariff({ small: 40 }), large: { ore: 9000, carriedFrom: OLDER } }],
  }),
  station('Apart', {
    tariffs: [
      { ...tariff({ from: '2024-01-01', large: 90 }), small: { ore: 4000, carriedFrom: OLDER } },
    ],
  }),
  station('None', { tariffs: [] }),
  station('Empty', { ...atOslo, directionUndecided: true, tariffs: [tariff()] }),
  station('Light', { tariffs: [tariff({ small: 40 })] }),
  station('Heavy', { project: project({ byVehicle }), tariffs: [tariff({ large: 100 })] }),
  station('Askoy', { directionUndecided: true }),
  station('Lund', { directionInferred: true }),
  station('Moholt', { project: trondheim }),
  station('Jonsvann', { project: trondheim }),
];

test.each(
  table<'passages' | 'warnings' | 'because'>(`
    passages                     | warnings                                              | because
    12:00 Known                  |                                                       | everything is known
    12:00 Ring                   | fuel_assumed Oslo                                     | the price is that of diesel
    12:00 Ring, 14:00 Gate       | fuel_assumed Oslo                                     | a project says it once
    08:00 Ring                   | fuel_assumed Oslo, large_rush_tariff_unknown Oslo     | nobody publishes the rush price of group 2
    07:00 Ring, 08:30 Gate       | fuel_assumed Oslo, large_rush_tariff_unknown Oslo     | a project says that once, too
    08:00 Small                  | tariff_not_known_for_day Town                         | the small rush price is missing
    12:00 Old, 13:00 Older       | tariff_not_known_for_day Oslo                         | both use the tariffs of the same day
    12:00 Ended, 13:00 Other     | tariff_not_known_for_day Oslo                         | both have other amounts in one sentence
    12:00 Tag, 13:00 Tag         | tag_discount_not_known Town                           | whether the discount had come is not told
    12:00 Half                   | tariff_not_known_for_day Town                         | the price of group 2 stands in
    12:00 Late                   | collection_not_known Town, tariff_not_known_for_day Town | only a later tariff is known
    08:00 Ferde                  | large_rush_tariff_unknown Town                        | an older rush price stands in
    12:00 Ferde                  |                                                       | which matters in the rush only
    11:59 Road                   | station_missing Gone                                  | a station of the project still stood
    11:00 Road, 11:59 Exit       | station_missing Gone                                  | a project says it once
    12:00 Road                   |                                                       | it was removed at noon
    12:00 None                   | station_unpriced None                                 | there is no tariff
    12:00 None, 13:00 None       | station_unpriced None                                 | a station says it once
    12:00 Empty                  | station_unpriced Empty                                | a row without amounts is no tariff
    12:00 Light                  | station_unpriced Light                                | the price of group 2 is missing
    12:00 Heavy                  | station_unpriced Heavy                                | the price of group 1 is missing
    12:00 Askoy                  | direction_undecided Askoy                             | it may be charged in one direction only
    12:00 Lund                   | direction_inferred Lund                               | no operator says which direction
    12:00 Moholt                 |                                                       | the local rule needs two stations
    12:00 Moholt, 13:00 Moholt   |                                                       | which are not the same
    12:00 Moholt, 13:00 Jonsvann | local_rule_not_applied Trondheim                      | both are passed
  `),
)('$passages warns "$warnings", because $because', ({ passages, warnings }) => {
  const { warnings: told } = bill(passages);
  expect(told.map(({ code, about }) => `${code} ${about}`).join(', ')).toBe(warnings);
});

test.each(
  table<'passage' | 'message'>(`
    passage     | message
    12:00 Old   | The tariff of Oslo on 2026-11-18 is not known: the one of 2024-01-01 is used.
    12:00 Ended | The tariff of Oslo on 2026-11-18 is not known: a later one, of 2026-12-10, is used. The one of 2016-10-03 has 26 / 47 instead of 45 / 83 kr (small / large, without discount).
    12:00 Same  | The tariff of Oslo on 2026-11-18 is not known: a later one, of 2026-12-10, is used.
    12:00 Ended, 13:00 Other, 14:00 Same | The tariff of Oslo on 2026-11-18 is not known: a later one, of 2026-12-10, is used. The one of 2016-10-03 has 26 / 47 instead of 45 / 83 kr, 30 / 47 instead of 45 / 83 kr (small / large, without discount).
    12:00 Tag   | What a tag took off in Town on 2026-11-18 is not known: 20 % of the price of small and 0 % of that of large vehicles are taken off.
    12:00 Late  | The tariff of Town on 2026-11-18 is not known: a later one, of 2026-12-01, is used.
    11:59 Noon  | The tariff of Town on 2026-11-18 is not known: a later one, of 2026-11-18 12:00, is used.
    11:59 Noon  | Whether Town collected on 2026-11-18 is not known at every station passed, only that it began by 2026-11-18 12:00: they are charged.
    08:00 Ring  | The rush tariff of large vehicles in Oslo is not published: the ordinary one is used.
    08:00 Ferde | The rush tariff of large vehicles in Town is not published: the last published, of 2024-01-01, is used.
    11:59 Road  | Gone still stood on 2026-11-18 and is not in the data: if the trip passes it, the sums leave it out.
    12:00 Half  | The tariff of large vehicles in Town on 2026-11-18 is not known: the one of 2022-01-01 is used.
    12:00 Apart | The tariff of small vehicles in Town on 2026-11-18 is not known: the one of 2022-01-01 is used.
    12:00 Apart | The tariff of large vehicles in Town on 2026-11-18 is not known: the one of 2024-01-01 is used.
    12:00 None  | None has no known tariff: the sums leave it out.
    12:00 Light | Light has no known tariff for large vehicles: their sums leave it out.
    12:00 Heavy | Heavy has no known tariff for small vehicles: their sums leave it out.
    12:00 Ring  | Small vehicles pay by fuel in Oslo: the price assumes diesel, the dearest.
    08:00 Small | The rush tariff of small vehicles in Town is not published: the ordinary one is used.
    12:00 Askoy | Askoy charges one direction, and it is not known which: it is charged in both.
  `),
)('$passage says: $message', ({ passage, message }) => {
  expect(bill(passage).warnings.map((warning) => warning.message)).toContain(message);
});

test('where the rush price of group 2 is unknown it pays the ordinary one, and not as rush', () => {
  const { charged, rush: isRush, total } = bill('08:00 Ring', { size: 'large' });
  expect(total.largeOre).toBe(10_000);
  expect(isRush).toBe(false);
  expect(charged).toMatchObject([{ rush: false, reason: 'regular', smallNoDiscountOre: 5000 }]);
});

test('an older rush price that stands in is charged as rush', () => {
  const { charged, total, lines } = bill('08:00 Ferde', { size: 'large' });
  expect(total.largeOre).toBe(14_500);
  expect(charged).toMatchObject([{ rush: true, reason: 'rush' }]);
  // The proof begins with the row that has it.
  expect(lines[0]?.price.large?.tagged.row).toMatchObject({ from: '2024-01-01' });
});

test('a day before the year of the extract is told once, and a station that was removed too', () => {
  const past = passagesOf('22:00 Seen, 23:00 Road', STATIONS, '2025-12-31');
  const next = passagesOf('00:30 Seen, 01:00 Road', STATIONS, '2026-01-01');
  const told = [past, [...past, ...next], next].map((passages) =>
    priceTolls(passages, { size: 'small', rulesBetweenPassages: true }, toCalendar([]))
      .warnings.filter(({ code }) => code.startsWith('station'))
      .map(({ message }) => message),
  );
  const missing = (day: string) =>
    `Gone still stood on ${day} and is not in the data: if the trip passes it, the sums leave it out.`;
  const extract =
    'The stations are those of 2026-01-01: on 2025-12-31 some of them may not have stood, and others are missing.';
  expect(told).toEqual([
    [missing('2025-12-31'), extract],
    [missing('2025-12-31'), extract],
    [missing('2026-01-01')],
  ]);
});

test('a bill without an observed tariff says nothing about the extract', () => {
  const passages = passagesOf('12:00 Known', STATIONS, '2025-06-02');
  const { warnings } = priceTolls(
    passages,
    { size: 'small', rulesBetweenPassages: true },
    toCalendar([]),
  );
  expect(warnings.map(({ code }) => code)).toEqual([
    'collection_not_known',
    'tariff_not_known_for_day',
  ]);
});

test('a preliminary bill applies no local rule, and misses none', () => {
  const { warnings } = bill('12:00 Moholt, 13:00 Jonsvann', { rulesBetweenPassages: false });
  expect(warnings).toEqual([]);
});

test.each(
  table<'asked' | 'assumed' | 'because'>(`
    asked                | assumed            | because
    small                | fuel_assumed       | small vehicles pay by fuel
    small, tag           | fuel_assumed       | the fuel is not told
    small, electric      |                    | it is told
    large                | euro_class_assumed | large vehicles pay by Euro class
    large, diesel        | euro_class_assumed | the Euro class is not told
    large, diesel, euro6 |                    | it is told
    large, diesel, euro5 |                    | and is the one of the price
    large, plugin-hybrid |                    | it pays as Euro VI does
    large, electric      |                    | it has a class of its own
  `),
)('of "$asked" the price assumes "$assumed": $because', ({ asked, assumed }) => {
  const [size, ...facts] = asked.split(', ');
  const way = vehicleOf(asked.replaceAll(',', ''));
  const terms = { size: way.size, ...(facts.length > 0 && { vehicle: way }) };
  const codes = bill('12:00 Classes', terms).warnings.map(({ code }) => code);
  expect([way.size, codes.filter((code) => code.endsWith('_assumed')).join()]).toEqual([
    size,
    assumed,
  ]);
});

test('the sentence on the Euro class has the prices of the newest notice, and where they are the same there is none', () => {
  const euro6 = (from: string, ore: number) => ({
    id: from,
    size: 'large' as const,
    classes: ['euro-6' as const],
    from,
    beside: { ore: 11_300 },
    price: { kind: 'tariff' as const, ore },
    untagged: true,
    source: 'test',
  });
  const tell = (...rows: ReturnType<typeof euro6>[]) => {
    const at = { ...station('Classes', byClasses), vehicleTariffs: rows };
    const terms = { size: 'large', rulesBetweenPassages: true } as const;
    const { warnings } = priceTolls(passagesOf('12:00 Classes', [at]), terms, toCalendar([]));
    return warnings.map(({ message }) => message);
  };
  const assumes =
    'Large vehicles pay by Euro class in Oslo: the price assumes Euro V and older, the dearest';
  expect(tell()).toEqual([`${assumes}.`]);
  expect(tell(euro6('2024-01-01', 6200), euro6('2026-12-01', 9000))).toEqual([
    `${assumes}; outside the rush it was 113 kr, and 62 kr for Euro VI, by the tariff of 2024-01-01.`,
  ]);
  expect(tell(euro6('2024-01-01', 11_300))).toEqual([]);
});

function bill(passages: string, terms: Partial<Parameters<typeof priceTolls>[1]> = {}) {
  return priceTolls(
    passagesOf(passages, STATIONS),
    { size: 'small', rulesBetweenPassages: true, ...terms },
    toCalendar([]),
  );
}
