/** One column of a table: its head, and on which side the texts stand. */
export interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
}

/** A table for a terminal: two blanks between columns, each as wide as its widest text. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const heads = columns.map(({ head }) => head);
  const widths = columns.map((_, i) =>
    Math.max(...[heads, ...rows].map((row) => [...(row[i] ?? '')].length)),
  );
  return [heads, ...rows]
    .map((row) =>
      columns
        .map(({ align }, i) => pad(row[i] ?? '', widths[i] ?? 0, align))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Counts characters, not code units, so that every letter has one place. */
function pad(text: string, width: number, align: Column['align']): string {
  const blanks = ' '.repeat(Math.max(0, width - [...text].length));
  return align === 'right' ? blanks + text : text + blanks;
}
