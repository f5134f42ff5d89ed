import { Fault } from '../../base/fault.ts';
import { once } from '../../base/memoize.ts';
import { DOCS_NAMES, listPictures, renderDocs } from '../docs/site.ts';
import type { App } from '../framework.ts';
import { DOCS, OPENAPI } from '../openapi/endpoints.ts';
import { keepForms, replyKept } from '../reply/cached.ts';
import { JSON_TYPE } from '../reply/headers.ts';
import type { Services } from '../services.ts';

/** How long a page may be kept. Pages change with a release of the program. */
const MAX_AGE_S = 3600;

/**
 * Scripts and styles come from this server alone, and none stands in the page itself. The reference asks this server
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

/** A diagram has its styles inside, and loads nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** `GET /docs`, the pages and pictures below it, `/docs/search.json`, and `GET /openapi.json`. */
export function docs(app: App, services: Services): void {
  const load = once(() => render(services));
  for (const name of [...DOCS_NAMES, SEARCH, PICTURE]) {
    const path = name === '' ? DOCS.path : `${DOCS.path}/${name}`;
    app.get<{ Params: Picture }>(path, OPEN, async (request, reply) => {
      const { folder, file } = request.params;
      const kept = (await load()).get(name === PICTURE ? `${folder}/${file}` : name);
      if (kept === undefined) throw new Fault('not_found');
      reply.header('content-security-policy', name === PICTURE ? PICTURE_POLICY : POLICY);
      return replyKept(kept, request, reply);
    });
  }
  const contract = once(async () =>
    keepForms(services.loadContract(), { type: JSON_TYPE, maxAgeS: MAX_AGE_S }),
  );
  app.get(OPENAPI.path, OPEN, async (request, reply) =>
    replyKept(await contract(), request, reply),
  );
}

const OPEN = { config: { access: DOCS.access, whileStarting: true } } as const;
const SEARCH = 'search.json';
const PICTURE = ':folder/:file';
type Picture = Readonly<Record<'folder' | 'file', string>>;

/** Makes all pages when the first is asked for. Their sources change only with a release. */
async function render({ loadContract, readDocument, portal }: Services) {
  const frame = await portal.findFile('docs.html');
  if (frame === undefined) throw new Error('portal/docs.html is missing.');
  const source = { frame: frame.content.toString('utf8'), contract: JSON.parse(loadContract()) };
  const read = (file: string) => readDocument(file).toString('utf8');
  const { pages, search } = renderDocs({ ...source, read });
  const texts = [
    ...[...pages].map((page) => [...page, HTML] as const),
    [SEARCH, search, JSON_TYPE] as const,
    ...listPictures(pages).map((name) => [name, readDocument(name), typeOf(name)] as const),
  ];
  return new Map(
    texts.map(([name, text, type]) => [name, keepForms(text, { type, maxAgeS: MAX_AGE_S })]),
  );
}

const HTML = 'text/html; charset=utf-8';
const typeOf = (picture: string) => (picture.endsWith('.svg') ? 'image/svg+xml' : 'image/webp');
