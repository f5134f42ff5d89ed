import { Fault } from '../base/fault.ts';
import type { App } from './framework.ts';

/** All that any address of ours answers. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

/**
 * Unknown addresses are 404; known ones with another method are 405 and name the methods they
 * have. Both are refused before a body is read.
 */
export function refuseUnknown(app: App): void {
  // The router reads an address that it is asked about as a pattern: what a caller sends must not
  // become one.
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    known.set(url, methods);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?', 1);
    const methods = METHODS.filter((method) => known.get(url)?.has(method));
    if (methods.length === 0) return done(new Fault('not_found'));
    reply.header('allow', methods.join(', '));
    return done(new Fault('method_not_allowed', sentenceOf(methods)));
  });
}

const sentenceOf = (methods: readonly string[]) =>
  `This address answers ${[methods.slice(0, -1).join(', '), methods.at(-1)].filter(Boolean).join(' and ')} only.`;
