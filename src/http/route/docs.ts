import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Fault } from '../../base/fault.ts';
import { once } from '../../base/memoize.ts';
import { replyCached, toCached } from '../cached.ts';
import { DOCS_NAMES, listPictures, renderDocs } from '../docs/site.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { DOCS, OPENAPI } from '../openapi/endpoints.ts';
import { acceptsGzip } from '../pack-answers.ts';
import type { Services } from '../services.ts';

/** It changes with a release of the program. */
const MAX_AGE_S = 3600;

/**
 * Scripts and styles from here alone, nothing written into the page; the reference asks this server
 * and no other. `data:` is for the small pictures in its style sheet.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /docs`, the pages and pictures below it, and `/docs/search.json`, what their search looks through. */
export function docs(app: App, services: Services): void {
  const load = once(() => render(services));
  const config = { access: DOCS.access, whileStarting: true } as const;
  for (const name of [...DOCS_NAMES, SEARCH, PICTURE]) {
    const path = name === '' ? DOCS.path : `${DOCS.path}/${name}`;
    app.get<{ Params: Picture }>(path, { config }, async (request, reply) => {
      const { folder, file } = request.params;
      const forms = (await load()).get(name === PICTURE ? `${folder}/${file}` : name);
      if (forms === undefined) throw new Fault('not_found');
      reply.header('content-security-policy', POLICY);
      return replyCached(acceptsGzip(request) ? forms.zipped : forms.plain, request, reply);
    });
  }
}

const SEARCH = 'search.json';
const PICTURE = ':folder/:file';
type Picture = Readonly<Record<'folder' | 'file', string>>;

/** All of them, when the first is asked for: what they are made of changes with a release. */
async function render({ contract, readDocument, portal }: Services) {
  const frame = await portal.findFile('docs.html');
  if (frame === undefined) throw new Error('portal/docs.html is missing.');
  const source = { frame: frame.content.toString('utf8'), contract: JSON.parse(contract) };
  const read = (file: string) => readDocument(file).toString('utf8');
  const { pages, search } = renderDocs({ ...source, read });
  const texts = [
    ...[...pages].map((page) => [...page, HTML] as const),
    [SEARCH, search, JSON_TYPE] as const,
    ...listPictures(pages).map((name) => [name, readDocument(name), typeOf(name)] as const),
  ];
  const packed = texts.map(async ([name, text, type]) => [name, await pack(text, type)] as const);
  return new Map(await Promise.all(packed));
}

const HTML = 'text/html; charset=utf-8';
const typeOf = (picture: string) => (picture.endsWith('.svg') ? 'image/svg+xml' : 'image/webp');

async function pack(text: string | Buffer, type: string) {
  const terms = { type, maxAgeS: MAX_AGE_S };
  return {
    plain: toCached(text, { ...terms, encoding: 'identity' }),
    zipped: toCached(await promisify(gzip)(text), { ...terms, encoding: 'gzip' }),
  };
}

/** `GET /openapi.json`: the contract. */
export function openapi(app: App, { contract }: Services): void {
  const cached = toCached(contract, { type: JSON_TYPE, maxAgeS: MAX_AGE_S });
  const config = { access: OPENAPI.access, whileStarting: true } as const;
  app.get(OPENAPI.path, { config }, (request, reply) => replyCached(cached, request, reply));
}
