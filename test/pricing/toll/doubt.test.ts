import { describe, expect, test } from 'vitest';
import { toCalendar } from '../../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { priceTolls, stepDrives } from '../../../src/pricing/toll/bill.ts';
import type { MonthlyCap, TollStation, UnappliedRule } from '../../../src/pricing/toll/law.ts';
import type { TollTerms, TollVehicle } from '../../../src/pricing/toll/terms.ts';
import { table } from '../../support/table.ts';
import { hourTerms, morningRush, passagesOf, project, station, tariff } from './stations.ts';

const calendar = toCalendar([{ name: 'eve', month: 12, day: 24, kind: 'half-day' }]);
const DIESEL: TollVehicle = { size: 'small', tagged: true, fuel: 'diesel' };

const bill = (
  stations: readonly TollStation[],
  text: string,
  day?: string,
  vehicle = DIESEL,
  terms?: Partial<TollTerms>,
) =>
  priceTolls(
    passagesOf(text, stations, day),
    { size: vehicle.size, rulesBetweenPassages: true, vehicle, ...terms },
    calendar,
  );

/** The toll of the vehicle as `11.20`, or `11.20? 11.20-33.60` for an estimate with a range. */
function told({ vehicle }: ReturnType<typeof bill>): string {
  const { ore = 0, estimated, range } = vehicle ?? {};
  const [pays, min, max] = [ore, range?.minOre ?? 0, range?.maxOre ?? 0].map((sum) =>
    (sum / 100).toFixed(2),
  );
  return `${pays}${estimated ? '?' : ''}${range ? ` ${min}-${max}` : ''}`;
}

/** Which of the charged passages are estimates. */
const estimatesOf = ({ lines }: ReturnType<typeof bill>) =>
  lines.flatMap(({ price, vehicle }) => (vehicle?.estimated ? price.station.name : [])).join(' ');

const doubtsOf = ({ warnings }: ReturnType<typeof bill>) =>
  warnings.flatMap(({ code, message }) => (code === 'toll_rule_not_known' ? message : []));

