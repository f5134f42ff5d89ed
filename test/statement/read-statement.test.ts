import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { formatOsloInstant } from '../../src/base/oslo-time.ts';
import { readStatement } from '../../src/statement/read-statement.ts';
import { table } from '../support/table.ts';

const shown = (bytes: Uint8Array, columns?: Record<string, string>) =>
  readStatement(bytes, columns).rows.map(({ line, atMs, station, ore, plate = '' }) =>
    `${line} ${formatOsloInstant(atMs).slice(0, 19)} ${station} ${ore} ${plate}`.trim(),
  );

const NORWEGIAN =
  'Passeringer i november;;\r\n\r\nDato;Klokkeslett;Bomstasjon;Beløp;Regnr\r\n20.11.2026;08.05;Åsane;kr 1 033,60;qq 10001\r\nSum;;;1 033,60;\r\n';
const READ = ['4 2026-11-20T08:05:00 Åsane 103360 QQ10001'];

test('UTF-8 with a mark and without, UTF-16 and Windows 1252 read the same', () => {
  const utf8 = Buffer.from(NORWEGIAN);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(NORWEGIAN, 'utf16le')]);
  // All its letters have the same number in both.
  const windows = Buffer.from(NORWEGIAN, 'latin1');
  for (const bytes of [
    utf8,
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]),
    utf16,
    windows,
  ])
    expect(shown(bytes)).toEqual(READ);
});

test.each(
  table<'text' | 'read' | 'because'>(`
    text                                                      | read                                  | because
    Time,Station,Amount~2026-11-20T08:05:00+01:00,North,33.60 | 2 2026-11-20T08:05:00 North 3360      | English, commas and an instant
    sep=;~Tidspunkt;Sted;Pris~2026-11-20 8:05:07;North;33     | 3 2026-11-20T08:05:07 North 3300      | the line that Excel writes, seconds, whole kroner
    Dato;Tid;Stasjon;Sum~20.11.26;kl. 08:05;North;12,00       | 2 2026-11-20T08:05:00 North 1200      | a short year
    Dato;20.11.2026~Tidspunkt;Sted;Brutto;Rabatt;Netto~2026-11-20 08:05;North;42,00;8,40;33,60 | 3 2026-11-20T08:05:00 North 3360 | a line above the header that begins as it does, and what is paid behind a discount
    Tidspunkt;Stasjon;Netto;MVA;Totalt~20.11.2026 08:05;North;33,60;8,40;42,00 | 2 2026-11-20T08:05:00 North 4200 | what is paid with tax, and not the net amount before it
    Tidspunkt;Stasjon;Pris inkl. mva~20.11.2026 08:05;North;33,60 | 2 2026-11-20T08:05:00 North 3360 | a price with tax
    "Dato";"Tid";"Stasjon";"Sum"~"20.11.2026";"08:05";"A; B";"1.234,50 kr" | 2 2026-11-20T08:05:00 A; B 123450 | quotes, and thousands
    Tidspunkt;Sted;Pris~="20.11.2026 08:05";="North";"=""33,60""" | 2 2026-11-20T08:05:00 North 3360 | texts that a spreadsheet is kept from reading
  `),
)('reads $because', ({ text, read }) => {
  expect(shown(Buffer.from(text.replaceAll('~', '\n')))).toEqual([read]);
});

test.each(
  table<'amount' | 'others' | 'ore' | 'because'>(`
    amount      | others | ore     | because
    26,8800     | 1,00   | 2688    | zeros behind the øre
    26,880      | 1,00   | 2688    | commas are decimal in the others
    26,880      | 1.00   | 2688000 | and points here
    26.880      | 1,00   | 2688000 |
    26.880      | 1.00   | 2688    |
    0,880       | 33     | 88      | nothing parts thousands of 0
    1 033,600   | 33     | 103360  | blanks do
    1,234,567   | 33     | 123456700 | twice: thousands
    1.234.567,5 | 33     | 123456750 |
    (12,00)     | 33     | -1200   | brackets of an accountant
    12,00-      | 33     | -1200   | a sign behind it
    33,-        | 33     | 3300    | no øre
    26,880      | 33     | refused | nothing tells
    26,880      | 1,00 2.00 | refused | both are decimal somewhere
    1 03,50     | 33     | refused | a group of two digits
    26,8812     | 33     | refused | parts of an øre
    1.23,50     | 33     | refused |
  `),
)('$amount beside $others is $ore', ({ amount, others, ore }) => {
  const rows = [amount, ...others.split(' ')].map((one) => `20.11.2026;08:05;North;"${one}"`);
  const bytes = Buffer.from(`Dato;Tid;Stasjon;Sum\n${rows.join('\n')}\n`);
  const read = () => String(readStatement(bytes).rows[0]?.ore);
  if (ore === 'refused') expect(read).toThrow('Line 2 of the statement has');
  else expect(read()).toBe(ore);
});

