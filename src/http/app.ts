import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { replyClientError } from './client-error.ts';
import { replyFault } from './fault-reply.ts';
import type { App } from './framework.ts';
import { COMMON_HEADERS } from './headers.ts';
import { faultOfQuery } from './query-fault.ts';
import { refuseUnknown } from './refuse-unknown.ts';
import { logRequests } from './request-log.ts';
import { dataFiles } from './route/data-files.ts';
import { ferryQuays } from './route/ferry-quays.ts';
import { health } from './route/health.ts';
import { route } from './route/route.ts';
import type { Services } from './services.ts';

/** How long an answer may take before the caller gets 503. */
const DEADLINE_MS = 15_000;

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  /** Milliseconds; absent: 15 s. */
  readonly deadlineMs?: number;
}

/** Everything but the socket: all endpoints over the given services. */
export function buildApp(services: Services, { log, deadlineMs = DEADLINE_MS }: AppOptions): App {
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    handlerTimeout: deadlineMs,
    return503OnClosing: false,
    schemaErrorFormatter: faultOfQuery,
    frameworkErrors: replyFault,
    clientErrorHandler: replyClientError,
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setErrorHandler(replyFault);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
    done();
  });
  refuseUnknown(app);
  logRequests(app);
  for (const register of [route, ferryQuays, dataFiles, health]) register(app, services);
  return app;
}
