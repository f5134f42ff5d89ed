/**
 * `npm run chaos [-- FAULT …]`: breaks one thing after the other under steady load, looks whether
 * every promise was kept, and writes what was seen to docs/reliability.md. Exit code 1 when one was
 * not. Everything runs on this machine, in folders and processes of its own.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { CannotMake } from './fault.ts';
import { FAULTS } from './faults.ts';
import { FULL_PACE } from './pace.ts';
import { see } from './see.ts';
import { type Row, writeTable } from './write-table.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const ids = Object.keys(FAULTS);
const unknown = positionals.filter((id) => FAULTS[id] === undefined);
if (unknown.length > 0)
  throw new Error(`There is no fault ${unknown.join(', ')}; there are ${ids.join(', ')}.`);

let areKept = true;
const rows: Row[] = [];
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
  rows.push({ id, cells: [fault.name, fault.expected, verdict.replaceAll('|', '/'), when] });
}
await writeTable(rows, ids);
process.exit(areKept ? 0 : 1);
