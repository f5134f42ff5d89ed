import { Fault } from '../base/fault.ts';
import type { App } from './framework.ts';

/**
 * Unknown addresses are 404; known ones with another method are 405 and name the methods they
 * have. Both are refused before a body is read.
 */
export function refuseUnknown(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?', 1);
    if (!app.hasRoute({ url, method: 'GET' })) return done(new Fault('not_found'));
    reply.header('allow', 'GET, HEAD');
    return done(new Fault('method_not_allowed'));
  });
}
