import { type TObject, type TSchema, Type } from 'typebox';
import type { FaultCode } from '../../base/fault.ts';
import { ErrorBody } from '../../wire/unit.ts';
import type { AccessClass } from '../framework.ts';
import type { Workload } from '../services.ts';
import type { HeaderName } from './headers.ts';

/** What an endpoint is, said once: the app validates and writes by it, and the contract shows it. */
export interface Endpoint {
  /** With the names of its parts in braces. */
  readonly path: string;
  /** Absent: GET, and HEAD with it. */
  readonly method?: 'POST' | 'DELETE';
  readonly access: AccessClass;
  /** The engine that it waits for; absent: it is answered however much there is to do. */
  readonly workload?: Workload;
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
  /** What it takes beside them; absent: nothing. */
  readonly body?: TakenBody;
  /** With 200. */
  readonly answer: Answer;
  /** With other statuses, instead of what every endpoint answers with them. */
  readonly also?: Readonly<Record<number, Answer>>;
  /** What it refuses or fails with, beside what its access brings with it. */
  readonly faults: readonly FaultCode[];
}

/** The groups of the reference, in its order, and what they hold. */
export const TAGS = {
  Trips: 'Routes between two points, and what they cost.',
  Jobs: 'Many rows at once, priced beside the calls.',
  Vehicles: 'Technical data from the vehicle register.',
  Data: 'Lists of places, whole. They are not counted, and they have an `ETag`.',
  Service: 'For those who run the service or read about it. No key is needed.',
} as const;

export type Tag = keyof typeof TAGS;

/** The body of a question. An endpoint that asks for a key takes it packed with gzip, too. */
export interface TakenBody {
  readonly schema: TSchema;
  /** Absent: JSON. */
  readonly mediaTypes?: readonly string[];
  /** Shown as an example. */
  readonly example: unknown;
  /** So large at most, also when it is unpacked. */
  readonly mostBytes: number;
}

/** What a good question gets. */
export interface Answer {
  readonly description: string;
  readonly schema: TSchema;
  /** One record a line, where a caller asks for NDJSON; absent: it comes in no such form. */
  readonly record?: TSchema;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /** How long it may be kept: `never`, or until another day with an `ETag` to ask by. */
  readonly caching: 'never' | 'revalidated';
  /** Beside those of its access and its caching; absent: none. */
  readonly headers?: readonly HeaderName[];
}

/** What the app registers an endpoint with that reads parameters and gives an object. */
export function termsOf<Query extends TSchema, Body extends TSchema>(
  {
    access,
    query,
    workload,
  }: { readonly access: AccessClass; readonly query: Query; readonly workload?: Workload },
  body: Body,
) {
  const response = { 200: body, '4xx': ErrorBody, '5xx': ErrorBody };
  const config = { access, ...(workload !== undefined && { workload }) };
  return { schema: { querystring: query, response }, config } as const;
}

/** The same of one that reads a body. */
export function postTermsOf<Body extends TObject, Answered extends TSchema>(
  {
    access,
    body,
    workload,
    deadlineMs,
  }: {
    readonly access: AccessClass;
    readonly body: { readonly schema: Body; readonly mostBytes: number };
    readonly workload?: Workload;
    readonly deadlineMs?: number;
  },
  answer: Answered,
) {
  const response = { 200: answer, '4xx': ErrorBody, '5xx': ErrorBody };
  const config = { access, ...(workload !== undefined && { workload }) };
  return {
    schema: { body: body.schema, response },
    config,
    bodyLimit: body.mostBytes,
    ...(deadlineMs !== undefined && { handlerTimeout: deadlineMs }),
  } as const;
}

/** The address of an endpoint as the app registers it. */
export const addressOf = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1');

/** An answer of text that is none of our schemas. */
export const textOf = (description: string) => Type.String({ description });
