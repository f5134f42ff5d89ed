/** Questions about trips: routes, estimates, departures, journeys, recorded drives, statements, and many to many. */
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../../answer/answer-question.ts';
import { decodeText } from '../../base/decode-text.ts';
import { refusedValue } from '../../base/fault.ts';
import { type IsLate, openLateness, type Steps } from '../../base/steps.ts';
import { openLookups } from '../../places/gazetteer.ts';
import { countTrace, stepTrace } from '../../recording/read-trace.ts';
import { STATEMENT_COLUMNS } from '../../statement/columns.ts';
import { formatReconciliation } from '../../statement/format-reconciliation.ts';
import { readDepartures } from '../../wire/departures.ts';
import { JourneyQuestion, JourneyVehicle } from '../../wire/journey.ts';
import { countPairs, departBy, readMatrix } from '../../wire/matrix.ts';
import { omitTexts } from '../../wire/parameter.ts';
import { NOT_OF_ESTIMATES, type QuoteQuestion } from '../../wire/parameters.ts';
import { readQuestion } from '../../wire/question.ts';
import { countDrives, readJourney } from '../../wire/read-journey.ts';
import { parseTraceQuestion } from '../../wire/trace.ts';
import { accountOf, callOf } from '../call/call.ts';
import { keepDigest, parametersOf } from '../call/repeatable.ts';
import { markAnswer, marksOf, momentOf, servedTo } from '../call/test-calls.ts';
import type { App } from '../framework.ts';
import { addEndpoint } from '../openapi/endpoint.ts';
import { DEPARTURES, JOURNEY, MATRIX, ROUTE, ROUTE_OSRM, TRACE } from '../openapi/endpoints.ts';
import { problemsOf } from '../reply/fault-of-schema.ts';
import { JSON_TYPE } from '../reply/headers.ts';
import { sendChunks, streamRecords, takesRecords } from '../reply/stream-records.ts';
import { writeAnswer } from '../reply/write-answer.ts';
import type { Services } from '../services.ts';

/** Registers them all. */
export function questions(app: App, services: Services): void {
  const answerTrip = answerTripBy(services);
  addEndpoint(app, ROUTE, (request, reply) =>
    answerTrip('answerRoute', request.query, request, reply),
  );

  addEndpoint(app, ROUTE_OSRM, (request, reply) => {
    // Estimates ignore unknown parameters, and also these, whatever their values.
    const asked = omitTexts<QuoteQuestion>(request.query, NOT_OF_ESTIMATES);
    return answerTrip('answerEstimate', asked, request, reply);
  });

  addEndpoint(app, DEPARTURES, async (request) => {
    const { query, signal } = request;
    const question = await readDepartures(query, askTerms(request, services), signal);
    const caller = { ...(await beginWork(request, 1)), isLate: latenessOf(request) };
    const answers = servedTo(request, services);
    return { ...(await answers.answerDepartures(question, caller)), ...marksOf(request) };
  });

  addEndpoint(app, JOURNEY, async (request) => {
    const { body, signal } = request;
    const question = await readJourney(body, askTerms(request, services), signal);
    const caller = await beginWork(request, countDrives(question));
    const answers = servedTo(request, services);
    return { ...(await answers.answerJourney(question, caller)), ...marksOf(request) };
  });

  matrix(app, services);
  trace(app, services);
  statement(app, services);
}

/**
 * How the question of a request is read. A recording is read in the turn of its account. Names are looked up in steps
 * between which other calls come.
 */
function askTerms(request: FastifyRequest, services: Services) {
  const account = accountOf(callOf(request));
  const known = parametersOf(request);
  return {
    ...(known && { known }),
    nowMs: momentOf(request, services),
    ferryBounds: services.facts.ferryBounds,
    capGroups: services.facts.capGroups,
    places: services.gazetteer,
    lookups: openLookups(() => setImmediate()),
    problems: problemsOf(request),
    inTurn: <Result>(reading: Steps<Result>) => services.inTurn(account, reading, request.signal),
  };
}

/**
 * Counts a question that has been read.
 *
 * @returns the caller of the question.
 */
async function beginWork(request: FastifyRequest, units: number): Promise<Caller> {
  const call = callOf(request);
  await call.count?.(units);
  call.watch.enter('route');
  return { signal: request.signal, account: accountOf(call) };
}

/** Searches of a request have half of the time that its deadline leaves them: the rest is for the answer. */
const latenessOf = ({ routeOptions: { handlerTimeout } }: FastifyRequest): IsLate =>
  openLateness(performance.now() + handlerTimeout, () => performance.now());

