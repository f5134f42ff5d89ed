import { Fault } from '../../base/fault.ts';
import { isDeeperThan } from '../../base/strict-json.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { accountOf, callOf } from './call.ts';

/** Refuses calls that could not be answered soon, before anything is counted. */
export function shedLoad(app: App, { retryAfterS }: Pick<Services, 'retryAfterS'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { workload } = request.routeOptions.config;
    if (workload === undefined) return done();
    const waitS = retryAfterS(workload, accountOf(callOf(request)));
    if (waitS === undefined) return done();
    return done(new Fault('overloaded', undefined, { retryAfterS: waitS }));
  });
}

/**
 * How deep the lists and objects of a body may lie in each other. A choice of ours: recordings in GeoJSON have some ten
 * levels.
 */
const MOST_DEPTH = 100;

/**
 * Refuses bodies whose lists and objects lie too deep in each other. Code that writes such a body again would run out
 * of stack.
 */
export function refuseDeepBodies(app: App): void {
  app.addHook('preValidation', ({ body, routeOptions }, _reply, done) => {
    // Files come as texts and streams, and are no values yet.
    const isJson = routeOptions.config.takesAnyType !== true;
    if (!isJson || !isDeeperThan(MOST_DEPTH, body)) return done();
    return done(
      new Fault(
        'invalid_parameter',
        `The body must have lists and objects at most ${MOST_DEPTH} deep in each other.`,
      ),
    );
  });
}

/** The bundled network is ready within seconds. */
const RETRY_AFTER_S = 5;

/** Puts known callers off until the facts are open, before anything is counted. */
export function putOffWhileStarting(app: App, { phase }: Pick<Services, 'phase'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.whileStarting || phase() !== 'starting') return done();
    return done(
      new Fault('upstream_down', 'The server is starting; try again in a few seconds.', {
        retryAfterS: RETRY_AFTER_S,
      }),
    );
  });
}

/** All methods that any of our addresses answers. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

/** The pages of the portal and their files. Addresses of data below `/portal` have patterns of their own. */
const FILES = '/portal/*';

/**
 * Unknown addresses are 404; known ones with another method are 405 and name the methods they
 * have. Both are refused before a body is read.
 */
export function refuseUnknown(app: App): void {
  // The router would read an address that it is asked about as a pattern. An address that a caller sends must not
  // become a pattern.
  const known = new Map<string, { readonly addresses: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = known.get(url) ?? { addresses: addressesOf(url), methods: new Set() };
    for (const one of [method].flat()) pattern.methods.add(one);
    known.set(url, pattern);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const url = addressOf(request.url);
    const isNoFile = request.routeOptions.url === FILES && url.startsWith('/portal/api/');
    if (!request.is404 && !isNoFile) return done();
    const found = [...known.values()].find(({ addresses }) => addresses.test(url));
    const methods = METHODS.filter((method) => found?.methods.has(method));
    if (methods.length === 0) return done(new Fault('not_found'));
    reply.header('allow', methods.join(', '));
    return done(new Fault('method_not_allowed', sentenceOf(methods)));
  });
}

/** An address without its query, as the router reads it: `%72oute` is `route`. It has refused what can not be read. */
function addressOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The addresses that match a pattern of ours. A star matches everything that follows but addresses of data. */
function addressesOf(pattern: string): RegExp {
  const parts = pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${parts.replace('*', '(?!api(?:/|$)).*')}$`);
}

const sentenceOf = (methods: readonly string[]) =>
  `This address answers ${[methods.slice(0, -1).join(', '), methods.at(-1)].filter(Boolean).join(' and ')} only.`;