test.each(
  table<'time' | 'others' | 'read' | 'because'>(`
    time                | others           | read             | because
    11/05/2026 8:05 AM  | 11/05/2026 09:05 | 2026-05-11T08:05 | the day first, and said
    11/05/2026 12:05 AM | 13/05/2026 09:05 | 2026-05-11T00:05 | another line tells
    11/05/2026 12:05 pm | 05/13/2026 09:05 | 2026-11-05T12:05 | another line tells the other way
    13/05/2026 12:05    | 05/13/2026 09:05 | refused          | they differ
    11.05.2026 8:05 PM  | 05/13/2026 09:05 | 2026-05-11T20:05 | points are Norwegian
    11.05.2026 13:05 PM | 11.05.2026 13:05 | refused          | a clock of twelve hours
  `),
)('$time beside $others is $read: $because', ({ time, others, read, because }) => {
  const bytes = Buffer.from(`Time;Station;Amount\n${time};North;1\n${others};North;1\n`);
  const found = () => readStatement(bytes);
  if (read === 'refused') expect(found).toThrow(/^(The statement has days|Line 2 of)/);
  else {
    const { rows } = found();
    expect(formatOsloInstant(rows[0]?.atMs ?? 0)).toContain(read);
    expect(rows[0]?.otherMs !== undefined).toBe(because.includes('said'));
  }
});

test('Mac Roman reads as what it is', () => {
  const bytes = Buffer.from(
    NORWEGIAN.replaceAll('Å', '\x81').replaceAll('ø', '\xbf').replaceAll('å', '\x8c'),
    'latin1',
  );
  expect(shown(bytes)).toEqual(READ);
});

test('reads tabs', () => {
  const text = 'Timestamp\tStation\tAmount\n20/11/2026 08:05\tNorth\t33,60\n';
  expect(shown(Buffer.from(text))).toEqual(['2 2026-11-20T08:05:00 North 3360']);
});

test('a text is one line without control characters, whatever its cell holds', () => {
  const cells = [
    '"Nord\nbrua"',
    '"Nord\r\n\tbrua\n"',
    'Nord\u0000\u001bbrua',
    'Nord\u2028brua\u0007',
  ];
  const lines = cells.map((cell) => `20.11.2026 08:05;${cell};33,60`);
  const text = ['Tidspunkt;"Sted\nog felt";Beløp', ...lines, ''].join('\r\n');
  const { rows, columns } = readStatement(Buffer.from(text), { station: 'Sted og felt' });
  expect(rows.map(({ station }) => station)).toEqual(cells.map(() => 'Nord brua'));
  expect(columns).toMatchObject({ station: 'Sted og felt' });
});

test.each([
  ['tabs', 'Tidspunkt\tSted\tPris~46346,3368056\tNorth, mot sør\t33,60'],
  ['bars', 'Faktura, november, 2026~Tidspunkt|Sted|Pris~46346,3368056|North, mot sør|33,60'],
  ['semicolons', 'Tidspunkt;Sted;Pris~46346,3368056;North, mot sør;33,60'],
  ['commas', 'Tidspunkt,Sted,Pris~20.11.2026 08:05,"North, mot sør | a | b | c",33.60'],
  [
    'semicolons',
    `Tidspunkt;Sted;Pris;Merknad${'~20.11.2026 08:05;North, mot sør;33,60;"a, b"'.replace('b', 'b, '.repeat(9000))}`,
  ],
])('the headings tell that %s part the cells, whatever the lines have more of', (_, text) => {
  const [read = ''] = shown(Buffer.from(text.replaceAll('~', '\n')));
  expect(read).toMatch(/ 2026-11-20T08:05:00 North, mot sør.* 3360$/);
});

