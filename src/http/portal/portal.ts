import type { FastifyRequest } from 'fastify';
import { Fault, refusedValue } from '../../base/fault.ts';
import { memoize } from '../../base/memoize.ts';
import type { LatLon } from '../../base/point.ts';
import type { ResolvedPlace } from '../../places/resolve-place.ts';
import { namesAmong } from '../../wire/places.ts';
import type { App } from '../framework.ts';
import { cacheJson, keepForms, keepPlain, replyKept } from '../reply/cached.ts';
import type { PortalFile, Services } from '../services.ts';
import { account } from './account.ts';
import { keys } from './keys.ts';
import { session, signIn } from './sign-in.ts';
import { isDemoOpen, openTo } from './visitor.ts';

/**
 * The portal: its pages, and the endpoints that they use beside those of the API. These are not part of the contract;
 * docs/portal.md describes them. Those that price drives stand with the questions of the API, in `http/endpoint/`.
 */
export function portal(app: App, services: Services): void {
  for (const register of [pages, settings, signIn, session, keys, account, mapLayers])
    register(app, services);
}

/** `GET /portal/api/config`: the settings that the pages need before they show anything. */
function settings(app: App, services: Services): void {
  const { sendLetter, mapStyleUrl, version, attribution, limits } = services.portal;
  const { demoPlates, searchesAddresses } = services.portal;
  const demoCallsPerDay = Math.min(...limits.visits['demo-from-address'].map(({ most }) => most));
  app.get('/portal/api/config', { config: openTo('anybody') }, async (request) => ({
    publicDemo: isDemoOpen(request, services.portal),
    demoPlates,
    searchesAddresses,
    demoCallsPerDay,
    mail: sendLetter !== undefined,
    mapStyleUrl: mapStyleUrl ?? null,
    version,
    dataVersion: services.phase() === 'starting' ? null : services.dataVersion,
    attribution,
  }));
}

/** Media types of files by the ending of the name. Files with other endings are not given. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Endings of files that are packed already. */
const PACKED = ['png', 'ico', 'woff2'];

/** The addresses that a program is told at `/`. */
const ADDRESSES = {
  portal: '/portal/',
  docs: '/docs',
  openapi: '/openapi.json',
  health: '/health/ready',
} as const;

/** Whether a browser asks. A browser names HTML; a client that takes any type is a program. */
const wantsPage = ({ headers }: FastifyRequest) => /\btext\/html\b/i.test(headers.accept ?? '');

/** `GET /portal/…`: the pages, and all that they load. */
function pages(app: App, { portal }: Services): void {
  const shield = {
    'content-security-policy': policyOf(portal.mapStyleUrl),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
  const config = openTo('anybody');
  /** The file in the forms in which it is sent. */
  const keep = memoize(({ content, ending, maxAgeS }: PortalFile) => {
    const form = PACKED.includes(ending) ? keepPlain : keepForms;
    return form(content, { type: typeOf(ending), maxAgeS });
  });

  app.get('/', { config }, async (request, reply) => {
    reply.header('vary', 'Accept');
    const page = wantsPage(request) ? await portal.findFile('home.html') : undefined;
    if (page !== undefined)
      return reply.headers(shield).type(typeOf(page.ending)).send(page.content);
    const { version, instance } = portal;
    return { name: 'veipris', version, ...(instance && { instance }), ...ADDRESSES };
  });
  app.get('/portal', { config }, (_request, reply) => reply.redirect('/portal/', 308));
  app.get<{ Params: { '*': string } }>('/portal/*', { config }, async (request, reply) => {
    const name = request.params['*'];
    const file = await portal.findFile(
      name === '' || name.endsWith('/') ? `${name}index.html` : name,
    );
    if (file !== undefined) return replyKept(keep(file), reply.headers(shield));
    const page = name.startsWith('api/') ? undefined : await portal.findFile('404.html');
    if (page === undefined) throw new Fault('not_found');
    return reply.code(404).headers(shield).type(typeOf(page.ending)).send(page.content);
  });
}

const typeOf = (ending: string) => FILE_TYPES[ending] ?? 'application/octet-stream';

/**
 * What the pages may load: files of this server. Scripts and styles in the page itself are not allowed. Pages may draw
 * pictures themselves.
 *
 * @param mapStyleUrl a map style of another server. The pages may then load the map from that server.
 */
function policyOf(mapStyleUrl?: string): string {
  const map = mapStyleUrl === undefined ? '' : ` ${new URL(mapStyleUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${map}`,
    `connect-src 'self'${map}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** How long a layer or an answer about names may be kept. Facts change with a release or a renewal. */
const MAX_AGE_S = 300;

const LONGEST_QUERY = 100;

/** `/portal/api/places` and `/portal/api/place`, and the stations, cameras and quays to be drawn on the map. */
function mapLayers(app: App, services: Services): void {
  const config = { access: 'open', visitor: 'anybody' } as const;
  const layers = {
    stations: cacheJson(
      () => services.facts.tollStations,
      MAX_AGE_S,
      ({ json }) => formatPoints(JSON.parse(json).stations, 'id', 'name', 'road', 'operator'),
    ),
    cameras: cacheJson(
      () => services.facts.speedCameras,
      MAX_AGE_S,
      ({ json }) => formatPoints(JSON.parse(json).cameras, 'id', 'name'),
    ),
    quays: cacheJson(
      () => services.facts.quays,
      MAX_AGE_S,
      ({ list }) =>
        formatPoints(
          list.map(({ at, id, name }) => ({ ...at, id, name })),
          'id',
          'name',
        ),
    ),
  };
  for (const [name, current] of Object.entries(layers))
    app.get(`/portal/api/${name}`, { config }, (_request, reply) => replyKept(current(), reply));

  app.get('/portal/api/places', { config }, async (request, reply) => {
    const typed = readTyped(request).slice(0, LONGEST_QUERY);
    const places = await services.gazetteer.find(typed, {}, request.signal);
    reply.header('cache-control', CACHED);
    return { places };
  });

  // A page resolves a name as `/api/route` does.
  app.get('/portal/api/place', { config }, async (request, reply) => {
    const names = namesAmong([readTyped(request)]);
    const resolve = await services.gazetteer.prepare(names, request.signal);
    const [found = NO_NAME] = names.map(resolve);
    reply.header('cache-control', CACHED);
    if ('place' in found) return found;
    const { candidates, isUnknown = false, far = [] } = found;
    return { candidates, isUnknown, far };
  });
}

const CACHED = `public, max-age=${MAX_AGE_S}`;

/** A text that no name is like. */
const NO_NAME: ResolvedPlace = { problem: 'is no name', candidates: [], isUnknown: true };

/** @throws Fault. */
function readTyped({ query }: FastifyRequest): string {
  const { q = '' } = query as Readonly<Record<string, unknown>>;
  if (typeof q !== 'string') throw refusedValue('q', 'q must be given once.');
  return q;
}

/** A point on the map. */
interface Row extends LatLon {
  readonly id: string;
  readonly name?: string;
  readonly road?: string;
  readonly operator?: string;
}

/** @param told the members that each point is shown with. */
const formatPoints = (rows: readonly Row[], ...told: readonly (keyof Row)[]) => ({
  type: 'FeatureCollection',
  features: rows.map((row) => ({
    type: 'Feature',
    properties: Object.fromEntries(told.map((name) => [name, row[name]])),
    geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
  })),
});
