/** Makes and switches versions in a home until it is killed. Prints a line for each version in force. */
import { openDataVersions } from '../../src/facts/data-versions.ts';

const versions = openDataVersions(process.argv[2] ?? '');
for (let madeAtMs = Date.now(); ; madeAtMs++) {
  const text = JSON.stringify({ madeAtMs, padding: 'x'.repeat(200_000) });
  const files = { 'a.json': text, 'b.json': text, 'c.json': text };
  const draft = { day: '2026-11-20', madeAtMs, decisions: 'd', files };
  const { version } = await versions.make(draft, async () => {});
  await versions.switchTo(version);
  await versions.sweep();
  process.stdout.write(`${version}\n`);
}
