/** The program as it ships, for tests that start processes: sources would be loaded anew by each. */
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
/** What the program reads beside its code. */
const BESIDE = ['data', 'docs', 'portal', 'package.json'];

/** What tests run in processes of their own beside the program, by its name there. */
const PARTS = {
  'file-lock': 'src/files/file-lock.ts',
  'make-versions-for-ever': 'test/support/make-versions-for-ever.ts',
  'network-folders': 'src/network/network-folders.ts',
  'open-network': 'src/network/open-network.ts',
  'store-worker': 'test/support/store-worker.ts',
} as const;

/** Its folder in this worker, once it has been asked for. */
let folder: string | undefined;

/**
 * A folder with `dist/` and what the program reads beside it, named after the sources: whichever
 * test comes first builds it.
 */
export function builtProgram(): string {
  folder ??= build();
  // In use: see removeOld.
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

/** The file of a part, built as the program is. */
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
  // Edited meanwhile: under this name nobody must find other sources.
  if (hashSources() !== version) {
    rmSync(own, { recursive: true });
    return build();
  }
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(own, name));
  try {
    renameSync(own, join(all, version));
  } catch (error) {
    // The other worker has been faster, with the same.
    if (!readdirSync(all).includes(version)) throw error;
    rmSync(own, { recursive: true });
  }
  return join(all, version);
}

/** Each change of the sources leaves one behind. Those in use are touched. */
function removeOld(all: string): void {
  for (const path of readdirSync(all).map((name) => join(all, name)))
    if (Date.now() - modifiedMs(path) > OLD_MS) rmSync(path, { recursive: true, force: true });
}

const OLD_MS = 86_400_000;

/** What the other worker has just renamed is new. */
const modifiedMs = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;

function hashSources(): string {
  const hash = createHash('sha256');
  // The pages are made of theirs by the same build.
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
