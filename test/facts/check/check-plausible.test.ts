/** What no file of data/ may say, whatever its schema lets pass. */
import { expect, test } from 'vitest';
import { checkPlausible } from '../../../src/facts/check/check-plausible.ts';
import { table } from '../../support/table.ts';

const META = { date: '2026-11-20' };

/** The sentence of a refusal; `none` when the file passes. */
function sentenceOf(content: unknown): string {
  try {
    checkPlausible(content, 'f.json');
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each(
  table<'member' | 'value' | 'why'>(`
    member       | value        | why
    lat          | 58.1         | none
    lat          | 49.9         | 49.9 is not from 50 to 85
    lat          | 85.1         | 85.1 is not from 50 to 85
    lon          | 5.3          | none
    lon          | -14          | none
    lon          | -15.1        | -15.1 is not from -15 to 45
    lon          | 60.4         | 60.4 is not from -15 to 45
    smallNok     | 0            | none
    smallNok     | -1           | -1 is not from 0 to 100000
    monthlyNok   | 100001       | 100001 is not from 0 to 100000
    count        | -1           | -1 is not from 0 to 1000000000000
    linkId       | 2000000000000 | 2000000000000 is not from -1000000000000 to 1000000000000
    from         | "2024-02-29" | none
    from         | "2025-02-30" | 2025-02-30 is no day of the calendar
    from         | "2026-13-45" | 2026-13-45 is no day of the calendar
    knownOn      | "9999-99-99" | 9999-99-99 is no day of the calendar
    knownOn      | "9999-12-31" | 9999-12-31 is not from 1980-01-01 to 2036-11-20
    day          | "1979-12-31" | 1979-12-31 is not from 1980-01-01 to 2036-11-20
    observedFrom | "2036-11-21" | 2036-11-21 is not from 1980-01-01 to 2036-11-20
    until        | "2036-11-20" | none
    anyName      | "2026-06-31" | 2026-06-31 is no day of the calendar
    why          | "2026-13-45: a text that begins with a day" | none
  `),
)('$member $value: $why', ({ member, value, why }) => {
  const content = { meta: META, rows: [{ id: 'a' }, { id: 'b', [member]: JSON.parse(value) }] };
  const sentence = `f.json, rows 1 (b) ${member}: ${why}.`;
  expect(sentenceOf(content)).toBe(why === 'none' ? 'none' : sentence);
});

test.each(
  table<'date' | 'sentence'>(`
    date       | sentence
    2020-01-01 | none
    2015-12-31 | f.json, meta date: 2015-12-31 is before 2016-01-01.
    2049-12-31 | none
    2050-01-01 | f.json, meta date: 2050-01-01 is not from 1980-01-01 to 2049-12-31.
    2099-01-01 | f.json, meta date: 2099-01-01 is not from 1980-01-01 to 2049-12-31.
    2026-99-99 | f.json, meta date: 2026-99-99 is no day of the calendar.
  `),
)('a file of $date: $sentence', ({ date, sentence }) => {
  expect(sentenceOf({ meta: { date } })).toBe(sentence);
});

test.each(
  table<'from' | 'until' | 'sentence'>(`
    from       | until      | sentence
    2024-01-01 | 2024-01-02 | none
    2024-01-01 | 2024-01-01 | none
    2024-01-02 | 2024-01-01 | f.json, rows 0: it ends on 2024-01-01, before it begins on 2024-01-02.
    Oslo       | Bergen     | none
  `),
)('a period from $from until $until: $sentence', ({ from, until, sentence }) => {
  expect(sentenceOf({ rows: [{ from, until }] })).toBe(sentence);
});

test('a file without a day of its own may speak of days until 2049', () => {
  expect(sentenceOf({ rows: [{ until: '2049-12-31' }] })).toBe('none');
  expect(sentenceOf(['2050-01-01'])).toBe(
    'f.json, 0: 2050-01-01 is not from 1980-01-01 to 2049-12-31.',
  );
});

test('what is neither a number nor a day passes', () => {
  expect(sentenceOf({ a: null, b: true, c: 'text', d: {}, e: [] })).toBe('none');
  expect(sentenceOf('2026-02-30')).toBe('f.json, 2026-02-30 is no day of the calendar.');
});