describe('which passage of an hour pays', () => {
  const rush = morningRush();
  const inTown = (paysKnown?: false, pays: 'first' | 'dearest' = 'first') => {
    const terms = hourTerms({ pays, ...(paysKnown === false && { paysKnown }) });
    const town = project({ hourRules: [terms] });
    const facts = { project: town, hourGroup: 'town' };
    const tariffs = [tariff({ small: 10, smallRush: 30, large: 20, largeRush: 60, rush })];
    return ['A', 'B'].map((name) => station(name, { ...facts, tariffs }));
  };

  test.each(
    table<'pays' | 'passages' | 'toll' | 'estimates' | 'because'>(`
      pays     | passages                  | toll              | estimates | because
      first?   | 06:20 A, 06:40 B          | 8.00? 8.00-24.00  | A B       | the first is taken, and the dearest would pay more
      first?   | 06:40 A, 07:20 B          | 24.00             |           | both readings give the same
      first?   | 06:20 A, 07:20 B          | 32.00             |           | an hour later another window is open
      first?   | 06:20 A                   | 8.00              |           | one passage pays whatever the rule is
      first    | 06:20 A, 06:40 B          | 8.00              |           | the operator says that the first pays
      dearest? | 06:20 A, 06:40 B          | 24.00? 8.00-24.00 | A B       | the dearest is taken, and the first would pay less
    `),
  )('$pays, $passages: $toll, because $because', ({ pays, passages, toll, estimates }) => {
    const isKnown = !pays.endsWith('?');
    const rule = pays.replace('?', '') as 'first' | 'dearest';
    const one = bill(inTown(isKnown ? undefined : false, rule), passages);
    expect([told(one), estimatesOf(one)]).toEqual([toll, estimates]);
    const other = rule === 'first' ? 'dearest' : 'first';
    expect(doubtsOf(one)).toEqual(
      toll.includes('?')
        ? [
            `Which passage of an hour pays in Town is not published: the ${rule} one is taken, and the ${other} one would give another toll.`,
          ]
        : [],
    );
  });

  test('a vehicle that the rule does not cover is in no doubt', () => {
    const stations = inTown(false).map((one) => {
      const [terms] = one.project.hourRules;
      return {
        ...one,
        project: project({ hourRules: [hourTerms({ ...terms, untagged: false })] }),
      };
    });
    const one = bill(stations, '06:20 A, 06:40 B', undefined, { ...DIESEL, tagged: false });
    expect(told(one)).toBe('40.00');
  });

  test('the four sums keep their amounts, and a bill without a vehicle is told as well', () => {
    const terms = { size: 'small', rulesBetweenPassages: true } as const;
    const passages = passagesOf('06:20 A, 06:40 B', inTown(false));
    const { total, warnings, lines } = priceTolls(passages, terms, calendar);
    expect(lines.map(({ isInDoubt }) => isInDoubt)).toEqual([true, true]);
    expect(total).toMatchObject({ smallOre: 800, largeOre: 2000 });
    expect(warnings.map(({ code }) => code)).toEqual(['toll_rule_not_known']);
  });

  test('of several drives those are told whose sums it changes', () => {
    const stations = inTown(false);
    const drives = ['06:20 A', '06:40 B', '12:00 A'].map((text, no) =>
      passagesOf(text, stations).map((one) => ({ ...one, drive: { no, trip: no } })),
    );
    const terms = { size: 'small', rulesBetweenPassages: true, vehicle: DIESEL } as const;
    const { whole, drives: bills } = atOnce(stepDrives(drives, terms, calendar));
    expect(told(whole)).toBe('16.00? 16.00-32.00');
    expect(bills.map(told)).toEqual(['8.00? 0.00-8.00', '0.00? 0.00-24.00', '8.00']);
    expect(bills.map((one) => doubtsOf(one).length)).toEqual([1, 1, 0]);
  });
});

describe('whether the rush price holds on a kind of day', () => {
  const rush = morningRush({ exceptUnknown: ['half-day', 'july'] });
  const tariffs = [tariff({ small: 10, smallRush: 30, large: 20, rush })];
  const stations = [station('A', { tariffs }), station('B', { tariffs })];

  test.each(
    table<'day' | 'passages' | 'toll' | 'estimates' | 'because'>(`
      day        | passages         | toll               | estimates | because
      2026-12-24 | 08:00 A          | 24.00? 8.00-24.00  | A         | the rush price is charged on an eve, and the ordinary one may hold
      2026-12-24 | 08:00 A, 12:00 B | 32.00? 16.00-32.00 | A         | outside the rush nothing is in doubt
      2026-07-15 | 08:00 A          | 24.00? 8.00-24.00  | A         | so it is in July
      2026-12-23 | 08:00 A          | 24.00              |           | on other days it holds
      2026-07-18 | 08:00 A          | 8.00               |           | a Saturday has no rush
    `),
  )('$day $passages: $toll, because $because', ({ day, passages, toll, estimates }) => {
    const one = bill(stations, passages, day);
    expect([told(one), estimatesOf(one)]).toEqual([toll, estimates]);
    expect(doubtsOf(one).length).toBe(toll.includes('?') ? 1 : 0);
  });

  test('both kinds of day on one journey are two doubts, each told', () => {
    const on = (day: string, name: string) => passagesOf(`08:00 ${name}`, stations, day);
    const passages = [...on('2026-07-15', 'A'), ...on('2026-12-24', 'B')];
    const terms = { size: 'small', rulesBetweenPassages: true, vehicle: DIESEL } as const;
    const one = priceTolls(passages, terms, calendar);
    expect(told(one)).toBe('48.00? 16.00-48.00');
    expect(doubtsOf(one)).toEqual([
      'Whether the rush price of Town holds in July is not published: it is charged, and the ordinary price would give another toll.',
      'Whether the rush price of Town holds on 24 and 31 December and on the Wednesday before Easter is not published: it is charged, and the ordinary price would give another toll.',
    ]);
  });

  test('together with the passage that pays, all four readings are tried', () => {
    const hourRules = [hourTerms({ paysKnown: false })];
    const facts = { project: project({ hourRules }), hourGroup: 'town', tariffs };
    const town = [station('A', facts), station('B', facts)];
    expect(told(bill(town, '06:20 A, 06:40 B', '2026-12-24'))).toBe('8.00? 8.00-24.00');
    expect(told(bill(town, '06:40 A, 07:00 B', '2026-12-24'))).toBe('24.00? 8.00-24.00');
  });

  test('towns are in doubt apart from each other, and their ranges add up', () => {
    const far = station('Far', { project: project({ id: 'far', name: 'Far' }), tariffs });
    expect(told(bill([...stations, far], '08:00 A, 08:30 Far', '2026-12-24'))).toBe(
      '48.00? 16.00-48.00',
    );
  });
});

