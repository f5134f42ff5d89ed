import Type, { type Static } from 'typebox';
import { type Calendar, toCalendar } from '../base/calendar.ts';
import { formatDay, isDay } from '../base/day.ts';
import { checkCount, checkOnce, factFault } from './check-records.ts';
import { type DataPlace, pathOf } from './data-place.ts';
import { readChecked } from './read-checked.ts';

const Kind = Type.Enum(['public-holiday', 'half-day']);
const FILE = 'holidays.json';
const strict = { additionalProperties: false };

/** `data/holidays.json`: days of every year, by their distance from Easter or by their date. */
const HolidaysFile = Type.Object({
  meta: Type.Object({ counts: Type.Record(Type.String(), Type.Integer()) }),
  rules: Type.Array(
    Type.Union([
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          kind: Kind,
          easterOffset: Type.Integer({ minimum: -60, maximum: 60 }),
        },
        strict,
      ),
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          kind: Kind,
          month: Type.Integer({ minimum: 1, maximum: 12 }),
          day: Type.Integer({ minimum: 1, maximum: 31 }),
        },
        strict,
      ),
    ]),
    { minItems: 1 },
  ),
});

/**
 * The days that no calendar may lack, as `nameRule` names them: the days off of both acts, and the
 * half days that tariffs know.
 *
 * Source: LOV-1995-02-24-12 § 2 and LOV-1947-04-26-1 § 1; half days: the operator that
 * `holidays.json` names.
 */
const NEEDED: Readonly<Record<DayRule['kind'], readonly string[]>> = {
  'public-holiday': [
    ...['Easter -3', 'Easter -2', 'Easter 0', 'Easter 1', 'Easter 39', 'Easter 49', 'Easter 50'],
    ...['01-01', '05-01', '05-17', '12-25', '12-26'],
  ],
  'half-day': ['Easter -4', '12-24', '12-31'],
};

/**
 * Reads `holidays.json`.
 *
 * @throws Error with one sentence when the file is wrong, or lacks a day that it must have.
 */
export function loadCalendar(place: DataPlace): Calendar {
  const { meta, rules } = readChecked(pathOf(place, FILE), HolidaysFile).content;
  checkCount(FILE, meta, { rules });
  checkOnce(FILE, 'the day', rules.map(nameRule));
  for (const rule of rules) checkDay(rule);
  for (const [kind, days] of Object.entries(NEEDED))
    for (const day of days)
      if (!rules.some((rule) => rule.kind === kind && nameRule(rule) === day))
        throw factFault(FILE, day, `the ${kind} is missing`);
  return toCalendar(rules);
}

type DayRule = Static<typeof HolidaysFile>['rules'][number];

/** `Easter -3`, or the day of the year as `05-17`. */
function nameRule(rule: DayRule): string {
  if ('easterOffset' in rule) return `Easter ${rule.easterOffset}`;
  return formatDay(2001, rule.month, rule.day).slice(5);
}

/** A day that only leap years have is no day of every year. */
function checkDay(rule: DayRule): void {
  if ('month' in rule && !isDay(formatDay(2001, rule.month, rule.day)))
    throw factFault(FILE, rule.name, `no year has a ${nameRule(rule)}, or not every one`);
}
