import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portalScene } from '../support/portal-scene.ts';

const PAGES = join(import.meta.dirname, '../../portal');

test('members that nobody asked for are refused: a key is of its owner, whoever it names', async () => {
  const { openBrowser } = await portalScene();
  const [ola, kari] = [openBrowser(), openBrowser()];
  await ola.signIn('ola@example.no');
  await kari.signIn('kari@example.no');
  const wished = { accountId: 'account-of-ola', plan: 'enterprise', dailyLimit: 1e9, id: 'mine' };
  for (const [member, value] of Object.entries(wished)) {
    const reply = await kari.post('/portal/api/keys', { name: 'x', [member]: value });
    expect(reply.statusCode, member).toBe(400);
  }
  expect((await kari.ask('/portal/api/keys')).json().keys).toEqual([]);
  expect((await ola.ask('/portal/api/keys')).json().keys).toEqual([]);
  expect((await kari.ask('/portal/api/plan')).json()).toMatchObject({
    plan: 'free',
    ownLimit: false,
  });
  const signedIn = await kari.post('/portal/api/session', { token: 'x', account: 'ola' });
  expect(signedIn.statusCode).toBe(400);
});

test('a key may be named with markup: it is told as text, in a type that no browser takes for a page', async () => {
  const { openBrowser } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  const name = '<img src=x onerror=alert(1)>';
  await browser.post('/portal/api/keys', { name });
  const reply = await browser.ask('/portal/api/keys');
  expect(reply.json().keys[0].name).toBe(name);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('no script of the pages makes markup, or code, of a text', () => {
  const files = readdirSync(join(PAGES, 'js'), { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  const dangerous =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setHTML\(/;
  const found = scripts.filter((file) =>
    dangerous.test(readFileSync(join(PAGES, 'js', file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test('every answer about a visitor is kept by nobody', async () => {
  const { openBrowser } = await portalScene();
  const browser = openBrowser();
  await browser.signIn();
  for (const what of ['session', 'keys', 'usage', 'plan', 'audit']) {
    const reply = await browser.ask(`/portal/api/${what}`);
    expect(reply.statusCode, what).toBe(200);
    expect(reply.headers['cache-control'], what).toBe('no-store');
  }
});
