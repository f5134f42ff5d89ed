/** The header of a statement, and which of its columns are read. */
import { refusedValue, refusedValues } from '../base/fault.ts';
import { findPaid } from './behind-discount.ts';
import { type Columns, type GivenColumns, type Header, readHeader } from './columns.ts';
import { openAmounts } from './read-amount.ts';
import { isClock } from './read-moment.ts';

/** What a line must have, and how it is called in a sentence. */
const NEEDED = { time: 'the time', station: 'the station', amount: 'the amount' } as const;
export const NEEDED_COLUMNS = Object.keys(NEEDED) as readonly (keyof typeof NEEDED)[];

/** A title may stand above the header. */
export const HEADER_WITHIN = 30;

export type Table = readonly (readonly string[])[];

const readHeaders = (table: Table, given: GivenColumns): readonly Header[] =>
  table.slice(0, HEADER_WITHIN).map((cells) => readHeader(cells, given));

const missingOf = ({ columns }: Header) =>
  NEEDED_COLUMNS.filter((column) => columns[column] === undefined);

const isWhole = (header: Header): boolean => missingOf(header).length + header.missing.length === 0;

/** Has one of the first lines a heading for all that is needed and named? */
export const isHeaded = (table: Table, given: GivenColumns): boolean =>
  readHeaders(table, given).some(isWhole);

/**
 * The first line that has a heading for all that is needed and named.
 *
 * @param given headings by the name of their column.
 * @throws Fault `invalid_parameter` for the columns that are named and are not there, else for those that are missing.
 */
