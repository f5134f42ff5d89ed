import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { appOf } from '../../support/app.ts';
import { startingApp } from '../../support/starting-app.ts';

const FILES = ['style.css', 'start.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];

test('the page is open to everybody, also while the server starts', async () => {
  const reply = await appOf().inject('/docs');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await startingApp().app.inject('/docs')).statusCode).toBe(200);
});

test.each(['/docs', ...FILES.map((file) => `/docs/${file}`)])(
  '%s may load scripts and styles from this server alone, and nothing that is written inline',
  async (url) => {
    const policy = String((await appOf().inject(url)).headers['content-security-policy']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  },
);

test('the page names files that are there, none of another server, and nothing inline', async () => {
  const app = appOf();
  const { body } = await app.inject('/docs');
  const named = [...body.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(named).toEqual(expect.arrayContaining(FILES.map((file) => `docs/${file}`)));
  for (const url of named) expect((await app.inject(`/${url}`)).statusCode, url).toBe(200);
  expect(body).not.toMatch(/https?:|<style|style=|<script(?! src=)|\son\w+=/);
  const { body: start } = await app.inject('/docs/start.js');
  expect(start).toContain("url: 'openapi.json'");
  expect(start).not.toMatch(/https?:/);
});

test('the styles name nothing of another server', async () => {
  for (const file of ['style.css', 'swagger-ui.css']) {
    const { body } = await appOf().inject(`/docs/${file}`);
    expect(body).not.toMatch(/@import|url\((?!"?data:)/);
  }
});

test('the script is sent packed to whoever can unpack it, with a tag of its own', async () => {
  const app = appOf();
  const ask = (encodings: string) =>
    app.inject({ url: '/docs/swagger-ui-bundle.js', headers: { 'accept-encoding': encodings } });
  const [plain, zipped] = [await ask('identity'), await ask('br, gzip, deflate')];
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': plain.headers['content-type'],
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(gunzipSync(zipped.rawPayload).toString() === plain.body).toBe(true);
  expect(zipped.headers.etag).not.toBe(plain.headers.etag);
  expect(plain.headers.vary).toContain('Accept-Encoding');
  expect((await ask('gzip; q=0')).headers['content-encoding']).toBeUndefined();
});

test('who has a file gets 304', async () => {
  const app = appOf();
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding };
    const { etag } = (await app.inject({ url: '/docs/style.css', headers })).headers;
    const known = { ...headers, 'if-none-match': String(etag) };
    expect((await app.inject({ url: '/docs/style.css', headers: known })).statusCode).toBe(304);
  }
});

test.each(['/docs/', '/docs/index.html', '/docs/openapi.json', '/docs/../package.json'])(
  '%s is not there',
  async (url) => {
    expect((await appOf().inject(url)).statusCode).toBe(404);
  },
);
