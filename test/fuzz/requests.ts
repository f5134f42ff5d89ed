/** Requests that nobody in his right mind sends, and ordinary ones among them. */
import fc from 'fast-check';
import { UNKNOWN_KEY } from '../support/accounts.ts';
import { anyText } from '../support/any-text.ts';
import { bodyOf, CONTENT_TYPES, twistedBodyOf } from './bodies.ts';
import type { Endpoint } from './list-endpoints.ts';
import { ESCAPED_WORDS, WORDS } from './words.ts';

/** A request before it becomes bytes. Texts are sent as latin1, so that any byte can be meant. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query as they stand in the first line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** What the page says that its body is; absent: JSON. */
  readonly type?: string;
  /** What is to be put in before it is sent: the key, or cookie and token of a session. */
  readonly as: 'nobody' | 'key' | 'session' | 'page';
}

const POINTS = ['59.9139,10.7522', '59.92,10.76', '60.3913,5.3221', '60.40,5.33', '69.65,18.96'];

const escaped = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...ESCAPED_WORDS) },
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text)),
  fc.double().map(String),
  fc.tuple(fc.double(), fc.double()).map(([lat, lon]) => `${lat},${lon}`),
  fc.tuple(fc.double({ min: 57, max: 72 }), fc.double({ min: 4, max: 32 })).map((at) => at.join()),
);

const pair = (names: readonly string[]) =>
  fc
    .tuple(
      names.length === 0
        ? fc.constantFrom('x', '__proto__', 'from[]')
        : fc.oneof(
            { weight: 12, arbitrary: fc.constantFrom(...names) },
            { weight: 1, arbitrary: escaped },
          ),
      escaped,
    )
    .map(([name, value]) => `${name}=${value}`);

/** A trip that can be answered: without one most questions get no farther than its start. */
const trip = fc
  .tuple(fc.constantFrom(...POINTS), fc.constantFrom(...POINTS), fc.boolean())
  .map(([from, to, refine]) => `from=${from}&to=${to}${refine ? '&refine=1' : ''}`);

const queryOf = ({ parameters }: Endpoint) => {
  const pairs = fc.array(pair(parameters), { maxLength: 6 }).map((list) => list.join('&'));
  if (!parameters.includes('from')) return pairs;
  const twists = fc.array(pair(parameters), { minLength: 1, maxLength: 3 });
  const twisted = fc.tuple(trip, twists).map(([good, list]) => [good, ...list].join('&'));
  return fc.oneof(pairs, twisted);
};

const targetOf = (endpoint: Endpoint) =>
  fc
    .tuple(
      fc.oneof(
        { weight: 15, arbitrary: fc.constant(endpoint.path) },
        { weight: 1, arbitrary: escaped.map((text) => endpoint.path + text) },
        { weight: 1, arbitrary: escaped.map((text) => `/${text}`) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('//', '/.', '*', '/portal/../data', '/PORTAL/', '/a?b?c'),
        },
      ),
      escaped,
      queryOf(endpoint),
    )
    .map(([path, value, query]) => {
      const filled = path.replace(/:\w+|\*$/, value);
      return (query === '' ? filled : `${filled}?${query}`).replace(/[ \p{Cc}]/gu, '+');
    });

/** Any bytes that may stand in a header's value, and a few words that mean something there. */
const headerValue = fc
  .oneof(
    fc.constantFrom(
      ...WORDS,
      'gzip;q=0',
      '*',
      'W/"x"',
      '"x", "y"',
      'Bearer',
      `Bearer ${UNKNOWN_KEY}`,
    ),
    anyText({ maxLength: 60 }),
  )
  .map((text) => text.replace(/[^\P{Cc}\t]/gu, ' ').slice(0, 4000));

const HEADERS = [
  ...['authorization', 'x-api-key', 'x-request-id', 'if-none-match', 'if-modified-since', 'accept'],
  ...['accept-encoding', 'cookie', 'origin', 'sec-fetch-site', 'x-csrf-token', 'x-forwarded-for'],
  ...['x-forwarded-proto', 'forwarded', 'range', 'content-type', 'user-agent', 'referer'],
  ...[
    'x-http-method-override',
    'via',
    'te',
    'upgrade',
    'accept-language',
    'content-encoding',
    'x-a',
  ],
];

const headers = fc.array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), { maxLength: 4 });

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'FOO',
];

/** Requests to these endpoints, the more of them the more there is to write in one. */
export function requestTo(endpoints: readonly Endpoint[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...endpoints.map((endpoint) => ({
      weight: 1 + endpoint.parameters.length + 2 * Object.keys(endpoint.bodies).length,
      arbitrary: requestToOne(endpoint),
    })),
  );
}

function twistsOf(method: string, { path }: Endpoint) {
  const arbitrary = twistedBodyOf(method, path);
  return arbitrary === undefined ? [] : [{ weight: 4, arbitrary }];
}

const requestToOne = (endpoint: Endpoint): fc.Arbitrary<FuzzRequest> =>
  fc
    .oneof(
      { weight: 8, arbitrary: fc.constantFrom(...endpoint.methods) },
      { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
    )
    .chain((method) =>
      fc.record({
        method: fc.constant(method),
        target: targetOf(endpoint),
        headers,
        body: fc.oneof(
          { weight: method in endpoint.bodies ? 1 : 9, arbitrary: fc.constant('') },
          { weight: 2, arbitrary: bodyOf(endpoint.bodies[method] ?? []) },
          ...twistsOf(method, endpoint),
        ),
        type: fc.oneof(
          { weight: 9, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
        ),
        as: fc.oneof(
          {
            weight: method in endpoint.bodies && endpoint.path.startsWith('/portal/') ? 1 : 5,
            arbitrary: fc.constant('key' as const),
          },
          { weight: 1, arbitrary: fc.constant('session' as const) },
          {
            weight: method in endpoint.bodies && endpoint.path.startsWith('/portal/') ? 5 : 1,
            arbitrary: fc.constant('page' as const),
          },
          { weight: 1, arbitrary: fc.constant('nobody' as const) },
        ),
      }),
    );
