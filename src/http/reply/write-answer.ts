import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { inSteps, type Steps } from '../../base/steps.ts';
import { lineOf } from '../../wire/features.ts';
import type { RouteAnswer } from '../../wire/route.ts';
import { type LinePart, mostBytesOf, stepLine, type WrittenLine } from '../../wire/write-line.ts';
import { JSON_TYPE } from './headers.ts';

/**
 * Writes an answer about routes as JSON: the prices by their schema, which is that of the endpoint's 200, and the
 * routes with all their members.
 *
 * Most of it is coordinates. These never become a text, which would be joined, measured and made bytes again on its
 * way out. Other calls come between long lines.
 *
 * @param rest members that follow, each with a comma before it; absent: none.
 */
export async function writeAnswer(
  { routes, _billing }: RouteAnswer,
  reply: FastifyReply,
  rest = '',
): Promise<Buffer> {
  reply.header('content-type', JSON_TYPE);
  const prices = reply.serializeInput({ ..._billing }, '200');
  return inSteps(stepBody(routes, `,"_billing":${prices}${rest}`), nextTurn);
}

/**
 * The same in steps.
 *
 * @param rest members that follow the routes, each with a comma before it.
 *
 * @internal Tests and measurements take it by itself.
 */
export function* stepBody(routes: RouteAnswer['routes'], rest: string): Steps<Buffer> {
  const parts: Parts = ['{"routes":'];
  writeRoutes(routes, parts);
  add(parts, `${rest}}`);
  return yield* stepBytes(parts);
}

/** Texts of JSON, and the lines between them. */
type Parts = (string | LinePart)[];

function add(parts: Parts, text: string): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

type Write = (value: object, parts: Parts) => void;

const writeValue: Write = (value, parts) => add(parts, JSON.stringify(value));

/** Writes an object whose members are written by themselves, those that are objects in a way of their own. */
const writeObject =
  (own: Readonly<Record<string, Write>>): Write =>
  (value, parts) => {
    if (Array.isArray(value)) return writeValue(value, parts);
    let before = '{';
    for (const [name, member] of Object.entries(value) as [string, unknown][]) {
      const writeOwn = isObject(member) && Object.hasOwn(own, name) ? own[name] : undefined;
      const text: string | undefined = writeOwn ? '' : JSON.stringify(member);
      if (text === undefined) continue;
      add(parts, `${before}${JSON.stringify(name)}:${text}`);
      if (isObject(member)) writeOwn?.(member, parts);
      before = ',';
    }
    add(parts, before === '{' ? '{}' : '}');
  };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const writeList =
  (writeItem: Write): Write =>
  (list, parts) => {
    if (!Array.isArray(list)) return writeValue(list, parts);
    add(parts, '[');
    for (const [i, item] of (list as unknown[]).entries()) {
      if (i > 0) add(parts, ',');
      if (isObject(item)) writeItem(item, parts);
      else add(parts, JSON.stringify(item) ?? 'null');
    }
    add(parts, ']');
  };

const writeGeometry: Write = (geometry, parts) => {
  const line = lineOf(geometry);
  if (line === undefined) return writeValue(geometry, parts);
  add(parts, '{"type":"LineString","coordinates":');
  parts.push(line, '}');
};

const writeFeatures = writeList(writeObject({ geometry: writeGeometry }));
const writeRoutes = writeList(writeObject({ features: writeFeatures }));

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array();

/** Working space for the next answer; one that is written in steps has it to itself until it is done. */
let spare = NO_BYTES;

function* stepBytes(parts: Parts): Steps<Buffer> {
  const most = parts.reduce(
    (sum, part) => sum + (typeof part === 'string' ? 3 * part.length : mostBytesOf(part)),
    0,
  );
  const into = spare.length < most ? new Uint8Array(2 * most) : spare;
  spare = NO_BYTES;
  const written: WrittenLine[] = [];
  let end = 0;
  for (const part of parts)
    if (typeof part === 'string') end += encoder.encodeInto(part, into.subarray(end)).written;
    else end = yield* stepLine(part, into, end, written);
  spare = into;
  const body = Buffer.allocUnsafe(end);
  body.set(into.subarray(0, end));
  return body;
}