test('a share of zero emission that is not published is tried with each reading', () => {
  const rush = morningRush({ exceptUnknown: ['half-day'] });
  const ceilings = [{ from: '0001-01-01', percentOfTagged: 50, source: 'law' }];
  const lawful = project({ ceilings });
  const tariffs = [tariff({ small: 10, smallRush: 30, rush })];
  const vehicle: TollVehicle = { ...DIESEL, fuel: 'electric' };
  const at = station('A', { project: lawful, tariffs });
  const atMs = fromOsloWallClock('2026-12-24T08:00');
  const terms = { size: 'small', rulesBetweenPassages: true, vehicle } as const;
  expect(told(priceTolls([{ station: at, atMs }], terms, calendar))).toBe('12.00? 0.00-12.00');
});

type Otherwise = NonNullable<UnappliedRule['otherwise']>;

describe('rules that are known and not applied', () => {
  const STREETS = ['A', 'B', 'C'];
  const inTown = (otherwise?: Partial<Otherwise>) => {
    const all = { payments: 1, sizes: ['small'], untagged: false, ...otherwise } as const;
    const days = { from: '0001-01-01' };
    const rule = { ...days, stations: ['A', 'B'], atLeast: 2, note: 'May be one.', source: 'test' };
    const town = project({ unappliedRules: [{ ...rule, ...(otherwise && { otherwise: all }) }] });
    return STREETS.map((name, i) =>
      station(name, { project: town, tariffs: [tariff({ small: 10 + 10 * i, large: 50 })] }),
    );
  };
  const UNTAGGED = { ...DIESEL, tagged: false };
  const LARGE: TollVehicle = { size: 'large', tagged: true, fuel: 'diesel', euroClass: 6 };

  test.each([
    ['one payment, the first', {}, '12:00 A, 18:00 B', DIESEL, '24.00? 8.00-24.00', 'B'],
    ['none', { payments: 0 }, '12:00 A, 18:00 B', DIESEL, '24.00? 0.00-24.00', 'A B'],
    ['within its time', { windowMin: 60 }, '12:00 A, 12:59 B', DIESEL, '24.00? 8.00-24.00', 'B'],
    ['after its time', { windowMin: 60 }, '12:00 A, 13:00 B', DIESEL, '24.00', ''],
    ['other stations', {}, '12:00 A, 12:10 C', DIESEL, '32.00', ''],
    ['another size', {}, '12:00 A, 12:10 B', LARGE, '100.00', ''],
    ['without a tag', {}, '12:00 A, 12:10 B', UNTAGGED, '30.00', ''],
    ['no more is told', undefined, '12:00 A, 12:10 B', UNTAGGED, '30.00? 10.00-30.00', 'B'],
    ['and of any size', undefined, '12:00 A, 12:10 B', LARGE, '100.00? 50.00-100.00', 'B'],
  ])('may be one payment or none: %s', (_, otherwise, passages, vehicle, toll, estimates) => {
    const one = bill(inTown(otherwise), passages, undefined, vehicle);
    expect(told(one)).toBe(toll);
    expect(estimatesOf(one)).toBe(estimates);
    expect(doubtsOf(one)).toEqual([]);
  });
});