/** Makes the function that answers questions about the ways between two places, by either engine. */
const answerTripBy =
  (services: Services) =>
  async (
    engine: 'answerRoute' | 'answerEstimate',
    query: QuoteQuestion,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Buffer> => {
    const { signal } = request;
    const question = await readQuestion(query, askTerms(request, services), signal);
    const call = callOf(request);
    const begun = { account: accountOf(call), isLate: latenessOf(request) };
    const caller = { ...begun, signal, onStage: call.watch.enter };
    const answer = await servedTo(request, services)[engine](question, caller);
    call.isFallback = answer._billing.refineFallback === true;
    call.isTollUnread = answer._billing.routes.some(({ warnings }) =>
      warnings.some(({ code }) => code === 'tolls_not_read'),
    );
    return writeAnswer(markAnswer(answer, marksOf(request)), reply);
  };

/** `POST /api/matrix`: the trips from each origin to each destination. */
function matrix(app: App, services: Services): void {
  addEndpoint(app, MATRIX, async (request, reply) => {
    const { body, signal: left } = request;
    const question = await readMatrix(body, askTerms(request, services), left);
    const caller = await beginWork(request, countPairs(body));
    const open = async (signal: AbortSignal) => {
      const answers = servedTo(request, services);
      const dated = departBy(question, momentOf(request, services));
      const { head, pairs } = await answers.answerMatrix(dated, { ...caller, signal });
      return { head: JSON.stringify({ ...head, ...marksOf(request) }), pairs };
    };
    if (takesRecords(request))
      return streamRecords(reply, services.access, async function* (signal) {
        const { head, pairs } = await open(signal);
        yield head;
        for await (const some of pairs) yield some.map(writePair).join('\n');
      });
    const { head, pairs } = await open(left);
    return sendChunks(reply.type(JSON_TYPE), await writeWhole(head, pairs));
  });
}

/** The matrix as one object, in short texts. */
async function writeWhole(
  head: string,
  pairs: AsyncIterable<readonly object[]>,
): Promise<string[]> {
  const chunks = [`${head.slice(0, -1)},"pairs":[`];
  for await (const some of pairs) {
    const between = chunks.length === 1 ? '' : ',';
    chunks.push(between + some.map(writePair).join());
  }
  return [...chunks, ']}'];
}

const writePair = (pair: object): string => JSON.stringify(pair);

/** Memory for a point of a recording that has been read: three numbers, their object and its place in the list. */
const FIX_BYTES = 64;

/**
 * `POST /api/trace`: a recorded drive, priced. Its body is read as text whatever its media type, because browsers know
 * no type for files of drives. Nothing of it is logged or kept.
 */
function trace(app: App, services: Services): void {
  app.register((scope: App, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, decodeText(body)),
    );
    addEndpoint(scope, TRACE, async (request, reply) => {
      const { query, signal } = request;
      const call = callOf(request);
      const reading = stepTrace(takeText(request));
      const fixes = await services.inTurn(accountOf(call), reading, signal);
      call.holdBody?.(fixes.length * FIX_BYTES);
      const caller = await beginWork(request, countTrace(fixes.length));
      const question = parseTraceQuestion(query, fixes, askTerms(request, services));
      const answers = servedTo(request, services);
      const { match, ...answer } = await answers.answerTrace(question, caller);
      const rest = `,"match":${JSON.stringify(match)}`;
      return writeAnswer(markAnswer(answer, marksOf(request)), reply, rest);
    });
    done();
  });
}

/**
 * The body, which the request forgets. So the text of a recording is not kept while the recording waits for its turn.
 */
function takeText(request: FastifyRequest): string {
  const { body: text } = request;
  keepDigest(request);
  return typeof text === 'string' ? text : '';
}

/** A choice of ours. In base64 this holds a file of three quarters of it; a year of a busy car has some 100 kB. */
const MOST_STATEMENT_BYTES = 500_000;

/** The names of columns, where these are not the usual names. Each name is looked for in every cell of a header. */
const Columns = Type.Object(
  Object.fromEntries(
    STATEMENT_COLUMNS.map((name) => [name, Type.Optional(Type.String({ maxLength: 200 }))]),
  ),
  { additionalProperties: false },
);

/** @internal The fuzz test writes bodies by it. */
export const StatementQuestion = Type.Object(
  {
    /** The file as it is, in base64. */
    statement: Type.String(),
    columns: Type.Optional(Columns),
    vehicle: Type.Optional(JourneyVehicle),
    drives: Type.Optional(JourneyQuestion.properties.drives),
  },
  { additionalProperties: false },
);

/** `POST /portal/api/statement`: an operator's statement, checked. Nothing of it is kept or logged. */
function statement(app: App, services: Services): void {
  const terms = {
    schema: { body: StatementQuestion },
    config: { access: 'counted', workload: 'route', visitor: 'trip' },
    bodyLimit: MOST_STATEMENT_BYTES,
    // Drives are planned one after the other.
    handlerTimeout: 60_000,
  } as const;
  app.post('/portal/api/statement', terms, async (request) => {
    const { statement: file, columns = {}, vehicle, drives = [] } = request.body;
    if (file.trim() === '' || NO_BASE64.test(file))
      throw refusedValue('statement', 'statement must be a file in base64.');
    const terms = askTerms(request, services);
    const question = await readJourney({ ...vehicle, drives }, terms, request.signal);
    const caller = await beginWork(request, Math.max(1, countDrives(question)));
    const bytes = Buffer.from(file, 'base64');
    const found = await services.portal.checkStatement(bytes, columns, question, caller);
    return formatReconciliation(found);
  });
}

/** A character that base64 does not have. Line breaks are allowed. The pattern looks at each character once. */
const NO_BASE64 = /[^\w+/=\s-]/;
