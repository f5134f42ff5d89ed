import { expect, test } from 'vitest';
import { readStatement } from '../../src/statement/read-statement.ts';
import { table } from '../support/table.ts';
import { checkText } from './drawn-bills.ts';

const read = (header: string, ...lines: readonly string[]) =>
  readStatement(Buffer.from([header, ...lines, ''].join('\r\n')));

test.each(
  table<'line' | 'reason' | 'ore' | 'because'>(`
    line                                   | reason         | ore  | because
    30.11.2026;;Fakturagebyr;65,00;        | no-moment      | 6500 | a fee has a day and no clock
    Totalt;;1 passering;33,60;             | no-moment      | 3360 | a sum has neither
    Sum;;;33,60;                           | no-station     | 3360 |
    Side 2 av 3;;;;                        | no-station     | 0    |
    Dato;Klokkeslett;Bomstasjon;Beløp;Valuta | header       | 0    | the header of the next page
    20.11.2026;14:05;Nord;;                | no-amount      | 0    |
    20.11.2026;14:05;Nord;2,95;EUR         | other-currency | 0    |
    20.11.2026;14:05;Nord;2,95 EUR;        | other-currency | 0    | its mark stands beside the amount
    20.11.2026;14:05;Nord;€ 2,95;          | other-currency | 0    |
    20.11.2026;14:05;;33,60;               | no-station     | 3360 | a sum at a moment
    30.11.2026;;;-33,60;                   | no-station     | -3360 | a credit of a day alone
    30.11.2026;;Fakturagebyr;6,50;EUR      | no-moment      | 0    | no sum of two currencies
  `),
)('$line is left out, and told as $reason', ({ line, reason, ore }) => {
  const header = 'Dato;Klokkeslett;Bomstasjon;Beløp;Valuta';
  const { rows, leftOut } = read(header, '20.11.2026;12:05;Nord;33,60;NOK', ';;;;', line);
  expect(rows.map(({ line: no }) => no)).toEqual([2]);
  const told = { lines: 1, ore: Number(ore) };
  expect(leftOut).toEqual({ ...told, reasons: [{ ...told, reason, firstLine: 4 }] });
});

test.each(
  table<'lines' | 'back' | 'because'>(`
    lines                                                | back | because
    30.11.2026;Passeringstak;-33,60                      | 3360 | of a day alone
    ;Rabatt 20 %;-33,60 ~ ;Tilbakebetaling;-10           | 4360 | without a day
    30.11.2026;Innbetalt;-500,00 ~ ;Saldo;-1 ~ ;Øreavrunding;-0,40 | 0 | no credits
    30.11.2026;Sum 30.11.2026;-33,60 ~ ;Total;-33,60 ~ ;Leverandørgjeld;-33,60 | 0 | a sum on the side of credit
    ;Sum korreksjoner;-8,40 ~ ;Feil i Alta;-10           | 1840 | what is paid back beside words of a sum
    ;Sum rabatt;-8,40                                    | 840  | a sum of what is paid back
    ;Rabatt ved forskuddsbetaling;-8,40 ~ ;Dobbel betaling kreditert;-10 | 1840 | words of a payment beside those of a credit
    ;Fakturagebyr;-45,00 ~ ;Forskudd;-500    | 0    | of no passage
    ;Rabatt;-3,00 EUR                                    | 0    | of another currency
    ;Sum;33,60                                           | 0    |
  `),
)('what lines without a passage pay back is told: $lines', ({ lines, back }) => {
  const { paidBackOre } = read(
    'Tidspunkt;Bomstasjon;Beløp',
    '20.11.2026 12:05;Nord;33,60',
    ...lines.split(' ~ '),
  );
  expect(String(paidBackOre)).toBe(back);
});

test('what passages have in the same column says nothing of a line that pays back: a customer is no sum', () => {
  const lines = ['20.11.2026 12:05;Nord;33,60;Total Betong', ';Justert;-8,40;Total Betong'];
  expect(read('Tidspunkt;Bomstasjon;Beløp;Kunde', ...lines).paidBackOre).toBe(840);
});

test('a credit at a moment is read, whether or not it has a station', () => {
  const lines = ['20.11.2026 12:05;Nord;33,60', '20.11.2026 12:05;;-33,60'];
  const { rows } = read('Tidspunkt;Bomstasjon;Beløp', ...lines);
  expect(rows.map(({ station, ore }) => [station, ore])).toEqual([
    ['Nord', 3360],
    ['', -3360],
  ]);
});

test.each(
  table<'amount' | 'ore' | 'because'>(`
    amount      | ore   | because
    kr -        | 0     | nothing, in Excel's form for accounts
    -           | 0     |
    +33,60      | 3360  |
    –33,60      | -3360 | a dash
    −33,60      | -3360 | a true minus
    kr 33,–     | 3300  |
    33.-        | 3300  | a point before the stroke
    33.- kr     | 3300  |
    -33.-       | -3300 |
    NOK 33,60   | 3360  |
  `),
)('$amount is $ore øre', ({ amount, ore }) => {
  const other = '20.11.2026 13:05;Nord;1,00';
  const { rows } = read('Tidspunkt;Bomstasjon;Beløp', `20.11.2026 12:05;Nord; ${amount} `, other);
  expect(String(rows[0]?.ore)).toBe(ore);
});

