import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One row of the table. */
export interface Row {
  /** What the fault is called on the command line. */
  readonly id: string;
  readonly cells: readonly string[];
}

const PAGE = join(import.meta.dirname, '../../docs/reliability.md');
const [BEGIN, END] = ['<!-- chaos -->', '<!-- /chaos -->'];
const HEAD = ['Fault', 'Expected', 'Seen', 'When'];

/** Puts the rows into the table of docs/reliability.md, each over the former one of its fault. */
export async function writeTable(rows: readonly Row[], order: readonly string[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = cut(page, BEGIN);
  const [former, after] = cut(rest, END);
  const known = new Map(
    [...former.matchAll(/^\| `([\w-]+)` (.*) \|$/gm)].map(([, id = '', more = '']) => [id, more]),
  );
  for (const { id, cells } of rows) known.set(id, cells.join(' | '));
  const lines = order.flatMap((id) => {
    const cells = known.get(id);
    return cells === undefined ? [] : [`| \`${id}\` ${cells} |`];
  });
  const head = [`| ${HEAD.join(' | ')} |`, `|${HEAD.map(() => '---').join('|')}|`];
  const table = [BEGIN, '', ...head, ...lines, '', END].join('\n');
  await writeFile(PAGE, `${before}${table}${after}`);
}

function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`Expected ${mark} in docs/reliability.md.`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
