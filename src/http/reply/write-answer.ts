import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { readRecord } from '../../base/read-loose.ts';
import { inSteps, type Steps } from '../../base/steps.ts';
import { lineOf, type RouteAnswer } from '../../wire/route.ts';
import { type LinePart, mostBytesOf, stepLine, type WrittenLine } from '../../wire/write-line.ts';
import { JSON_TYPE } from './headers.ts';

/**
 * Writes an answer about routes as JSON. The prices are written by the schema of the endpoint's 200, the routes with
 * all their members.
 *
 * Most of the answer is coordinates. They become bytes directly and never a text, which would have to be joined,
 * measured and encoded on its way out. Other calls come between long lines.
 *
 * @param rest JSON of members that follow, each with a comma before it; absent: none.
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
 * The bytes of such an answer, in steps.
 *
 * @param rest JSON of members that follow the routes, each with a comma before it.
 *
 *
 * @internal Tests and measurements take it by itself.
 */
export function* stepBody(routes: RouteAnswer['routes'], rest: string): Steps<Buffer> {
  const [first, ...others] = cutAtLines(routes);
  return yield* stepBytes([`{"routes":${first}`, ...others, `${rest}}`]);
}

/** Texts of JSON, and the lines of coordinates between them. */
type Parts = readonly (string | LinePart)[];

/** Stands in a text for the coordinates of a line of ours. No caller knows it. */
const MARK = randomUUID();

/** The routes as JSON, cut where our lines stand. */
function cutAtLines(routes: RouteAnswer['routes']): Parts {
  const lines: LinePart[] = [];
  const mark = (feature: unknown) => {
    const line = lineOf(readRecord(readRecord(feature)?.geometry) ?? {});
    if (line === undefined) return feature;
    lines.push(line);
    return { ...readRecord(feature), geometry: { type: 'LineString', coordinates: MARK } };
  };
  const marked = routes.map((route) => ({
    ...route,
    ...(Array.isArray(route.features) && { features: route.features.map(mark) }),
  }));
  const texts = JSON.stringify(marked).split(`"${MARK}"`);
  return texts.flatMap((text, i) => [...lines.slice(i - 1, i), text]);
}

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array();

/** Working space for the next answer. An answer that is written in steps takes it away until it is done. */
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
