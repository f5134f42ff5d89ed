import Type from 'typebox';
import { type Calendar, toCalendar } from '../base/calendar.ts';
import { type DataPlace, pathOf } from './data-place.ts';
import { readChecked } from './read-checked.ts';

const Kind = Type.Enum(['public-holiday', 'half-day']);
const strict = { additionalProperties: false };

/** `data/holidays.json`: days of every year, by their distance from Easter or by their date. */
const HolidaysFile = Type.Object({
  rules: Type.Array(
    Type.Union([
      Type.Object(
        {
          name: Type.String(),
          kind: Kind,
          easterOffset: Type.Integer({ minimum: -60, maximum: 60 }),
        },
        strict,
      ),
      Type.Object(
        {
          name: Type.String(),
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
 * Reads `holidays.json`.
 *
 * @throws Error with one sentence when the file is wrong.
 */
export function loadCalendar(place: DataPlace): Calendar {
  return toCalendar(readChecked(pathOf(place, 'holidays.json'), HolidaysFile).content.rules);
}
