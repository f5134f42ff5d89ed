/** The files of the portal: its pages, the libraries that they load, and the map behind the trips. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA_DIR } from './data-dir.ts';
import type { PortalFile, PortalServices } from './http/portal/portal-services.ts';

/** Beside `src/` as well as beside `dist/`. */
const PAGES = fileURLToPath(new URL('../portal', import.meta.url));

/** Words and dots, no dot in front: no name leads out of its folder. */
const PLAIN_NAME = /^(?:[\w-]+\/)*[\w-]+(?:[.-][\w-]+)*\.(\w+)$/;

const ENDINGS = ['html', 'css', 'js', 'mjs', 'json', 'webmanifest', 'svg', 'png', 'ico', 'woff2'];

/** Folders of the libraries that the pages load. */
const MAPLIBRE = new URL('dist/', import.meta.resolve('maplibre-gl/package.json'));
const UPLOT = new URL('.', import.meta.resolve('uplot'));

/** By the name under `vendor/`: where the file is. */
const VENDOR: ReadonlyMap<string, URL> = new Map([
  ...['', '-shared', '-worker'].map((part) => toEntry(`maplibre-gl${part}.mjs`, MAPLIBRE)),
  toEntry('maplibre-gl.css', MAPLIBRE),
  toEntry('uPlot.esm.js', UPLOT),
  toEntry('uPlot.min.css', UPLOT),
]);

function toEntry(name: string, folder: URL): [name: string, file: URL] {
  return [name, new URL(name, folder)];
}

/** They change with a release; whoever has them asks whether they did, but not for each view. */
const LIBRARY_MAX_AGE_S = 3600;

/** Finds files, and reads them again only when they changed. */
export function openPortalFiles(): PortalServices['findFile'] {
  const known = new Map<string, { readonly atMs: number; readonly file: PortalFile }>();
  return async (name) => {
    const ending = PLAIN_NAME.exec(name)?.[1];
    if (ending === undefined || !ENDINGS.includes(ending)) return undefined;
    const path = findPath(name);
    if (path === undefined) return undefined;
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || !found.isFile()) return undefined;
    const before = known.get(path);
    if (before?.atMs === found.mtimeMs) return before.file;
    const maxAgeS = /^(?:vendor|map)\//.test(name) ? LIBRARY_MAX_AGE_S : 0;
    const file = { content: await readFile(path), ending, maxAgeS };
    known.set(path, { atMs: found.mtimeMs, file });
    return file;
  };
}

function findPath(name: string): string | undefined {
  const [, folder, rest = ''] = /^(vendor|map)\/(.*)$/.exec(name) ?? [];
  if (folder === undefined) return join(PAGES, name);
  if (folder === 'map') return join(DATA_DIR, 'map', rest);
  const file = VENDOR.get(rest);
  return file && fileURLToPath(file);
}
