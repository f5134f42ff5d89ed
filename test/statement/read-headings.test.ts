import { describe, expect, test, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { readStatement } from '../../src/statement/read-statement.ts';
import { table } from '../support/table.ts';

const read = (text: string, columns?: Record<string, string>) =>
  readStatement(Buffer.from(text.replaceAll('~', '\n')), columns);

describe('a heading is known by what it says', () => {
  const PASSAGE = { time: '20.11.2026 08:05', station: 'Nord', amount: '33,60' };
  const readUnder = (column: keyof typeof PASSAGE, heading: string) => {
    const heads = { time: 'Tidspunkt', station: 'Bomstasjon', amount: 'Beløp', [column]: heading };
    const { time, station, amount } = PASSAGE;
    const found = read(
      `${heads.time};${heads.station};${heads.amount}~${time};${station};${amount}`,
    );
    return [found.columns[column], found.rows.length, found.rows[0]?.ore];
  };

  test.each([
    [
      'time',
      [
        'Passering',
        'Passert',
        'Passeringsdato og tid',
        'Passeringstidspunkt',
        'Dato/kl.',
        'Dato og kl.',
        'Dato/klokkeslett',
        'Passert tid',
        'Transaction date',
        'Tid for passering',
        'Tidspunkt for passering',
        'Passagetidspunkt',
        'Datum och tid',
        'Transaction time',
        'Passage date and time',
      ],
    ],
    [
      'station',
      [
        'Stad',
        'Passeringsstad',
        'Bomstasjonsnavn',
        'Bomanlegg',
        'Toll station',
        'Passering',
        'Beskrivelse',
        'Bompassering',
        'Toll gate',
        'Toll booth',
        'Toll point',
        'Bompasseringssted',
        'Betalingsanlæg',
        'Betalstation',
        'Bomstasjon (navn)',
        'Betalingsstasjon',
        'Bomstasjonsnamn',
        'Vägtullsstation',
        'Plats',
        'Crossing',
        'Toll point name',
      ],
    ],
    [
      'amount',
      [
        'Beløp i kr',
        'Pris (NOK)',
        'Beløp ink. mva',
        'Beløp inkl. mva (kr)',
        'Beløp eks. mva',
        'Price excl. VAT',
        'Å betale',
        'Beløp å betale',
        'Takst',
        'Kostnad',
        'Bompenger',
        'Charge',
        'Toll (NOK)',
        'Kroner',
        'Beløb',
        'Belopp (NOK)',
        'Att betala',
        'At betale',
        'Beløb i alt',
        'Summa',
        'Cost',
        'Toll fee',
        'Bomavgift',
      ],
    ],
  ] as const)('%s: %j', (column, headings) => {
    for (const heading of headings) expect(readUnder(column, heading)).toEqual([heading, 1, 3360]);
  });

  test.each([
    ['Registreringsnr.'],
    ['Køyretøy'],
    ['Skiltnr'],
    ['Bilnummer'],
    ['Bil'],
    ['License plate number'],
    ['Kjennemerke (regnr)'],
    ['REGISTRERINGSNR'],
    ['Registration no.'],
    ['Vehicle reg.'],
    ['Køretøj'],
    ['Fordon'],
    ['Licence plate'],
    ['Vehicle ID'],
  ])('a plate under %s parts vehicles', (heading) => {
    const { rows, columns } = read(
      `Tidspunkt;Bomstasjon;Beløp;${heading}~20.11.2026 08:05;Nord;1;qq 10001~20.11.2026 08:25;Nord;2;QQ10002`,
    );
    expect(rows.map(({ plate }) => plate)).toEqual(['QQ10001', 'QQ10002']);
    expect(columns.plate).toBe(heading);
  });
});

test.each(
  table<'heading' | 'cells' | 'parted' | 'because'>(`
    heading  | cells           | parted          | because
    Enhet    | QQ10001 QQ10002 | QQ10001 QQ10002 | several plates and nothing else
    Enhet    | QQ10001 -       | - -             | something else
    Enhet    | QQ10001 QQ10001 | - -             | one plate parts nothing
    Bilag    | QQ10001 QQ10002 | - -             | the numbers of vouchers
    Order ID | QQ10001 QQ10002 | - -             |
  `),
)('$cells below $heading are $parted: $because', ({ heading, cells, parted }) => {
  const rows = cells.split(' ').map((cell) => `20.11.2026 08:05;Nord;1;${cell}`);
  const found = read(`Tidspunkt;Bomstasjon;Beløp;${heading}~${rows.join('~')}~Sum;;2;Slutt`);
  expect(found.rows.map(({ plate = '-' }) => plate).join(' ')).toBe(parted);
});

test.each(
  table<'header' | 'cells' | 'parted' | 'because'>(`
    header         | cells                       | parted          | because
    Brikkenr       | 9578001 9578002             | 9578001 9578002 | a file without plates is parted by its tags
    OBU            | 9578001 9578002             | 9578001 9578002 |
    OBE-nummer     | 9578001 9578002             | 9578001 9578002 |
    Transponder    | 9578001 9578002             | 9578001 9578002 |
    AutoPASS-brikke | 9578001 9578002            | 9578001 9578002 |
    Brikke         | ja nei                      | - -             | whether there was a tag is no number of one
    Brikke         | 1 0                         | - -             |
    Brikke         | 20% 0,00                    | - -             | nor is what it is worth
    Brikkenr       | 999001 999002               | 999001 999002   | of any length
    Brikkenr       | BRIKKE1 BRIKKE2             | BRIKKE1 BRIKKE2 | a tag may have a name
    Brikkenr       | 111 222                     | 111 222         |
    Brikkenr;Regnr | 9578001;QQ1 9578001;QQ2     | QQ1 QQ2         | plates go before tags
    Brikkenr;Regnr | 9578001; 9578002;           | 9578001 9578002 | a column of plates that is empty tells nothing
    Brikkenr;Regnr | 9578001;- 9578002;-         | 9578001 9578002 | and neither does one of strokes
    Brikkenr;Regnr | 9578001;- 9578002;QQ1       | - QQ1           | one tag may be that of the only plate
    Regnr;Brikkenr | ;9578001 -;9578002 QQ1;     | 9578001 9578002 QQ1 | several are several vehicles, whatever plate another line has
  `),
)('vehicles by $header with $cells are $parted', ({ header, cells, parted }) => {
  const rows = cells.split(' ').map((cell, i) => `20.11.2026 08:0${i};Nord;1;${cell}`);
  const found = read(`Tidspunkt;Bomstasjon;Beløp;${header}~${rows.join('~')}`);
  expect(found.rows.map(({ plate = '-' }) => plate).join(' ')).toBe(parted);
  expect(Object.keys(found.columns).includes('tag')).toBe(!/^-|QQ1 QQ2|^- QQ1/.test(parted));
});

test.each(
  table<'header' | 'cells' | 'ore' | 'because'>(`
    header                         | cells                  | ore       | because
    Pris;Rabatt;Sum                | 42,00;8,40;33,60       | 3360      | a total behind a discount
    Price;Discount;Total           | 42.00;8.40;33.60       | 3360      |
    Beløp;Rabatt;Å betale          | 42,00;8,40;33,60       | 3360      | what is to be paid
    Beløp;Rabatt;Netto             | 42,00;8,40;33,60       | 3360      | net behind a discount
    Takst;Beløp                    | 42,00;33,60            | 3360      | a tariff is not what was paid
    Bomavgift;Beløp                | 42,00;33,60            | 3360      | nor is what a passage costs
    Amount;Toll fee                | 33.60;42.00            | 3360      |
    Bomavgift;Rabatt               | 42,00;8,40             | refused   | alone it may be before the discount
    Beløb;Rabat                    | 42,00;8,40             | refused   | a discount in Danish
    Pris;Rabat;I alt inkl. moms;Beløb | 42,00;8,40;33,60;33,60 | 3360   |
    Beløb;Beløb efter rabat        | 42,00;33,60            | refused   | as in Norwegian
    Pris;Rabatteret pris           | 42,00;33,60            | refused   | as in Norwegian
    Pris før rabat;Pris            | 42,00;33,60            | 3360      |
    Pris;Pris efter rabatt         | 42,00;33,60            | refused   | as in Norwegian
    Belopp före rabatt;Belopp      | 42,00;33,60            | 3360      |
    Pris uden rabat;Pris med rabat | 42,00;33,60            | 3360      |
    Beløb ekskl. moms;Moms         | 33,60;8,40             | 4200+840  |
    Pris u/rabatt;Pris m/rabatt    | 42,00;33,60            | 3360      | the headings tell of the discount
    Price excl. discount;Price incl. discount | 42.00;33.60 | 3360      |
    Beløp før rabatt;Rabatt;Beløp inkl. rabatt | 42,00;8,40;33,60 | 3360 |
    Beløp;Belastet                 | 42,00;33,60            | refused   | nothing tells which was paid
    Beløp;Belastet                 | 33,60;33,60            | 3360      |
    Beløp;Fakturert                | 33,60;20261203         | refused   | the number of an invoice is no amount to be billed
    Beløp;Betalt                   | 33,60;Ja               | 3360      | whether it was paid
    Beløp;Paid                     | 33.60;20.11.2026       | 3360      | when it was
    Beløp;Betalt                   | 33,60;                 | 3360      |
    Beløp eks. mva;Mva;Betalt      | 33,60;8,40;Ja          | 4200+840  |
    Takst;Betalt                   | 42,00;33,60            | 3360      | nothing else was paid
    Beløp;Betalt inkl. mva         | 33,60;42,00            | 4200      | what has a tax is an amount
    Pris inkl. mva;Rabatt;Beløp    | 42,00;-8,40;33,60      | 3360      | a price with tax before the discount, and what is left of it
    Pris inkl. mva;Rabatt;Beløp    | 42,00;-8,40;30,00      | refused   | a price with tax may stand before the discount
    Pris inkl. mva;Rabatt;Sum inkl. mva | 42,00;-8,40;33,60 | 3360      |
    Beløp eks. mva;Rabatt;Beløp inkl. mva | 26,88;-6,72;33,60 | 3360    |
    Brutto inkl. mva;Rabatt;Mva;Netto | 42,00;-8,40;6,72;33,60 | refused | gross is before the discount, and net may lack the tax
    Beløp;Mva;Totalt               | 33,60;8,40;42,00       | 4200+840  | what was billed has its tax
    Beløp eks. mva;Mva;Beløp ink. mva | 33,60;8,40;42,00    | 4200+840  |
    Netto;Mva;Brutto               | 33,60;8,40;42,00       | 4200+840  | gross beside a tax
    Beløp eks. mva;Mva             | 33,60;8,40             | 4200+840  | the tax comes on top
    Beløp eks. mva;Mva             | 33,60;25 %             | 4200+840  |
    Beløp;Mva                      | 42,00;25 %             | 4200+840  | a rate is of the amount, which has it
    Beløp;Mva                      | 42,00;0 %              | 4200      |
    Beløp;Mva                      | 42,00;Fritatt          | 4200      |
    Beløp;Mva                      | 42,00;avgiftsfri       | 4200      | words say that there is none
    Beløp;MVA %                    | 42,00;25               | 4200+840  | the heading says that it is a rate
    Beløp;MVA %                    | 42,00;25,0             | 4200+840  |
    Beløp;MVA %                    | 42,00;25 %             | 4200+840  |
    Beløp;Mva                      | 42,00;?                | refused   | no silent "no tax"
    Beløp;Sum                      | 33,60;33,60            | 3360      | the same amounts
    Beløp;Sum                      | 33,60;                 | 3360      | one of them alone
    Beløp;Sum                      | ;33,60                 | 3360      |
    Beløp;Sum                      | 33,60;67,20            | refused   | nothing tells which was paid
    Sum 1;Sum 2                    | 42,00;33,60            | refused   |
    Brutto;Rabatt                  | 42,00;8,40             | refused   | what is paid stands nowhere
  `),
)('$header with $cells is $ore: $because', ({ header, cells, ore }) => {
  const found = () => read(`Tidspunkt;Bomstasjon;${header}~20.11.2026 08:05;Nord;${cells}`).rows[0];
  if (ore === 'refused')
    expect(found).toThrow(/has several columns|column for the amount|a tax|has a price and/);
  else {
    const { ore: billed, vatOre } = found() ?? {};
    expect(vatOre === undefined ? `${billed}` : `${billed}+${vatOre}`).toBe(ore);
  }
});

describe('what is behind a discount was paid, whatever its heading', () => {
  const readLines = (header: string, lines: readonly string[]) =>
    read(
      [`Tidspunkt;Bomstasjon;${header}`, ...lines.map((cells) => `20.11.2026 08:05;Nord;${cells}`)]
        .join('~')
        .concat('~Sum;;139,20;27,84;111,36'),
    ).rows.map(({ ore }) => ore);
  const CUT = ['42,00;8,40;33,60', '70,00;14,00;56,00', '27,20;;27,20'];

  test.each([
    ['Pris;Rabatt;Pris etter rabatt'],
    ['Takst;Brikkerabatt;Pris med brikke'],
    ['Tariff;Discount;Discounted price'],
    ['Takst;Rabatt i kr;Det det ble'],
    ['Beløp;Rabatt %;Resultat'],
    ['Sum;Rabatt;Beløp'],
    ['Beløp u/rabatt;Avslag;Beløp'],
    ['Kostnad;Storbrukerrabatt;Trukket fra konto'],
  ])('%s', (header) => {
    expect(readLines(header, CUT)).toEqual([3360, 5600, 2720]);
    const rates = ['42,00;20 %;33,60', '70,00;-20%;56,00', '27,20;0 %;27,20'];
    expect(readLines(header, rates)).toEqual([3360, 5600, 2720]);
    const credited = ['-42,00;8,40;-33,60', '70,00;-14,00;56,00'];
    expect(readLines(header, credited)).toEqual([-3360, 5600]);
  });

  test('also where the discount has no column', () => {
    expect(readLines('Full pris;Pris etter rabatt', ['42,00;33,60', '70,00;56,00'])).toEqual([
      3360, 5600,
    ]);
  });

  test('of two discounts, one after the other, it is what the last one leaves', () => {
    const lines = ['50,00;8,00;42,00;8,40;33,60'];
    expect(readLines('Takst;Rabatt;Delsum;Brikkerabatt;Igjen', lines)).toEqual([3360]);
  });

  test.each(
    table<'header' | 'cells' | 'because'>(`
      header                 | cells             | because
      Takst;Rabatt           | 42,00;8,40        | what is paid stands nowhere
      Beløp;Rabatt           | 42,00;8,40        | it may be before the discount or behind it
      Beløp;Rabatt           | 42,00;20 %        |
      Beløp;Rabatt;Igjen     | 42,00;8,40;30,00  | the lines do not add up
      Beløp;Kreditert        | 42,00;8,40        | what is paid back may be in the amount already
      Beløp;Refundert beløp  | 42,00;-8,40       |
      Amount;Refund          | 42.00;8.40        |
      Takst;Igjen            | 42,00;33,60       | the tariff is not what was paid, and something else is there
      Takst;Igjen            | 1;33,60           | nor is its group
      Pris;Trekk;Igjen       | 42,00;8,40;33,60  | one of two parts may be what was paid
    `),
  )('$header with $cells is refused: $because', ({ header, cells }) => {
    expect(() => readLines(header, [cells])).toThrow(
      'nothing tells which column has what was paid',
    );
  });

  test.each(
    table<'header' | 'cells' | 'ore' | 'because'>(`
      header                 | cells             | ore  | because
      Beløp;Rabatt           | 42,00;0,00        | 4200 | nothing is taken off
      Beløp;Rabatt           | 42,00;            | 4200 |
      Beløp;Kreditert        | 42,00;0,00        | 4200 |
      Beløp;Kreditert        | 42,00;Nei         | 4200 | whether something was paid back
      Beløp;Kreditert;Netto  | 42,00;8,40;33,60  | 3360 | what is left is told
      Beløp;Kreditert;Igjen  | 42,00;8,40;33,60  | 3360 | or found by the sums
      Takst;Faktura          | 42,00;20261203    | 4200 | a number of an invoice is no amount
      Takst;Beløpet          | 42,00;42,00       | 4200 | both are the same
      Takst;Kroner           | 1;33,60           | 3360 | kroner are an amount, and a tariff may be a group
      Grunntakst;Rabatt;Beløp | 42,00;8,40;33,60 | 3360 | it is behind the discount already
      Beløp;Saldo før;Saldo  | 33,60;100,00;66,40 | 3360 | a balance is no price
    `),
  )('$header with $cells is $ore: $because', ({ header, cells, ore }) => {
    expect(readLines(header, [cells])).toEqual([Number(ore)]);
  });
});

test.each(
  table<'given' | 'heading' | 'because'>(`
    given    | heading | because
    Sum 2    | Sum 2   | as it is written
    sum 2    | Sum 2   | whatever its capitals
    sum-2    | Sum 2   | by letters and figures
    Sum 3    | refused | figures count
    Sum      | refused |
    Beløp    | refused | another column is not taken in its place
  `),
)('a column that is called $given is $heading: $because', ({ given, heading }) => {
  const text = 'Tidspunkt;Bomstasjon;Sum 1;Sum 2~20.11.2026 08:05;Nord;42,00;33,60';
  const found = () => read(text, { amount: given });
  if (heading !== 'refused') expect(found().columns.amount).toBe(heading);
  else
    expect(found).toThrow(
      expect.objectContaining({
        problems: [
          {
            parameter: 'columns.amount',
            message: 'columns.amount is no column of the statement.',
          },
        ],
      }),
    );
});

test('a column that need not be there is refused as well where it is named and is not there', () => {
  const text = 'Tidspunkt;Bomstasjon;Beløp;Bil~20.11.2026 08:05;Nord;42,00;QQ10001';
  expect(() => read(text, { plate: 'Bilnr', vat: '' })).toThrow(Fault);
  expect(read(text, { plate: 'bil' }).rows[0]?.plate).toBe('QQ10001');
});

test('what the header lacks is named, and not what was told or found', () => {
  const text = 'Når;Bomstasjon;Verdi~20.11.2026 08:05;Nord;42,00';
  const lacks = (columns?: Record<string, string>): string => {
    try {
      return String(read(text, columns).rows.length);
    } catch (error) {
      return (error as Fault).publicMessage;
    }
  };
  expect(lacks()).toMatch(/for the time and the amount: .* they are called, as time and amount\.$/);
  expect(lacks({ time: 'Når' })).toMatch(/for the amount: .* it is called, as amount\.$/);
  expect(lacks({ time: 'Når', amount: 'Verdi' })).toBe('1');
});

test('the answer says which column was taken for what', () => {
  const text = 'Dato;Kl;Stasjon;Pris;Rabatt;Sum;Regnr~20.11.2026;08:05;Nord;42;8,40;33,60;QQ10001';
  expect(read(text).columns).toEqual({
    time: 'Dato',
    clock: 'Kl',
    station: 'Stasjon',
    amount: 'Sum',
    plate: 'Regnr',
  });
});

test.each([
  ['Dato;Tidspunkt'],
  ['Passeringsdato;Passeringstid'],
  ['Passage date;Passage time'],
  ['Tidspunkt;Dato'],
  ['Dato;Klokkeslett'],
])('%s are a day and its clock', (header) => {
  const cells = header.startsWith('T') ? '08:05;20.11.2026' : '20.11.2026;08:05';
  const found = read(`${header};Bomstasjon;Beløp~${cells};Nord;1~Totalt;;1 passering;1`);
  expect(found.rows.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 16))).toEqual([
    '2026-11-20T07:05',
  ]);
});

