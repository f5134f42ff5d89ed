/** The built program, for tests that start processes. Each process would have to load the sources anew. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { NETWORK_HOME } from './network-home.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILD = 'tools/build.js';
const CONFIGS = [BUILD, 'tools/share-shapes.js', 'package-lock.json', 'tsconfig.json'];
/** Files that the program reads beside its code. */
const BESIDE = ['data', 'docs', 'portal', 'package.json'];

/** Modules that tests run in processes of their own, by their names in the built folder. */
const PARTS = {
  'file-lock': 'src/files/file-lock.ts',
  'make-versions-for-ever': 'test/support/make-versions-for-ever.ts',
  'network-folders': 'src/network/network-folders.ts',
  'open-network': 'src/network/open-network.ts',
  'store-worker': 'test/support/store-worker.ts',
} as const;

/** The folder of the built program, once this worker has asked for it. */
let folder: string | undefined;

/**
 * A folder with `dist/` and the files that the program reads beside it. It is named after the hash of the sources. The
 * first test that needs it builds it.
 */
export function builtProgram(): string {
  folder ??= build();
  // The new time marks the folder as in use: see `removeOld`.
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

/** The file of a part, built in the same way as the program. */
export function builtPart(part: keyof typeof PARTS): string {
  return join(builtProgram(), 'parts', `${part}.js`);
}

function build(): string {
  const all = join(NETWORK_HOME, 'program');
  mkdirSync(all, { recursive: true });
  const version = hashSources();
  if (readdirSync(all).includes(version)) return join(all, version);
  removeOld(all);
  const own = mkdtempSync(join(all, 'building-'));
  runBuild(join(own, 'dist'));
  runBuild(join(own, 'parts'), ...Object.values(PARTS));
  // The sources were edited meanwhile. The folder of this name must not have other sources.
  if (hashSources() !== version) {
    rmSync(own, { recursive: true });
    return build();
  }
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(own, name));
  try {
    renameSync(own, join(all, version));
  } catch (error) {
    // The other worker has built the same folder first.
    if (!readdirSync(all).includes(version)) throw error;
    rmSync(own, { recursive: true });
  }
  return join(all, version);
}

/** Removes old folders. Each change of the sources leaves one behind. Folders in use have a new time. */
function removeOld(all: string): void {
  for (const path of readdirSync(all).map((name) => join(all, name)))
    if (Date.now() - modifiedMs(path) > OLD_MS) rmSync(path, { recursive: true, force: true });
}

const OLD_MS = 86_400_000;

/** When a folder was last used. A folder that the other worker has just renamed counts as new. */
const modifiedMs = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;

function hashSources(): string {
  const hash = createHash('sha256');
  // The same build makes the pages from their sources.
  const sources = ['src', 'portal'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|js|css|html)$/.test(name))
      .map((name) => join(folder, name)),
  );
  for (const name of [...CONFIGS, ...Object.values(PARTS), ...sources.sort()])
    hash.update(`${name}\0`).update(readFileSync(join(ROOT, name)));
  return hash.digest('hex').slice(0, 16);
}

const runBuild = (...args: readonly string[]) =>
  execFileSync(process.execPath, [BUILD, ...args], { cwd: ROOT, stdio: 'pipe' });
