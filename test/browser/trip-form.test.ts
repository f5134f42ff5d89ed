import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findBrowser } from '../support/browser/find-browser.ts';
import { signIn } from '../support/browser/sign-in.ts';
import { testOnStage } from '../support/browser/stage.ts';
import { holdTrips, openTripPage, priceExactly } from '../support/browser/trip-page.ts';
import { onOneDay } from '../support/day-turn.ts';

const test = testOnStage({ PUBLIC_DEMO: '1' });

/** A receipt of another trip than the form has, while nothing is awaited. */
const OUTDATED = '#result[data-stale][aria-busy=false] #price-state[data-state=stale]';

const openVehicle = (page: Page) => page.evaluate(`document.querySelector('#vehicle').open = true`);

describe.skipIf(findBrowser() === undefined)('the form of trips in a browser', () => {
  test('a street is not looked up where no addresses are, and both the list and the form say so', async ({
    visit,
  }) => {
    const { page } = await visit();
    await openTripPage(page);
    await page.fill('#stop-0', 'Karl Johans gate');
    const says = 'Gater og adresser slås ikke opp her.';
    await page.waitForSelector(`#stop-0-list .none:has-text("${says}")`);
    await page.fill('#stop-1', 'Oslo');
    await page.click('#price-trip');
    await page.waitForSelector(`#form-error:has-text("${says}")`);
    expect(await page.innerText('#form-error')).toContain('heter «Karl Johans gate»');
  });

  test('a stop that is typed over is priced when the field is left', async ({
    trips: { page },
  }) => {
    const { query } = await priceExactly(page, () => page.click('#example-rush'));
    await page.fill('#stop-1', 'Hamar');
    await page.waitForSelector(OUTDATED);
    const later = await priceExactly(page, () => page.press('#stop-1', 'Tab'));
    expect(later.query.get('from')).toBe(query.get('from'));
    expect(later.query.get('to')).not.toBe(query.get('to'));
    await page.waitForSelector('#result:not([data-stale])[aria-busy=false]');
  });

  test.for([
    ['a stop', '#stop-1', async () => {}],
    ['a stop on the way', '#stop-1', (page: Page) => page.click('#add-stop')],
    ['a weight', '#weight', openVehicle],
    ['a departure', '#start-time', async () => {}],
  ] as const)(
    '%s that is changed and taken back leaves the receipt one of this trip, and asks for no other',
    async ([, field, before], { trips: { page } }) => {
      await priceExactly(page, () => page.click('#example-rush'));
      const asked: string[] = [];
      const note = (one: Request) => {
        if (one.url().includes('/trip?')) asked.push(one.url());
      };
      page.on('request', note);
      await before(page);
      const text = await page.inputValue(field);
      const leave = () => page.locator(field).dispatchEvent('change');
      await page.fill(field, field === '#start-time' ? '' : 'Xyzzy');
      await leave();
      await page.waitForSelector(OUTDATED);
      await page.fill(field, text);
      await leave();
      await page.waitForSelector('#result:not([data-stale]) #price-state[data-state=refined]');
      await page.waitForSelector('#form-error', { state: 'hidden' });
      expect(await page.textContent('#price-status')).toMatch(/^Kontrollert/);
      page.off('request', note);
      expect(asked).toEqual([]);
    },
  );

  test.for([
    ['pressed twice', async (page: Page) => page.dblclick('#price-trip')],
    [
      'changed and taken back at once',
      async (page: Page) => {
        await page.evaluate(`for (const min of ['60', '']) {
          const stay = document.getElementById('stay');
          stay.value = min;
          stay.dispatchEvent(new Event('change', { bubbles: true }));
        }`);
      },
    ],
  ] as const)(
    'a trip that is being priced and %s is asked for once, also after another trip',
    async ([, act], { visit }) => {
      const { page } = await visit();
      await openTripPage(page);
      await priceExactly(page, () => page.click('#example-coast'));
      const asked: string[] = [];
      page.on('request', (one) => {
        if (one.url().includes('/trip?')) asked.push(one.url());
      });
      const release = await holdTrips(page);
      await page.click('#example-rush');
      await expect.poll(() => asked.length).toBe(1);
      await act(page);
      await page.waitForSelector('#result[data-stale][aria-busy=true]');
      await priceExactly(page, release);
      expect(asked.map((url) => url.includes('refine=1'))).toEqual([false, true]);
    },
  );

  test('a trip that has its exact price is not asked for again by another press of the button', async ({
    trips: { page },
  }) => {
    await priceExactly(page, () => page.click('#example-rush'));
    const asked: string[] = [];
    page.on('request', (one) => {
      if (one.url().includes('/portal/api/')) asked.push(one.url());
    });
    await page.click('#price-trip');
    await page.fill('#stop-1', 'Hamar');
    await priceExactly(page, () => page.click('#price-trip'));
    const trips = asked.filter((url) => url.includes('/trip?'));
    expect(trips.map((url) => url.includes('refine=1'))).toEqual([false, true]);
  });

  test('a stop that no way leads to is marked and told at its field, in both languages', async ({
    visit,
  }) => {
    const { page, allow } = await visit();
    allow(/404 of .*\/trip/);
    await openTripPage(page);
    await page.fill('#stop-0', 'Oslo');
    await page.fill('#stop-1', '61.12, 6.5');
    await page.click('#price-trip');
    await page.waitForSelector('#stop-1[aria-invalid=true]:focus');
    for (const [language, told] of [
      ['nb', 'Ingen kjørbar vei leder til eller fra «reisemål»'],
      ['en', 'The end lies in the sea'],
      ['nb', 'Ingen kjørbar vei leder til eller fra «reisemål»'],
    ]) {
      await page.click(`#language-${language}`);
      await page.waitForSelector(`#form-error:has-text("${told}")`);
      const field = page.locator('#stop-1');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.getAttribute('aria-describedby')).toBe('form-error');
    }
    await page.click('#add-stop');
    expect(await page.locator('[aria-invalid=true]').getAttribute('id')).toBe('stop-2');
  });

  test('back from the first trip is the page as it was at first, and forward is the trip', async ({
    visit,
  }) => {
    const { page } = await visit();
    await openTripPage(page);
    await priceExactly(page, () => page.click('#example-coast'));
    await page.goBack();
    await page.waitForSelector('#result[data-kind=empty]');
    expect(await page.inputValue('#stop-0')).toBe('');
    expect(await page.inputValue('#vehicle-length')).toBe('');
    await priceExactly(page, () => page.goForward());
    expect(await page.inputValue('#stop-0')).toBe('Bergen');
    expect(await page.inputValue('#vehicle-length')).toBe('7');
  });

  test('a day of departures that does not come says so in the language of the page', async ({
    trips: { page, allow },
  }) => {
    allow(/503 of .*departures/);
    await page.route('**/portal/api/departures?*', (route) => route.fulfill({ status: 503 }));
    await priceExactly(page, () => page.click('#example-coast'));
    await page.waitForSelector('#departures:has-text("opptatt")');
    await page.click('#language-en');
    await page.waitForSelector('#departures:has-text("busy")');
    await page.click('#language-nb');
  });

  test.for([
    ['a stop that is no place', '#stop-1', 'Xyzzy', 'heter «Xyzzy»', 'is called “Xyzzy”'],
    ['a stop of several places', '#stop-1', 'Torp', 'Flere steder heter Torp', 'Several places'],
    ['a stop without a road', '#stop-1', 'Fleinvær', 'Ingen kjent vei', 'No known road leads to'],
    ['a stop without a text', '#stop-1', '', '', ''],
    ['a weight that is none', '#weight', 'abc', 'et tall i kilo', 'a number of kilograms'],
    [
      'a length with an exponent',
      '#vehicle-length',
      '1e1',
      'et tall i meter',
      'a number of metres',
    ],
    ['a departure without a time', '#start-time', '', 'Velg dato', 'Choose a date'],
  ] as const)(
    '%s is not priced: the receipt says that it is of the trip before, in both languages, and nothing is awaited',
    async ([, field, text, nb, en], { trips: { page } }) => {
      await priceExactly(page, () => page.click('#example-rush'));
      await openVehicle(page);
      const asked: string[] = [];
      const note = (one: Request) => {
        if (one.url().includes('/trip?')) asked.push(one.url());
      };
      page.on('request', note);
      await page.fill(field, text);
      await page.focus('#fuel');
      await page.locator(field).dispatchEvent('change');
      for (const [language, error, told] of [
        ['nb', nb, 'Kvittering for forrige tur'],
        ['en', en, 'Receipt of the trip before'],
      ]) {
        await page.click(`#language-${language}`);
        await page.waitForSelector(OUTDATED);
        expect(await page.innerText('#price-state')).toBe(told);
        expect(await page.textContent('#price-status')).toBe(told);
        if (error !== '') await page.waitForSelector(`#form-error:has-text("${error}")`);
      }
      await page.click('#language-nb');
      // Only a visitor who asks for the price is led to the field.
      expect(await page.evaluate('document.activeElement.id')).toBe('language-nb');
      await page.click('#price-trip');
      await page.waitForSelector(`${field}[aria-invalid=true]:focus`);
      await page.waitForSelector(OUTDATED);
      page.off('request', note);
      expect(asked).toEqual([]);
    },
  );

  test('the demo has its own quota, and a used up quota says when it begins anew', ({
    stage,
    visit,
  }) =>
    onOneDay(async () => {
      const visitor = await visit();
      const { page } = visitor;
      await openTripPage(page);
      await priceExactly(page, () => page.click('#example-rush'));
      await expect.poll(() => page.innerText('#quota')).toMatch(/^\d+ av 100 /);

      const email = `${randomUUID()}@example.no`;
      await stage.ask('key', 'create', '--email', email, '--daily-limit', '2');
      await signIn(visitor, stage, email);
      await openTripPage(page);
      await priceExactly(page, () => page.click('#example-rush'));
      await expect.poll(() => page.innerText('#quota')).toMatch(/^0 av 2 /);
      visitor.allow(/429 of .*\/trip/);
      await page.click('#example-coast');
      await page.waitForSelector('#price-error:has-text("brukt opp")');
      expect(await page.innerText('#price-error')).toMatch(/kl\. 00:00/);
    }));
});
