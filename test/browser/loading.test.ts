import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findBrowser } from '../support/browser/find-browser.ts';
import { testOnStage } from '../support/browser/stage.ts';

const test = testOnStage({ PUBLIC_DEMO: '1' });

/**
 * Over a line on which an answer takes 600 ms the connection is one more, and land and roads come after 2.4 s: what is behind each other
 * counts, and not how fast this machine is.
 */
const ROUNDS_TO_FORM = 2;
/** The library of the map and its worker are two of them. */
const MOST_REQUESTS = 9;

describe.skipIf(findBrowser() === undefined)('from far away', () => {
  test('form and map of a trip can be used after two rounds, land and roads are there after three, and a price takes one', async ({
    visit,
  }) => {
    const { page } = await visit();
    const line = await openSlowly(page, '/portal/');
    await line.until(FORM_IS_READY);
    expect(line.count().rounds).toBe(ROUNDS_TO_FORM);
    expect(line.count().requests).toBeLessThanOrEqual(MOST_REQUESTS);
    await line.until(`document.querySelector('#map[data-ready]') !== null`);
    expect(line.count().rounds).toBe(ROUNDS_TO_FORM);
    const drawn = page.waitForResponse('**/portal/map/land.json');
    await line.isAsked('/portal/map/land.json');
    await line.answer();
    expect((await drawn).status()).toBe(200);
    await page.evaluate(`document.querySelector('#example-rush').click()`);
    await line.until(`document.querySelector('#price-state') !== null`);
    expect(line.count().rounds).toBe(ROUNDS_TO_FORM + 2);
  });

  test('a statement can be checked after two rounds', async ({ visit }) => {
    const { page } = await visit();
    const line = await openSlowly(page, '/portal/statement.html');
    await line.until(`document.querySelector('#sign-in') !== null`);
    expect(line.count().rounds).toBe(ROUNDS_TO_FORM);
    expect(line.count().requests).toBeLessThanOrEqual(MOST_REQUESTS);
  });
});

const FORM_IS_READY = `document.querySelector('#sign-in') !== null && !document.querySelector('#price-trip').disabled`;

/** Opens a page over a line on which all that is asked for at one time is answered at one time. */
async function openSlowly(page: Page, address: string) {
  const waiting: Route[] = [];
  let [rounds, requests, running] = [0, 0, 0];
  page.on('requestfinished', () => void running--);
  const kept = new Set<string>();
  page.on('response', (response) => {
    if (/max-age=[1-9]/.test(response.headers()['cache-control'] ?? '')) kept.add(response.url());
  });
  await page.route('**/*', (route) => {
    // While requests are held back the browser keeps nothing by itself.
    if (!kept.has(route.request().url())) return void waiting.push(route);
    running++;
    return route.continue();
  });
  /** What an answer has led to is asked for in the tasks behind it: until none of them asks for more. */
  const settle = async () => {
    for (let known = -1; known !== waiting.length; ) {
      known = waiting.length;
      for (let hop = 0; hop < HOPS; hop++) await page.evaluate(NEXT_TASK);
    }
  };
  const answer = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    if (rounds > 0) await settle();
    const all = waiting.splice(0);
    rounds++;
    requests += all.length;
    running += all.length;
    await Promise.all(all.map((route) => route.continue()));
    await expect.poll(() => running).toBe(0);
  };
  const going = page.goto(address, { waitUntil: 'commit' });
  await answer();
  await going;
  return {
    answer,
    /** What a worker of the page asks for comes when it comes: the tasks of the page do not tell. */
    isAsked: (path: string) =>
      expect.poll(() => waiting.some((one) => one.request().url().endsWith(path))).toBe(true),
    count: () => ({ rounds, requests }),
    async until(condition: string) {
      const holds = async () => page.evaluate<boolean>(condition);
      while (true) {
        await expect.poll(async () => waiting.length > 0 || (await holds())).toBe(true);
        await settle();
        if (await holds()) return;
        await answer();
      }
    },
  };
}

/** A turn of the page's own, and of the browser that carries its requests. */
const NEXT_TASK = 'new Promise((done) => setTimeout(done))';
const HOPS = 5;
