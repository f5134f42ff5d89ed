/** The table of an operator's statement: any of the forms that Excel and the operators' pages write. */
import { parse } from 'csv-parse/sync';
import { decodeText } from '../base/decode-text.ts';
import { Fault } from '../base/fault.ts';
import { type Ore, sumOre } from '../base/nok.ts';
import { hasSides, isFree, openWords, type Words } from './bill-words.ts';
import {
  type Columns,
  type GivenColumns,
  isOfUtc,
  lettersOfHeading,
  STATEMENT_COLUMNS,
  type StatementColumn,
} from './columns.ts';
import {
  type Left,
  type Line,
  leaveSums,
  NO_MOMENT,
  openIsCredit,
  placeDiscounts,
  refuse,
  refuseDays,
  refuseOtherAmounts,
  sumUp,
} from './left-lines.ts';
import { isOtherFile, joinBooked, listHeaded } from './plain-table.ts';
import { type Amounts, isForeign, openAmounts, readTax } from './read-amount.ts';
import { type Moments, openMoments, settleClock } from './read-moment.ts';
import {
  fail,
  failLine,
  findHeader,
  findUnits,
  HEADER_WITHIN,
  isHeaded,
  NEEDED_COLUMNS,
  PLATE,
  settleColumns,
  TAG,
} from './settle-columns.ts';
import type { BilledPassage, LeftOut, Statement } from './statement.ts';

/** Choices of ours: a year of a large fleet has fewer. */
const MOST = { bytes: 20_000_000, lines: 200_000, cells: 200, stationColumns: 3 };

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
  if (isOtherFile(bytes)) fail('The statement is a spreadsheet, a zip or a PDF: save it as CSV.');
  const { table: written, mark } = readTable(decodeText(bytes), given, mostLines);
  if (written.length > mostLines) fail(`The statement has more than ${mostLines} lines.`);
  const wide = written.findIndex((cells) => cells.length > MOST.cells);
  if (wide >= 0) failLine(wide + 1, `has more than ${MOST.cells} cells`);
  const { header, at } = findHeader(written, given);
  const { booked } = header;
  const table = booked ? joinBooked(written, booked) : written;
  if (header.isParted)
    fail(
      'The statement has kroner and øre in columns of their own: write the amount in one column.',
    );
  const columns = settleColumns(header, table.slice(at), given);
  const form = {
    at,
    units: findUnits(header, columns, table.slice(at)),
    isBeforeTax: header.isBeforeTax,
    isCommaParted: mark === ',',
  };
  const found = readLines(table, columns, form);
  const otherwise = header.otherStations
    .slice(0, MOST.stationColumns)
    .flatMap((station) => readOtherwise(table, { ...columns, station }, form));
  return otherwise.length === 0 ? found : { ...found, otherwise };
}