test('columns may be named', () => {
  const text = 'Når;Hvor;Verdi\n20.11.2026 08:05;North;33,60\n';
  expect(() => readStatement(Buffer.from(text))).toThrow(
    'say in columns what they are called, as time, station and amount',
  );
  const columns = { time: 'Når', station: 'Hvor', amount: 'Verdi' };
  expect(shown(Buffer.from(text), columns)).toEqual(['2 2026-11-20T08:05:00 North 3360']);
});

test('a net amount beside a column of tax is not taken for what is paid', () => {
  const text = 'Tidspunkt;Stasjon;Netto;MVA\n20.11.2026 08:05;North;33,60;8,40\n';
  expect(() => readStatement(Buffer.from(text))).toThrow('a column for the amount');
  expect(shown(Buffer.from(text), { amount: 'Netto' })).toEqual([
    '2 2026-11-20T08:05:00 North 3360',
  ]);
});

test('a line that cannot be read is named by its number, and never quoted', () => {
  const read = (row: string) => readStatement(Buffer.from(`Dato;Tid;Stasjon;Sum\n${row}\n`));
  expect(() => read('31.02.2026;08:05;Secret;12')).toThrow(
    'Line 2 of the statement has no moment that can be read.',
  );
  expect(() => read('20.11.2026;08:05;Secret;much')).toThrow(
    expect.objectContaining({
      problems: [
        {
          parameter: 'statement[2]',
          message: 'Line 2 of the statement has no amount that can be read.',
        },
      ],
    }),
  );
});

test('a damaged statement is read or refused with one sentence that never quotes it', () => {
  const whole = Buffer.from(NORWEGIAN.replace('Åsane', 'Hemmelig'));
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.nat({ max: 20 }),
    put: fc.uint8Array({ maxLength: 6 }),
  });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      let bytes = whole;
      for (const { at, drop, put } of damages) {
        const from = Math.floor(at * bytes.length);
        bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + drop)]);
      }
      try {
        for (const { atMs, ore } of readStatement(bytes).rows) {
          expect(Number.isFinite(atMs)).toBe(true);
          expect(Number.isInteger(ore)).toBe(true);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
        expect((error as Fault).publicMessage).not.toContain('Hemmelig');
      }
    }),
    { numRuns: 400 },
  );
});

test('a statement has so many lines at most as its reader sets', () => {
  const bytes = Buffer.from('Dato;Stasjon;Sum\n20.11.2026 07:45;Nord;41,00\n');
  expect(readStatement(bytes, {}, 2).rows).toHaveLength(1);
  const two = Buffer.concat([bytes, Buffer.from('20.11.2026 08:45;Nord;41,00\n')]);
  expect(() => readStatement(two, {}, 2)).toThrow('more than 2 lines');
});

test.each(
  table<'lines' | 'read' | 'because'>(`
    lines                                                    | read                         | because
    25 01:50, 25 02:40, 25 02:10, 25 03:05                   | 50+2 40+2 10+1 05+1          | the clock runs back
    25 03:05, 25 02:10, 25 02:40, 25 01:50                   | 05+1 10+1 40+2 50+2          | the newest line first
    25 01:50, 25 02:10, 25 02:40, 25 03:05                   | 50+2 10+2? 40+2? 05+1        | nothing tells
    25 02:40, 25 02:10, 24 12:00, 25 12:00                   | 40+2? 10+2? 00+2 00+1        | the lines are in no order
    25 02:40 A, 25 02:10 B, 25 12:00 B                       | 40+2? 10+2? 00+1             | each vehicle has an order of its own
    26 02:40, 26 02:10                                       | 40+1 10+1                    | another night
  `),
)('$lines in the night when summer time ends reads as $read: $because', ({ lines, read }) => {
  const rows = lines.split(', ').map((one) => {
    const [day, clock, plate = ''] = one.split(' ');
    return `${day}.10.2026;${clock};North;33,60;${plate}`;
  });
  const statement = readStatement(Buffer.from(`Dato;Tid;Sted;Kr;Regnr\n${rows.join('\n')}\n`), {
    amount: 'Kr',
  });
  const told = statement.rows.map(({ atMs, isUndecided }) => {
    const instant = formatOsloInstant(atMs);
    return `${instant.slice(14, 16)}${instant.slice(19, 20)}${instant[21]}${isUndecided ? '?' : ''}`;
  });
  expect(told.join(' ')).toBe(read);
  expect(statement.undecided).toBe(read.split('?').length - 1);
});

