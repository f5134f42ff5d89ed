import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { once } from '../../base/memoize.ts';
import { replyCached, toCached } from '../cached.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { DOCS, OPENAPI } from '../openapi/endpoints.ts';
import { formatErrorsPage } from '../openapi/errors-page.ts';
import { acceptsGzip } from '../pack-answers.ts';
import type { ReferenceFile, Services } from '../services.ts';

/** It changes with a release of the program. */
const MAX_AGE_S = 3600;

/** What the page is made of, and what a browser takes each for. */
const PAGE = 'index.html';
const FILES = {
  [PAGE]: 'text/html; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const satisfies Record<ReferenceFile, string>;

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

/** `GET /docs`: the contract as a page, and below it the files that the page loads. */
export function docs(app: App, services: Services): void {
  for (const [file, type] of Object.entries(FILES) as [ReferenceFile, string][]) {
    const load = once(() => pack(services, file, type));
    const path = file === PAGE ? DOCS.path : `${DOCS.path}/${file}`;
    app.get(
      path,
      { config: { access: DOCS.access, whileStarting: true } },
      async (request, reply) => {
        const { plain, zipped } = await load();
        reply.header('content-security-policy', POLICY);
        return replyCached(acceptsGzip(request) ? zipped : plain, request, reply);
      },
    );
  }
}

/** `GET /docs/errors`: every code that an answer may have, where its `docs` leads. */
export function errorsPage(app: App): void {
  const cached = toCached(formatErrorsPage(), { type: FILES[PAGE], maxAgeS: MAX_AGE_S });
  const config = { access: DOCS.access, whileStarting: true } as const;
  app.get('/docs/errors', { config }, (request, reply) => {
    reply.header('content-security-policy', POLICY);
    return replyCached(cached, request, reply);
  });
}

/** Both forms: the script is 1.7 MB, and 0.5 MB when it is packed. */
async function pack({ readReferenceFile }: Services, file: ReferenceFile, type: string) {
  const text = await readReferenceFile(file);
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
