import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { limitHeapGrowth } from '../../src/service/lifecycle.ts';

test('the setting that holds the heap is one that this Node knows', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const flags: string[] = [];
  limitHeapGrowth((flag) => flags.push(flag));
  expect(flags).toHaveLength(1);
  for (const flag of flags) expect(options).toContain(`${flag.split('=')[0]} (`);
});