/** Reads the table by another column of stations; `[]` where it can not be read that way. */
function readOtherwise(...asked: Parameters<typeof readLines>): Statement[] {
  try {
    return [readLines(...asked)];
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

interface Form {
  /** Where the headings stand. */
  readonly at: number;
  /** Columns that may tell vehicles without a plate from each other. */
  readonly units: readonly number[];
  readonly isBeforeTax: boolean;
  /** Commas part the cells, and so may the decimal one of an amount. */
  readonly isCommaParted: boolean;
}

function readLines(
  table: readonly (readonly string[])[],
  columns: Columns,
  { at, units, isBeforeTax, isCommaParted }: Form,
): Statement {
  const lines = table.map((cells, i): Line => {
    const cell = (column: StatementColumn) => cells[columns[column] ?? -1] ?? '';
    return { no: i + 1, cells, cell, isBlank: cells.every((text) => text === '') };
  });
  const [heading, ...below] = lines.slice(at);
  const isHeading = ({ cell }: Line) =>
    NEEDED_COLUMNS.every((column) => cell(column) === heading?.cell(column));
  const filled = below.filter(({ isBlank }) => !isBlank);
  const heads = (heading?.cells ?? []).map(lettersOfHeading);
  const passages = filled.map(({ cells }) => cells);
  const reader = openReader(filled, {
    isUtc: isOfUtc(`${heading?.cell('time')} ${heading?.cell('clock')}`),
    isBeforeTax,
    // `MVA 25 %` is the tax of that rate.
    isRate: /^[^\d]*%/.test(heading?.cell('vat') ?? ''),
    words: openWords(heads, passages, columns),
    isMoved: openIsMoved(isCommaParted ? heads.length : Number.POSITIVE_INFINITY, columns),
    isSeveral: openIsSeveral(heads, columns),
  });
  const alone = filled.map((line) =>
    isHeading(line) ? ({ line, reason: 'header', ore: 0 } as const) : readLine(line, reader),
  );
  const isCredit = openIsCredit(filled, alone);
  const found = leaveSums(filled, placeDiscounts(filled, alone, isCredit));
  const read = found.flatMap((one) => ('reason' in one ? [] : one));
  const headed = [...lines.slice(0, at), ...filled];
  const named = (columns.plate ?? columns.tag) ? read : headPlates(read, headed);
  const rows = settleClock(nameUnits(named, headed, units));
  const left = found.flatMap((one) => ('reason' in one ? one : []));
  if (rows.length === 0) left.forEach(refuse);
  refuseDays(rows, lines);
  refuseOtherAmounts(rows, hasSides(heads));
  const headings = STATEMENT_COLUMNS.flatMap((column): [StatementColumn, string][] =>
    columns[column] === undefined ? [] : [[column, table[at]?.[columns[column]] ?? '']],
  );
  return {
    rows,
    columns: Object.fromEntries(headings),
    undecided: rows.filter(({ isUndecided }) => isUndecided).length,
    leftOut: sumUp(left),
    paidBackOre: sumOre(left.filter(isCredit), ({ ore }) => -ore),
  };
}

const MARKS = [';', '\t', '|', ','] as const;

/** The beginning of a file, which tells which marks it has. */
const HEAD_LETTERS = 10_000;

/**
 * Cells are parted by the mark that a line `sep=;` names, else by the one that parts the headings, else by the one that
 * parts the most in the first lines.
 */
function readTable(text: string, given: GivenColumns, mostLines: number) {
  const [first = ''] = text.split(/\r\n|\n|\r/, 1);
  const said = /^"?sep=([,;|\t])"?/i.exec(first)?.[1];
  const head = text.slice(0, HEAD_LETTERS);
  const count = (mark: string) => head.split(mark).length;
  const [usual = ';'] = MARKS.toSorted((a, b) => count(b) - count(a));
  // The whole text is parsed: a quoted cell may go on behind its beginning.
  const readFirst = (mark: string) => parseCells(text, mark, HEADER_WITHIN) ?? [];
  const isNarrow = (cells: readonly string[]) => cells.length <= MOST.cells;
  const heading = MARKS.filter((mark) => count(mark) > 1).find((mark) =>
    isHeaded(readFirst(mark).filter(isNarrow), given),
  );
  const mark = said ?? heading ?? usual;
  const table = parseCells(text, mark, mostLines + 1);
  return { mark, table: table ?? fail('The statement is no table of cells.') };
}

/** @returns `undefined`: the text is no table of cells. */
function parseCells(text: string, delimiter: string, to: number): string[][] | undefined {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      trim: true,
      bom: true,
      to,
      // Findings print these texts in lines of a table, on a terminal too.
      cast: (cell) =>
        plainText(
          cell
            .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
            .replace(UNSEEN, '')
            .trim(),
        ),
    });
  } catch {
    return undefined;
  }
}

/** Marks without a width, which pages and mails leave in copied tables. */
const UNSEEN = /[\u200b-\u200d\u2060\ufeff]/gu;

/** `="18.11.2026"` is how programs keep a spreadsheet from reading a text. */
const plainText = (cell: string): string => cell.replace(/^="(.*)"$/, '$1');

const SKIPPED_HOUR =
  'has a moment that the Norwegian clock does not show, as summer time begins in that hour';
const NO_MOMENTS = { skipped: SKIPPED_HOUR, unread: NO_MOMENT, none: NO_MOMENT };
const UNDECIDED_MARK =
  'has an amount of which a mark may part thousands or be the decimal one, and no other amount tells which: write it with two decimals';

/** Is an amount written as figures alone, so that it may be øre? */
const isWhole = (text: string): boolean => /^[-+(]?\d+[-)]?$/.test(text);