export function findHeader(
  table: Table,
  given: GivenColumns,
): { readonly header: Header; readonly at: number } {
  const headers = readHeaders(table, given);
  const at = headers.findIndex(isWhole);
  const header = headers[at];
  if (header !== undefined) return { header, at };
  const [unknown, ...others] = Object.keys(given)
    .filter((name) => headers.every(({ missing }) => missing.includes(name)))
    .map((name) => `columns.${name}`)
    .map((parameter) => ({ parameter, message: `${parameter} is no column of the statement.` }));
  if (unknown !== undefined) throw refusedValues([unknown, ...others]);
  const [nearest = NEEDED_COLUMNS] = headers
    .map((one) => missingOf(one).filter((column) => given[column] === undefined))
    .toSorted((a, b) => a.length - b.length);
  if (nearest.length === 0) return fail('The statement has the columns that are named in no line.');
  const what = list(nearest.map((column) => NEEDED[column]));
  const called = nearest.length === 1 ? 'what it is called' : 'what they are called';
  return fail(
    `The statement has no header with a column for ${what}: say in columns ${called}, as ${list(nearest)}.`,
  );
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const fail = (sentence: string): never => {
  throw refusedValue('statement', sentence);
};

/**
 * @param no number of a line. The name of the refused value has it, too, so that pages tell it in their own language.
 */
export const failLine = (no: number, problem: string): never => {
  throw refusedValue(`statement[${no}]`, `Line ${no} of the statement ${problem}.`);
};

export const SEVERAL =
  'has several passages in one, whose prices depend on their moments: write a line for each';

export const PRICES_IN_ORE =
  'The statement has whole amounts alone, and more of them are a hundred times a price of their station than are a price, as if they were øre: write kroner with two decimals.';

export const WHOLE_ORE =
  'The statement has whole amounts alone, and most are more than a passage costs, as if they were øre: write kroner with two decimals.';

/**
 * Settles by the lines what the headings leave open about the columns.
 *
 * @param table from its headings on.
 */
export function settleColumns(
  header: Header,
  [heads = [], ...lines]: Table,
  given: GivenColumns,
): Columns {
  const textsOf = (index: number | undefined): string[] =>
    index === undefined
      ? []
      : lines.map((cells) => cells[index] ?? '').filter((text) => text !== '');
  const { plate = findPlates(header.columns, heads, lines), tag, ...columns } = header.columns;
  const hasPlates = textsOf(plate).some((text) => PLATE.test(text));
  const tags = new Set(
    lines
      .filter((cells) => !PLATE.test(cells[plate ?? -1] ?? ''))
      .map((cells) => cells[tag ?? -1] ?? '')
      .filter((text) => TAG.test(text)),
  );
  // A single tag may belong to the only plate.
  const isTagged = tags.size > (hasPlates ? 1 : 0);
  return {
    ...columns,
    ...(plate !== undefined && (hasPlates || !isTagged) && { plate }),
    ...(isTagged && tag !== undefined && { tag }),
    ...joinDay(header, textsOf(columns.time), given),
    amount: chooseAmount(header, lines),
  };
}

/**
 * The number of a tag, with or without letters: `BRIKKE1`. Other texts say whether there was a tag (`Ja`, `1`), or what
 * it is worth (`20 %`).
 */
export const TAG = /^(?!.*(?:%|\d[.,]\d\d?$))(?=.*\d).{3,}$/;

/** A cell of nothing but marks (`-`) has no plate. */
export const PLATE = /[\p{L}\d]/u;

/** A Norwegian plate, which is nothing else. */
const BARE_PLATE = /^[A-Z]{2} ?\d{5}$/;
/** Headings of numbers that may look like plates. */
const OF_REFERENCE = /ref|bilag|faktura|invoice|ordre|order|kunde|customer|trans/i;

/** The one column of unknown heading that has several plates, and nothing else beside a moment. */
function findPlates(
  { time = -1, ...others }: Columns,
  heads: Table[number],
  lines: Table,
): number | undefined {
  const known = Object.values(others);
  const passages = lines.filter((cells) => /\d/.test(cells[time] ?? ''));
  const [found, ...more] = [...heads.keys()].filter((index) => {
    if (index === time || known.includes(index) || OF_REFERENCE.test(heads[index] ?? ''))
      return false;
    const texts = passages.map((cells) => cells[index] ?? '').filter((text) => text !== '');
    return new Set(texts).size > 1 && texts.every((text) => BARE_PLATE.test(text));
  });
  return more.length === 0 ? found : undefined;
}

/** A foreign plate: figures, and letters before, between or behind them. */
const OTHER_PLATE = /^(?=.*\p{L})(?=.*\d)[\p{L}\d .-]{4,12}$/u;
const DECIMALS = /\d[.,]\d/;

/**
 * Columns that may tell vehicles without a plate from each other: those of drivers and units, and such of unknown heading
 * that look like foreign plates or have each of some texts about twice or oftener.
 */
export function findUnits(
  header: Header,
  columns: Columns,
  [heads = [], ...lines]: Table,
): number[] {
  const used = new Set([...Object.values(columns), ...header.otherStations, ...header.known]);
  const passages = lines.filter((cells) => /\d/.test(cells[columns.time ?? -1] ?? ''));
  const countOf = (textOf: (cells: Table[number]) => string) => new Set(passages.map(textOf)).size;
  const stationOf = (cells: Table[number]) => cells[columns.station ?? -1] ?? '';
  const isOfStation = (index: number) =>
    countOf((cells) => `${stationOf(cells)}\n${cells[index]}`) === countOf(stationOf);
  return [...heads.keys()].filter((index) => {
    if (header.units.includes(index)) return !used.has(index);
    if (used.has(index) || OF_REFERENCE.test(heads[index] ?? '')) return false;
    if (header.ofStations.includes(index) && isOfStation(index)) return false;
    return mayBeUnits(passages.map((cells) => cells[index] ?? '').filter((text) => text !== ''));
  });
}

function mayBeUnits(texts: readonly string[]): boolean {
  const count = new Set(texts).size;
  if (texts.some((text) => DECIMALS.test(text))) return false;
  // A text of its own on each line is the number of the line.
  return (
    count * 2 <= texts.length ||
    (count < texts.length && texts.every((text) => OTHER_PLATE.test(text)))
  );
}

/** Joins columns where that of moments has only clocks, and another one has their days. */
function joinDay(
  { columns: { time }, day }: Header,
  texts: readonly string[],
  given: GivenColumns,
) {
  const isOfClocks =
    texts.some(isClock) && texts.every((text) => isClock(text) || !/\d/.test(text));
  const isJoined = isOfClocks && day !== undefined && day !== time && given.clock === undefined;
  return isJoined && time !== undefined ? { time: day, clock: time } : {};
}

/**
 * The column with the most amounts, of columns with the same ones.
 *
 * @throws Fault `invalid_parameter` where columns differ, a doubtful one has other amounts, or they may be before a
 * discount.
 */
function chooseAmount(header: Header, lines: Table): number {
  const places = findPaid(header, lines) ?? failPaid();
  const doubtful = header.doubtful.filter((index) => !places.includes(index));
  const textAt = (cells: readonly string[], index: number) => cells[index] ?? '';
  const [first = -1, ...others] = places
    .map((index) => ({
      index,
      filled: lines.filter((cells) => textAt(cells, index) !== '').length,
    }))
    .toSorted((a, b) => b.filled - a.filled)
    .map(({ index }) => index);
  if (others.length + doubtful.length === 0) return first;
  const texts = new Set(lines.flatMap((cells) => places.map((index) => textAt(cells, index))));
  const amounts = openAmounts([...texts], failAmounts);
  const isOther = (cells: readonly string[], index: number) => {
    const [own, other] = [textAt(cells, first), textAt(cells, index)];
    if (own === '' || other === '' || own === other) return false;
    return amounts(own, 0) !== amounts(other, 0);
  };
  const isAmount = (cells: readonly string[], index: number) =>
    amounts(textAt(cells, index), 0) !== undefined;
  const differs = (cells: readonly string[]) =>
    others.some((index) => isOther(cells, index)) ||
    doubtful.some((index) => isOther(cells, index) && isAmount(cells, index));
  if (lines.some(differs)) failAmounts();
  return first;
}

const failAmounts = () =>
  fail(
    'The statement has several columns of amounts that differ, and nothing tells which of them was paid: say in columns what it is called, as amount.',
  );

const failPaid = () =>
  fail(
    'The statement has a price and what it may be before or behind a discount or a credit, and nothing tells which column has what was paid: say in columns what it is called, as amount.',
  );
