import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findBrowser } from '../support/browser/find-browser.ts';
import { testOnStage } from '../support/browser/stage.ts';

const test = testOnStage({ PUBLIC_DEMO: '1' });

/**
 * Over a line on which an answer takes 600 ms the connection is one more, and all of it is 2.4 s: what is behind each other counts, and
 * not how fast this machine is.
 */
const ROUNDS_TO_FORM = 3;
const MOST_REQUESTS = 8;

describe.skipIf(findBrowser() === undefined)('from far away', () => {
  test('the form of a trip can be used after three rounds, the map after four, and a price takes one', async ({
    visit,
  }) => {
    const { page } = await visit();
    const line = await openSlowly(page, '/portal/');
    await line.until(FORM_IS_READY);
    expect(line.count().rounds).toBe(ROUNDS_TO_FORM);
    expect(line.count().requests).toBeLessThanOrEqual(MOST_REQUESTS);
    await line.until(`document.querySelector('#map[data-ready]') !== null`);
    expect(line.count().rounds).toBe(ROUNDS_TO_FORM + 1);
    await page.evaluate(`document.querySelector('#example-rush').click()`);
    await line.until(`document.querySelector('#price-state') !== null`);
    expect(line.count().rounds).toBe(ROUNDS_TO_FORM + 2);
  });

  test('a statement can be checked after three rounds', async ({ visit }) => {
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
  await page.route('**/*', (route) => void waiting.push(route));
  const answer = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
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
    count: () => ({ rounds, requests }),
    async until(condition: string) {
      while (true) {
        // What an answer has led to is asked for once the page has nothing more to do.
        await page.evaluate(HAS_NOTHING_TO_DO);
        if (await page.evaluate(condition)) return;
        await answer();
      }
    },
  };
}

/** Twice, because the first may come before what an answer has led to. A page that is not drawn yet is never idle. */
const HAS_NOTHING_TO_DO = `new Promise((done) => {
  const later = (next) => requestIdleCallback(next, { timeout: 300 });
  later(() => later(() => done(true)));
})`;