test('lines are told by reason, with the first of each and their sum', () => {
  const { rows, leftOut } = read(
    'Tidspunkt;Bomstasjon;Beløp',
    '20.11.2026 12:05;Nord;33,60',
    '30.11.2026;Fakturagebyr;65,00',
    '30.11.2026;Purregebyr;35,00',
    'Sum;;133,60',
  );
  expect(rows).toHaveLength(1);
  expect(leftOut).toEqual({
    lines: 3,
    ore: 23_360,
    reasons: [
      { reason: 'no-station', lines: 1, firstLine: 5, ore: 13_360 },
      { reason: 'no-moment', lines: 2, firstLine: 3, ore: 10_000 },
    ],
  });
});

test.each([
  ['has a time of day', 'Dato', '20.11.2026;Nord;1', 'has a day without a time of day'],
  ['has an amount', 'Dato', '20.11.2026 08:05;Nord;', 'has no amount'],
  ['is in kroner', 'Dato', '20.11.2026 08:05;Nord;2,95 EUR', 'is not in Norwegian kroner'],
])('a file in which no line %s is refused by its first one', (_, time, line, problem) => {
  expect(() => read(`${time};Bomstasjon;Beløp`, line, line)).toThrow(
    `Line 2 of the statement ${problem}`,
  );
});

test('a moment that the clock leaves out in March is refused, and said to be one', () => {
  expect(() => read('Tidspunkt;Bomstasjon;Beløp', '30.03.2025 02:30;Nord;1')).toThrow(
    'Line 2 of the statement has a moment that the Norwegian clock does not show',
  );
});

test.each(
  table<'amounts' | 'refused' | 'because'>(`
    amounts            | refused         | because
    -33,60 -30,40      | negative        | as a bank writes them
    -33,60 0,00        | negative        |
    -33,60 67,20       |                 | a credit beside a line
    3360 3040          | whole           | øre
    3360 480 0 4000    | whole           |
    3360,00 3040       |                 | decimals tell that they are kroner
    34 1200            |                 | one of them may be a ferry
    1200,-             |                 | a mark of kroner
  `),
)('amounts of $amounts are refused as "$refused": $because', ({ amounts, refused }) => {
  const lines = amounts.split(' ').map((amount, i) => `20.11.2026 1${i}:05;Nord;${amount}`);
  const count = () => read('Tidspunkt;Bomstasjon;Beløp', ...lines).rows.length;
  if (refused) expect(count).toThrow(`The statement has ${refused} amounts alone`);
  else expect(count()).toBe(lines.length);
});

test.each(
  table<'lines' | 'left' | 'because'>(`
    lines                                                              | left | because
    20T12:05 Nord 30, 20T13:15 Sør 20, 20T00:00 Nord 50                | 4    | of all lines of the day
    20T12:05 Nord 30, 20T13:15 Nord 20, 20T14:15 Sør 9, 20T00:00 Nord 50 | 5  | of those of its station
    20T12:05 Nord 30, 20T13:15 Sør 20, 20T00:00 Nord 50, 21T12:05 Sør 20, 21T00:00 Sør 20 | 4 6 | of a single line beside one of several
    20T12:05 Nord 30, 20T00:00 Nord 30                                 |      | it may be another passage
    20T12:05 Nord 30, 20T13:15 Sør 20, 20T00:00 Nord 40                |      | it is no sum
    20T12:05 Nord 30, 20T13:15 Sør 20, 21T00:00 Nord 50                |      | of another day
    20T12:05 Nord 30, 20T13:15 Sør 20, 20T00:01 Nord 50                |      | no midnight
  `),
)(
  'the sum of a day at its midnight is no passage: $lines leaves out $left, $because',
  ({ lines, left }) => {
    const written = lines.split(', ').map((one) => {
      const [, day, clock, station, amount] = /^(\d+)T(\S+) (\S+) (\d+)$/.exec(one) ?? [];
      return `${day}.11.2026 ${clock};${station};${amount},00`;
    });
    const { rows, leftOut } = read('Tidspunkt;Bomstasjon;Beløp', ...written);
    const kept = new Set(rows.map(({ line }) => line));
    const missing = written.flatMap((_, i) => (kept.has(i + 2) ? [] : `${i + 2}`));
    expect(missing.join(' ')).toBe(left);
    expect(leftOut.reasons.every(({ reason }) => reason === 'no-moment')).toBe(true);
  },
);

const CAR = { size: 'small', tagged: true, fuel: 'diesel' } as const;
const COUNTED = 'Tid;Stasjon;Antall;Beløp~15.09.2026 12:10;Drammensveien;1,00;33,60';

test.each([
  ['~15.09.2026 14:10;Drammensveien;2,00;67,20', 'a count has decimals'],
  ['~15.09.2026 14:10;Drammensveien;2 stk;67,20', 'a count has its unit'],
  ['~15.09.2026 14:10;Drammensveien;2;67,20~Sum;;3;100,80', 'it is not told when they were'],
])('a line of several passages is refused: %s, %s', (more) => {
  const text = `${COUNTED}${more}`.replaceAll('~', '\n');
  const publicMessage = expect.stringContaining(
    'Line 3 of the statement has several passages in one',
  );
  expect(() => checkText(text, CAR)).toThrow(expect.objectContaining({ publicMessage }));
});

test.each([
  ['Parkering P-hus Sentrum;2;80,00', '3 station-not-known'],
  ['Drammensveien;3;0,00', ''],
])('a line of several that bills no passage refuses no statement: %s', (cells, found) => {
  const text = `${COUNTED}~15.09.2026 14:10;${cells}`.replaceAll('~', '\n');
  const told = checkText(text, CAR).map(({ line, kind }) => `${line} ${kind}`);
  expect(told.join()).toBe(found);
});
