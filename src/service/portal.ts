/** The portal over the database of the accounts, the bundled places and the operator's mail. */
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSessions } from '../account/sessions.ts';
import { buildSignIn } from '../account/sign-in.ts';
import { buildVisits } from '../account/visits.ts';
import { FILE_TYPES } from '../http/portal/portal.ts';
import type { PortalFile, PortalServices, Services } from '../http/services.ts';
import { openMailer } from '../upstream/mail/mailer.ts';
import type { OpenAccounts } from './accounts.ts';
import { OWN_ATTRIBUTION, type PortalConfig } from './config.ts';
import { systemClock as clock, DATA_DIR, PACKAGE_DIR, readProgramVersion } from './machine.ts';

/**
 * The credit lines of the map and of the data drawn on it.
 *
 * Source: the licences named in data/README.md.
 */
const ATTRIBUTION = `© Kartverket (CC BY 4.0), forenklet / simplified. Postnummer: Erik Bolstad (CC BY 3.0). ${OWN_ATTRIBUTION}`;

export function openPortal(
  { publicUrl, publicDemo, mapStyleUrl, mail }: PortalConfig,
  { store, plans, limits }: OpenAccounts,
): Omit<PortalServices, 'demoPlates' | 'searchesAddresses' | 'checkStatement'> {
  const sessions = buildSessions({ ...store, plans, clock });
  return {
    publicDemo,
    publicUrl,
    mapStyleUrl,
    version: readProgramVersion(),
    attribution: ATTRIBUTION,
    plans,
    limits,
    sessions,
    signIn: buildSignIn({ ...store, limits, sessions, clock }),
    visits: buildVisits({ ...store, limits, clock }),
    accounts: store.accounts,
    keys: store.keys,
    usage: store.usage,
    quota: store.quota,
    audit: store.audit,
    sendLetter: mail && openMailer(mail.url, mail.from),
    findFile: openPortalFiles(),
  };
}

const PAGES = join(PACKAGE_DIR, 'portal');

/**
 * Names of files that may be asked for: words and dots, without a dot in front. So no name leads out of its folder, or
 * to the parts of pages.
 */
const PLAIN_NAME = /^(?!parts\/)(?:[\w-]+\/)*[\w-]+(?:[.-][\w-]+)*\.(\w+)$/;

/** Folders of the libraries that the pages load. */
const MAPLIBRE = new URL('dist/', import.meta.resolve('maplibre-gl/package.json'));
const UPLOT = new URL('.', import.meta.resolve('uplot'));

/** The places of library files, by their names under `vendor/`. */
const VENDOR: ReadonlyMap<string, URL> = new Map([
  ...['', '-shared', '-worker'].map((part) => toEntry(`maplibre-gl${part}.mjs`, MAPLIBRE)),
  toEntry('maplibre-gl.css', MAPLIBRE),
  toEntry('uPlot.esm.js', UPLOT),
  toEntry('uPlot.min.css', UPLOT),
]);

function toEntry(name: string, folder: URL): [name: string, file: URL] {
  return [name, new URL(name, folder)];
}

/** How long a browser keeps library files without asking. They change with a release. */
const LIBRARY_MAX_AGE_S = 3600;

/** Finds files. A file is read again only when it has changed. */
export function openPortalFiles(): PortalServices['findFile'] {
  const known = new Map<string, { readonly atMs: number; readonly file: PortalFile }>();
  return async (name) => {
    const ending = PLAIN_NAME.exec(name)?.[1];
    if (ending === undefined || !Object.hasOwn(FILE_TYPES, ending)) return undefined;
    const { path, found } = await locate(name);
    if (path === undefined || found === undefined) return undefined;
    const before = known.get(path);
    if (before?.atMs === found.mtimeMs) return before.file;
    const maxAgeS = /^(?:vendor|map)\//.test(name) ? LIBRARY_MAX_AGE_S : 0;
    const content = await (ending === 'html' ? readPage(path, name) : readFile(path));
    const file = { content, ending, maxAgeS };
    known.set(path, { atMs: found.mtimeMs, file });
    return file;
  };
}

/** A page with the parts that all pages share. The menu marks the link to the page itself. */
async function readPage(path: string, name: string): Promise<Buffer> {
  const read = (file: string) => readFile(file, 'utf8');
  const texts = [path, join(PAGES, 'parts/head.html'), join(PAGES, 'parts/header.html')];
  const [page = '', head = '', header = ''] = await Promise.all(texts.map(read));
  const link = `<a href="${ADDRESSES[name] ?? `/portal/${name}`}"`;
  const marked = header.replace(link, `${link} aria-current="page"`);
  const filled = page
    .replace('{head}', () => head.trimEnd())
    .replace('{header}', () => marked.trimEnd());
  return Buffer.from(filled);
}

/** Addresses of pages that differ from `/portal/` with the name of the page. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'index.html': '/portal/',
  'docs.html': '/docs',
};

/** The first place of a file at which the file exists. */
async function locate(name: string) {
  for (const path of listPaths(name)) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) return { path, found };
  }
  return {};
}

/**
 * The folder of the built pages, beside the program. When the program runs from its sources, the folder does not exist.
 */
const BUILT_PAGES = fileURLToPath(new URL('./portal/', import.meta.url));

function listPaths(name: string): readonly string[] {
  const [, folder, rest = ''] = /^(vendor|map)\/(.*)$/.exec(name) ?? [];
  if (folder === undefined) return [join(BUILT_PAGES, name), join(PAGES, name)];
  if (folder === 'map') return [join(DATA_DIR, 'map', rest)];
  const file = VENDOR.get(rest);
  return file === undefined ? [] : [fileURLToPath(file)];
}

/** The documents that the server gives: changelog, contract and `docs/`. */
export function openDocuments(): Pick<Services, 'changelog' | 'loadContract' | 'readDocument'> {
  return {
    changelog: read('CHANGELOG.md'),
    loadContract,
    readDocument: (file) => readFileSync(join(PACKAGE_DIR, 'docs', file)),
  };
}

/** The OpenAPI document as text. `npm run openapi` writes it from the endpoints. */
export const loadContract = (): string => read('docs/openapi.json').trimEnd();

const read = (path: string) => readFileSync(join(PACKAGE_DIR, path), 'utf8');
