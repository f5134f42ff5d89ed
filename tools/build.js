/**
 * Builds the program: `node tools/build.js`, or `node tools/build.js FOLDER [ENTRY …]` for another folder
 * and other entries. Types are not checked here.
 *
 * Everything that is loaded at a start lies in a few files, packages included: to find and load some
 * nine hundred took longer than to run them. What is loaded later, or by some commands only, stays
 * in files of its own.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { shareShapes } from './share-shapes.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What is started. */
const PROGRAM = ['src/main.ts', 'src/cli.ts', 'src/service/batch.ts'];

/** Native code. The last is an alternative to what `pg` brings, asked for in vain. */
const STAY_PACKAGES = ['libsql', 'pg-native'];

/** CommonJS in these files asks for the modules of Node with `require`. */
const BANNER = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

/** By this file a folder is known to be ours, and by these words the file. */
const LICENCES = 'LICENSES.txt';
const LICENCES_START = 'The files beside this one contain these packages.';

/** Names that another file may still ask for, or another build is about to write under its own. */
const IS_HASHED = /-[0-9A-Z]{8}\.js(?:\.map)?$/;
const IS_UNFINISHED = /\.\d+\.part$/;
const DAY_MS = 86_400_000;

const [folder = 'dist', ...entries] = process.argv.slice(2);
const to = resolve(ROOT, folder);
ensureOurs();
/** Before a source is read: what is edited meanwhile is newer than what is written. */
const startedAt = new Date();
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
  plugins: [{ name: 'share-shapes', setup: loadSources }],
  // For `--enable-source-maps` and debuggers. The sources lie beside, or are asked for by release.
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  write: false,
});

const written = new Set();
mkdirSync(to, { recursive: true });
write(LICENCES, formatLicences());
const SHEET = /^ *<link rel="stylesheet" href="(?:\/portal\/)?([^"]+)">\n/gm;
const PAGE_TERMS = { bundle: true, minify: true, write: false, logLevel: 'warning' };
if (entries.length === 0 && existsSync(join(ROOT, 'portal'))) await buildPages();
const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
for (const { name, contents } of files.sort((a, b) => orderOf(a.name) - orderOf(b.name)))
  write(name, contents);
for (const name of readdirSync(to)) if (!written.has(name) && !isKept(name)) remove(name);

function loadSources({ onLoad }) {
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/, namespace: 'file' }, ({ path }) => ({
    contents: shareShapes(readFileSync(path, 'utf8')),
    loader: 'ts',
  }));
}

/**
 * The pages of the portal, each with one script and one sheet, in `portal/` beside the program. Libraries
 * that are loaded later stay files of their own.
 */
async function buildPages() {
  const pages = readdirSync(join(ROOT, 'portal')).filter((name) => name.endsWith('.html'));
  mkdirSync(join(to, 'portal/built'), { recursive: true });
  written.add('portal');
  for (const page of pages) {
    const html = readFileSync(join(ROOT, 'portal', page), 'utf8');
    const name = basename(page, '.html');
    const [, script = ''] = /<script type="module" src="(?:\/portal\/)?([^"]+)">/.exec(html) ?? [];
    const sheets = [...html.matchAll(SHEET)].map(([, path]) => `@import "${sheetOf(path)}";`);
    const made = await build({
      absWorkingDir: ROOT,
      stdin: { contents: sheets.join('\n'), loader: 'css', resolveDir: join(ROOT, 'portal') },
      ...PAGE_TERMS,
    });
    write(`portal/built/${name}.css`, made.outputFiles[0].contents);
    const scripts = await build({
      absWorkingDir: ROOT,
      entryPoints: [join('portal', script)],
      external: ['/portal/vendor/*'],
      format: 'esm',
      target: 'es2022',
      ...PAGE_TERMS,
    });
    write(`portal/built/${name}.js`, scripts.outputFiles[0].contents);
    write(`portal/${page}`, joinLoads(html, name));
  }
}

/** Sheets of libraries are asked for below `vendor/`. */
function sheetOf(path) {
  const [, library] = /^vendor\/(.*)$/.exec(path) ?? [];
  if (library === undefined) return `./${path}`;
  return library.startsWith('maplibre') ? `maplibre-gl/dist/${library}` : `uplot/dist/${library}`;
}

/** A page that loads what was made of its sheets and its script. */
function joinLoads(html, name) {
  const sheet = `<link rel="stylesheet" href="/portal/built/${name}.css">`;
  return html
    .replaceAll(SHEET, '')
    .replace(
      /<script type="module" src="[^"]+">/,
      `${sheet}\n  <script type="module" src="/portal/built/${name}.js">`,
    );
}

/** Only a folder that a build wrote is emptied; `dist/` always is. */
function ensureOurs() {
  if (to === join(ROOT, 'dist') || !existsSync(to) || readdirSync(to).length === 0) return;
  const licences = join(to, LICENCES);
  if (existsSync(licences) && readFileSync(licences, 'utf8').startsWith(LICENCES_START)) return;
  process.stderr.write(`${to} is neither empty nor the folder of a former build.\n`);
  process.exit(1);
}

/** What is asked for comes before what asks for it, and last what tells `bin/` that all is there. */
function orderOf(name) {
  if (IS_HASHED.test(name)) return 0;
  if (name.endsWith('.map')) return 1;
  return name === 'cli.js' ? 3 : 2;
}

/** Under its name a file is whole, or the former one. */
function write(name, contents) {
  const part = join(to, `${name}.${process.pid}.part`);
  writeFileSync(part, contents);
  utimesSync(part, startedAt, startedAt);
  renameSync(part, join(to, name));
  written.add(name);
}

/** For a day: a server that was started from former files may ask for others of them. */
function isKept(name) {
  if (!IS_HASHED.test(name) && !IS_UNFINISHED.test(name)) return false;
  const found = statSync(join(to, name), { throwIfNoEntry: false });
  return found !== undefined && startedAt.getTime() - found.mtimeMs < DAY_MS;
}

function remove(name) {
  rmSync(join(to, name), { recursive: true, force: true });
}

/** The licences of all packages that have become part of what is written, as they ask for. */
function formatLicences() {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  );
  const licences = [...new Set(folders)].map((path) => formatLicence(resolve(ROOT, path)));
  return `${LICENCES_START}\n\n${licences.sort().join('\n')}`;
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
