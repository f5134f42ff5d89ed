/** The header of a statement, and which of its columns are read. */
import { refusedValue, refusedValues } from '../base/fault.ts';
import { type Columns, type GivenColumns, type Header, readHeader } from './columns.ts';
import { openAmounts } from './read-amount.ts';
import { isClock } from './read-moment.ts';

/** What a line must have, and how it is called in a sentence. */
const NEEDED = { time: 'the time', station: 'the station', amount: 'the amount' } as const;
export const NEEDED_COLUMNS = Object.keys(NEEDED) as readonly (keyof typeof NEEDED)[];

/** A title may stand above the header. */
const HEADER_WITHIN = 30;

export type Table = readonly (readonly string[])[];

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
  const headers = table.slice(0, HEADER_WITHIN).map((cells) => readHeader(cells, given));
  const missingOf = ({ columns }: Header) =>
    NEEDED_COLUMNS.filter((column) => columns[column] === undefined);
  const at = headers.findIndex((one) => missingOf(one).length + one.missing.length === 0);
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

/** What the lines tell of the columns, where the headings leave it open. */
export function settleColumns(header: Header, lines: Table, given: GivenColumns): Columns {
  const textsOf = (index: number | undefined): string[] =>
    index === undefined
      ? []
      : lines.map((cells) => cells[index] ?? '').filter((text) => text !== '');
  const { plate, tag, ...columns } = header.columns;
  const hasPlates = textsOf(plate).some((text) => PLATE.test(text));
  const tags = new Set(
    lines
      .filter((cells) => !PLATE.test(cells[plate ?? -1] ?? ''))
      .map((cells) => cells[tag ?? -1] ?? '')
      .filter((text) => TAG.test(text)),
  );
  // One tag alone may be that of the only plate.
  const isTagged = tags.size > (hasPlates ? 1 : 0);
  return {
    ...columns,
    ...(plate !== undefined && (hasPlates || !isTagged) && { plate }),
    ...(isTagged && tag !== undefined && { tag }),
    ...joinDay(header, textsOf(columns.time), given),
    amount: chooseAmount(header, lines),
  };
}

/** A number; other cells of such a column say whether there was a tag. */
export const TAG = /\d{4}/;

/** A cell of nothing but marks (`-`) has no plate. */
export const PLATE = /[\p{L}\d]/u;

/** The column of moments has clocks alone, and another one their days. */
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
 * Of columns with the same amounts the one with the most of them.
 *
 * @throws Fault `invalid_parameter` where they differ, or a doubtful one has other amounts.
 */
function chooseAmount({ amounts: places, doubtful }: Header, lines: Table): number {
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
