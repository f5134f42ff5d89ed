import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listVehicleKnowledge } from '../support/vehicle-knowledge.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

test('docs/accuracy.md names every project whose tariffs for single vehicles are not known', () => {
  const rows = listVehicleKnowledge();
  expect(rows.length).toBeGreaterThan(20);
  const [, section = ''] = page.split('<!-- vehicle-tariffs -->');
  const [table = ''] = section.split('<!-- /vehicle-tariffs -->');
  expect(table.trim()).toBe(rows.join('\n'));
});
