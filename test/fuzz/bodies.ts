/** Bodies that break a program which takes a member for what it expects. */
import fc from 'fast-check';
import { StatementQuestion } from '../../src/http/endpoint/questions.ts';
import type { Endpoint as Row } from '../../src/http/openapi/endpoint.ts';
import { ENDPOINTS, TRACE } from '../../src/http/openapi/endpoints.ts';
import { PlanRequestBody } from '../../src/http/portal/account.ts';
import { KeyBody, RotateBody } from '../../src/http/portal/keys.ts';
import { SessionBody, SignInBody } from '../../src/http/portal/sign-in.ts';
import { NoBody } from '../../src/http/portal/visitor.ts';
import { JourneyQuestion } from '../../src/wire/journey.ts';
import { anyText } from '../support/any-text.ts';
import { WORDS } from './words.ts';

/** The bodies of all endpoints that take one; there is no contract of those of the portal. */
export const BODIES: Readonly<Record<string, object>> = {
  'POST /portal/api/sign-in': SignInBody,
  'POST /portal/api/journey': JourneyQuestion,
  'POST /portal/api/trace': TRACE.body.schema,
  'POST /portal/api/statement': StatementQuestion,
  'POST /portal/api/session': SessionBody,
  'DELETE /portal/api/session': NoBody,
  'DELETE /portal/api/sessions': NoBody,
  'POST /portal/api/keys': KeyBody,
  'POST /portal/api/keys/:id/rotate': RotateBody,
  'POST /portal/api/plan': PlanRequestBody,
  'DELETE /portal/api/keys/:id': NoBody,
  'DELETE /api/jobs/:id': NoBody,
  ...Object.fromEntries(
    ENDPOINTS.flatMap(({ method, path, body }) =>
      body === undefined ? [] : [[`${method} ${path}`, body.schema]],
    ),
  ),
};

/**
 * The members of the bodies that an address takes, by method.
 *
 * @throws Error for a method whose body is not listed here: it would not be fuzzed.
 */
export function bodiesOf(path: string, methods: readonly string[]) {
  const taking = methods.filter((method) => method !== 'GET' && method !== 'HEAD');
  return Object.fromEntries(
    taking.map((method) => {
      // An owner who is signed in asks for jobs as with a key.
      const asWithKey = path.replace(/^\/portal(?=\/api\/(?:jobs|webhook)\b)/, '');
      const schema = BODIES[`${method} ${path}`] ?? BODIES[`${method} ${asWithKey}`];
      if (schema === undefined) throw new Error(`${method} ${path} has no body in bodies.ts.`);
      const properties = 'properties' in schema ? (schema.properties ?? {}) : {};
      return [method, Object.keys(properties)];
    }),
  );
}

/** A body that each of some members has a value of its type in. */
export const goodBodyOf = (members: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(members.map((name) => [name, OTHERS[name] ?? 'x'])));

/** Members that are no texts, or not every text. */
const OTHERS: Readonly<Record<string, unknown>> = {
  test: true,
  days: 30,
  overlapHours: 1,
  plan: 'pilot',
};

const nested = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth);

/** JSON that is no text, or none that anybody wants: some of every kind that there is. */
export const ODD: readonly string[] = [
  ...['{"toString":1}', '{"toString":null,"valueOf":null}', '{"valueOf":"x"}', '{"toJSON":"x"}'],
  ...['{"length":1e9}', '{"length":-1,"0":"x"}', '{"then":1}', '{"hasOwnProperty":1}', '{}', '[]'],
  ...['{"__proto__":1}', '{"constructor":{"prototype":{"x":1}}}', '["ola@example.no"]', '[["a"]]'],
  ...['0', '-0', '7', '1e999', '-1e999', '1e-999', '9007199254740993', `${'9'.repeat(400)}`],
  ...[
    'true',
    'false',
    'null',
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\ud800\\ud800"',
    '"\\ufeff"',
  ],
  ...['"\\r\\nX-Injected: 1"', `"${'a'.repeat(3900)}"`, `"${'a'.repeat(5000)}"`],
  ...[nested('[', ']', 1900), `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`],
];

/** It, and every word as a text. */
const CONFUSED: readonly string[] = [...ODD, ...WORDS.map((word) => JSON.stringify(word))];

/** Texts that are no JSON, and JSON in disguise. */
const BROKEN: readonly string[] = [
  ...['{', '}', '{"', '{"a"', '{"a":', '{,}', '[1,]', "{'a':1}", '{a:1}', 'undefined', 'NaN', '01'],
  ...[
    '{"a":1}{"a":1}',
    '\ufeff{}',
    '\u0000',
    '[object Object]',
    'email=ola%40example.no',
    '--x\r\n',
  ],
  ...['['.repeat(4000), '{"a":'.repeat(800), `"${'x'.repeat(5000)}"`, '{"a":1,"a":{"toString":1}}'],
];