/** `12:10 33.6, 14:10 -33.6`: clocks, amounts and plates of the rows. */
const told = (text: string): string =>
  readStatement(Buffer.from(text.replaceAll('~', '\n')))
    .rows.map(({ atMs, ore, plate, vatOre }) =>
      [
        formatOsloInstant(atMs).slice(8, 16).replace(/^20T/, ''),
        ore / 100,
        vatOre ? `tax ${vatOre / 100}` : '',
        plate ?? '',
      ]
        .join(' ')
        .trim(),
    )
    .join(', ')
    .replaceAll('  ', ' ');

test.each(
  table<'text' | 'rows' | 'because'>(`
    text | rows | because
    Dato;Kl;Stasjon;Debet;Kredit~20.11.2026;12:10;A;33,60;~20.11.2026;14:10;A;;33,60 | 12:10 33.6, 14:10 -33.6 | what is paid back has a column of its own
    Date;Time;Station;Debit;Credit;Balance~20.11.2026;12:10;A;33.60;0.00;33.60~20.11.2026;14:10;A;0.00;-33.60;0.00 | 12:10 33.6, 14:10 -33.6 | with zeros and a balance
    Dato;Kl;Stasjon;Beløp;D/K~20.11.2026;12:10;A;33,60;D~20.11.2026;14:10;A;33,60;K | 12:10 33.6, 14:10 -33.6 | or a letter
    Type;Dato;Kl;Stasjon;Beløp~Passering;20.11.2026;12:10;A;33,60~Kreditert;20.11.2026;12:10;A;33,60 | 12:10 33.6, 12:10 -33.6 | or a word
    Type;Dato;Kl;Stasjon;Beløp~Faktura;20.11.2026;12:10;A;33,60~Kreditnota 4711;20.11.2026;12:10;A;33,60 | 12:10 33.6, 12:10 -33.6 | with its number
    Type;Dato;Kl;Stasjon;Beløp~Passering;20.11.2026;12:10;A;33,60~Tilbakeføring av passering;20.11.2026;12:10;A;33,60 | 12:10 33.6, 12:10 -33.6 |
    Status;Dato;Kl;Stasjon;Beløp~Ok;20.11.2026;12:10;A;33,60~Annullert;20.11.2026;12:10;A;33,60 | 12:10 33.6, 12:10 -33.6 |
    Type;Dato;Kl;Stasjon;Beløp~Debet;20.11.2026;12:10;A;33,60~Kredit;20.11.2026;12:10;A;33,60 | 12:10 33.6, 12:10 -33.6 |
    Betaling;Dato;Kl;Stasjon;Beløp~Debet;20.11.2026;12:10;A;33,60~Kredit;20.11.2026;14:10;A;33,60 | 12:10 33.6, 14:10 33.6 | a card is no credit
    Kode;Dato;Kl;Stasjon;Beløp~Ok;20.11.2026;12:10;A;33,60~Ikke annullert;20.11.2026;14:10;A;33,60~Kreditert: nei;20.11.2026;16:10;A;33,60 | 12:10 33.6, 14:10 33.6, 16:10 33.6 | what is denied is none
    Konto;Dato;Kl;Stasjon;Beløp~Bom;20.11.2026;12:10;A;33,60~Refusjon bompenger;20.11.2026;14:10;A;33,60 | 12:10 33.6, 14:10 33.6 | what an employer pays
    S/H;Dato;Kl;Stasjon;Beløp~S;20.11.2026;12:10;A;33,60~H;20.11.2026;12:10;A;33,60 | 12:10 33.6, 12:10 -33.6 | the sides in German, as some programs write them
    Dato;Kl;Stasjon;Beløp;Kort~20.11.2026;12:10;A;33,60;Kredittkort | 12:10 33.6 | how it was paid is no credit
    Dato;Kl;Stasjon;Beløp~20.11.2026;24:00;A;33,60~20.11.2026;12:10;A;33,60 | 21T00:00 33.6, 12:10 33.6 | the end of a day
    Tidspunkt;Stasjon;Beløp~20.11.2026 24:00:00;A;33,60 | 21T00:00 33.6 |
    Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;33,60~20.11.2026;12:30;B;Timesregel~20.11.2026;12:40;B;gratis | 12:10 33.6, 12:30 0, 12:40 0 | words for nothing
    Dato;Kl;Stasjon;Netto;MVA 25%;Brutto~20.11.2026;12:10;A;26,88;6,72;33,60 | 12:10 33.6 tax 6.72 | the heading has the rate, the cells the tax
    Dato;Kl;Stasjon;MVA (%);Beløp~20.11.2026;12:10;A;25;33,60 | 12:10 33.6 tax 6.72 | or the cells have it
    Passeringsdato;Klokka;Anlegg;Sum å betale~20.11.2026;12:10;A;33,60 | 12:10 33.6 | further headings
    Dato;Kl;Stasjon;Beløp~Kjøretøy: QQ10001~20.11.2026;12:10;A;33,60~Sum QQ10001;;;33,60~Kjøretøy;QQ 10002~20.11.2026;12:12;A;33,60 | 12:10 33.6 QQ10001, 12:12 33.6 QQ10002 | vehicles head their lines
    Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;33,60~Faktura QQ10001 | 12:10 33.6 | one reference is no vehicle
    Kjøretøy QQ 10001~Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;33,60~~Kjøretøy QQ 10002~Dato;Kl;Stasjon;Beløp~20.11.2026;12:12;A;33,60 | 12:10 33.6 QQ10001, 12:12 33.6 QQ10002 | a table for each vehicle, the first below the title
    Ref. QQ10009~Kjøretøy QQ 10001~Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;33,60 | 12:10 33.6 | a reference in the title is no vehicle
    Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;33,60;jobb~20.11.2026;14:10;A;33,60 | 12:10 33.6, 14:10 33.6 | a note behind the last column
    Type;Dato;Kl;Stasjon;Beløp~Kreditert;20.11.2026;12:10;A;33,60~Kreditering;20.11.2026;12:10;A;-33,60 | 12:10 33.6, 12:10 -33.6 | the minus tells which line is the credit
    Dato;Kl;Stasjon;Beløp;D/K~20.11.2026;12:10;A;33,60;K~20.11.2026;14:10;A;33,60;K | 12:10 33.6, 14:10 33.6 | what all lines are called tells nothing
    Dato;Kl;Stasjon;Beløp;Notat~20.11.2026;12:10;A;33,60;Refusjon | 12:10 33.6 | nor does what the only one is
    Dato;Kl;Stasjon;Beløp;Notat~20.11.2026;12:10;A;33,60;Refusjon~20.11.2026;14:10;B;33,60; | 12:10 33.6, 14:10 33.6 | nor does a note of the reader
    Dato;Kl;Stasjon;Beløp;Sum å betale~20.11.2026;12:10;A;33,60;67,20~20.11.2026;14:10;A;33,60;67,20 | 12:10 33.6, 14:10 33.6 | the sum of the invoice beside each line
    Dato;Kl;Stasjon;Beløp;Debet~20.11.2026;12:10;A;33,60;7140 | 12:10 33.6 | a debit alone is an account
    Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;42,00~Bilag QQ10001~20.11.2026;14:10;A;42,00~Side 2;Ref. nr. QQ10002 | 12:10 42, 14:10 42 | references that look like plates are no vehicles
    Dato;Kl;Stasjon;Beløp~Kjøretøy, ref. QQ10001~20.11.2026;12:10;A;42,00~Kjøretøy, ref. QQ10002~20.11.2026;14:10;A;42,00 | 12:10 42 QQ10001, 14:10 42 QQ10002 | a word for a vehicle says that they are
    Dato;Kl;Stasjon;Beløp~Kunde QQ 10001~20.11.2026;12:10;A;42,00~Kunde QQ 10002~20.11.2026;14:10;A;42,00 | 12:10 42 QQ10001, 14:10 42 QQ10002 | of several customers each is a vehicle
    Dato;Kl;Stasjon;Beløp~Kunde QQ10009;Bil QQ10001~20.11.2026;12:10;A;42,00~Kunde QQ10009;Bil QQ10002~20.11.2026;14:10;A;42,00 | 12:10 42 QQ10001, 14:10 42 QQ10002 | one customer is none
    Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;42,00~20.11.2026;12:30;B;42,00~20.11.2026;;A;-8,40~21.11.2026;12:30;B;42,00~21.11.2026;;A;-8,40 | 12:10 42, 12:30 42, 21T12:30 42 | a credit of another station is no discount of the line above it
    Dato,Kl,Stasjon,Beløp~2026-11-20,12:10,A,33.60,jobb,kunde | 12:10 33.6 | notes behind the last column of a table that commas part
    Dato;Kl;Stasjon;Tekst;Beløp~20.11.2026;12:10;A;Passering;42,00~;;;Rabatt;-8,40~20.11.2026;12:30;B;Passering;42,00~20.11.2026;;B;Timesregel;-42,00~;;;Passeringstak;-33,60 | 12:10 42, 12:10 -8.4, 12:30 42, 12:30 -42 | discounts stand below their passages
    Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;42,00~;;Rabatt;-8,40~20.11.2026;12:30;B;42,00 | 12:10 42, 12:30 42 | one alone may be of any
    \u200bDato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;\u200b33,60\u2060 | 12:10 33.6 | marks without a width
  `),
)('a layout of another kind is read: $because', ({ text, rows }) => {
  expect(told(text)).toBe(rows);
});

