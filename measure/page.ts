/** Tables of measurements, and the pages that they are written to. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/**
 * Replaces the text between the two markers of a name.
 *
 * @param page path in the project.
 * @param write gives the new text from the former one.
 */
export async function replaceOnPage(
  page: string,
  name: string,
  write: (former: string) => string,
): Promise<void> {
  const path = join(import.meta.dirname, '..', page);
  const text = await readFile(path, 'utf8');
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (from < begin.length || to < from)
    throw new Error(`Expected the markers of ${name} in ${page}.`);
  await writeFile(path, `${text.slice(0, from)}${write(text.slice(from, to))}${text.slice(to)}`);
}

/** Writes a table between the two markers of a name, below the day and the machine. */
export function writeMeasured(page: string, name: string, table: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const where = `${day}, ${availableParallelism()} cores, Node ${process.versions.node}:`;
  return replaceOnPage(page, name, () => `\n${where}\n\n${table}\n\n`);
}

type Cells = readonly (string | number)[];

/** A table in Markdown. Columns of numbers are aligned to the right. */
export function formatTable(head: readonly string[], rows: readonly Cells[]): string {
  const isNumber = head.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  return [
    formatRow(head),
    formatRow(isNumber.map((right) => (right ? '--:' : '---'))),
    ...rows.map(formatRow),
  ].join('\n');
}

/** One line of a table. */
export const formatRow = (cells: Cells): string => `| ${cells.join(' | ')} |`;

/** A table with its subject. */
export interface Table {
  readonly title: string;
  /** The measurement, in a sentence or two. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const formatTitled = ({ title, about, head, rows }: Table): string =>
  [`### ${title}`, about, formatTable(head, rows)].join('\n\n');

/** A number with three significant figures. */
export function figures(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(value < 0.1 ? 3 : 2);
}

/** A share of a whole in percent with one decimal; a dash if the whole is 0. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`;
