import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadAuditNetwork } from '../../measure/audit/network.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

test.each([
  'stations',
  'rings',
  'parallel',
  'ferries',
  'lengths',
  'stretches',
  'preliminary',
  'bounds',
])('docs/accuracy.md has the figures of %s between its markers', (name) => {
  const [, section = ''] = page.split(`<!-- ${name} -->`);
  const [figures = ''] = section.split(`<!-- /${name} -->`);
  expect(figures).toMatch(/\| --: \||\| --- \|/);
});

test('docs/accuracy.md counts the stations as they are placed now', async () => {
  const { autopass, all, leftOut } = (await loadAuditNetwork()).placement;
  expect(page).toContain(`| AutoPASS | ${autopass.stations} | ${autopass.placed} |`);
  expect(page).toContain(`ferry payment too | ${all.stations} | ${all.placed} |`);
  expect(leftOut.missed).toBe(0);
});
