import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { FaultCode } from '../../base/fault.ts';
import { ErrorBody } from '../../wire/unit.ts';
import type { AccessClass, App } from '../framework.ts';
import type { VisitorAccess } from '../portal/visitor.ts';
import type { Workload } from '../services.ts';

/** What an endpoint is, said once: the app validates and writes by it, and the contract shows it. */
export interface Endpoint {
  /** With the names of its parts in braces. */
  readonly path: string;
  /** Absent: GET, and HEAD with it. */
  readonly method?: 'POST' | 'DELETE';
  readonly access: AccessClass;
  /** For which visitors the portal has the same; absent: it has it not. */
  readonly visitor?: VisitorAccess;
  /** Where it has it; absent: below `/portal`. */
  readonly portalPath?: string;
  /** The engine that it waits for; absent: it is answered however much there is to do. */
  readonly workload?: Workload;
  /** It answers before the facts are open; absent: it does not. */
  readonly whileStarting?: true;
  /** How long an answer may take; absent: as long as any. Milliseconds. */
  readonly deadlineMs?: number;
  /** Names the call in generated clients. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Absent: it reads no parameters. */
  readonly query?: TObject;
  /** What its schema refuses is told with all else that is wrong; absent: by itself. */
  readonly gathersProblems?: true;
  /** What it takes beside them; absent: nothing. */
  readonly body?: TakenBody;
  /** With 200. */
  readonly answer: Answer;
  /** With other statuses, instead of what every endpoint answers with them. */
  readonly also?: Readonly<Record<number, Answer>>;
  /** What it refuses or fails with, beside what its access brings with it; absent: nothing. */
  readonly faults?: readonly FaultCode[];
}

/** The groups of the reference, in its order, and what they hold. */
export const TAGS = {
  Trips: 'Routes between two points, and what they cost.',
  Jobs: 'Many rows at once, priced beside the calls.',
  Vehicles: 'Technical data from the vehicle register.',
  Data: 'Lists of places, whole. They are not counted, and they have an `ETag`.',
  Service: 'For those who run the service or read about it. No key is needed.',
} as const;

type Tag = keyof typeof TAGS;

/** The body of a question. An endpoint that asks for a key takes it packed with gzip, too. */
interface TakenBody {
  readonly schema: TSchema;
  /** Shown as an example. */
  readonly example: unknown;
  /** Its form is told by its text, whatever its type is called; examples by the types that are usual. Absent: JSON. */
  readonly usualTypes?: Readonly<Record<string, unknown>>;
  /** So large at most, also when it is unpacked. */
  readonly mostBytes: number;
  /** It is read in pieces, and not kept; absent: it is kept whole. */
  readonly isStreamed?: true;
}

/** What a good question gets. */
export interface Answer {
  readonly description: string;
  readonly schema: TSchema;
  /** What the app writes by, where a part of the answer is written already; absent: `schema`. */
  readonly writes?: TSchema;
  /** One record a line, where a caller asks for NDJSON; absent: it comes in no such form. */
  readonly record?: TSchema;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /** It may be kept, and has an `ETag` to ask by whether it changed; absent: nothing keeps it. */
  readonly isKept?: true;
  /** Beside those of its access and its caching; absent: none. */
  readonly headers?: readonly ('acceptRanges' | 'contentRange' | 'etag' | 'jobState')[];
}

declare module 'fastify' {
  interface FastifyContextConfig
    extends Pick<Endpoint, 'access' | 'visitor' | 'workload' | 'whileStarting'> {
    /** Its body is read in pieces, and not kept; absent: it is kept whole. */
    readonly streamsBody?: true;
    /** Its body may be of any type; absent: it is JSON. */
    readonly takesAnyType?: boolean;
  }
}

/** What a request to an endpoint brings. */
export type AskedOf<Of> = FastifyRequest<{
  Querystring: Of extends { readonly query: infer Query extends TSchema } ? Static<Query> : unknown;
  Body: Of extends { readonly body: { readonly schema: infer Body extends TSchema } }
    ? Static<Body>
    : unknown;
  Params: Of extends { readonly path: `${string}{id}${string}` } ? { id: string } : unknown;
}>;

/** Answers an endpoint, and the same of the portal's where its visitors have it; validates and writes by its row. */
export function addEndpoint<const Of extends Endpoint>(
  app: App,
  endpoint: Of,
  handle: (request: AskedOf<Of>, reply: FastifyReply) => unknown,
): void {
  const { path, portalPath = `/portal${path}`, visitor }: Endpoint = endpoint;
  const method = endpoint.method ?? 'GET';
  const { config, ...terms } = termsOf(endpoint);
  const handler = handle as RouteHandlerMethod;
  app.route({ ...terms, method, url: toPattern(path), config, handler } as RouteOptions);
  if (visitor === undefined) return;
  const ofPortal = { url: toPattern(portalPath), config: { ...config, visitor } };
  app.route({ ...terms, method, ...ofPortal, handler } as RouteOptions);
}

const toPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

function termsOf({ access, workload, whileStarting, method, query, body, ...more }: Endpoint) {
  const { schema, writes = schema, mediaType, isKept } = more.answer;
  const others = Object.entries(more.also ?? {}).map(([status, one]) => [status, one.schema]);
  const isWritten = mediaType === undefined && isKept === undefined;
  const response = { ...ERRORS, ...Object.fromEntries(others), 200: writes };
  const taken = body?.schema ?? (method === 'DELETE' ? Type.Unknown() : undefined);
  return {
    // The framework warns of a schema that is there and undefined.
    schema: {
      ...(query && { querystring: query }),
      ...(taken && { body: taken }),
      ...(isWritten && { response }),
    },
    config: {
      access,
      workload,
      whileStarting,
      streamsBody: body?.isStreamed,
      takesAnyType: body?.usualTypes !== undefined,
    },
    bodyLimit: body?.mostBytes,
    handlerTimeout: more.deadlineMs,
    attachValidation: more.gathersProblems,
  };
}

const ERRORS = { '4xx': ErrorBody, '5xx': ErrorBody };

/** An answer of text that is none of our schemas. */
export const textOf = (description: string) => Type.String({ description });
