import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { inSteps } from '../../base/steps.ts';
import { writeGeometry, writeLines } from '../../wire/features.ts';
import type { RouteAnswer } from '../../wire/route.ts';
import { JSON_TYPE } from '../headers.ts';

/**
 * Writes an answer about routes as JSON: the prices by their schema, which is that of the endpoint's
 * 200, and the routes with all members that they have. Most of it is coordinates, which are written
 * already. Other calls come between long lines.
 */
export async function writeAnswer(
  { routes, _billing }: RouteAnswer,
  reply: FastifyReply,
): Promise<string> {
  reply.header('content-type', JSON_TYPE);
  await inSteps(writeLines(routes), nextTurn);
  const prices = reply.serializeInput({ ..._billing }, '200');
  const written = withCommas(routes.map((route) => writeRoute(route) ?? ''));
  return `{"routes":[${written}],"_billing":${prices}}`;
}

/** Writes the value of a member; undefined for one that is left out. */
type WriteValue = (value: unknown) => string | undefined;

const writeValue: WriteValue = (value) => JSON.stringify(value);

/** Writes an object whose members are written by themselves, some of them in a way of their own. */
const writeObject =
  (own: Readonly<Record<string, WriteValue>>): WriteValue =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return writeValue(value);
    let members = '';
    for (const [name, member] of Object.entries(value)) {
      const text = (Object.hasOwn(own, name) ? own[name] : writeValue)?.(member);
      if (text === undefined) continue;
      if (members !== '') members += ',';
      members += `${JSON.stringify(name)}:${text}`;
    }
    return `{${members}}`;
  };

/** Texts with commas between them, put together without a copy: they are copied once, where the answer is sent. */
const withCommas = (texts: readonly string[]): string =>
  texts.reduce((all, text, i) => (i === 0 ? text : `${all},${text}`), '');

const writeFeature = writeObject({
  geometry: (geometry) =>
    (typeof geometry === 'object' && geometry !== null ? writeGeometry(geometry) : undefined) ??
    writeValue(geometry),
});

const writeFeatures: WriteValue = (features) =>
  Array.isArray(features)
    ? `[${withCommas(features.map((feature) => writeFeature(feature) ?? 'null'))}]`
    : writeValue(features);

const writeRoute = writeObject({ features: writeFeatures });
