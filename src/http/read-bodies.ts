import type { FastifyRequest } from 'fastify';
import { Fault } from '../base/fault.ts';
import type { App } from './framework.ts';

/**
 * Takes bodies of JSON as they are, and says of others what is wrong with them: the framework would
 * say the same of a body as of an address, and read a packed one as if it were none.
 *
 * Source: RFC 9110, section 15.5.16 (an unknown coding is 415, and `Accept-Encoding` names those
 * that are taken), June 2022.
 */
export function readBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Its types allow a promise, which it never gives.
      void parse(request, body, (error, value) =>
        error === null ? done(null, value) : done(NOT_JSON),
      );
    },
  );
  app.addHook('preParsing', async (request, reply) => {
    if (!isPacked(request)) return;
    reply.header('accept-encoding', 'identity');
    throw Object.assign(new Error('a packed body'), { statusCode: 415 });
  });
}

const NOT_JSON = new Fault('invalid_parameter', 'The body is not valid JSON.');

/** Of what has no body to read, the coding does not matter. */
const isPacked = ({ method, headers }: FastifyRequest) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  !/^(?:\s*identity\s*)?$/i.test(headers['content-encoding'] ?? '');
