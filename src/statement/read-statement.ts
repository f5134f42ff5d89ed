/** The table of an operator's statement: any of the forms that Excel and the operators' pages write. */
import { parse } from 'csv-parse/sync';
import { decodeText } from '../base/decode-text.ts';
import { refusedValue } from '../base/fault.ts';
import { groupBy } from '../base/group-by.ts';
import type { Ore } from '../base/nok.ts';
import { type GivenColumns, STATEMENT_COLUMNS, type StatementColumn } from './columns.ts';
import { type Amounts, isForeign, openAmounts, readTax } from './read-amount.ts';
import { type Moments, openMoments } from './read-moment.ts';
import { settleClock } from './settle-clock.ts';
import { findHeader, NEEDED_COLUMNS, PLATE, settleColumns, TAG } from './settle-columns.ts';
import { type BilledPassage, LEFT_OUT, type LeftOut, type Statement } from './statement.ts';

/** Choices of ours: a year of a large fleet has fewer. */
const MOST = { bytes: 20_000_000, lines: 200_000, cells: 200 };

const fail = (sentence: string): never => {
  throw refusedValue('statement', sentence);
};

/**
 * @param given names of columns as they stand in the header, in place of those that are looked for.
 * @param mostLines the header and what stands above it counted.
 * @throws Fault `invalid_parameter` of `statement`, `statement[LINE]` or `columns.NAME`, with a sentence that quotes no row.
 */
export function readStatement(
  bytes: Uint8Array,
  given: GivenColumns = {},
  mostLines = MOST.lines,
): Statement {
  if (bytes.length > MOST.bytes) fail(`The statement has more than ${MOST.bytes / 1e6} MB.`);
  const table = readTable(decodeText(bytes), mostLines);
  if (table.length > mostLines) fail(`The statement has more than ${mostLines} lines.`);
  const wide = table.findIndex((cells) => cells.length > MOST.cells);
  if (wide >= 0) failLine(wide + 1, `has more than ${MOST.cells} cells`);
  const { header, at } = findHeader(table, given);
  const columns = settleColumns(header, table.slice(at + 1), given);
  const lines = table.map((cells, i): Line => {
    const cell = (column: StatementColumn) => cells[columns[column] ?? -1] ?? '';
    return { no: i + 1, cell, isBlank: cells.every((text) => text === '') };
  });
  const [heading, ...below] = lines.slice(at);
  const isHeading = ({ cell }: Line) =>
    NEEDED_COLUMNS.every((column) => cell(column) === heading?.cell(column));
  const filled = below.filter(({ isBlank }) => !isBlank);
  const { reader, isDayFirst } = openReader(filled, {
    isBeforeTax: header.isBeforeTax,
    isRate: heading?.cell('vat').includes('%') === true,
  });
  const found = filled.map((line) =>
    isHeading(line) ? leave(line, 'header') : readLine(line, reader),
  );
  const rows = settleClock(found.flatMap((one) => ('reason' in one ? [] : one)));
  const left = found.flatMap((one) => ('reason' in one ? one : []));
  const [unread] = rows.length === 0 ? left.filter(({ problem }) => problem !== undefined) : [];
  if (unread) failLine(unread.firstLine, unread.problem ?? '');
  const headings = STATEMENT_COLUMNS.flatMap((column): [StatementColumn, string][] =>
    columns[column] === undefined ? [] : [[column, table[at]?.[columns[column]] ?? '']],
  );
  return {
    rows,
    columns: Object.fromEntries(headings),
    undecided: rows.filter(({ isUndecided }) => isUndecided).length,
    leftOut: sumUp(left),
    isDayFirst,
  };
}

/** By the mark that parts the most cells of the first lines; a line `sep=;` says it. */
function readTable(text: string, mostLines: number): string[][] {
  const [first = ''] = text.split(/\r\n|\n|\r/, 1);
  const said = /^"?sep=([,;|\t])"?/i.exec(first)?.[1];
  const head = text.slice(0, 10_000);
  const count = (mark: string) => head.split(mark).length;
  const [usual = ';'] = [';', '\t', '|', ','].toSorted((a, b) => count(b) - count(a));
  // Where commas are decimal points a semicolon parts the cells, however few there are.
  const delimiter = said ?? (usual === ',' && count(';') > 3 ? ';' : usual);
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      bom: true,
      to: mostLines + 1,
    });
  } catch {
    return fail('The statement is no table of cells.');
  }
}

interface Line {
  /** As a person counts the lines of the file. */
  readonly no: number;
  /** What it has in a column, `''` where it has nothing. */
  readonly cell: (column: StatementColumn) => string;
  readonly isBlank: boolean;
}