/** How the lines of a file are read. */
interface Reader {
  readonly amounts: Amounts;
  readonly moments: Moments;
  /** Days may begin with the month; absent: they do not. */
  readonly otherMoments?: Moments;
  /** Clocks without an offset are those of UTC. */
  readonly isUtc: boolean;
  readonly isBeforeTax: boolean;
  /** The column of the tax has rates, with a percent sign or without. */
  readonly isRate: boolean;
  readonly words: Words;
  /** Has a line more cells than there are headings? */
  readonly isMoved: (cells: readonly string[]) => boolean;
  /** Is a line of several passages? */
  readonly isSeveral: (cells: readonly string[]) => boolean;
}

/** @param lines all of them: amounts and days are read as the others of their column. */
function openReader(
  lines: readonly Line[],
  terms: Omit<Reader, 'amounts' | 'moments' | 'otherMoments'>,
): Reader {
  const texts = lines.flatMap(({ cell }) => [cell('amount'), terms.isRate ? '' : cell('vat')]);
  const amounts = openAmounts(
    texts.filter((text) => !text.includes('%')),
    (no) => failLine(no, UNDECIDED_MARK),
  );
  const moments =
    openMoments(
      lines.map(({ cell }) => cell('time')),
      lines.map(({ cell }) => cell('clock')),
      terms.isUtc,
    ) ?? fail('The statement has days that begin with the day and others with the month.');
  const reader = { ...terms, amounts, ...moments };
  const isTold = isToldByWords(lines, reader);
  return isTold ? reader : { ...reader, words: NO_WORDS };
}

const NO_WORDS: Words = { isCredited: () => false, mayPayBack: () => false };

/**
 * Do words tell which amounts are credits? They do where they tell some lines from others, and no minus does: where it
 * does, a line without one that is called a credit is what was billed, and paid back on another line.
 */
function isToldByWords(lines: readonly Line[], reader: Reader): boolean {
  const written = lines
    .filter(({ cell }) => typeof reader.moments(cell('time'), cell('clock')) !== 'string')
    .map((line) => ({ line, ore: readOre(line, { ...reader, words: NO_WORDS }) ?? 0 }));
  const isBilled = ({ line, ore }: (typeof written)[number]) =>
    ore > 0 && !reader.words.isCredited(line.cells) && !reader.words.mayPayBack(line.cells);
  return written.every(({ ore }) => ore >= 0) && written.some(isBilled);
}

function readLine(line: Line, reader: Reader): BilledPassage | Left {
  const { no, cell, cells } = line;
  const moment = reader.moments(cell('time'), cell('clock'));
  const ore = readOre(line, reader);
  const isSeveral = reader.isSeveral(cells);
  const reason = whyLeft(line, moment, { ore, isSeveral });
  if (reason !== undefined) return { line, reason, ore: ore ?? 0 };
  if (typeof moment === 'string') return failLine(no, NO_MOMENTS[moment]);
  if (reader.isMoved(cells)) failLine(no, MORE_CELLS);
  if (ore === undefined) return failLine(no, 'has no amount that can be read');
  const vatOre = readVat(line, ore, reader);
  return {
    line: no,
    atMs: moment.atMs,
    ...readOtherMoment(line, reader),
    station: cell('station'),
    ore: reader.isBeforeTax ? ore + vatOre : ore,
    ...(vatOre !== 0 && { vatOre }),
    ...(isWhole(cell('amount')) && { isWhole: true }),
    ...readPlate(line),
    ...(moment.isTwice && { isUndecided: true }),
    ...(isSeveral && { isSeveral }),
    ...(ore > 0 && reader.words.mayPayBack(cells) && { mayPayBack: true }),
  };
}

function readOtherMoment({ cell }: Line, { otherMoments }: Reader) {
  const other = otherMoments?.(cell('time'), cell('clock'));
  return typeof other === 'object' && { otherMs: other.atMs };
}

/** Headings of how many passages a line has. */
const COUNTS = /^(?:ant|antall|antal|stk|antallpasseringer|quantity|qty)$/;

/** Tells the lines of several passages. @param heads headings in small letters. */
function openIsSeveral(heads: readonly string[], columns: Columns): Reader['isSeveral'] {
  const used = new Set(Object.values(columns));
  const counts = [...heads.keys()].filter(
    (index) => COUNTS.test(heads[index] ?? '') && !used.has(index),
  );
  return (cells) =>
    counts.some((index) => Number.parseFloat((cells[index] ?? '').replace(',', '.')) > 1);
}

/**
 * A mark within a text or an amount moves the cells behind it. An amount of the last column would then stand behind all
 * headings: a note there has no figures.
 *
 * @param most cells that a line may have.
 */
