import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src/upstream/call/call-fault.ts';
import { table } from '../../support/table.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

test.each(
  table<'header' | 'seconds' | 'because'>(`
    header                        | seconds   | because
    120                           | 120       | seconds as they are
    0                             | 1         | at once is the next second
    86400                         | 86400     | a whole day
    90001                         | undefined | beyond the longest day
    1.5                           | undefined | only whole seconds
    -1                            | undefined | it has no sign
    soon                          | undefined | neither a number nor a date
    Fri, 20 Nov 2026 12:01:30 GMT | 90        | a date to come
    Fri, 20 Nov 2026 11:00:00 GMT | 1         | a date that has passed
    Sat, 20 Nov 2027 12:00:00 GMT | undefined | a year to come
  `),
)('$header gives $seconds: $because', ({ header, seconds }) => {
  expect(String(parseRetryAfter(header, NOW_MS))).toBe(seconds);
});

test('without the header there is no number', () => {
  expect(parseRetryAfter(undefined, NOW_MS)).toBeUndefined();
  expect(parseRetryAfter('', NOW_MS)).toBeUndefined();
});
