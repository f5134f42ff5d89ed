import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceNamed } from '../../src/files/write-durably.ts';
import { tempHome } from '../support/temp-home.ts';

/** A text that breaks off, as on a disk that is full. */
const brokenOff = async function* () {
  yield 'a part';
  throw new Error('its disk is full');
};

test('a file that can not be written as a whole leaves the older one as it was, and nothing beside it', async () => {
  const home = tempHome();
  const path = join(home, 'claim.csv');
  const write = () => replaceNamed(path, brokenOff() as unknown as string);
  await expect(write()).rejects.toThrow('its disk is full');
  expect(readdirSync(home)).toEqual([]);
  writeFileSync(path, 'older');
  await expect(write()).rejects.toThrow('its disk is full');
  expect(readdirSync(home)).toEqual(['claim.csv']);
  expect(readFileSync(path, 'utf8')).toBe('older');
});

test('the file that a link leads to is replaced, and the link stays', async () => {
  const home = tempHome();
  const [file, link] = [join(home, 'claim.csv'), join(home, 'newest.csv')];
  writeFileSync(file, 'older');
  symlinkSync(file, link);
  await replaceNamed(link, 'newer');
  expect(readFileSync(file, 'utf8')).toBe('newer');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test('a device is written to, and stays', async () => {
  await replaceNamed('/dev/null', 'anything');
  expect(lstatSync('/dev/null').isFile()).toBe(false);
});
