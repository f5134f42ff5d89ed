import { expect, test, vi } from 'vitest';
import { ApiError } from '../../portal/js/api.js';
import { describeError } from '../../portal/js/describe-error.js';
import { FAULT_REPLIES, REFUSALS } from '../../src/http/reply/replies.ts';

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
  [['startTime'], 'Tjeneren godtar ikke «avreise».'],
  [['weight', 'euroClass', 'weight'], 'Tjeneren godtar ikke «tillatt totalvekt», «euroklasse».'],
  [['drives[2].startTime'], 'Tjeneren godtar ikke «avreise» (drives[2].startTime).'],
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
  ['plate', /^Tjeneren godtar ikke «kjennemerke»\. Linjene gjelder flere biler/],
  ['columns.plate', /^Tjeneren godtar ikke «kjennemerke» \(columns\.plate\)\. Skriv navnet/],
  ['statement[12]', /Filen må ha kolonner/],
])('the page of statements says what to do about %s', (parameter, told) => {
  const error = new ApiError(400, 'invalid_parameter', ENGLISH, { parameters: [parameter] });
  expect(describeError(error, 'statement')).toMatch(told);
  if (!parameter.startsWith('statement')) expect(describeError(error)).not.toMatch(told);
});

test('a code that is not known is given as it is', () => {
  expect(describeError(new ApiError(418, 'teapot', ENGLISH))).toBe(
    'Tjeneren tok ikke imot det. Feilen heter teapot.',
  );
  expect(describeError(new ApiError(503, '', ENGLISH))).toMatch(/opptatt/);
});
