import type { App } from './framework.ts';

/** What `node:http` would answer by itself, without a body and without our headers. */
export const NOT_BY_NODE = { requireHostHeader: false } as const;

/**
 * Answers the same requests in our own words.
 *
 * Source: RFC 9112, section 3.2 (no `Host` is 400), and RFC 9110, section 10.1.1 (an unknown
 * expectation may be ignored), June 2022.
 */
export function answerOddRequests(app: App): void {
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (httpVersion !== '1.1' || headers.host !== undefined) return done();
    return done(Object.assign(new Error('no Host header'), { statusCode: 400 }));
  });
}
