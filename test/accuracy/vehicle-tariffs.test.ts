import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countVehicleKnowledge, listVehicleKnowledge } from './vehicle-knowledge.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

test('docs/accuracy.md names every project whose tariffs for single vehicles are not known', () => {
  const rows = listVehicleKnowledge();
  expect(rows.length).toBeGreaterThan(20);
  expect(sectionOf('vehicle-tariffs')).toBe(rows.join('\n'));
});

test('docs/accuracy.md counts the stations at which the price of electric vehicles is known', () => {
  const [head = '', rule = '', ...rows] = sectionOf('vehicle-counts').split('\n');
  expect([head, rule.length > 10]).toEqual([expect.stringContaining('| known |'), true]);
  expect(rows).toEqual(countVehicleKnowledge());
});

function sectionOf(name: string): string {
  const [, section = ''] = page.split(`<!-- ${name} -->`);
  const [text = ''] = section.split(`<!-- /${name} -->`);
  return text.trim();
}
