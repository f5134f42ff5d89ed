import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withFacts } from '../support/app.ts';
import { portalScene } from '../support/portal-scene.ts';

const ROOT = join(import.meta.dirname, '../..');

const VENDOR = [
  'maplibre-gl.mjs',
  'maplibre-gl-shared.mjs',
  'maplibre-gl-worker.mjs',
  'maplibre-gl.css',
  'uPlot.esm.js',
  'uPlot.min.css',
];

const LAYERS = ['land', 'water', 'built-up', 'roads-main', 'roads-local', 'places'];

describe('the first address', () => {
  test('is a page for browsers that leads to portal, docs and health', async () => {
    const { app } = await portalScene();
    const reply = await app.inject({ url: '/', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const url of ['/portal/', '/docs', '/health/ready', '/openapi.json'])
      expect(reply.body).toContain(`href="${url}"`);
    expect(reply.headers.vary).toBe('Accept');
  });

  test('is JSON for everybody else, whose addresses answer', async () => {
    const { app } = await portalScene();
    const { name, version, instance: _, ...addresses } = (await app.inject('/')).json();
    expect([name, version]).toEqual(['veipris', expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect(Object.keys(addresses)).toEqual(['portal', 'docs', 'openapi', 'health']);
    for (const url of Object.values<string>(addresses))
      expect((await app.inject(url)).statusCode, url).toBe(200);
  });
});

describe('the pages of the portal', () => {
  test('/portal/ is the first page', async () => {
    const { app } = await portalScene();
    const reply = await app.inject('/portal/');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('<form id="trip-form"');
    const short = await app.inject('/portal');
    expect([short.statusCode, short.headers.location]).toEqual([308, '/portal/']);
  });

  test.each([
    ['/portal/', '/portal/'],
    ['/portal/statement.html', '/portal/statement.html'],
    ['/portal/jobs.html', '/portal/jobs.html'],
    ['/portal/account.html', '/portal/account.html'],
    ['/portal/sign-in.html', undefined],
    ['/docs', '/docs'],
  ])('%s has the menu of all pages, with the link to itself marked', async (url, current) => {
    const { app } = await portalScene();
    const { body } = await app.inject(url);
    const [menu = ''] = /<nav class="site-nav".*?<\/nav>/s.exec(body) ?? [];
    expect(menu.match(/<a /g)).toHaveLength(5);
    expect(/href="([^"]+)" aria-current="page"/.exec(menu)?.[1]).toBe(current);
    expect(body).not.toMatch(/\{head(?:er)?\}/);
  });

  test('load nothing that is written into them and nothing of others, and stand in no frame', async () => {
    const { app } = await portalScene();
    const { headers } = await app.inject('/portal/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  test('may ask the origin of MAP_STYLE_URL and nothing else for a map', async () => {
    const mapStyleUrl = 'https://tiles.example.no/styles/a.json?key=secret';
    const { app } = await portalScene({ portal: { mapStyleUrl } });
    const policy = String((await app.inject('/portal/')).headers['content-security-policy']);
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.no;");
    expect(policy).toContain("connect-src 'self' https://tiles.example.no;");
    expect(policy.match(/https:/g)).toHaveLength(2);
    expect(policy).not.toContain('secret');
  });

  test.each([
    'nothing.html',
    'nothing',
    'js/',
    'vendor/',
    'map/nothing.json',
    'api',
    'parts/head.html',
  ])('%s is not there: 404 with a page that says so', async (name) => {
    const { app } = await portalScene();
    const reply = await app.inject(`/portal/${name}`);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('data-i18n="missing.title"');
  });

  test('what is not there below api/ is 404 like everywhere', async () => {
    const { app } = await portalScene();
    expect((await app.inject('/portal/api/nothing')).json().error).toBe('not_found');
  });

  test.each([
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/package.json',
    'map/../demo-vehicles.json',
    'map/..%2fdemo-vehicles.json',
    'vendor/../../package.json',
    'vendor/constructor',
    '.hidden.html',
    'js/%00.js',
    '/etc/passwd.json',
  ])('no name leads out of the folder: %s', async (name) => {
    const { app } = await portalScene();
    const reply = await app.inject(`/portal/${name}`);
    expect([400, 404]).toContain(reply.statusCode);
    expect(reply.body).not.toMatch(/"dependencies"|kjoretoy|root:/);
  });

  test('HEAD gives the headers alone', async () => {
    const { app } = await portalScene();
    const reply = await app.inject({ method: 'HEAD', url: '/portal/' });
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
  });

  test.each([
    ['/portal/api/keys', 'GET, HEAD, POST', 'GET, HEAD and POST'],
    ['/portal/api/session', 'GET, HEAD, POST, DELETE', 'GET, HEAD, POST and DELETE'],
    ['/portal/api/sign-in', 'POST', 'POST'],
    ['/portal/api/usage', 'GET, HEAD', 'GET and HEAD'],
  ])('another method than %s has is 405, and Allow says %s', async (url, allow, methods) => {
    const { app } = await portalScene();
    const reply = await app.inject({ method: 'PUT', url });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow]);
    expect(reply.json().message).toBe(`This address answers ${methods} only.`);
  });
});

describe('what the pages load', () => {
  test.each(VENDOR)('vendor/%s is the file of its package', async (name) => {
    const { app } = await portalScene();
    const reply = await app.inject(`/portal/vendor/${name}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/(?:javascript|css); charset=utf-8$/);
    const folder = name.startsWith('uPlot') ? 'uplot' : 'maplibre-gl';
    const file = join(ROOT, 'node_modules', folder, 'dist', name);
    expect(reply.body === readFileSync(file, 'utf8')).toBe(true);
  });

  test.each(LAYERS)('map/%s.json is a layer of the map', async (layer) => {
    const { app } = await portalScene();
    const reply = await app.inject(`/portal/map/${layer}.json`);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const { type, features } = reply.json();
    expect(type).toBe('FeatureCollection');
    expect(features.length).toBeGreaterThan(100);
  });

  test('the whole map is less than 1.5 MB when it is packed', async () => {
    const { app } = await portalScene();
    const headers = { 'accept-encoding': 'gzip' };
    let bytes = 0;
    for (const layer of LAYERS) {
      const reply = await app.inject({ url: `/portal/map/${layer}.json`, headers });
      expect(reply.headers['content-encoding']).toBe('gzip');
      bytes += reply.rawPayload.length;
    }
    expect(bytes).toBeLessThan(1_500_000);
  });

  test('is packed for those who take it, and the same for those who do not', async () => {
    const { app } = await portalScene();
    const url = '/portal/map/built-up.json';
    const plain = await app.inject(url);
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(gunzipSync(zipped.rawPayload).toString() === plain.body).toBe(true);
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
    expect(zipped.headers.vary).toContain('Accept-Encoding');
  });

  test('is not sent again to a browser that has it', async () => {
    const { app } = await portalScene();
    const { etag = '' } = (await app.inject('/portal/map/built-up.json')).headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = { url: '/portal/map/built-up.json', headers: { 'if-none-match': String(etag) } };
    const reply = await app.inject(again);
    expect([reply.statusCode, reply.body]).toEqual([304, '']);
  });
});

test('the pages answer while the server starts, and the rest says when to come back', async () => {
  const { app } = await portalScene({ parts: { phase: () => 'starting' } });
  expect((await app.inject('/portal/')).statusCode).toBe(200);
  expect((await app.inject('/portal/map/land.json')).statusCode).toBe(200);
  expect((await app.inject('/portal/api/config')).json().dataVersion).toBeNull();
  const reply = await app.inject('/portal/api/places?q=oslo');
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
});

test('the page knows how this server is set', async () => {
  const { app } = await portalScene({ portal: { publicDemo: true }, withoutMail: true });
  expect((await app.inject('/portal/api/config')).json()).toEqual({
    publicDemo: true,
    demoPlates: [],
    searchesAddresses: false,
    demoCallsPerDay: 100,
    mail: false,
    mapStyleUrl: null,
    version: '0.0.0',
    dataVersion: 'test',
    attribution: '© test',
  });
});

test.each(['stations', 'cameras', 'quays'])('%s stand on the map without a key', async (layer) => {
  const readData = (name: string) => ({
    json: readFileSync(join(ROOT, `data/${name}.json`), 'utf8'),
    date: '2026-09-10',
  });
  const parts = withFacts({
    tollStations: readData('toll-stations'),
    speedCameras: readData('speed-cameras'),
  });
  const { app } = await portalScene({ parts });
  const reply = await app.inject(`/portal/api/${layer}`);
  expect(reply.statusCode).toBe(200);
  const { features } = reply.json();
  expect(features.length).toBeGreaterThan(0);
  for (const { properties, geometry } of features) {
    expect(typeof properties.id).toBe('string');
    expect(geometry.type).toBe('Point');
    const [lon, lat] = geometry.coordinates;
    expect(lon > 4 && lon < 32 && lat > 57 && lat < 72).toBe(true);
  }
});

test('the package and the image bring the pages', () => {
  expect(existsSync(join(ROOT, 'portal/index.html'))).toBe(true);
  expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).files).toContain('portal');
});
