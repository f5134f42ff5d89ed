/** Files that do not tell whose a line is, or whether it bills or pays back: a claim stands where it does by any reading. */
import { describe, expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import { excessOf } from '../../src/statement/statement.ts';
import { table } from '../support/table.ts';
import { checkText, claimsOf, type DrawnLine, priceBill, tolls } from './drawn-bills.ts';

const CAR = { size: 'small', tagged: true, fuel: 'diesel' } as const;

/** Passages of 15 September 2026 outside the rush, which cost 33.60 each: `12:10 Drammensveien X`. */
function check(heading: string, cells: string, above = ''): string {
  const lines = cells.split(', ').map((one) => {
    const [clock = '', station = '', ...texts] = one.split(' ');
    return clock === '>'
      ? [station, ...texts].join(' ')
      : `15.09.2026 ${clock};${station};33,60;${texts.join(' ')}`;
  });
  const text = [above, `Tidspunkt;Bomstasjon;Beløp;${heading}`, ...lines].join('\n').trim();
  return claimsOf(checkText(text, CAR))
    .map(({ line, kind }) => `${line} ${kind}`)
    .join(', ');
}

test.each(
  table<'heading' | 'lines' | 'claimed' | 'because'>(`
    heading    | lines                                                                      | claimed                 | because
    Felt       | 12:10 Drammensveien 1, 12:11 Drammensveien 2                               | 3 billed-twice          | a lane tells no vehicle
    Sjåfør     | 12:10 Drammensveien Ola, 12:11 Drammensveien Kari                          |                         | each driver may have a car
    Sjåfør     | 12:10 Drammensveien Ola, 12:11 Drammensveien Ola                           | 3 billed-twice          | one driver has one car
    Driver     | 12:10 Drammensveien Ola, 12:40 Tåsenveien Kari                             |                         | an hour is that of one car
    Driver     | 12:10 Drammensveien Ola, 12:11 Drammensveien Kari, 12:40 Tåsenveien Kari   | 4 hour-rule-not-applied | it is one too many by either reading
    Internnr   | 12:10 Drammensveien 101, 12:11 Drammensveien 102                           |                         | the number of a car of a fleet
    Gjenstand  | 12:10 Drammensveien QQA 12, 12:11 Drammensveien QQB 34, 18:00 Tåsenveien QQA 12 |                    | foreign plates
    Hvem       | 12:10 Drammensveien Ola, 12:11 Drammensveien Kari, 18:00 Tåsenveien Ola, 18:01 Tåsenveien Kari | | two texts of which nothing is known
    Bilag      | 12:10 Drammensveien QQA 12, 12:11 Drammensveien QQB 34, 18:00 Tåsenveien QQA 12 | 3 billed-twice     | numbers of vouchers
    Løpenummer | 12:10 Drammensveien QQA 12, 12:11 Drammensveien QQB 34                     | 3 billed-twice          | a text of its own on each line is the number of the line
  `),
)('below $heading $lines: $claimed, $because', ({ heading, lines, claimed }) => {
  expect(check(heading, lines)).toBe(claimed);
});

test.each([
  ['Feltnummer'],
  ['Tidsrom'],
  ['Trafikk'],
  ['Rushtidstakst'],
  ['Timesregel'],
  ['Brikkestatus'],
  ['Betalingsmåte'],
  ['Kommunenavn'],
  ['Bomring'],
  ['Stasjonsnr'],
  ['Mva-kode'],
  ['Dag'],
])('texts below %s tell no vehicle', (heading) => {
  const lines =
    '12:10 Drammensveien A, 12:40 Tåsenveien B, 18:10 Drammensveien A, 19:20 Tåsenveien B';
  expect(check(heading, lines)).toBe('3 hour-rule-not-applied');
});

test.each([['Bombrikke'], ['Betalingskort']])(
  'texts below %s may be of a vehicle each',
  (heading) => {
    const lines =
      '12:10 Drammensveien A, 12:40 Tåsenveien B, 18:10 Drammensveien A, 19:20 Tåsenveien B';
    expect(check(heading, lines)).toBe('');
  },
);

test.each([['Prosjekt'], ['Selskap'], ['Sone']])(
  'texts below %s tell no vehicle where each station has one of them',
  (heading) => {
    const more = (text: string) =>
      `12:10 Drammensveien A, 12:40 Tåsenveien B, 18:10 Drammensveien ${text}, 19:20 Tåsenveien B`;
    expect(check(heading, more('A'))).toBe('3 hour-rule-not-applied');
    expect(check(heading, more('B'))).toBe('');
  },
);

test('lines of a single cell may head vehicles of their own, as drivers and foreign plates do', () => {
  const passages = (second: string) =>
    `> Ola, 12:10 Drammensveien, > ${second}, 12:11 Drammensveien`;
  expect(check('Merknad', passages('Kari'))).toBe('');
  expect(check('Merknad', passages('Ola'))).toBe('5 billed-twice');
});

/** A passage of 2026 outside the rush, which the driver, or nothing, tells of: `05/11 12:10 Drammensveien 33,60`. */
function checkDays(cells: string, driven?: readonly DrawnLine[]): string {
  const lines = cells.split(', ').map((one) => {
    const [day = '', clock = '', station = '', amount = '33,60'] = one.split(' ');
    return `${day}/2026 ${clock};${station};${amount}`;
  });
  const text = ['Tidspunkt;Bomstasjon;Beløp', ...lines].join('\n');
  return claimsOf(checkText(text, CAR, { driven }))
    .map(({ line, kind }) => `${line} ${kind}`)
    .join(', ');
}

test.each(
  table<'lines' | 'claimed' | 'because'>(`
    lines                                                    | claimed        | because
    04/10 07:10 Drammensveien 40                             |                | the rush price, of a Sunday or a Friday
    04/10 07:10 Drammensveien 40, 19/09 12:10 Tåsenveien     | 2 rush-charged | another line tells that the day stands first
    10/09 12:10 Drammensveien 42                             | 2 tag-not-used | on either day
    04/10 12:10 Drammensveien, 04/10 12:11 Drammensveien     | 3 billed-twice | on either day
  `),
)('of days that may begin with the month, $lines: $claimed, $because', ({ lines, claimed }) => {
  expect(checkDays(lines)).toBe(claimed);
});

test('a bill whose days begin with the month is not claimed as one that was not driven', () => {
  const station = tolls.stations.find(({ name }) => name === 'Drammensveien') as TollStation;
  const atMs = fromOsloWallClock('2026-10-09T12:10');
  const driven = priceBill([{ station, atMs }], CAR);
  expect(checkDays('10/09 12:10 Drammensveien', driven)).toBe('');
  expect(checkDays('11/09 12:10 Drammensveien', driven)).toBe('2 not-driven');
});

test.each([
  ['the day first', '04/10', '2026-10-04', '2 rush-charged'],
  ['the month first', '10/04', '2026-10-04', '2 rush-charged'],
])('days that fit the drives with %s alone are read so', (_, written, day, claimed) => {
  const station = tolls.stations.find(({ name }) => name === 'Drammensveien') as TollStation;
  const driven = priceBill([{ station, atMs: fromOsloWallClock(`${day}T07:10`) }], CAR);
  const line = `${written} 07:10 Drammensveien 40`;
  expect(checkDays(line)).toBe('');
  expect(checkDays(line, driven)).toBe(claimed);
});

test('days of which some fit the drives in either order are read in both', () => {
  const station = tolls.stations.find(({ name }) => name === 'Drammensveien') as TollStation;
  const passed = ['2026-04-10', '2026-10-04'].map((day) => ({
    station,
    atMs: fromOsloWallClock(`${day}T07:10`),
  }));
  expect(checkDays('04/10 07:10 Drammensveien 40', priceBill(passed, CAR))).toBe('');
});

test.each(
  table<'lines' | 'claimed' | 'because'>(`
    lines                                                  | claimed              | because
    12:10 Drammensveien 34                                 |                      | 33.60 in whole kroner
    12:10 Drammensveien 34, 18:10 Tåsenveien 33,60         | 2 other-amount 0.4   | another amount is not whole
    12:10 Drammensveien 34, 12:11 Drammensveien 34         | 3 billed-twice 33.6  | the price is asked back
    12:10 Drammensveien 34, 12:11 Drammensveien 34, 12:12 Drammensveien -34 |     | paid back
    12:10 Drammensveien 42                                 | 2 tag-not-used 8.4   | a price as it is
    12:10 Drammensveien 40                                 | 2 rush-charged 6.4   |
    12:10 Drammensveien 35                                 | 2 other-amount 1.4   | rounded from no price
  `),
)('whole kroner $lines: $claimed, $because', ({ lines, claimed }) => {
  const rows = lines.split(', ').map((one) => `15.09.2026 ${one.replaceAll(' ', ';')}`);
  const found = claimsOf(checkText(['Tidspunkt;Bomstasjon;Beløp', ...rows].join('\n'), CAR));
  expect(found.map((one) => `${one.line} ${one.kind} ${excessOf(one) / 100}`).join(', ')).toBe(
    claimed,
  );
});

describe('a line that corrects another one without a minus bills it, or pays it back', () => {
  const TWICE = (text: string, other = 'Passering') =>
    `12:10 Drammensveien ${other}, 12:10 Drammensveien ${text}, 18:10 Tåsenveien ${other}`;

  test.each([
    ['Type', 'Korreksjon'],
    ['Type', 'Retur'],
    ['Type', 'CN'],
    ['Type', 'Etterfakturering'],
    ['Beskrivelse', 'Korrigering av passering'],
    ['Bilag', 'CN 1001'],
    ['Status', 'Makulert'],
    ['Tekst', 'Refusjon passering'],
    ['Hendelse', 'Reklamasjon'],
    ['Art', 'Utligning'],
    ['Kommentar', 'Kreditert'],
  ])('below %s: %s', (heading, text) => {
    expect(check(heading, TWICE(text))).toBe('');
  });

  test.each([
    ['Type', 'Rush', 'Normal'],
    ['Retning', 'Inn', 'Ut'],
    ['Merknad', 'Kundebesøk', 'Lager'],
    ['Beskrivelse', 'Rushtid Drammensveien', 'Passering'],
    ['Korrigert', 'Korrigert: nei', '-'],
  ])('below %s "%s" is a line as any other', (heading, text, other) => {
    expect(check(heading, TWICE(text, other))).toBe('3 billed-twice');
  });

  test.each([
    ['Retning', 'Retur', 'Tur'],
    ['Tekst', 'Kundebesøk', 'Privat'],
    ['Kategori', 'Drift', 'Reise'],
  ])('below %s "%s" pays back no passage that has no other line', (heading, text, other) => {
    const lines = `12:10 Drammensveien ${other}, 12:40 Tåsenveien ${text}, 18:10 Tåsenveien ${other}`;
    expect(check(heading, lines)).toBe('3 hour-rule-not-applied');
  });

  test('a minus of the file tells it: the line bills', () => {
    const text = `${TWICE('Korreksjon')}, 19:00 Sandstuveien Passering`;
    const minus = text.replace('19:00 Sandstuveien', '19:00 Sandstuveien;-33,60;');
    expect(check('Type', minus)).toBe('3 billed-twice');
  });

  test('what it can not pay back is claimed all the same', () => {
    const lines = '12:10 Drammensveien Passering, 12:40 Tåsenveien Passering, 12:40 Tåsenveien CN';
    expect(
      check('Type', `${lines}, 09:10 Drammensveien Passering, 09:11 Drammensveien Passering`),
    ).toBe('6 billed-twice');
  });
});

test.each([
  ['Krediteret'],
  ['Krediterad'],
  ['Annulleret'],
  ['Annullerad'],
  ['Tilbagebetaling'],
  ['Återbetalning'],
])('the Danish and Swedish word %s says that an amount is paid back', (word) => {
  const lines = `12:10 Drammensveien Passering, 12:10 Drammensveien ${word}, 18:10 Tåsenveien Passering`;
  expect(check('Type', lines)).toBe('');
});
