import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/http/openapi/endpoints.ts';
import { FAULT_REPLIES } from '../../../src/http/reply/replies.ts';
import { appOf } from '../../support/app.ts';
import { startingApp } from '../../support/starting-app.ts';

const PAGES = [
  '/docs',
  '/docs/veiledning',
  '/docs/reference',
  '/docs/errors',
  '/docs/interface',
  '/docs/parameters',
  '/docs/pricing',
  '/docs/pricing-ferries',
  '/docs/cheapest',
  '/docs/traces',
  '/docs/journeys',
  '/docs/matrix',
  '/docs/jobs',
  '/docs/last-years-trips',
  '/docs/accuracy',
];

/** The pages are the same for all: each app has made them once. */
const app = appOf();
const starting = startingApp().app;

/** What the attribute of a page has, each once. */
const all = (body: string, pattern: RegExp) => [
  ...new Set([...body.matchAll(pattern)].map(([, found = '']) => found)),
];

test.each(PAGES)('%s is open to everybody, also while the server starts', async (url) => {
  for (const one of [app, starting]) {
    const reply = await one.inject(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  }
});

test('every link leads to a page of ours and to a place that is on it, and nothing is inline', async () => {
  const bodies = new Map<string, string>();
  for (const url of PAGES) bodies.set(url, (await app.inject(url)).body);
  for (const [url, body] of bodies) {
    expect(body, url).not.toMatch(
      /<style|\sstyle=|<script(?! (?:type="module" )?src=)|\son\w+=|\{(?:nav|title|content)\}/,
    );
    for (const link of all(body, /(?:href|src)="([^"]+)"/g)) {
      const [path = '', hash] = link.split('#');
      const page = path === '' ? url : path;
      if (!bodies.has(page)) expect((await app.inject(page)).statusCode, link).toBeLessThan(400);
      if (hash !== undefined) expect(bodies.get(page), `${url}: ${link}`).toContain(`id="${hash}"`);
    }
  }
});

test.each([
  ['cheapest', 'image/webp', 3],
  ['traces', 'image/svg+xml', 16],
])('the pictures of /docs/%s are there, each with its words', async (page, type, count) => {
  const { body } = await app.inject(`/docs/${page}`);
  const found = [...body.matchAll(/<img src="([^"]+)" alt="[^"]{10,}" loading="lazy">/g)];
  expect(found).toHaveLength(count);
  for (const [, url = ''] of found) {
    const picture = await app.inject(url);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, type]);
    // Opened by itself a diagram keeps the colours that it has within itself, and asks for nothing.
    expect(picture.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    const { pathname } = new URL(url, 'http://localhost');
    const file = new URL(`../../../${pathname.slice(1)}`, import.meta.url);
    expect(picture.rawPayload.equals(readFileSync(file))).toBe(true);
  }
});

test('each id stands on its page once', async () => {
  for (const url of PAGES) {
    const { body } = await app.inject(url);
    const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, url).toBe(ids.length);
  }
});

test('the reference has every endpoint, each of its parameters with a field, and every object', async () => {
  const { body } = await app.inject('/docs/reference');
  for (const { path, operationId, method = 'GET', query, answer } of ENDPOINTS.map((one) => ({
    method: undefined,
    query: undefined,
    ...one,
  }))) {
    const [, section = ''] = body.split(`<section class="operation" id="${operationId}">`);
    const [own = ''] = section.split('</section>');
    expect(own, operationId).toContain(`data-method="${method}" data-path="${path}"`);
    const isJson = answer.mediaType === undefined;
    expect(own, operationId).toContain(`data-answer="${isJson ? 'json' : 'text'}"`);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const name of [...Object.keys(query?.properties ?? {}), ...inPath])
      expect(own).toContain(`id="${operationId}.${name}"`);
  }
  const contract: { readonly components: { readonly schemas: object } } = (
    await app.inject('/openapi.json')
  ).json();
  const objects = Object.keys(contract.components.schemas);
  expect(objects.length).toBeGreaterThan(40);
  for (const name of objects) expect(body).toContain(`id="object-${name}"`);
});

test('the page of errors has every code, where the docs of an answer leads', async () => {
  const { body } = await app.inject('/docs/errors');
  for (const code of Object.keys(FAULT_REPLIES)) expect(body).toContain(`<section id="${code}">`);
});

test('what a question must have is filled in, so that its first try is answered', async () => {
  const { body } = await app.inject('/docs/reference');
  expect(body).toContain('<input id="findPlaces.q" name="q" data-in="query" value="gardermoen"');
  expect(body).toMatch(/<input id="getJob.id" name="id" data-in="path" value=""/);
});

test('the search finds each heading where it stands', async () => {
  const reply = await app.inject('/docs/search.json');
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const found: readonly {
    readonly href: string;
    readonly text: string;
    readonly lead: string;
  }[] = reply.json();
  expect(found.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['GET /api/route', 'startTime (/api/route)', 'Rushtid og timesregel']),
  );
  for (const { lead } of found) expect(lead).not.toContain('`');
  const bodies = new Map<string, string>();
  for (const { href } of found) {
    const [page = '', hash = ''] = href.split('#');
    if (!bodies.has(page)) bodies.set(page, (await app.inject(page)).body);
    expect(bodies.get(page), href).toContain(`id="${hash}"`);
  }
  expect([...bodies.keys()].sort()).toEqual([...PAGES].sort());
  // Each of them leads somewhere else, and nothing that has an own place on a page is missing.
  expect(new Set(found.map(({ href }) => href)).size).toBe(found.length);
});

test('a page is sent packed to whoever can unpack it, and 304 to whoever has it', async () => {
  const ask = (headers: Readonly<Record<string, string>>) =>
    app.inject({ url: '/docs/reference', headers });
  const [plain, zipped] = [
    await ask({ 'accept-encoding': 'identity' }),
    await ask({ 'accept-encoding': 'br, gzip, deflate' }),
  ];
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(gunzipSync(zipped.rawPayload).toString() === plain.body).toBe(true);
  expect(zipped.headers.etag).not.toBe(plain.headers.etag);
  for (const [encoding, { headers }] of [
    ['identity', plain],
    ['gzip', zipped],
  ] as const) {
    const known = { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) };
    expect((await ask(known)).statusCode).toBe(304);
  }
});

test.each([
  '/docs/',
  '/docs/index.html',
  '/docs/guide.md',
  '/docs/screenshots/account-used-phone-dark.png',
  '/docs/decisions/0001-gates-instead-of-map-matching.md',
  '/docs/operations',
  '/docs/../package.json',
])('%s is not there', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404);
});
