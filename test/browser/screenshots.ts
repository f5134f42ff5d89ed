import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DRIVE, ROWS } from '../support/browser/files.ts';
import { askForLink } from '../support/browser/sign-in.ts';
import { testOnStage, type Visitor } from '../support/browser/stage.ts';
import { chooseStop, holdTrips, openTripPage, priceExactly } from '../support/browser/trip-page.ts';
import { ask } from '../support/load.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');

const SIZES = [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const;

const test = testOnStage({}, { isMapWhole: true });

for (const [size, viewport] of SIZES)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`pictures of every page and state, ${size}, ${colorScheme}`, async ({ stage, visit }) => {
      const visitor = await visit({ viewport, colorScheme });
      const { page } = visitor;
      const shoot = async (state: string, fullPage = false) => {
        if (size === 'desktop') await page.evaluate(SCROLL_UP);
        if (fullPage) await page.evaluate('scrollTo(0, 0)');
        await page.waitForFunction(STANDS_STILL);
        const path = join(FOLDER, `${state}-${size}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage, animations: 'disabled' });
      };
      const email = `${size}-${colorScheme}@example.no`;

      for (const [name, path] of DOCS) {
        await page.goto(path);
        await shoot(`docs-${name}`);
      }
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.1' });
      await openTripPage(page);
      await page.waitForSelector('#invite:not([hidden])');
      await shoot('trip-signed-out');
      await page.setExtraHTTPHeaders({});
      visitor.allow(/404 of .*nowhere/);
      await page.goto('/portal/nowhere');
      await shoot('missing');
      const link = await askForLink(visitor, stage, email);
      await shoot('sign-in-sent');
      await page.goto(link);
      await page.waitForSelector('#keys-empty');
      await page.waitForSelector('#plans');
      await shoot('account-empty');
      visitor.allow(/400 of .*session/);
      await page.goto(link);
      await page.waitForSelector('#email-error:not([hidden])');
      await shoot('sign-in-refused');
      await page.goto('/portal/account.html');
      await makeKey(visitor, 'Reiseregninger');
      await shoot('account-new-key');
      const key = await page.innerText('#new-key');
      const call = '/api/route?from=59.9139,10.7522&to=60.3913,5.3221';
      expect((await ask(stage.address, call, key)).status).toBe(200);
      await page.click('[data-action=rotate]');
      await shoot('account-rotate');
      await page.keyboard.press('Escape');

      await openTripPage(page);
      await shoot('trip-empty');
      await page.click('#price-trip');
      await page.waitForSelector('#form-error:not([hidden])');
      await shoot('trip-incomplete');
      await page.locator('#stop-0').pressSequentially('Lille');
      await page.waitForSelector('#stop-0-list li');
      await shoot('trip-suggestions');
      await whileHeld(page, async () => {
        await page.click('#example-mountains');
        await page.waitForSelector('[data-loading=true]');
        await page.locator('#result').scrollIntoViewIfNeeded();
        await shoot('trip-loading');
      });
      for (const example of ['mountains', 'coast', 'rush']) {
        await priceExactly(page, () => page.click(`#example-${example}`));
        await shoot(`trip-${example}`);
        if (size === 'phone') await shoot(`trip-${example}-whole`, true);
      }
      await page.waitForSelector('#day-slider');
      await shoot('trip-day', true);
      await page.click('#day-table summary');
      await shootPart(page, '#departures', `${FOLDER}/day-chart-${size}-${colorScheme}.png`);
      await whileHeld(page, async () => {
        await page.selectOption('#fuel', 'electric');
        await page.waitForSelector('#price-state[data-state=stale]');
        await page.locator('#receipt').scrollIntoViewIfNeeded();
        await shoot('trip-stale');
      });
      await priceExactly(page, () => page.selectOption('#fuel', ''));
      await openTripPage(page);
      await chooseStop(page, 0, 'Asker');
      await priceExactly(page, () => chooseStop(page, 1, 'Ski'));
      await priceExactly(page, () => page.fill('#start-time', '2026-11-25T12:00'));
      await page.focus('#value-of-time');
      await priceExactly(page, () => page.keyboard.press('End'));
      await page.waitForSelector('#day-slider');
      await shoot('trip-money', true);
      await priceExactly(page, () => page.click('#example-rush'));
      await page.selectOption('#stay', '480');
      await page.waitForSelector('#return-total');
      await shoot('trip-return', true);
      await page.setInputFiles('#trace-file', DRIVE);
      await page.waitForSelector('#match');
      await shoot('trip-driven', true);
      await page.click('#trace-remove');
      await page.goto('/portal/statement.html');
      await page.click('#statement-example');
      await page.waitForSelector('#findings');
      await page.evaluate('scrollTo(0, 0)');
      await shoot('statement', true);
      await page.goto('/portal/jobs.html');
      await page.waitForSelector('#webhook-secret');
      await page.click('#vehicle summary');
      await page.setInputFiles('#jobs-file', ROWS);
      await page.click('#jobs-submit');
      await page.waitForSelector('.job[data-state=done]');
      await shoot('jobs', true);
      await page.click('.job button');
      await shoot('jobs-delete');
      await page.keyboard.press('Escape');
      await openTripPage(page);
      await priceExactly(page, () => page.click('#example-rush'));
      await page.click('#vehicle summary');
      await page.fill('#plate', 'QQ10003');
      await priceExactly(page, () => page.click('#price-trip'));
      for (const more of await page.locator('#receipt summary').all()) await more.click();
      await shoot('trip-plate', true);

      await stage.ask('account', 'set', '--email', email, '--daily-limit', '10');
      visitor.allow(/429 of .*trip/);
      while (!(await page.isVisible('#price-error'))) {
        await page.click('#price-trip');
        await page.waitForSelector('#price-error, #price-state');
      }
      await page.locator('#price-error').scrollIntoViewIfNeeded();
      await shoot('trip-quota');
      await page.goto('/portal/account.html');
      await page.waitForSelector('#usage-chart canvas');
      await shoot('account-used', true);
    });

const DOCS = [
  ['start', '/docs'],
  ['veiledning', '/docs/veiledning'],
  ['reference', '/docs/reference'],
  ['errors', '/docs/errors'],
] as const;

async function shootPart(page: Page, selector: string, path: string): Promise<void> {
  await page.locator(selector).screenshot({ path, animations: 'disabled' });
}

/** The column of the form, which a click has scrolled. */
const SCROLL_UP = `document.querySelector('.ask')?.scrollTo(0, 0)`;

/** No tile of the map is on its way, and what was drawn is shown. */
const STANDS_STILL = `new Promise((done) => {
  const later = window.requestIdleCallback;
  later(() => requestAnimationFrame(() => later(() => requestAnimationFrame(() => done(true)))), { timeout: 3000 });
})`;

async function makeKey({ page }: Visitor, name: string): Promise<void> {
  await page.fill('#key-name', name);
  await page.click('#create-key');
  await page.waitForSelector('#new-key');
}

/** While answers about trips are held back; then until the trip is priced. */
async function whileHeld(page: Page, work: () => Promise<void>): Promise<void> {
  const release = await holdTrips(page);
  await work();
  await release();
  await page.waitForSelector('#price-state[data-state=refined]');
  await page.unrouteAll({ behavior: 'wait' });
}
