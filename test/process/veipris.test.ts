/** `bin/veipris.js`, and `tools/build.js` below it, in a checkout of its own, whose sources are these. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchFile } from '../support/launched-file.ts';
import { type AtEnd, tempHome } from '../support/temp-home.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILDING = 'veipris: building dist/ from src/\n';

/** @param modules what `npm ci` has installed. */
async function checkout(modules: 'all' | 'none', atEnd?: AtEnd): Promise<string> {
  const folder = tempHome(atEnd);
  const built = ['tools/build.js', 'tools/share-shapes.js', 'tsconfig.json'];
  for (const name of ['bin', 'package.json', ...built])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'src'), join(folder, 'src'));
  if (modules === 'all') await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** How `veipris --help` ends there. */
async function askForHelp(folder: string) {
  const { code, out, err } = await run(folder, 'bin/veipris.js', '--help');
  return { code, err, isHelp: out.startsWith('veipris: what does this drive') };
}

const run = (folder: string, script: string, ...args: readonly string[]) =>
  launchFile([join(folder, script), ...args], {}, { cwd: join(folder, '..') }).done;

describe('in one checkout', () => {
  const ends: (() => Promise<void>)[] = [];
  let folder = '';
  beforeAll(async () => {
    folder = await checkout('all', (work) => void ends.push(work));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  test('it builds what is not built or older than the packages that are named, and nothing else', async () => {
    expect(await askForHelp(folder)).toEqual({ code: 0, err: BUILDING, isHelp: true });

    // Ahead of every source, whoever edits one meanwhile.
    const later = new Date(Date.now() + 3_600_000);
    await utimes(join(folder, 'dist/cli.js'), later, later);
    expect(await askForHelp(folder)).toEqual({ code: 0, err: '', isHelp: true });

    const latest = new Date(later.getTime() + 1000);
    await utimes(join(folder, 'package.json'), latest, latest);
    expect((await askForHelp(folder)).err).toBe(BUILDING);
  });

  test('a build leaves what a server of yesterday may ask for, and nothing else of former ones', async () => {
    const dist = join(folder, 'dist');
    const former = ['chunk-YOUNGEST.js', 'chunk-OLDOLDOL.js', 'worker.js'];
    for (const name of former) await writeFile(join(dist, name), '');
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(dist, 'chunk-OLDOLDOL.js'), longAgo, longAgo);
    expect(await run(folder, 'tools/build.js')).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(join(dist, 'cli.js'))).toBe(true);
    const left = former.filter((name) => existsSync(join(dist, name)));
    expect(left).toEqual(['chunk-YOUNGEST.js']);
    expect((await readdir(dist)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('a build that breaks off has touched nothing that is started', async () => {
    const dist = join(folder, 'dist');
    const names = await readdir(dist);
    const started = ['batch.js', 'cli.js', 'main.js'];
    for (const name of started) await writeFile(join(dist, name), 'former');
    // What is written under this name cannot take it. esbuild gives it after all that is started.
    const [taken = ''] = names.filter((name) => /^address-search-[A-Z0-9]{8}\.js$/.test(name));
    await rm(join(dist, taken));
    await mkdir(join(dist, taken));
    expect((await run(folder, 'tools/build.js')).err).toContain(taken);
    const texts = await Promise.all(started.map((name) => readFile(join(dist, name), 'utf8')));
    expect(texts).toEqual(['former', 'former', 'former']);
  });
});

test('it runs in a folder whose path is no address, as no path of Windows is', async () => {
  const folder = join(tempHome(), 'a#b');
  for (const name of ['bin', 'package.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist/cli.js'), "process.stdout.write('started');");
  expect(await run(folder, 'bin/veipris.js')).toEqual({ code: 0, out: 'started', err: '' });
});

test('a folder of somebody else is not built into', async () => {
  const folder = await checkout('all');
  const other = join(folder, 'letters');
  await mkdir(other);
  await writeFile(join(other, 'letter.txt'), '');
  const err = `${other} is neither empty nor the folder of a former build.\n`;
  expect(await run(folder, 'tools/build.js', 'letters')).toEqual({ code: 1, out: '', err });
  expect(await readdir(other)).toEqual(['letter.txt']);
});

test('without the build script, it runs what it has, or says what is missing', async () => {
  const folder = await checkout('none');
  await rm(join(folder, 'tools/build.js'));
  const err =
    'veipris: dist/ is missing, and so is what it is built from: src/ or tools/build.js\n';
  expect(await askForHelp(folder)).toEqual({ code: 1, err, isHelp: false });
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist/cli.js'), "console.log('veipris: what does this drive');");
  expect(await askForHelp(folder)).toEqual({ code: 0, err: '', isHelp: true });
});

test('without what builds it, it says what to do', async () => {
  const err = 'veipris: dist/ is not built; run "npm ci && npm run build"\n';
  expect(await askForHelp(await checkout('none'))).toEqual({ code: 1, err, isHelp: false });
});
