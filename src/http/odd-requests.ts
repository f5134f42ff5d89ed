import type { App } from './framework.ts';
import { readBodies } from './read-bodies.ts';

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
 * Source: RFC 9112, section 3.2 (no `Host`, or several, is 400), and RFC 9110, section 10.1.1 (an
 * unknown expectation may be ignored), June 2022.
 */
export function answerOddRequests(app: App): void {
  readBodies(app);
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  // The framework sets it to none.
  app.server.requestTimeout = ARRIVAL_MS;
  app.server.on('connect', (_request, socket) => {
    // `node:http` gives these connections out of its hands: nobody else reads them to their end,
    // closes those on which nothing moves, or hears of their failure, which would end the process.
    socket.on('error', () => undefined);
    socket.on('timeout', () => app.server.emit('timeout', socket)).resume();
    app.server.emit('clientError', new Error('no proxy'), socket);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, rawHeaders } = request.raw;
    const hosts = countHosts(rawHeaders);
    if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return done();
    return done(Object.assign(new Error(`${hosts} Host headers`), { statusCode: 400 }));
  });
}

/** @param rawHeaders names and values in turn: of several lines the parsed headers have the first. */
const countHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length;
