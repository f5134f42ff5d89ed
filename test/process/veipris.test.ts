/** `bin/veipris.js` in a checkout of its own, whose sources are these. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempHome } from '../support/temp-home.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILDING = 'veipris: building dist/ from src/\n';

/** @param modules what `npm ci` has installed. */
async function checkout(modules: 'all' | 'none'): Promise<string> {
  const folder = await tempHome();
  for (const name of ['bin', 'tools/build.js', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'src'), join(folder, 'src'));
  if (modules === 'all') await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** How `veipris --help` ends there. */
async function askForHelp(folder: string) {
  const child = spawn(process.execPath, [join(folder, 'bin/veipris.js'), '--help'], {
    cwd: join(folder, '..'),
    env: { PATH: process.env.PATH },
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const [code] = await once(child, 'close');
  return { code, err: said.err, isHelp: said.out.startsWith('veipris: what does this drive') };
}

test('it builds what is not built or older than the packages that are named, and nothing else', async () => {
  const folder = await checkout('all');
  expect(await askForHelp(folder)).toEqual({ code: 0, err: BUILDING, isHelp: true });

  // Ahead of every source, whoever edits one meanwhile.
  const later = new Date(Date.now() + 3_600_000);
  await utimes(join(folder, 'dist/cli.js'), later, later);
  expect(await askForHelp(folder)).toEqual({ code: 0, err: '', isHelp: true });

  const latest = new Date(later.getTime() + 1000);
  await utimes(join(folder, 'package.json'), latest, latest);
  expect((await askForHelp(folder)).err).toBe(BUILDING);
});

test('a build leaves nothing of former ones, and the client alone', async () => {
  const folder = await checkout('all');
  await mkdir(join(folder, 'dist/client'), { recursive: true });
  for (const name of ['chunk-OLD.js', 'client/client.js'])
    await writeFile(join(folder, 'dist', name), '');
  await askForHelp(folder);
  const files = await readdir(join(folder, 'dist'));
  expect(files).toContain('cli.js');
  expect(files).not.toContain('chunk-OLD.js');
  expect(existsSync(join(folder, 'dist/client/client.js'))).toBe(true);
});

test('without what builds it, it says what to do', async () => {
  const err = 'veipris: dist/ is not built; run "npm ci && npm run build"\n';
  expect(await askForHelp(await checkout('none'))).toEqual({ code: 1, err, isHelp: false });
});
