import { formatWait } from '../base/duration.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';

/** The head of a column, with its texts on the left or on the right. */
export type Column = string | { readonly head: string; readonly align: 'right' };

/** A column of amounts. */
export const right = (head: string): Column => ({ head, align: 'right' });

/** A table for a terminal: two blanks between columns, each as wide as its widest text. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const heads = columns.map((column) => (typeof column === 'string' ? column : column.head));
  const widths = columns.map((_, i) =>
    Math.max(...[heads, ...rows].map((row) => [...(row[i] ?? '')].length)),
  );
  return [heads, ...rows]
    .map((row) =>
      columns
        .map((column, i) => pad(row[i] ?? '', widths[i] ?? 0, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A table as a paragraph of a longer text; `[]` without rows. */
export const tableOf = (...[columns, rows]: Parameters<typeof formatTable>): string[] =>
  rows.length === 0 ? [] : [formatTable(columns, rows)];

/** Sentences below a head as a paragraph of a longer text; `[]` without sentences. */
export const notesOf = (head: string, notes: readonly string[]): string[] =>
  notes.length === 0 ? [] : [[head, ...notes.map((note) => `- ${note}`)].join('\n')];

/** The last paragraph of an answer: its planner, the version of its facts, and the credit line. */
export const formatSource = ({ source, dataVersion, attribution }: Sourced): string =>
  `Source: ${source}; data ${dataVersion}. ${attribution}`;

type Sourced = Readonly<Record<'source' | 'dataVersion' | 'attribution', string>>;

/** Fills a text up with blanks. The width counts characters, not code units, so that every letter has one place. */
function pad(text: string, width: number, column: Column): string {
  const blanks = ' '.repeat(Math.max(0, width - [...text].length));
  return typeof column === 'string' ? text + blanks : blanks + text;
}

/** Norwegian day and minute for a table, `2026-11-20 12:05`; absent: empty. */
export const formatInstant = (atMs: number | undefined): string =>
  atMs === undefined ? '' : formatDayAndMinute(formatOsloInstant(atMs));

/** Day and minute of an ISO 8601 text with offset. */
export const formatDayAndMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** Kroner with two decimals. */
export const formatNok = (nok: number): string => nok.toFixed(2);

/** Metres as kilometres with one decimal. */
export const formatKm = (metres: number): string => `${(metres / 1000).toFixed(1)} km`;

/** Minutes as hours and whole minutes. */
export const formatDuration = (minutes: number): string => formatWait(60 * minutes);

/**
 * The time of day of an ISO 8601 text with offset, as its clock shows it. `+1` after it means one day after `startDay`
 * (`YYYY-MM-DD`).
 */
export function formatTimeOfDay(iso: string, startDay: string): string {
  const days = (Date.parse(iso.slice(0, 10)) - Date.parse(startDay)) / 86_400_000;
  return iso.slice(11, 16) + (days > 0 ? ` +${days}` : '');
}