/** @param no of a line, which the name of the refused value has as well: pages tell it in their own language. */
const failLine = (no: number, problem: string): never => {
  throw refusedValue(`statement[${no}]`, `Line ${no} of the statement ${problem}.`);
};

const NO_MOMENT = 'has no moment that can be read';
const SKIPPED_HOUR =
  'has a moment that the Norwegian clock does not show, as summer time begins in that hour';
const UNDECIDED_MARK =
  'has an amount of which a mark may part thousands or be the decimal one, and no other amount tells which: write it with two decimals';

/** A line that is no passage. */
interface Left extends LeftOut {
  /** What refuses the file where no line is a passage; absent: nothing. */
  readonly problem?: string;
}

function leave({ no, cell }: Line, reason: LeftOut['reason'], ore: Ore = 0): Left {
  const left = { reason, lines: 1, firstLine: no, ore };
  if (reason === 'other-currency')
    return { ...left, problem: 'is not in Norwegian kroner, and no other line is' };
  if (reason === 'no-amount') return { ...left, problem: 'has no amount' };
  const isDated = reason === 'no-moment' && /\d/.test(cell('time'));
  return isDated ? { ...left, problem: NO_MOMENT } : left;
}

/** How the tax of a file is read. */
interface TaxTerms {
  readonly isBeforeTax: boolean;
  /** Its column has rates, with a percent sign or without. */
  readonly isRate: boolean;
}

/** How the lines of a file are read. */
interface Reader extends TaxTerms {
  readonly amounts: Amounts;
  readonly moments: Moments;
}

/** @param lines all of them: amounts and days are read as the others of their column. */
function openReader(lines: readonly Line[], terms: TaxTerms) {
  const texts = lines.flatMap(({ cell }) => [cell('amount'), terms.isRate ? '' : cell('vat')]);
  const amounts = openAmounts(
    texts.filter((text) => !text.includes('%')),
    (no) => failLine(no, UNDECIDED_MARK),
  );
  const { moments, isDayFirst } =
    openMoments(lines.map(({ cell }) => cell('time'))) ??
    fail('The statement has days that begin with the day and others with the month.');
  return { reader: { ...terms, amounts, moments }, isDayFirst };
}

function readLine(
  line: Line,
  { amounts, moments, isBeforeTax, isRate }: Reader,
): BilledPassage | Left {
  const { no, cell } = line;
  const moment = moments(cell('time'), cell('clock'));
  const ore = isForeignLine(line) ? 0 : amounts(cell('amount'), no);
  const reason = whyLeft(line, moment);
  if (reason !== undefined) return leave(line, reason, ore);
  if (typeof moment === 'string')
    return failLine(no, moment === 'skipped' ? SKIPPED_HOUR : NO_MOMENT);
  if (ore === undefined) return failLine(no, 'has no amount that can be read');
  const tax = isRate ? cell('vat').replace(/\d$/, '$& %') : cell('vat');
  const vatOre = readTax(tax, ore, isBeforeTax, (text) => amounts(text, no));
  if (vatOre === undefined) return failLine(no, 'has a tax that can not be read');
  return toPassage(line, moment, isBeforeTax ? ore + vatOre : ore, vatOre);
}

const isForeignLine = ({ cell }: Line): boolean => isForeign(cell('amount'), cell('currency'));

function whyLeft(line: Line, moment: ReturnType<Moments>): LeftOut['reason'] | undefined {
  if (line.cell('station') === '') return 'no-station';
  if (moment === 'none') return 'no-moment';
  if (line.cell('amount') === '') return 'no-amount';
  return isForeignLine(line) ? 'other-currency' : undefined;
}

function toPassage(
  { no, cell }: Line,
  { atMs, isTwice }: { readonly atMs: number; readonly isTwice: boolean },
  ore: Ore,
  vatOre: Ore,
): BilledPassage {
  const tag = TAG.test(cell('tag')) ? cell('tag') : '';
  const plate = (PLATE.test(cell('plate')) ? cell('plate') : tag)
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  return {
    line: no,
    atMs,
    station: cell('station'),
    ore,
    ...(vatOre !== 0 && { vatOre }),
    ...(plate !== '' && { plate }),
    ...(isTwice && { isUndecided: true }),
  };
}

function sumUp(left: readonly Left[]): Statement['leftOut'] {
  const sum = (some: readonly Left[]): Ore => some.reduce((all, { ore }) => all + ore, 0);
  const byReason = groupBy(left, ({ reason }) => reason);
  const reasons = LEFT_OUT.flatMap((reason): LeftOut[] => {
    const [first, ...others] = byReason.get(reason) ?? [];
    if (first === undefined) return [];
    const { firstLine } = first;
    return [{ reason, lines: others.length + 1, firstLine, ore: sum([first, ...others]) }];
  });
  return { lines: left.length, ore: sum(left), reasons };
}
