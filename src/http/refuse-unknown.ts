import { Fault } from '../base/fault.ts';
import type { App } from './framework.ts';

/** All that any address of ours answers. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

/**
 * Unknown addresses are 404; known ones with another method are 405 and name the methods they
 * have. Both are refused before a body is read.
 */
export function refuseUnknown(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?', 1);
    const methods = METHODS.filter((method) => app.hasRoute({ url, method }));
    if (methods.length === 0) return done(new Fault('not_found'));
    reply.header('allow', methods.join(', '));
    return done(new Fault('method_not_allowed', sentenceOf(methods)));
  });
}

const sentenceOf = (methods: readonly string[]) =>
  `This address answers ${[methods.slice(0, -1).join(', '), methods.at(-1)].filter(Boolean).join(' and ')} only.`;
