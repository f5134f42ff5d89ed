import { maxHeaderSize } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { authenticate } from './call/authenticate.ts';
import { callOf, requestIdOf, timesOf } from './call/call.ts';
import { meter } from './call/meter.ts';
import { type AfterAnswer, afterAnswer, noteAnswers } from './call/note-answer.ts';
import {
  putOffWhileStarting,
  refuseDeepBodies,
  refuseUnknown,
  shedLoad,
} from './call/refuse-early.ts';
import { unknownParametersOf } from './call/repeatable.ts';
import { markTests } from './call/test-calls.ts';
import { ARRIVAL_MS, readBodies } from './connection/bodies.ts';
import {
  beginInTurns,
  boundConnections,
  boundOpenBytes,
  type ConnectionTerms,
} from './connection/bounds.ts';
import { outliveBodies, replyClientError, takeOneByOne } from './connection/connections.ts';
import { drain } from './connection/drain.ts';
import { docs } from './docs/site.ts';
import { data } from './endpoint/data.ts';
import { health, watchParts } from './endpoint/health.ts';
import { jobs } from './endpoint/jobs.ts';
import { questions } from './endpoint/questions.ts';
import { type App, compileLate, demandTerms } from './framework.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { portal } from './portal/portal.ts';
import { recogniseVisitors } from './portal/visitor.ts';
import { faultOfSchema } from './reply/fault-of-schema.ts';
import { dropLateResults, replyFault, replyFrameworkError } from './reply/fault-reply.ts';
import { COMMON_HEADERS, NO_QUOTA_HEADERS } from './reply/headers.ts';
import { packAnswers } from './reply/pack-answers.ts';
import type { Services } from './services.ts';

/** How long an answer may take before the caller gets 503. */
const DEADLINE_MS = 15_000;

/**
 * How long a connection may stand still: longer than the work on any answer, so that only a caller that reads or sends
 * nothing is cut off. It has used its call, as a caller that hangs up has. Milliseconds.
 *
 * @internal Its tests ask for it.
 */
export const STILL_MS = 75_000;

/** The largest body that an endpoint takes unless it names a bound of its own. The pages send no larger ones. */
const MOST_BODY_BYTES = 4096;

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  /** Milliseconds; absent: 15 s. */
  readonly deadlineMs?: number;
  /** Absent: any number of connections. */
  readonly connections?: ConnectionTerms;
  /** The registry of the metrics; absent: a new one. */
  readonly registry?: Registry;
}

/** Everything but the socket: all endpoints over the given services. */
export function buildApp(services: Services, options: AppOptions): App {
  const { log, connections, registry } = options;
  const lookAfterParts = watchParts(services, (part, err) => {
    if (err === undefined) log.info({ part }, 'can be used again');
    else log.error({ part, err }, 'can not be used');
  });
  const metrics = openMetrics({ services, lookAfterParts }, registry);
  const note = noteAnswers(services, metrics);
  const app = openFramework(services, options, note, metrics);
  app.setErrorHandler(replyFault);
  compileLate(app);
  beginCalls(app);
  demandTerms(app);
  dropLateResults(app);
  readBodies(app);
  beginInTurns(app);
  takeOneByOne(app);
  if (connections !== undefined) boundConnections(app, connections);
  outliveBodies(app);
  drain(app, services);
  authenticate(app, services);
  refuseUnknown(app);
  putOffWhileStarting(app, services);
  shedLoad(app, services);
  refuseDeepBodies(app);
  recogniseVisitors(app, services);
  boundOpenBytes(app);
  meter(app, services);
  markTests(app);
  afterAnswer(app, note);
  tellTimes(app);
  packAnswers(app);
  for (const register of [questions, jobs, data, docs, portal]) register(app, services);
  health(app, services, { lookAfterParts, metrics });
  return app;
}

function openFramework(
  services: Services,
  { log, deadlineMs = DEADLINE_MS }: AppOptions,
  note: AfterAnswer,
  metrics: Metrics,
): App {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    handlerTimeout: deadlineMs,
    // The nearest proxies are trusted. Anybody may have written the entries before theirs.
    trustProxy: (_address, hop) => hop < services.proxies,
    return503OnClosing: false,
    bodyLimit: MOST_BODY_BYTES,
    // An id in an address may be as long as a head: one that is too long for the framework would be a 414.
    routerOptions: { maxParamLength: maxHeaderSize },
    schemaErrorFormatter: faultOfSchema,
    frameworkErrors: replyFrameworkError(services, note),
    http: { headersTimeout: ARRIVAL_MS, connectionsCheckingInterval: 1000 },
    connectionTimeout: STILL_MS,
    clientErrorHandler: replyClientError(log, metrics),
  }).withTypeProvider<TypeBoxTypeProvider>();
}

/** Begins every call: sets the headers that all answers have, and enters the first stage. */
function beginCalls(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    callOf(request).watch.enter('authenticate');
    reply.headers({ ...COMMON_HEADERS, ...NO_QUOTA_HEADERS, 'x-request-id': request.id });
    const { visitor } = request.routeOptions.config;
    const ignored = request.is404 || visitor !== undefined ? '' : unknownParametersOf(request);
    if (ignored !== '') reply.header('x-unknown-parameters', ignored);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    callOf(request).watch.enter('serialise');
    done();
  });
}

/** Tells a known caller how long each stage took. Source: Server Timing, W3C, April 2023. */
function tellTimes(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { caller, watch } = callOf(request);
    const times = timesOf(watch).map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`);
    if (caller !== undefined) reply.header('server-timing', times.join(', '));
    done();
  });
}
