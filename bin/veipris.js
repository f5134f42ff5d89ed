#!/usr/bin/env node
// Runs dist/cli.js, and builds it first where it is missing or older than the sources: `npx veipris`
// works right after `npm ci`. An installation without sources runs what it has.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist', 'cli.js');
const BUILD = 'tools/build.js';

if (!isFresh()) build();
await import(built);

function isFresh() {
  const src = join(root, 'src');
  if (!existsSync(src)) return true;
  if (!existsSync(built)) return false;
  const builtMs = statSync(built).mtimeMs;
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file));
  // The manifest says which packages are in it.
  return [...sources, 'package.json', BUILD].every(
    (file) => statSync(join(root, file)).mtimeMs <= builtMs,
  );
}

function build() {
  ensureBuilder();
  process.stderr.write('veipris: building dist/ from src/\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILD], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return;
  const [line = 'the builder did not run'] = `${stdout}${stderr}`.trim().split('\n');
  process.stderr.write(`veipris: the build failed: ${line}\n`);
  process.exit(1);
}

/** The builder is a development dependency, absent after `npm ci --omit=dev`. */
function ensureBuilder() {
  try {
    createRequire(import.meta.url).resolve('esbuild');
  } catch {
    process.stderr.write('veipris: dist/ is not built; run "npm ci && npm run build"\n');
    process.exit(1);
  }
}