/** Content types, right ones last. */
export const CONTENT_TYPES: readonly string[] = [
  ...['', 'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'application/xml', '*/*'],
  ...[
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/jsonx',
    'json',
  ],
  ...['application/vnd.api+json', 'application/octet-stream', 'application', ';', '\u00ff/\u00ff'],
  ...['application/json; charset=utf-16', 'application/json; charset="', 'APPLICATION/JSON;;'],
];

/**
 * Each of the confused values in each of the members. As the whole, and in a member that nobody reads, values are told
 * apart by their kind: some of each.
 */
export function listBodies(members: readonly Member[]): readonly string[] {
  const names = members.map(({ name }) => name);
  const good = Object.fromEntries(names.map((name) => [name, 'x']));
  return [
    ...WHOLE_KINDS,
    ...listMemberBodies(members),
    ...ODD.map((value) => within(names, 'unasked', value)),
    JSON.stringify({ ...good, ...Object.fromEntries([...'abcdefgh'].map((name) => [name, name])) }),
  ];
}

/** Values of each kind as the whole, and texts that are no JSON. */
const WHOLE_KINDS: readonly string[] = [...ODD, ...BROKEN];

/** Each of the confused values as the whole, and texts that are no JSON. */
export const WHOLE_BODIES: readonly string[] = [...CONFUSED, ...BROKEN];

/** A member of a body, and the values that it need not be asked with, as JSON; absent: it takes them all. */
export interface Member {
  readonly name: string;
  readonly spared?: readonly string[];
}

/** Each of the confused values in each of the members. */
export const listMemberBodies = (members: readonly Member[]): readonly string[] => {
  const names = members.map(({ name }) => name);
  return members.flatMap(({ name, spared = [] }) => {
    const values = CONFUSED.filter((value) => !spared.includes(value));
    return values.map((value) => within(names, name, value));
  });
};

function within(members: readonly string[], member: string, value: string): string {
  const others = members.filter((one) => one !== member).map((one) => `"${one}":"x"`);
  return `{${[...others, `"${member}":${value}`].join(',')}}`;
}

/** Endpoints that read their body as text, whatever it is, by method and address. */
export const READING_TEXT: ReadonlySet<string> = new Set(
  (ENDPOINTS as readonly Row[]).flatMap(({ method, path, body }) =>
    body?.usualTypes === undefined ? [] : [`${method} ${path}`],
  ),
);

/** Good bodies of endpoints that read more than a few texts, by method and address. */
const GOOD: ReadonlyMap<string, unknown> = new Map(
  ENDPOINTS.flatMap(({ method, path, body }) =>
    body === undefined ? [] : [[`${method} ${path}`, body.example] as const],
  ),
);

/** Every place in a value, as the keys that lead there. */
function listPlaces(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inside = Object.entries(value).flatMap(([name, one]) => listPlaces(one, [...at, name]));
  return [at, ...inside];
}

/** Puts a mark in one place of a value. */
function markAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return MARK;
  const marked = Array.isArray(value) ? [...value] : { ...(value as object) };
  return Object.assign(marked, { [name]: markAt(Reflect.get(Object(value), name), rest) });
}

const MARK = 'the place that another value comes to';

/** A good body of an endpoint with one value of it confused; of one that takes a text, the text with a part confused. */
export function twistedBodyOf(method: string, path: string): fc.Arbitrary<string> | undefined {
  const good = GOOD.get(`${method} ${path}`);
  if (good === undefined) return undefined;
  const value = fc.oneof(fc.constantFrom(...CONFUSED), fc.json({ maxDepth: 3 }));
  if (typeof good === 'string')
    return fc
      .tuple(fc.nat({ max: good.length }), fc.nat({ max: 12 }), value)
      .map(([from, length, text]) => good.slice(0, from) + text + good.slice(from + length));
  return fc
    .tuple(fc.constantFrom(...listPlaces(good)), value)
    .map(([place, text]) => JSON.stringify(markAt(good, place)).replace(`"${MARK}"`, () => text));
}

/** A body that may be anything, the more often one with these members. */
export const bodyOf = (members: readonly string[]): fc.Arbitrary<string> => {
  const value = fc.oneof(fc.constantFrom(...CONFUSED), fc.json({ maxDepth: 4 }));
  const record = fc
    .array(fc.tuple(fc.constantFrom(...members, 'unasked', '__proto__', 'toString'), value), {
      maxLength: 4,
    })
    .map((pairs) => `{${pairs.map(([name, text]) => `"${name}":${text}`).join(',')}}`);
  return fc.oneof(
    { weight: 4, arbitrary: record },
    { weight: 2, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
    { weight: 1, arbitrary: anyText({ maxLength: 200 }) },
  );
};
