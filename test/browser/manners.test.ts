import { describe, expect } from 'vitest';
import { DRIVE, ROWS } from '../support/browser/files.ts';
import { findBrowser } from '../support/browser/find-browser.ts';
import { listBarriers } from '../support/browser/list-barriers.ts';
import { askForLink } from '../support/browser/sign-in.ts';
import { testOnStage } from '../support/browser/stage.ts';
import { holdTrips, openTripPage, priceExactly } from '../support/browser/trip-page.ts';

const test = testOnStage();

/** Both widths and both palettes; each page and state is seen in all of them. */
const LOOKS = [
  ['by day on the smallest phone', { width: 320, height: 640 }, 'light'],
  ['by night on a large screen', { width: 1280, height: 800 }, 'dark'],
] as const;

describe.skipIf(findBrowser() === undefined)('manners of the pages in a browser', () => {
  test('no page and no state keeps anybody out', async ({ stage, visit }) => {
    const visitor = await visit();
    const { page } = visitor;
    const barriers: string[] = [];
    let looks = [...LOOKS];
    const check = async (state: string) => {
      for (const [name, viewport, colorScheme] of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.evaluate(NEXT_FRAME);
        barriers.push(...(await listBarriers(page)).map((one) => `${state}, ${name}: ${one}`));
        expect(await page.evaluate(IS_WIDER), `${state} is wider than the screen`).toBe(false);
      }
      // The next state comes as this one is seen.
      looks = looks.toReversed();
    };

    // As seen from another machine: on the server's own the demo is open.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.1' });
    await openTripPage(page);
    await page.waitForSelector('#invite:not([hidden])');
    await page.setExtraHTTPHeaders({});
    await check('signed out');
    await page.goto('/portal/account.html');
    await page.waitForSelector('#signed-out:not([hidden])');
    await check('account, signed out');
    visitor.allow(/404 of .*nowhere/);
    await page.goto('/portal/nowhere');
    await check('missing page');
    for (const path of ['/docs', '/docs/veiledning', '/docs/reference', '/docs/errors']) {
      await page.goto(path);
      await page.fill('#docs-search', 'startTime');
      await page.waitForSelector('#docs-found a');
      await check(path);
    }
    const link = await askForLink(visitor, stage, 'looks@example.no');
    await check('link sent');
    await page.click('#other-email');
    await page.fill('#email', 'nobody');
    await page.click('#send-link');
    await page.waitForSelector('#email-error:not([hidden])');
    await check('wrong e-mail');
    await page.goto(link);
    await page.waitForSelector('#keys-empty');
    await page.waitForSelector('#plans');
    await check('account, empty');
    await page.fill('#key-name', 'Test');
    await page.click('#create-key');
    await page.waitForSelector('#new-key');
    await check('account, new key');
    await page.click('[data-action=rotate]');
    await check('account, question');
    await page.keyboard.press('Escape');

    await openTripPage(page);
    await page.click('#vehicle summary');
    await page.click('#price-trip');
    await page.waitForSelector('#form-error:not([hidden])');
    await check('incomplete form');
    const release = await holdTrips(page);
    await page.click('#example-coast');
    await page.waitForSelector('[data-loading=true]');
    await check('loading');
    await priceExactly(page, release);
    for (const more of await page.locator('#receipt summary').all()) await more.click();
    await page.click('#map-layers summary');
    await page.waitForSelector('#day-slider');
    await page.click('#day-table summary');
    await page.selectOption('#stay', '120');
    await page.waitForSelector('#return-total');
    await check('priced');
    await page.fill('#stop-1', 'Torp');
    await page.click('#price-trip');
    await page.waitForSelector('#form-error:not([hidden])');
    await check('a receipt of the trip before');
    await page.fill('#stop-1', 'Bergen');
    await page.click('#price-trip');
    await page.waitForSelector(
      '#result[aria-busy=false]:not([data-stale]) #price-state[data-state=refined]',
    );
    await page.setInputFiles('#trace-file', DRIVE);
    await page.waitForSelector('#match');
    await check('driven');
    await page.click('#trace-remove');
    visitor.allow(/503 of .*\/trip/);
    await page.route('**/portal/api/trip?*', (route) => route.fulfill(BUSY));
    await page.click('#price-trip');
    await page.waitForSelector('#price-error');
    await check('failed');

    await page.goto('/portal/statement.html');
    await page.click('.statement-columns summary');
    await page.click('#check-statement');
    await page.waitForSelector('#statement-error:not([hidden])');
    await check('statement, without a file');
    await page.goto('/portal/jobs.html');
    await page.waitForSelector('#webhook-secret');
    await page.click('#vehicle summary');
    await page.click('#jobs-submit');
    await page.waitForSelector('#jobs-error:not([hidden])');
    await page.setInputFiles('#jobs-file', ROWS);
    await page.click('#jobs-submit');
    await page.waitForSelector('.job[data-state=done]');
    for (const language of ['en', 'nb']) {
      await page.goto('/portal/jobs.html');
      await page.click(`#language-${language}`);
      await page.waitForSelector('.job');
      await check(`jobs, ${language}`);
      await page.click('.job button');
      await page.waitForSelector('#confirm-yes');
      await check(`jobs, question, ${language}`);
      await page.goto('/portal/statement.html');
      await page.click('#statement-example');
      await page.waitForSelector('#findings');
      await check(`statement, ${language}`);
    }

    await page.goto('/portal/account.html');
    await page.waitForSelector('#usage-chart canvas');
    await page.locator('[data-action=calls]').first().click();
    await page.waitForSelector('#key-calls h3');
    await check('account, used');
    expect(barriers).toEqual([]);
  });

  test('a server that is gone is said in words, and trying again works once it is back', async ({
    stage,
    visit,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(await askForLink(visitor, stage, 'gone@example.no'));
    await page.waitForSelector('#keys-empty');
    visitor.allow(/no answer of .*\/portal\/api\//);
    await page.route(/\/portal\/api\/(usage|plan|audit|keys)/, (route) => route.abort());
    await page.reload();
    const says = 'Får ikke kontakt med tjeneren';
    for (const part of ['key-list', 'usage-body', 'plan-body', 'audit-body'])
      await page.waitForSelector(`#${part}:has-text("${says}")`);
    await page.unrouteAll();
    for (const part of ['key-list', 'usage-body', 'plan-body', 'audit-body'])
      await page.click(`#${part} button`);
    await page.waitForSelector('#keys-empty');
    await page.waitForSelector('#plans');

    await openTripPage(page);
    await page.route('**/portal/api/trip?*', (route) => route.abort());
    await page.click('#example-rush');
    await page.waitForSelector(`#price-error:has-text("${says}")`);
    await page.unrouteAll();
    await priceExactly(page, () => page.click('#retry'));
  });
});

const BUSY = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({ error: 'unavailable', message: 'Busy.', requestId: 'x' }),
};

const NEXT_FRAME =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const IS_WIDER = 'document.documentElement.scrollWidth > innerWidth';