test.each(
  table<'text' | 'sentence' | 'because'>(`
    text | sentence | because
    Dato,Kl,Stasjon,Beløp~20.11.2026,12:10,A,33,60 | Line 2 of the statement has more cells than there are headings | the comma of an amount parts cells
    Dato,Kl,Stasjon,Beløp,Merknad~2026-11-20,12:10,A,nord,33.60,jobb | Line 2 of the statement has more cells than there are headings | the comma of a name does
    Dato;Kl;Stasjon;Beløp;D/K~20.11.2026;12:10;A;33,60;K~20.11.2026;14:10;A;33,60;K~20.11.2026;15:10;A;67,20;D | most amounts on the side of credit | a ledger of suppliers
    Dato;Kl;Stasjon;Debet;Kredit~20.11.2026;12:10;A;;33,60~20.11.2026;14:10;A;;33,60~20.11.2026;15:10;A;67,20; | most amounts on the side of credit |
    Dato;Stasjon;Beløp~20.11.2026 00:00:00;A;33,60~2026-11-21T00:00;A;40,00 | Line 2 of the statement has a day without a time of day | spreadsheets give a day its midnight
    Dato;Stasjon;Beløp~20.11.2026 00:00;A;33,60~21.11.2026 00:00;A;40,00~Side 1 av 2 | Line 2 of the statement has a day without a time of day | what stands below the days has figures, too
    Dato;Kl;Stasjon;Beløp~20.11.2026;00:00;A;33,60~21.11.2026;00:00;A;40,00 | Line 2 of the statement has a day without a time of day | a day was parted into day and clock
    Dato;Stasjon;Beløp~2026-11-19T23:00:00.000Z;A;33,60~2026-07-20T22:00:00.000Z;A;40,00 | Line 2 of the statement has a day without a time of day | programs write a Norwegian day so
    Dato;Kl;Stasjon;Kroner;Øre~20.11.2026;12:10;A;33;60 | kroner and øre in columns of their own | 33.60 is no 33
    Dato;Kl;Stasjon;Debet;Kredit~20.11.2026;12:10;A;33,60;8,40 | Line 2 of the statement has no amount that can be read | both on a line
    Dato;Kl;Stasjon;Beløp~20.11.2026;12:10;A;33,60~Sum QQ10001~20.11.2026;12:12;A;33,60~Sum QQ10002 | names several vehicles on lines of their own | nothing tells whose a line is
    Dato;Kl;Stasjon;Beløp~20.11.2026;24:10;A;33,60 | Line 2 of the statement has no moment | no clock shows it
    PK\u0003\u0004~ | is a spreadsheet, a zip or a PDF | it is no text
    %PDF-1.7~ | is a spreadsheet, a zip or a PDF |
  `),
)('a layout that could be misread is refused: $because', ({ text, sentence }) => {
  expect(() => told(text)).toThrow(
    expect.objectContaining({ publicMessage: expect.stringContaining(sentence) }),
  );
});
