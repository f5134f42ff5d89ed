/** Requests that nobody in his right mind sends, and ordinary ones among them. */
import fc from 'fast-check';
import { UNKNOWN_KEY } from '../support/accounts.ts';
import type { Endpoint } from './list-endpoints.ts';

/** A request before it becomes bytes. Texts are sent as latin1, so that any byte can be meant. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query as they stand in the first line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** What is to be put in before it is sent: the key, or cookie and token of a session. */
  readonly as: 'nobody' | 'key' | 'session' | 'page';
}

const POINTS = ['59.9139,10.7522', '59.92,10.76', '60.3913,5.3221', '60.40,5.33', '69.65,18.96'];

/** Words that mean something to somebody: numbers, files, databases, pages, logs, templates. */
const WORDS = [
  ...['', ' ', '0', '-0', '1', '2', '-1', '1e999', '-1e999', '1e-999', 'NaN', 'Infinity'],
  ...['null', 'undefined', 'true', '[]', '{}', '0x10', '1_000', '٣', '１', '9'.repeat(400)],
  ...[
    '10.7522,59.9139',
    '90,180',
    '-90,-180',
    '90.0001,0',
    '59.9139,10.7522,0',
    ',',
    '59.9139;10.7',
  ],
  ...['-0,-0', '1e1,1e1', '78.22,15.63', '59.9139,370', '59.9139 10.7522', '+59.9,+10.7'],
  ...[
    '2026-11-20T08:00:00+01:00',
    '2026-11-20T08:00:60Z',
    '0000-01-01T00:00:00Z',
    '2026-02-30T00:00Z',
  ],
  ...[
    "' or '1'='1",
    '1; drop table account --',
    '$where',
    '../../../../etc/passwd',
    '..%2f..%2fpackage.json',
  ],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '#{7*7}', '%s%n'],
  ...[
    '\r\nX-Injected: 1',
    '\n{"level":30,"msg":"forged"}',
    '\u0000',
    '\u2028',
    '\u001b[31m',
    '\ufeff',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'A'.repeat(3000),
  ],
  ...[
    'QQ10001',
    'QQ 10001',
    'ø',
    'e\u0301',
    '👩‍👩‍👧',
    'AP1',
    'AP7',
    'MC',
    '7',
    '18',
    'electric',
    '4326',
  ],
  Array(3000).fill('59.9,10.7').join('|'),
  Array(8).fill('59.92,10.76').join('|'),
];

/** Sequences that are no text in any decoding. */
const BROKEN = [
  '%',
  '%z',
  '%zz',
  '%u0041',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%00',
  '%0d%0a',
  '\u00ff',
  '%25%32%35',
];

const escaped = fc.oneof(
  fc.constantFrom(...WORDS).map(encodeURIComponent),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text)),
  fc.constantFrom(...BROKEN),
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

/** A trip that can be answered, now and then with a twist; most questions get no farther than 400. */
const trip = fc
  .tuple(fc.constantFrom(...POINTS), fc.constantFrom(...POINTS), fc.boolean())
  .map(([from, to, refine]) => `from=${from}&to=${to}${refine ? '&refine=1' : ''}`);

const queryOf = ({ parameters }: Endpoint) => {
  const pairs = fc.array(pair(parameters), { maxLength: 6 }).map((list) => list.join('&'));
  if (!parameters.includes('from')) return pairs;
  const twisted = fc.tuple(trip, pair(parameters)).map((parts) => parts.join('&'));
  return fc.oneof({ weight: 8, arbitrary: pairs }, { weight: 2, arbitrary: twisted });
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
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  .map((text) => text.replace(/[^\P{Cc}\t]/gu, ' ').slice(0, 4000));

const HEADERS = [
  ...['authorization', 'x-api-key', 'x-request-id', 'if-none-match', 'if-modified-since', 'accept'],
  ...['accept-encoding', 'cookie', 'origin', 'sec-fetch-site', 'x-csrf-token', 'x-forwarded-for'],
  ...['x-forwarded-proto', 'forwarded', 'range', 'content-type', 'user-agent', 'referer', 'expect'],
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

const body = fc.oneof(
  fc.json(),
  fc.constantFrom(...WORDS).map((email) => JSON.stringify({ email, name: email, token: email })),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    '{"__proto__":{"isAdmin":true}}',
    '{"email":',
    `"${'x'.repeat(5000)}"`,
    '['.repeat(3000),
  ),
);

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

/** Requests to these endpoints. */
export function requestTo(endpoints: readonly Endpoint[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...endpoints).chain((endpoint) =>
    fc.record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...endpoint.methods) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      target: targetOf(endpoint),
      headers,
      body: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: body }),
      as: fc.oneof(
        { weight: 5, arbitrary: fc.constant('key' as const) },
        { weight: 2, arbitrary: fc.constantFrom('session' as const, 'page' as const) },
        { weight: 1, arbitrary: fc.constant('nobody' as const) },
      ),
    }),
  );
}