test('the name of a column is folded a few times, however many cells a line has', () => {
  const heads = Array.from({ length: 150 }, (_, i) => `Felt ${i}`).join(';');
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const name = 'Ukjent';
  try {
    const lines = Array.from({ length: 30 }, () => heads).join('~');
    expect(() => read(lines, { time: name })).toThrow('columns.time is no column');
    const folds = normalize.mock.contexts.filter((text) => `${text}`.toLowerCase() === 'ukjent');
    expect(folds.length).toBeGreaterThan(0);
    expect(folds.length).toBeLessThanOrEqual(30 * 6);
  } finally {
    normalize.mockRestore();
  }
});

test('a line of more than 200 cells is refused by its number', () => {
  const lineOf = (cells: number) => `20.11.2026 08:05;Nord;1${';'.repeat(cells - 3)}~`;
  const header = 'Tidspunkt;Bomstasjon;Beløp~';
  expect(read(header + lineOf(200)).rows).toHaveLength(1);
  expect(() => read(header + lineOf(200) + lineOf(201))).toThrow(
    'Line 3 of the statement has more than 200 cells.',
  );
});

test.each([
  ['Tidspunkt (UTC);Bomstasjon;Beløp~2026-11-20 07:05;Nord;33,60', '2026-11-20T07:05:00.000Z'],
  ['Dato;Klokkeslett UTC;Bomstasjon;Beløp~20.11.2026;07:05;Nord;33,60', '2026-11-20T07:05:00.000Z'],
  ['Time (GMT);Station;Amount~2026-11-20 07:05;Nord;33.60', '2026-11-20T07:05:00.000Z'],
])('clocks of %s are those of UTC', (text, moment) => {
  expect(new Date(read(text).rows[0]?.atMs ?? 0).toISOString()).toBe(moment);
});

test('a heading of another offset is not known', () => {
  expect(() => read('Tidspunkt (UTC+1);Bomstasjon;Beløp~2026-11-20 07:05;Nord;33,60')).toThrow(
    'no header with a column for the time',
  );
});

test('Betalt is what is left of a gross amount after a discount', () => {
  const { rows, columns } = read(
    'Tidspunkt;Bomstasjon;Brutto;Rabatt;Betalt~20.11.2026 12:05;Nord;42,00;8,40;33,60',
  );
  expect([columns.amount, rows[0]?.ore]).toEqual(['Betalt', 3360]);
});
