/** Which column of a statement is what, by its heading. */
import { chooseAmounts, listWords } from './choose-amounts.ts';

/** What `columns` names: a column of a statement that a check reads. */
export const STATEMENT_COLUMNS = [
  'time',
  'clock',
  'station',
  'amount',
  'plate',
  'tag',
  'vat',
  'currency',
] as const;

export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

/** Columns by the headings that a caller says they have. */
export type GivenColumns = Readonly<Partial<Record<string, string>>>;

/** Columns by their place in a line. */
export type Columns = Readonly<Partial<Record<StatementColumn, number>>>;

/** What the headings of a line say. */
export interface Header {
  /** The first of the columns of amounts, where there are several. */
  readonly columns: Columns;
  /** Columns of amounts of which no heading tells that another one is rather what was paid; `[]`: there is none. */
  readonly amounts: readonly number[];
  /** Columns that may have amounts or something else: where they have amounts these are to be the same. */
  readonly doubtful: readonly number[];
  /** The tax of its column is not in the amount. */
  readonly isBeforeTax: boolean;
  /** A column of days, which a column of clocks needs beside it; absent: there is none. */
  readonly day?: number;
  /** Columns that a caller named, and the line has not. */
  readonly missing: readonly string[];
}

/** What a heading says, in small letters alone. The first of a list that a header has is taken. */
const NAMES: Readonly<Record<Exclude<StatementColumn, 'amount'>, readonly string[]>> = {
  time: listWords(`
    passeringstidspunkt passeringstid tidspunkt datoogtid datotid datoogklokkeslett
    passeringsdatoogtid datetime dateandtime passagetime timestamp passedat passert
    dato passeringsdato date passagedate time tid passering`),
  clock: listWords('klokkeslett kl tid klokke time clock timeofday'),
  station: listWords(`
    bomstasjon bomstasjonsnavn stasjon stasjonsnavn bomsnitt bomanlegg
    passeringssted passeringsstad passeringspunkt sted stad betalingspunkt
    tollstation station stationname tollplaza plaza location`),
  plate: listWords(`
    kjennemerke kjennemerkeregnr registreringsnummer registreringsnr regnr regnummer
    skiltnummer skiltnr skilt kjoretoy koyretoy bilnummer bilnr bil
    licenseplate licenseplatenumber numberplate platenumber
    registrationnumber registration plate vehicle`),
  tag: listWords('brikkenummer brikkenr brikkeid brikke obu obuid tagid tagnumber'),
  vat: listWords('mva mvabelop merverdiavgift vat vatamount'),
  currency: listWords('valuta valutakode currency currencycode'),
};

/** Columns of days, beside which a column of clocks may have the name of a moment. */
const DAY_NAMES = listWords('dato passeringsdato date passagedate dag day');

/** Reads a line as the one with the headings. */
export function readHeader(cells: readonly string[], given: GivenColumns): Header {
  const heads = cells.map(lettersOfHeading);
  const find = (names: readonly string[]) =>
    names.map((name) => heads.indexOf(name)).find((index) => index >= 0);
  const told = new Map(
    Object.entries(given).map(([column, name = '']) => [column, findGiven(cells, name)]),
  );
  const found = OTHER_COLUMNS.flatMap((column) => {
    const index = told.has(column) ? told.get(column)?.[0] : find(NAMES[column]);
    return index === undefined ? [] : [[column, index] as const];
  });
  const others: Columns = Object.fromEntries(found);
  const asked = told.get('amount');
  const { amounts, doubtful, isBeforeTax } = asked
    ? { amounts: asked, doubtful: [], isBeforeTax: false }
    : chooseAmounts(heads, others.vat !== undefined);
  const [amount] = amounts;
  const { clock, ...rest } = { ...others, ...(amount !== undefined && { amount }) };
  const day = find(DAY_NAMES);
  return {
    // One column may have both the day and the time of day.
    columns: clock === undefined || clock === rest.time ? rest : { ...rest, clock },
    amounts,
    doubtful,
    isBeforeTax: isBeforeTax && others.vat !== undefined,
    ...(day !== undefined && { day }),
    missing: [...told].flatMap(([column, places]) => (places.length === 0 ? [column] : [])),
  };
}

const OTHER_COLUMNS = STATEMENT_COLUMNS.filter((column) => column !== 'amount');

/** Columns of a name as it is written, else those whose letters and digits are the same. */
function findGiven(cells: readonly string[], name: string): number[] {
  if (name.trim() === '') return [];
  const listWith = (textOf: (text: string) => string) => {
    const wanted = textOf(name);
    return cells.flatMap((cell, i) => (textOf(cell) === wanted ? [i] : []));
  };
  const same = listWith(fold);
  return same.length > 0 ? same : listWith(toLetters);
}

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();

const toLetters = (text: string): string =>
  fold(text)
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[^a-z\d]/g, '');

/** Without the unit: `Beløp i kr` is `belop`. */
const lettersOfHeading = (text: string): string =>
  toLetters(text)
    .replace(/\d/g, '')
    .replace(/(?<=.)(?:i|in)?(?:kr|nok|norskekroner|kroner)$/, '');
