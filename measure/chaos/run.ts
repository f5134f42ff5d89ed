/**
 * `npm run chaos [-- FAULT …]`: breaks one thing after the other under steady load, checks whether every promise was
 * kept, and writes the observations to docs/reliability.md. Exit code 1 if a promise was broken. Everything runs on
 * this machine, in folders and processes of its own.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { formatRow, replaceOnPage } from '../page.ts';
import { CannotMake, FULL_PACE, see } from './fault.ts';
import { FAULTS } from './faults.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const ids = Object.keys(FAULTS);
const unknown = positionals.filter((id) => FAULTS[id] === undefined);
if (unknown.length > 0)
  throw new Error(`There is no fault ${unknown.join(', ')}; there are ${ids.join(', ')}.`);

let areKept = true;
/** The rows of the table without their first cell, by fault. */
const rows = new Map<string, string>();
for (const id of positionals.length > 0 ? positionals : ids) {
  const fault = FAULTS[id];
  if (fault === undefined) continue;
  const startMs = performance.now();
  const outcome = await see(fault, FULL_PACE);
  const tookS = Math.round((performance.now() - startMs) / 1000);
  const { text, broken } =
    outcome instanceof CannotMake ? { text: `not run: ${outcome.message}`, broken: [] } : outcome;
  const isKept = broken.length === 0;
  areKept &&= isKept;
  const verdict = isKept ? text : `**BROKEN** ${broken.join('; ')}. ${text}`;
  process.stdout.write(`${isKept ? 'kept  ' : 'BROKEN'} ${id}: ${verdict} (${tookS} s)\n`);
  const when = `${new Date().toISOString().slice(0, 10)}, ${tookS} s`;
  rows.set(id, [fault.name, fault.expected, verdict.replaceAll('|', '/'), when].join(' | '));
}
await replaceOnPage('docs/reliability.md', 'chaos', (former) => {
  const known = new Map(
    [...former.matchAll(/^\| `([\w-]+)` (.*) \|$/gm)].map(([, id = '', more = '']) => [id, more]),
  );
  const lines = ids.flatMap((id) => {
    const cells = rows.get(id) ?? known.get(id);
    return cells === undefined ? [] : [formatRow([`\`${id}\` ${cells}`])];
  });
  const head = ['Fault', 'Expected', 'Seen', 'When'];
  return `\n${[formatRow(head), formatRow(head.map(() => '---')), ...lines].join('\n')}\n\n`;
});
process.exit(areKept ? 0 : 1);
