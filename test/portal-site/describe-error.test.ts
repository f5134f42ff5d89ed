import { expect, test, vi } from 'vitest';
import { ApiError } from '../../portal/js/api.js';
import { describeError } from '../../portal/js/describe-error.js';
import { FAULT_REPLIES, REFUSALS } from '../../src/http/reply/replies.ts';
import { PARAMETERS } from '../../src/wire/parameters.ts';

/** The language of the page, which texts are read by as they are loaded. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'nb' } } }));

const ENGLISH = 'The sentence of the server.';

const CODES = [
  ...Object.entries(FAULT_REPLIES).map(([code, { status }]) => [code, status] as const),
  ...Object.entries(REFUSALS).map(([status, { code }]) => [code, Number(status)] as const),
];

test.each(CODES)(
  'the code "%s" of a %i is told in Norwegian, without its English sentence',
  (code, status) => {
    const told = describeError(new ApiError(status, code, ENGLISH, { requestId: 'abc' }));
    expect(told).not.toContain(ENGLISH);
    expect(told).not.toContain('{');
    // What is not known is told by its code.
    expect(told).not.toContain(code);
  },
);

test.each([
  [['fuel', 'euroClass', 'fuel'], 'Tjeneren godtar ikke «drivstoff», «euroklasse».'],
  [['drives[2].return'], 'Tjeneren godtar ikke «tur–retur» (drives[2].return).'],
  [
    ['statement[12]'],
    'Tjeneren godtar ikke «bomregningen» (linje 12). Filen må ha kolonner for tidspunkt, stasjon og beløp, som kan leses på hver linje, og høyst 2000 linjer. Heter kolonnene noe annet, kan du skrive navnene under «Kolonnene heter noe annet».',
  ],
  [['aNewOne'], 'Tjeneren godtar ikke «aNewOne».'],
  [[], 'Tjeneren kunne ikke lese det som ble sendt.'],
  [
    ['callbackUrl'],
    'Tjeneren godtar ikke «adresse som får beskjed». Den må være en https-adresse på en offentlig vert, uten brukernavn.',
  ],
])('what is refused is named: %j', (parameters, told) => {
  expect(describeError(new ApiError(400, 'invalid_parameter', ENGLISH, { parameters }))).toBe(told);
});

test.each([
  [['to'], /^Ingen kjørbar vei leder til eller fra «reisemål»\. /],
  [['drives[2].from'], /^Ingen kjørbar vei leder til eller fra «start» \(drives\[2\]\.from\)\. /],
  [[], /^Det finnes ingen kjørbar rute mellom stedene\. /],
])('a trip without a way names the stop that none leads to: %j', (parameters, told) => {
  const error = new ApiError(404, 'route_not_possible', ENGLISH, { parameters });
  expect(describeError(error)).toMatch(told);
});

test.each([
  ['plate', 'A', 'kjennemerke'],
  ['startTime', '1999-12-31T12:00:00Z', 'avreise'],
  ['vehicleLength', '1e1', 'lengde'],
  ['trailerLength', '100', 'tilhenger'],
  ['weight', '-3', 'tillatt totalvekt'],
] as const)(
  'the rule that a text of the form breaks is told with the numbers of the server: %s=%s',
  (name, text, called) => {
    const refuse = vi.fn(() => {
      throw new Error('refused');
    });
    expect(() => PARAMETERS[name].read(text, refuse)).toThrow('refused');
    const [[rule = ''] = []] = refuse.mock.calls as string[][];
    const error = new ApiError(400, 'invalid_parameter', ENGLISH, { parameters: [name] });
    const told = describeError(error);
    expect(told.startsWith(`Tjeneren godtar ikke «${called}». `)).toBe(true);
    const plain = told.replaceAll('\u00a0', '');
    for (const number of rule.match(/\d+/g) ?? []) expect(plain).toContain(number);
  },
);

test.each([
  ['plate', /^Tjeneren godtar ikke «kjennemerke»\. Linjene gjelder flere biler/],
  ['columns.plate', /^Tjeneren godtar ikke «kjennemerke» \(columns\.plate\)\. Skriv navnet/],
  ['statement[12]', /Filen må ha kolonner/],
])('the page of statements says what to do about %s', (parameter, told) => {
  const error = new ApiError(400, 'invalid_parameter', ENGLISH, { parameters: [parameter] });
  expect(describeError(error, 'statement')).toMatch(told);
  if (!parameter.startsWith('statement')) expect(describeError(error)).not.toMatch(told);
});

test('the page of trips says what a recording must be', () => {
  const error = new ApiError(400, 'invalid_parameter', ENGLISH, { parameters: ['body'] });
  expect(describeError(error, 'trace')).toBe(
    'Tjeneren godtar ikke «filen». Den må være GPX, GeoJSON, CSV eller JSON med bredde, lengde og helst tid.',
  );
});

test('a code that is not known is given as it is', () => {
  expect(describeError(new ApiError(418, 'teapot', ENGLISH))).toBe(
    'Tjeneren tok ikke imot det. Feilen heter teapot.',
  );
  expect(describeError(new ApiError(503, '', ENGLISH))).toMatch(/opptatt/);
});

test('another language tells the end of a quota that the first one told', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00+01:00') });
  try {
    const error = new ApiError(429, 'quota_exceeded', ENGLISH, { retryAfterS: 43_200 });
    vi.setSystemTime(Date.parse('2026-11-20T12:10:00+01:00'));
    expect(describeError(error)).toBe('Dagens kall er brukt opp. Nye kall kl. 00:00.');
  } finally {
    vi.useRealTimers();
  }
});
