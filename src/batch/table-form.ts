import { stringify } from 'csv-stringify/sync';

/**
 * How the cells and lines of a table are separated. A result has the same form, so that the spreadsheet which wrote the
 * table can open it.
 */
export interface TableForm {
  readonly delimiter: string;
  readonly lineBreak: '\n' | '\r\n';
  /** The file begins with a byte order mark, by which Excel knows UTF-8. */
  readonly hasMark: boolean;
}

export const PLAIN_FORM: TableForm = { delimiter: ',', lineBreak: '\n', hasMark: false };

/** The form that a spreadsheet in Norway opens. Numbers have decimal commas there. */
export const NORWEGIAN_FORM: TableForm = { delimiter: ';', lineBreak: '\r\n', hasMark: true };

/** Cells that some reader would trim or tear, unless they are in quotes. Delimiters and quotes are seen to anyway. */
const NEEDS_QUOTES = /^\s|[\r\n]|\s$/;

/** Rows as lines of a table, from which a reader gets each cell as it is, whatever stands in it. */
export const formatRows = (
  rows: readonly (readonly string[])[],
  { delimiter, lineBreak, hasMark }: TableForm,
): string =>
  stringify(
    rows.map((row) => [...row]),
    { bom: hasMark, delimiter, record_delimiter: lineBreak, quoted_match: NEEDS_QUOTES },
  );

/**
 * The beginning of a formula. Signs of double width are signs for some spreadsheets, and some trim blanks in front.
 *
 * Source: csv injection, owasp.org/www-community/attacks/CSV_Injection, 2026; OWASP ASVS 5.0, 1.2.10.
 */
const FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|\p{Cc})/u;

/**
 * The same for a table that is opened, and not read again by a program of ours: a text that a spreadsheet would take
 * for a formula gets an apostrophe in front.
 */
export const formatSheetRows = (rows: readonly (readonly string[])[], form: TableForm): string =>
  formatRows(
    rows.map((row) => row.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))),
    form,
  );

/** The form of rows that come after the first ones of their table. */
export const withoutMark = (form: TableForm): TableForm => ({ ...form, hasMark: false });
