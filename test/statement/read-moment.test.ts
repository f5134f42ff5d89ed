import { expect, test } from 'vitest';
import { formatOsloInstant } from '../../src/base/oslo-time.ts';
import { openMoments } from '../../src/statement/read-moment.ts';
import { table } from '../support/table.ts';

const NONE = { moments: () => 'unread' as const };

test.each(
  table<'text' | 'clock' | 'read' | 'because'>(`
    text                        | clock | read                | because
    20.11.2026, 12:05:00        |       | 2026-11-20T12:05:00 | as JavaScript writes it in Norwegian
    2026-11-20 12:05:00 +01:00  |       | 2026-11-20T12:05:00 | a blank before the offset
    2026-11-20 11:05:00 Z       |       | 2026-11-20T12:05:00 |
    2026-11-20 11:05:00 UTC     |       | 2026-11-20T12:05:00 | as databases write it
    2026-11-20 23:30 (UTC)      |       | 2026-11-21T00:30:00 |
    20.11.2026 11:05Z           |       | 2026-11-20T12:05:00 |
    Fri, 20 Nov 2026 11:05:00 GMT |     | 2026-11-20T12:05:00 | as the web writes it
    20.11.2026                  | 11:05 GMT | 2026-11-20T12:05:00 |
    20.11.2026 12:05 CET        |       | 2026-11-20T12:05:00 | the Norwegian clock of winter
    20.05.2026 12:05 CEST       |       | 2026-05-20T12:05:00 | that of summer
    20.05.2026 12:05 CET        |       | unread              | it may be 13:05
    20.11.2026 08:05-08:20      |       | unread              | no offset
    2026/11/20 12:05            |       | 2026-11-20T12:05:00 | the year first
    2026.11.20 12:05            |       | 2026-11-20T12:05:00 |
    20.11.2026 00:00:00         | 12:05 | 2026-11-20T12:05:00 | the midnight of a column of days
    20.11.2026 00:00            | 00:00 | 2026-11-20T00:00:00 |
    20.11.2026 12:05:30         | 12:05 | 2026-11-20T12:05:30 | the same clock twice
    20.11.2026 12:05            | 13:05 | unread              | two clocks
    20.11.2026 12:05            | 20.11.2026 14:00 | 2026-11-20T12:05:00 | when it was registered is another moment
    20.11.2026 12:05            | 0,503 | 2026-11-20T12:05:00 |
    2026-11-19T23:00:00Z        | 20.11.2026 14:00 | 2026-11-20T00:00:00 | midnight here, and not as it is written
    2026-11-20T00:00:00Z        | 12:05 | 2026-11-20T12:05:00 | midnight as it is written
    2026-11-20 08:00:00+00:00   | 12:05 | unread              | an offset is no midnight
    11/20/2026 12:00 AM         | 08:05 | 2026-11-20T08:05:00 | the midnight of a clock of twelve hours
    20.11.2026 12:00:00         | 08:05 | unread              | noon is none
    2026-11-20T00:00:00+01:00   | 12:05 | 2026-11-20T12:05:00 |
    20.11.26 12:05              |       | 2026-11-20T12:05:00 | a short year behind points
    20261120 1205               |       | 2026-11-20T12:05:00 | figures alone
    20261120T120530             |       | 2026-11-20T12:05:30 |
    20261120                    | 1205  | 2026-11-20T12:05:00 | a clock without a mark
    20.11.2026                  | 805   | 2026-11-20T08:05:00 |
    lör 21.11.2026 08:05        |       | 2026-11-21T08:05:00 |
    sön. 22 maj 2026 08:05      |       | 2026-05-22T08:05:00 |
    20.11.2026                  | 124826 | 2026-11-20T12:48:26 |
    20.11.2026                  | 80512 | 2026-11-20T08:05:12 |
    20.11.2026                  | 2505  | unread              | no clock
    20.11.2026                  | 0,354166667 | 2026-11-20T08:30:00 | the part of the day, as a spreadsheet counts
    46346                       | 0.503472222 | 2026-11-20T12:05:00 |
    20.11.2026                  | 0,5   | 2026-11-20T12:00:00 |
    20.11.2026                  | 0.35  | 2026-11-20T00:35:00 | a clock with a point
    20.11.2026                  | 1,5   | unread              | more than a day
    20261320 1205               |       | unread              | no month
    20. november 2026 12:05     |       | 2026-11-20T12:05:00 | the name of a month
    20. mai 2026 kl. 12.05      |       | 2026-05-20T12:05:00 |
    20-Oct-2026 12:05           |       | 2026-10-20T12:05:00 | in English
    20 Dec 2026                 | 12:05 | 2026-12-20T12:05:00 |
    20. brumaire 2026 12:05     |       | unread              | no month
    fre. 20.11.2026 12:05       |       | 2026-11-20T12:05:00 | the day of the week
    Friday, 20 Nov 2026 12:05   |       | 2026-11-20T12:05:00 |
    Nov 20, 2026 12:05          |       | 2026-11-20T12:05:00 | the month first, as in English
    November 20, 2026, 12:05:30 PM |    | 2026-11-20T12:05:30 |
    Friday, November 20, 2026   | 12:05 | 2026-11-20T12:05:00 | the long day of a spreadsheet
    Brumaire 20, 2026 12:05     |       | unread              | no month
    20.11.2026                  | 30.12.1899 12:05:00 | 2026-11-20T12:05:00 | the day 0 of a program's clock
    20.11.2026 00:00            | 1899-12-30T12:05 | 2026-11-20T12:05:00 |
    20.11.2026                  | 00.01.1900 12:05 | 2026-11-20T12:05:00 | that of a spreadsheet
    46346,503472222             |       | 2026-11-20T12:05:00 | as a spreadsheet counts
    46346.503472222             |       | 2026-11-20T12:05:00 |
    46346                       | 12:05 | 2026-11-20T12:05:00 |
    12345,5                     |       | none                | no day of our time
    26-11-20 12:05              |       | unread              | and none behind hyphens: 26 may be the year
    20.11/2026 12:05            |       | unread              | two marks
    20/11-26 12:05              |       | 2026-11-20T12:05:00 | as it is written by hand
    20/11-2026 kl. 12.05        |       | 2026-11-20T12:05:00 |
    20/11 2026 12:05            |       | 2026-11-20T12:05:00 |
    20/11 12:05                 |       | unread              | no year
    20/11-12:05                 |       | unread              | a clock is none
    11/20-26 12:05              |       | unread              | there the day stands first
    20.11.2026 - 12:05          |       | 2026-11-20T12:05:00 | a dash before the clock
    2026-11-20 – kl. 12.05      |       | 2026-11-20T12:05:00 |
    20.11.2026 12:05 - 12:15    |       | unread              | two clocks
    30.03.2025 02:30            |       | skipped             | the clock goes from 02:00 to 03:00
    30.03.2025 03:30            |       | 2025-03-30T03:30:00 |
    30.03.2025                  | 02:30 | skipped             |
    2025-03-30T02:30:00+01:00   |       | 2025-03-30T03:30:00 | an offset tells which moment it is
    30.11.2026                  |       | none                | a day alone, as of a fee
    30.11.2026                  | -     | none                |
    Totalt                      |       | none                |
    Sum 01.11.2026 - 30.11.2026 |       | none                | a sum of its days
    31.02.2026                  | 12:05 | unread              | no day
                                | 12:05 | none                | a clock of no day
    20. november kl 12:05       |       | unread              | a clock without a day that can be read
  `),
)('$text beside the clock $clock is $read', ({ text, clock, read }) => {
  const { moments } = openMoments([text], [clock]) ?? NONE;
  const found = moments(text, clock);
  expect(typeof found === 'string' ? found : formatOsloInstant(found.atMs).slice(0, 19)).toBe(read);
});

test('in a column with parts of the day every clock is one', () => {
  const { moments } = openMoments([], ['0.503472222', '0.25', '0']) ?? NONE;
  const clocks = ['0.25', '0', '0.5'].map((clock) => {
    const found = moments('20.11.2026', clock);
    return typeof found === 'string' ? found : formatOsloInstant(found.atMs).slice(11, 16);
  });
  expect(clocks).toEqual(['06:00', '00:00', '12:00']);
});

test('clocks below a heading of UTC are those of UTC, unless they have an offset', () => {
  const { moments } = openMoments([], [], true) ?? NONE;
  const told = ['2026-11-20 11:05:30', '20.11.2026 24:00', '2026-11-20 12:05 CET', '46346.5'].map(
    (text) => {
      const read = moments(text, '');
      return typeof read === 'string' ? read : formatOsloInstant(read.atMs).slice(0, 19);
    },
  );
  expect(told).toEqual([
    '2026-11-20T12:05:30',
    '2026-11-21T01:00:00',
    '2026-11-20T12:05:00',
    '2026-11-20T13:00:00',
  ]);
});
