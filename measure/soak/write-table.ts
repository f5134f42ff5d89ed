import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Phase } from './judge.ts';

const PAGE = join(import.meta.dirname, '../../docs/reliability.md');
const [BEGIN, END] = ['<!-- soak -->', '<!-- /soak -->'];
const HEAD = [
  'Load',
  'Calls',
  'Shed',
  'Wrong',
  'Failed',
  'Trips: half within',
  '95 % within',
  '99 % within',
  'Caller late by',
  'Memory',
  'Files',
];

/** What the loads did, as lines of a table. */
export function tableOf(phases: readonly Phase[]): string[] {
  return [line(HEAD), `|${HEAD.map(() => '---').join('|')}|`, ...phases.map(rowOf)];
}

/** Puts the table into docs/reliability.md, over the former one. */
export async function writeTable(phases: readonly Phase[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`Expected ${BEGIN} and ${END} in ${PAGE}.`);
  const day = new Date().toISOString().slice(0, 10);
  const where = `${day}, ${availableParallelism()} cores, Node ${process.versions.node}:`;
  const text = [BEGIN, '', where, '', ...tableOf(phases), ''].join('\n');
  await writeFile(PAGE, `${page.slice(0, from)}${text}\n${page.slice(to)}`);
}

function rowOf({ name, share, sustainedPerS, seconds, summary, lateMs, resources }: Phase): string {
  const { calls, shed, wrong, failed, work } = summary;
  const percent = `${Math.round(share * 100)} %`;
  const load =
    name === 'after'
      ? `${percent} after it, ${seconds} s`
      : `${percent} of ${sustainedPerS.toFixed(0)} calls a second, ${seconds} s`;
  return line([
    load,
    calls.toLocaleString('en').replaceAll(',', ' '),
    `${Math.round((100 * shed) / calls)} %`,
    wrong.length,
    failed.length,
    ...[work.p50, work.p95, work.p99, lateMs].map((ms) => `${ms.toFixed(0)} ms`),
    `${(resources.memoryMb.at(-1) ?? 0).toFixed(0)} MB`,
    resources.files.at(-1) ?? 0,
  ]);
}

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
