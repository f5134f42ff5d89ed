import { type Day, formatDay, fromDayNumber, toDayNumber, yearOf } from './day.ts';

/**
 * What is special about a day besides its weekday. `half-day` is a working day that some
 * projects treat as a day off (24 and 31 December, Wednesday before Easter).
 */
export type DayKind = 'public-holiday' | 'half-day' | 'july';

/** Tells the kinds of a day; an ordinary day has none. */
export type Calendar = (day: Day) => ReadonlySet<DayKind>;

/** A day of every year, by its distance from Easter Sunday or by its date. */
export type HolidayRule = {
  readonly name: string;
  readonly kind: Exclude<DayKind, 'july'>;
} & (
  | {
      /** Days after Easter Sunday, negative before it. */
      readonly easterOffset: number;
    }
  | {
      /** 1 January … 12 December. */
      readonly month: number;
      readonly day: number;
    }
);

/** A calendar that knows the days of the rules, and July by the date itself. */
export function toCalendar(rules: readonly HolidayRule[]): Calendar {
  const years = new Map<number, ReadonlyMap<Day, ReadonlySet<DayKind>>>();
  return (day) => {
    const year = yearOf(day);
    let days = years.get(year);
    if (days === undefined) {
      days = daysOf(year, rules);
      years.set(year, days);
    }
    return days.get(day) ?? (isInJuly(day) ? JULY : ORDINARY);
  };
}

/**
 * Easter Sunday of a year in the Gregorian calendar.
 *
 * Source: the anonymous Gregorian algorithm, Nature, 20 April 1876; Jean Meeus, "Astronomical
 * Algorithms", 1991, chapter 8.
 *
 * @internal Outside this file only its tests ask for it.
 */
export function easterSunday(year: number): Day {
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const golden = year % 19;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const sinceMarch1 = epact + toSunday - 7 * shift + 21;
  return fromDayNumber(toDayNumber(formatDay(year, 3, 1)) + sinceMarch1);
}

const ORDINARY: ReadonlySet<DayKind> = new Set();
const JULY: ReadonlySet<DayKind> = new Set(['july']);

const isInJuly = (day: Day) => day.slice(5, 7) === '07';

function daysOf(year: number, rules: readonly HolidayRule[]): ReadonlyMap<Day, Set<DayKind>> {
  const easter = toDayNumber(easterSunday(year));
  const days = new Map<Day, Set<DayKind>>();
  for (const rule of rules) {
    const day =
      'easterOffset' in rule
        ? fromDayNumber(easter + rule.easterOffset)
        : formatDay(year, rule.month, rule.day);
    const kinds = days.get(day) ?? new Set(isInJuly(day) ? JULY : ORDINARY);
    days.set(day, kinds.add(rule.kind));
  }
  return days;
}
