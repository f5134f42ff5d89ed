import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdOutput } from '../../src/batch/hold-output.ts';

let folder: string;
let out: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veipris-hold-'));
  out = join(folder, 'out.csv');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => rmSync(`${out}.lock`, { force: true }));

/** The number of a process that has ended. */
const DEAD = spawnSync(process.execPath, ['-e', '']).pid;

test.each([
  ['a process that lives', { pid: process.ppid, id: 'a' }, false],
  ['a process that has ended', { pid: DEAD, id: 'a' }, true],
  ['a dead process of our own number', { pid: process.pid, id: 'a' }, true],
  ['nobody', { id: 'a' }, true],
  ['who knows whom', {}, false],
])('the lock of %s is taken over, or not', (_, lock, isFree) => {
  writeFileSync(`${out}.lock`, JSON.stringify(lock));
  if (isFree) holdOutput(out).letGo(true);
  else expect(() => holdOutput(out)).toThrow(/^Another run writes to .*out\.csv: wait for it\./);
  expect(existsSync(`${out}.lock`)).toBe(!isFree);
  expect(readdirSync(folder)).toEqual(isFree ? [] : ['out.csv.lock']);
});

test.each([
  ['finished', true, undefined],
  ['not finished', false, 'with cheese'],
])('what was noted of rows that are %s', (_, isFinished, expected) => {
  const held = holdOutput(out);
  expect(held.noted).toBeUndefined();
  held.note('with cheese');
  held.letGo(isFinished);
  const next = holdOutput(out);
  expect(next.noted).toBe(expected);
  next.letGo(false);
  expect(holdOutput(out).noted).toBe(expected);
});

test('a dead lock that another run is just taking over is left to it', () => {
  writeFileSync(`${out}.lock`, JSON.stringify({ pid: DEAD, id: 'a' }));
  writeFileSync(`${out}.lock.a`, '');
  expect(() => holdOutput(out)).toThrow(/^Another run/);
  rmSync(`${out}.lock.a`);
});
