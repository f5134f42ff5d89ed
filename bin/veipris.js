#!/usr/bin/env node
// Runs dist/cli.js, and builds it first where it is missing or older than the sources: `npx veipris`
// works right after `npm ci`. An installation without sources, or without what builds them, runs what
// it has. The client is left to `npm run build`: no command needs it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist', 'cli.js');
const BUILD = 'tools/build.js';
const BUILDS = [BUILD, 'tools/share-shapes.js'];

if (!isFresh()) build();
// A path is no address: on Windows it begins with a letter and a colon.
await import(pathToFileURL(built).href);

function isFresh() {
  const src = join(root, 'src');
  if (!existsSync(built)) return false;
  if (!canBuild()) return true;
  const builtMs = statSync(built).mtimeMs;
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file));
  const portal = join(root, 'portal');
  const pages = existsSync(portal)
    ? readdirSync(portal, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:html|css|js)$/.test(file))
        .map((file) => join('portal', file))
    : [];
  // The manifest says which packages are in it.
  return [...sources, ...pages, 'package.json', ...BUILDS].every(
    (file) => statSync(join(root, file)).mtimeMs <= builtMs,
  );
}

function canBuild() {
  return existsSync(join(root, 'src')) && existsSync(join(root, BUILD));
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
  fail(`the build failed: ${line}`);
}

/** The builder is a development dependency, absent after `npm ci --omit=dev`. */
function ensureBuilder() {
  if (!canBuild()) fail(`dist/ is missing, and so is what it is built from: src/ or ${BUILD}`);
  try {
    createRequire(import.meta.url).resolve('esbuild');
  } catch {
    fail('dist/ is not built; run "npm ci && npm run build"');
  }
}

function fail(reason) {
  process.stderr.write(`veipris: ${reason}\n`);
  process.exit(1);
}
