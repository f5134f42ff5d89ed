/**
 * Builds the program: `node tools/build.js`, or `node tools/build.js FOLDER [ENTRY …]` for another folder
 * and other entries. Types are not checked here.
 *
 * Everything that is loaded at a start lies in a few files, packages included: to find and load some
 * nine hundred took longer than to run them. What is loaded later, or by some commands only, stays
 * in files of its own.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What is started. */
const PROGRAM = ['src/main.ts', 'src/cli.ts', 'src/upstream/valhalla/engine-process.ts'];

/** What `tsc` writes there: the client, for those who install the package. */
const NOT_OURS = ['client'];

/** Native code. The last is an alternative to what `pg` brings, asked for in vain. */
const STAY_PACKAGES = ['@valhallajs/valhallajs', 'libsql', 'pg-native'];

/** CommonJS in these files asks for the modules of Node with `require`. */
const BANNER = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

const [folder = 'dist', ...entries] = process.argv.slice(2);
const to = resolve(ROOT, folder);
const { outputFiles, metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: entries.length > 0 ? entries : PROGRAM,
  outdir: to,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: STAY_PACKAGES,
  banner: { js: BANNER },
  // For `--enable-source-maps` and debuggers. The sources lie beside, or are asked for by release.
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  write: false,
});

const written = new Set(NOT_OURS);
for (const { path, contents } of outputFiles) write(path.slice(to.length + 1), contents);
write('LICENSES.txt', formatLicences());
// Last, so that at no moment a file is missing that another one asks for.
for (const name of readdirSync(to))
  if (!written.has(name)) rmSync(join(to, name), { recursive: true });

function write(name, contents) {
  const path = join(to, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
  written.add(name);
}

/** The licences of all packages that have become part of what is written, as they ask for. */
function formatLicences() {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  );
  const licences = [...new Set(folders)].map((path) => formatLicence(resolve(ROOT, path)));
  return `The files beside this one contain these packages.\n\n${licences.sort().join('\n')}`;
}

function formatLicence(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return `== ${name} ${version}, ${license}\n\n${findLicenceText(path)}\n`;
}

/** From a file of its own, or the end of the README. */
function findLicenceText(path) {
  const read = (file) => readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n').trim();
  const files = readdirSync(path);
  const texts = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).map(read);
  if (texts.length > 0) return texts.join('\n\n');
  const [readme = ''] = files.filter((file) => /^readme/i.test(file)).map(read);
  const [told] = /[^\n]*copyright.*?permission is hereby granted.*$/is.exec(readme) ?? [];
  return told ?? 'It brings no text along: see NOTICE.';
}
