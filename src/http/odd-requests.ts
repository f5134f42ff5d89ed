import type { App } from './framework.ts';

/**
 * How long a request may take to arrive, head and body together: bodies have 4 kB. Milliseconds.
 *
 * @internal Its tests ask for it.
 */
export const ARRIVAL_MS = 10_000;

/**
 * Settings of `node:http`: what it would answer by itself, without a body and without our headers,
 * and how often it looks for requests that do not end.
 */
export const NODE_SETTINGS = {
  requireHostHeader: false,
  headersTimeout: ARRIVAL_MS,
  connectionsCheckingInterval: 1000,
} as const;

/**
 * Answers the same requests in our own words.
 *
 * Source: RFC 9112, section 3.2 (no `Host` is 400), and RFC 9110, section 10.1.1 (an unknown
 * expectation may be ignored), June 2022.
 */
export function answerOddRequests(app: App): void {
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  // The framework sets it to none.
  app.server.requestTimeout = ARRIVAL_MS;
  app.server.on('connect', (_request, socket) =>
    app.server.emit('clientError', new Error('no proxy'), socket),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (httpVersion !== '1.1' || headers.host !== undefined) return done();
    return done(Object.assign(new Error('no Host header'), { statusCode: 400 }));
  });
}
