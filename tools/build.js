/**
 * Builds the program: `node tools/build.js`, or `node tools/build.js FOLDER [ENTRY …]` for another folder
 * and other entries. Types are not checked here.
 *
 * Everything that is loaded at start, including packages, lies in a few files: finding and loading some nine hundred
 * files took longer than running them. Code that is loaded later, or only by some commands, stays in separate files.
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

/** The entries of the program. */
const PROGRAM = ['src/main.ts', 'src/cli.ts', 'src/service/batch.ts'];

/** Packages with native code. `pg` asks for `pg-native`, an alternative that is not installed. */
const STAY_PACKAGES = ['libsql', 'pg-native'];

/** CommonJS code in these files needs `require` for the modules of Node. */
const BANNER = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

/** A folder with this file was written by a build. The file is recognised by these words. */
const LICENCES = 'LICENSES.txt';
const LICENCES_START = 'The files beside this one contain these packages.';

/** Names of files that other files may still ask for, and of files that another build is still writing. */
const IS_HASHED = /-[0-9A-Z]{8}\.js(?:\.map)?$/;
const IS_UNFINISHED = /\.\d+\.part$/;
const DAY_MS = 86_400_000;

const [folder = 'dist', ...entries] = process.argv.slice(2);
const to = resolve(ROOT, folder);
ensureOurs();
/** The time before any source is read: sources that are edited during the build are newer than its files. */
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
  // For `--enable-source-maps` and debuggers. The sources lie beside the files, or are found by release.
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

/** The page with links to its built sheet and its built script. */
function joinLoads(html, name) {
  const sheet = `<link rel="stylesheet" href="/portal/built/${name}.css">`;
  return html
    .replaceAll(SHEET, '')
    .replace(
      /<script type="module" src="[^"]+">/,
      `${sheet}\n  <script type="module" src="/portal/built/${name}.js">`,
    );
}

/** Only a folder that a build has written may be emptied. `dist/` always may. */
function ensureOurs() {
  if (to === join(ROOT, 'dist') || !existsSync(to) || readdirSync(to).length === 0) return;
  const licences = join(to, LICENCES);
  if (existsSync(licences) && readFileSync(licences, 'utf8').startsWith(LICENCES_START)) return;
  process.stderr.write(`${to} is neither empty nor the folder of a former build.\n`);
  process.exit(1);
}

/**
 * A file is written before the files that ask for it. The file that tells `bin/` that everything is there comes
 * last.
 */
function orderOf(name) {
  if (IS_HASHED.test(name)) return 0;
  if (name.endsWith('.map')) return 1;
  return name === 'cli.js' ? 3 : 2;
}

/** Writes a file under another name and renames it, so that a reader gets the former file or the complete new one. */
function write(name, contents) {
  const part = join(to, `${name}.${process.pid}.part`);
  writeFileSync(part, contents);
  utimesSync(part, startedAt, startedAt);
  renameSync(part, join(to, name));
  written.add(name);
}

/**
 * Is a former file still kept? It is for a day: a server that was started from former files may need others of
 * them.
 */
function isKept(name) {
  if (!IS_HASHED.test(name) && !IS_UNFINISHED.test(name)) return false;
  const found = statSync(join(to, name), { throwIfNoEntry: false });
  return found !== undefined && startedAt.getTime() - found.mtimeMs < DAY_MS;
}

function remove(name) {
  rmSync(join(to, name), { recursive: true, force: true });
}

/** The licences of all packages that are part of the written files, as the licences demand. */
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

/** The text of a licence: from its own file, or from the end of the README. */
function findLicenceText(path) {
  const read = (file) => readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n').trim();
  const files = readdirSync(path);
  const texts = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).map(read);
  if (texts.length > 0) return texts.join('\n\n');
  const [readme = ''] = files.filter((file) => /^readme/i.test(file)).map(read);
  const [told] = /[^\n]*copyright.*?permission is hereby granted.*$/is.exec(readme) ?? [];
  return told ?? 'It brings no text along: see NOTICE.';
}
