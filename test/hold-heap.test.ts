import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { HEAP_FLAG } from '../src/hold-heap.ts';

test('the setting that holds the heap is one that this Node knows', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const [name] = HEAP_FLAG.split('=');
  expect(options).toContain(`${name} (`);
});