function openIsMoved(most: number, { amount }: Columns): Reader['isMoved'] {
  const isMoved = (text: string) => text !== '' && (amount !== most - 1 || /\d/.test(text));
  return (cells) => cells.slice(most).some(isMoved);
}

const MORE_CELLS =
  'has more cells than there are headings: where a mark of an amount or a text parts cells, too, it has to stand in quotes';

function readOre(
  line: Line,
  { amounts, words }: Pick<Reader, 'amounts' | 'words'>,
): Ore | undefined {
  if (isForeignLine(line) || isFree(line.cell('amount'))) return 0;
  const ore = amounts(line.cell('amount'), line.no);
  return ore !== undefined && ore > 0 && words.isCredited(line.cells) ? -ore : ore;
}

function readVat({ no, cell }: Line, ore: Ore, { amounts, isBeforeTax, isRate }: Reader): Ore {
  const text = isRate ? cell('vat').replace(/\d$/, '$& %') : cell('vat');
  const vatOre = readTax(text, ore, isBeforeTax, (own) => amounts(own, no));
  if (vatOre === undefined) return failLine(no, 'has a tax that can not be read');
  return ore < 0 ? -Math.abs(vatOre) : vatOre;
}

/** Rows with the plates of the lines that head them; the same rows where no lines do. */
function headPlates(rows: readonly BilledPassage[], lines: readonly Line[]): BilledPassage[] {
  const rowOf = new Map(rows.map((row) => [row.line, row]));
  const isPassage = (i: number) => rowOf.has(lines[i]?.no ?? 0);
  const plates = listHeaded(
    lines.map(({ cells }) => cells),
    isPassage,
  );
  if (plates === undefined) return fail(PARTED_VEHICLES);
  const plateOf = new Map(lines.map(({ no }, i) => [no, plates[i]]));
  return rows.map((row) => {
    const plate = plateOf.get(row.line);
    return plate === undefined ? row : { ...row, plate };
  });
}

/**
 * Rows without a plate, with what may tell their vehicle from others: their cells of some columns, and the nearest line
 * above them that has a single cell (`Kari`, `ABC 123`).
 */
function nameUnits(
  rows: readonly BilledPassage[],
  lines: readonly Line[],
  columns: readonly number[],
): BilledPassage[] {
  const rowOf = new Map(rows.map((row) => [row.line, row]));
  const named = new Map<BilledPassage, BilledPassage>();
  let above = '';
  for (const { no, cells } of lines) {
    const row = rowOf.get(no);
    const [only = '', ...others] = cells.filter((text) => text !== '');
    if (row === undefined && others.length === 0) above = only;
    if (row === undefined || row.plate !== undefined) continue;
    const unit = [above, ...columns.map((index) => cells[index] ?? '')].join(' ').trim();
    if (unit !== '') named.set(row, { ...row, unit: unit.toLowerCase() });
  }
  return rows.map((row) => named.get(row) ?? row);
}

const PARTED_VEHICLES =
  'The statement names several vehicles on lines of their own, and some passages stand before the first of them: write the plate beside each passage, in a column of its own.';

/** The plate of a line, or the number of its tag. */
function readPlate({ cell }: Line): Pick<BilledPassage, 'plate'> {
  const tag = TAG.test(cell('tag')) ? cell('tag') : '';
  const written = PLATE.test(cell('plate')) ? cell('plate') : tag;
  const plate = written.replace(/[\s.-]/g, '').toUpperCase();
  return plate === '' ? {} : { plate };
}

const isForeignLine = ({ cell }: Line): boolean => isForeign(cell('amount'), cell('currency'));

/** Why a line is left out; undefined: it is not. A credit at a moment may have no station. */
function whyLeft(
  line: Line,
  moment: ReturnType<Moments>,
  { ore, isSeveral }: { readonly ore: Ore | undefined; readonly isSeveral: boolean },
): LeftOut['reason'] | undefined {
  const isCredit = ore !== undefined && ore < 0 && typeof moment !== 'string';
  if (line.cell('station') === '' && !isCredit) return 'no-station';
  if (moment === 'none' || (isSeveral && ore === 0)) return 'no-moment';
  if (line.cell('amount') === '') return 'no-amount';
  return isForeignLine(line) ? 'other-currency' : undefined;
}