test.each([
  ['there and back past one station', '12:00 A, 12:10 A', '64.00? 32.00-64.00', [1, 1]],
  ['on two drives', '12:00 A, 12:10 B', '64.00? 32.00-64.00', [1, 2]],
  ['after the hour', '12:00 A, 13:00 A', '64.00', [1, 1]],
  ['once', '12:00 A', '32.00', [1]],
])('an hour rule that is not applied counts passages: %s', (_, text, toll, trips) => {
  const rule = { from: '0001-01-01', note: 'May be one.', source: 'test' };
  const met = { stations: ['A', 'B'], atLeast: 2, ofPassages: true } as const;
  const otherwise = { payments: 1, windowMin: 60, sizes: ['small'], untagged: true } as const;
  const town = project({ unappliedRules: [{ ...rule, ...met, otherwise }] });
  const streets = ['A', 'B'].map((name) => station(name, { project: town }));
  const passages = passagesOf(text, streets).map((one, i) => {
    const trip = trips[i] ?? 0;
    return { ...one, drive: { no: trip, trip } };
  });
  const terms = { size: DIESEL.size, rulesBetweenPassages: true, vehicle: DIESEL };
  expect(told(priceTolls(passages, terms, calendar))).toBe(toll);
});

test('a rule that is not applied is in doubt from its first day on', () => {
  const rule = { stations: ['A', 'B'], atLeast: 2, note: 'May be one.', source: 'test' };
  const town = project({ unappliedRules: [{ ...rule, from: '2026-11-18' }] });
  const streets = ['A', 'B'].map((name) => station(name, { project: town }));
  const tellOn = (day: string) => {
    const one = bill(streets, '12:00 A, 12:10 B', day);
    return [told(one), one.warnings.length];
  };
  expect(tellOn('2026-11-17')).toEqual(['64.00', 0]);
  expect(tellOn('2026-11-18')).toEqual(['64.00? 32.00-64.00', 1]);
});

describe('whether the hour rule covers a station', () => {
  const town = project({ hourRules: [hourTerms({ stationsUnknown: ['New'] })] });
  const streets = ['A', 'B', 'New'].map((name) =>
    station(name, { project: town, hourGroup: 'town', tariffs: [tariff({ small: 10 })] }),
  );

  test.each(
    table<'passages' | 'toll' | 'estimates' | 'because'>(`
      passages                     | toll             | estimates | because
      12:00 A, 12:10 New           | 8.00? 8.00-16.00 | New       | it may be a payment of its own
      12:00 New, 12:10 A           | 8.00? 8.00-16.00 | A         | or open no hour for others
      12:00 New, 12:10 New         | 8.00? 8.00-16.00 | New       | nor for itself
      12:00 A, 12:10 B             | 8.00             |           | of the others the rule is known
      12:00 New                    | 8.00             |           | one passage is one payment
      12:00 A, 13:10 New           | 16.00            |           | the hour is over
    `),
  )('$passages: $toll, because $because', ({ passages, toll, estimates }) => {
    const one = bill(streets, passages);
    expect([told(one), estimatesOf(one)]).toEqual([toll, estimates]);
    const sentence =
      'Whether the hour rule of Town covers New is not published for certain: it is taken to, and by itself the station would give another toll.';
    expect(doubtsOf(one)).toEqual(estimates === '' ? [] : [sentence]);
  });
});

