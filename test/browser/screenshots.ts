import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { askForLink } from '../support/browser/sign-in.ts';
import { testOnStage, type Visitor } from '../support/browser/stage.ts';
import { openTripPage, priceExactly } from '../support/browser/trip-page.ts';
import { ask } from '../support/load.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');

const SIZES = [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const;

const test = testOnStage();

for (const [size, viewport] of SIZES)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`pictures of every page and state, ${size}, ${colorScheme}`, async ({ stage, visit }) => {
      const visitor = await visit({ viewport, colorScheme });
      const { page } = visitor;
      const shoot = async (state: string, fullPage = false) => {
        if (size === 'desktop') await page.evaluate(SCROLL_UP);
        await page.waitForFunction(STANDS_STILL);
        const path = join(FOLDER, `${state}-${size}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage, animations: 'disabled' });
      };
      const email = `${size}-${colorScheme}@example.no`;

      await openTripPage(page);
      await shoot('trip-signed-out');
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
      await holdTrips(page, async () => {
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
      await page.selectOption('#stay', '480');
      await page.waitForSelector('#return-total');
      await shoot('trip-return', true);
      await page.setInputFiles('#trace-file', {
        name: 'drive.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(DRIVE),
      });
      await page.waitForSelector('#match');
      await shoot('trip-driven', true);
      await page.click('#trace-remove');
      await page.goto('/portal/statement.html');
      await page.click('#statement-example');
      await page.waitForSelector('#findings');
      await page.evaluate('scrollTo(0, 0)');
      await shoot('statement', true);
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

const DRIVE = `lat,lon,at
59.89,10.52,2026-11-20T08:00:00+01:00
59.9125,10.636,2026-11-20T08:12:00+01:00
59.9139,10.7522,2026-11-20T08:20:00+01:00
`;

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

async function holdTrips(page: Page, work: () => Promise<void>): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/portal/api/trip?*', async (route) => {
    await held;
    await route.continue();
  });
  await work();
  release();
  await page.waitForSelector('#price-state[data-state=refined]');
  await page.unrouteAll({ behavior: 'wait' });
}
