import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The pages that the audits write their figures to, each between two markers of its own; `accuracy.md` where none is named. */
const PAGES: Readonly<Record<string, string>> = {
  cheapest: 'cheapest.md',
  official: 'road-networks.md',
  traces: 'traces.md',
};

/** Replaces what stands between the markers of an audit on its page. */
export async function writeSection(name: string, text: string): Promise<void> {
  const path = join(import.meta.dirname, '../../docs', PAGES[name] ?? 'accuracy.md');
  const page = await readFile(path, 'utf8');
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`Expected the markers of ${name} in ${path}.`);
  await writeFile(path, `${page.slice(0, from + begin.length)}\n${text}\n\n${page.slice(to)}`);
}

/** A table as Markdown writes it; the numbers of a column stand to the right. */
export function formatMarkdown(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const isNumber = head.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(isNumber.map((right) => (right ? '--:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/** A share of a whole in percent, one decimal; a dash of nothing. */
export const formatShare = (part: number, whole: number) =>
  whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`;
