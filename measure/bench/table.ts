/** A table of the benchmarks. */
export interface Table {
  readonly title: string;
  /** What was measured, in a sentence or two. */
  readonly about: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table in Markdown, with its title. */
export function formatTable({ title, about, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `### ${title}`,
    '',
    about,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
  ].join('\n');
}

/** A number with three figures that count. */
export function figures(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(value < 0.1 ? 3 : 2);
}