describe('whether a monthly cap still holds', () => {
  const terms = [{ from: '2000-01-01', perMonth: 30, knownOn: '2025-10-03', source: 'test' }];
  const cap: MonthlyCap = { key: 'town', name: 'Town', bySize: { small: terms } };
  const town = project();
  const prices = { small: 40, large: 100 };
  const tariffs = ['2025-01-01', '2026-01-01'].map((from) => tariff({ from, ...prices }));
  const streets = ['A', 'B'].map((name) => station(name, { project: town, cap, tariffs }));
  const LARGE: TollVehicle = { size: 'large', tagged: true, fuel: 'diesel', euroClass: 6 };

  test.each(
    table<'day' | 'used' | 'vehicle' | 'passages' | 'toll' | 'because'>(`
      day        | used | vehicle  | passages         | toll              | because
      2025-12-31 | 30   | small    | 12:00 A          | 0.00              | a source tells of it in that year
      2026-01-01 | 30   | small    | 12:00 A          | 0.00? 0.00-32.00  | and not in the next
      2026-01-01 | 29   | small    | 12:00 A          | 32.00             | the cap is not reached
      2026-01-01 | 29   | small    | 12:00 A, 14:00 B | 32.00? 32.00-64.00 | it is by the second
      2026-01-01 | 30   | untagged | 12:00 A          | 40.00             | without a tag there is no cap
      2026-01-01 | 30   | large    | 12:00 A          | 100.00            | nor for another size
      2026-01-01 |      | small    | 12:00 A          | 32.00             | nor where its use is not told
    `),
  )('on $day after $used, $vehicle, $passages: $toll, because $because', (row) => {
    const vehicle = { small: DIESEL, untagged: { ...DIESEL, tagged: false }, large: LARGE }[
      row.vehicle
    ];
    const capUse = { month: row.day.slice(0, 7), counts: { town: Number(row.used) } };
    const one = bill(streets, row.passages, row.day, vehicle, row.used === '' ? {} : { capUse });
    expect(told(one)).toBe(row.toll);
    const sentence =
      'Whether the monthly cap of Town still holds is not published, only that it was 30 paid passages on 2025-10-03: it is applied, and without it the toll would be another.';
    // The sums of small vehicles with a tag stand in every bill.
    const isMet = row.day === '2026-01-01' && (row.used === '30' || row.passages.includes('B'));
    expect(doubtsOf(one)).toEqual(isMet ? [sentence] : []);
  });

  test.each([
    ['12:00 A, 13:00 Bridge', ['Town', 'Bridge']],
    ['12:00 Bridge, 13:00 B', ['Bridge', 'Town']],
    ['12:00 A, 13:00 B', ['Town']],
    ['13:00 Bridge', ['Bridge']],
  ])('each cap of a project is a doubt of its own: %s is of %j', (passages, names) => {
    const ofBridge = { key: 'bridge', name: 'Bridge', bySize: { small: terms } };
    const all = [...streets, station('Bridge', { project: town, cap: ofBridge, tariffs })];
    const capUse = { month: '2026-11', counts: { town: 30, bridge: 30 } };
    const one = bill(all, passages, '2026-11-18', DIESEL, { capUse });
    const told = doubtsOf(one).map((message) => /cap of (\w+)/.exec(message)?.[1]);
    expect(told).toEqual(names);
  });

  test('passages of another project count where the projects share the cap', () => {
    const tunnel = station('Tunnel', { project: project({ id: 'tunnel' }), cap, tariffs });
    const capUse = { month: '2026-11', counts: { town: 29 } };
    const [one, both] = ['12:00 A', '12:00 A, 14:00 Tunnel'].map((passages) =>
      bill([...streets, tunnel], passages, '2026-11-18', DIESEL, { capUse }),
    );
    expect([one, both].map((it) => it && doubtsOf(it).length > 0)).toEqual([false, true]);
  });
});

test('a station whose charged direction is not known may cost nothing, and more than four are tried as well', () => {
  const town = project();
  const streets = ['A', 'B', 'C', 'D', 'E'].map((name) =>
    station(name, { project: town, directionUndecided: true }),
  );
  expect(told(bill(streets, '12:00 A'))).toBe('32.00? 0.00-32.00');
  expect(told(bill(streets, '12:00 A, 12:10 B, 12:20 C, 12:30 D, 12:40 E'))).toBe(
    '160.00? 0.00-160.00',
  );
});
