import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { FaultCode } from '../../base/fault.ts';
import { ErrorBody } from '../../wire/unit.ts';
import type { AccessClass, App } from '../framework.ts';
import type { VisitorAccess } from '../portal/visitor.ts';
import type { Workload } from '../services.ts';

/** The description of an endpoint, in one place. The app validates and writes by it, and the contract shows it. */
export interface Endpoint {
  /** The address, with the names of its parts in braces. */
  readonly path: string;
  /** Absent: GET, and HEAD with it. */
  readonly method?: 'POST' | 'DELETE';
  readonly access: AccessClass;
  /** The visitors for whom the portal has the same endpoint; absent: the portal does not have it. */
  readonly visitor?: VisitorAccess;
  /** Its address in the portal; absent: `path` below `/portal`. */
  readonly portalPath?: string;
  /** The engine that it waits for; absent: it is answered however much work there is. */
  readonly workload?: Workload;
  /** It answers before the facts are open; absent: it refuses calls until then. */
  readonly whileStarting?: true;
  /** How long an answer may take; absent: the usual time. Milliseconds. */
  readonly deadlineMs?: number;
  /** Names the call in generated clients. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Absent: it reads no parameters. */
  readonly query?: TObject;
  /** Values that its schema refuses are told together with all other problems; absent: they are told alone. */
  readonly gathersProblems?: true;
  /** The body that it takes; absent: none. */
  readonly body?: TakenBody;
  /** The answer with status 200. */
  readonly answer: Answer;
  /** Answers with other statuses, in place of those that all endpoints have. */
  readonly also?: Readonly<Record<number, Answer>>;
  /** The faults that it refuses or fails with, beside those that its access brings; absent: no others. */
  readonly faults?: readonly FaultCode[];
}

/** The groups of endpoints in the order of the reference, and their descriptions. */
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
  /**
   * Examples by the usual media types of a body whose format is recognised from its text, whatever its media type.
   * Absent: the body is JSON.
   */
  readonly usualTypes?: Readonly<Record<string, unknown>>;
  /** Its largest size, also when it is unpacked. */
  readonly mostBytes: number;
  /** It is read in pieces, and not kept; absent: it is kept whole. */
  readonly isStreamed?: true;
}

/** The answer to a question that is not refused. */
export interface Answer {
  readonly description: string;
  readonly schema: TSchema;
  /** The schema that the app writes by, where a part of the answer is written already; absent: `schema`. */
  readonly writes?: TSchema;
  /** A record of the answer as NDJSON, one a line; absent: the answer has no such form. */
  readonly record?: TSchema;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /**
   * The answer may be kept, and has an `ETag` by which a caller asks whether it changed; absent: it may not be kept.
   */
  readonly isKept?: true;
  /** Headers beside those of its access and its caching; absent: none. */
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

/** The request of an endpoint, with its query, body and address typed. */
export type AskedOf<Of> = FastifyRequest<{
  Querystring: Of extends { readonly query: infer Query extends TSchema } ? Static<Query> : unknown;
  Body: Of extends { readonly body: { readonly schema: infer Body extends TSchema } }
    ? Static<Body>
    : unknown;
  Params: Of extends { readonly path: `${string}{id}${string}` } ? { id: string } : unknown;
}>;

/**
 * Registers an endpoint, and the same endpoint of the portal where its visitors have it. Both validate and write by its
 * row.
 */
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
    // The framework warns of a member that is present and undefined.
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

/** The schema of an answer of text, which is none of our objects. */
export const textOf = (description: string) => Type.String({ description });
