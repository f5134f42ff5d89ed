import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findBrowser } from '../support/browser/find-browser.ts';
import { signIn } from '../support/browser/sign-in.ts';
import { testOnStage } from '../support/browser/stage.ts';
import {
  chooseStop,
  holdTrips,
  openTripPage,
  priceExactly,
  pullRoute,
  readAmounts,
} from '../support/browser/trip-page.ts';
import { onOneDay } from '../support/day-turn.ts';

const test = testOnStage({ PUBLIC_DEMO: '1' });

describe.skipIf(findBrowser() === undefined)('a trip in a browser', () => {
  test('a place that is pointed at among the suggestions stays when later ones come', async ({
    trips: { page },
  }) => {
    await page.focus('#stop-0');
    await page.keyboard.insertText('Lille');
    await page.waitForSelector('#stop-0-list li');
    const [first] = await page.locator('#stop-0-list li span:first-child').allInnerTexts();
    // This answer never comes.
    await page.route('**/portal/api/places?*', () => undefined);
    const isLater = (one: Request) => one.url().endsWith('places?q=Lilles');
    await Promise.all([page.waitForEvent('request', isLater), page.keyboard.insertText('s')]);
    const givenUp = page.waitForEvent('requestfailed', isLater);
    await page.keyboard.press('ArrowDown');
    await givenUp;
    await page.keyboard.press('Enter');
    await expect.poll(() => page.inputValue('#stop-0')).toBe(first);
  });

  test('a name that several places have is chosen among them, and not priced by itself', async ({
    visit,
  }) => {
    const { page } = await visit();
    await openTripPage(page);
    await page.fill('#stop-0', 'Vik');
    await page.fill('#stop-1', 'Oslo');
    await page.click('#price-trip');
    await page.waitForSelector('#form-error:has-text("Flere steder heter Vik: ")');
    expect(await page.innerText('#form-error')).toContain('Vik (tettsted · Sømna)');
    await page.fill('#stop-0', '');
    await chooseStop(page, 0, 'Vik');
    await priceExactly(page, () => page.click('#price-trip'));
  });

  test('a place that is taken for another text says what was written, until the field is written in again', async ({
    visit,
  }) => {
    const { page } = await visit();
    await openTripPage(page);
    await page.fill('#stop-0', 'Osloo');
    await page.fill('#stop-1', 'drammen');
    await priceExactly(page, () => page.click('#price-trip'));
    expect(await page.inputValue('#stop-0')).toBe('Oslo');
    expect(await page.textContent('.stop-taken')).toBe('du skrev «Osloo»');
    expect(await page.getAttribute('#stop-0', 'aria-describedby')).toBe('stop-0-taken');
    expect(await page.locator('.stop-taken').count()).toBe(1);
    await page.fill('#stop-0', 'Asker');
    expect(await page.locator('.stop-taken').count()).toBe(0);
  });

  test('the receipt shows preliminary sums at once, then exact ones that add up with the answer', async ({
    trips: { page },
  }) => {
    const states: string[] = [];
    await page.exposeFunction('told', (state: string) => states.push(state));
    await page.evaluate(`new MutationObserver(() => {
      const mark = document.querySelector('#price-state');
      if (mark) told(mark.dataset.state);
    }).observe(document.querySelector('#receipt'), { childList: true })`);
    const {
      routes: [route],
    } = await priceExactly(page, () => page.click('#example-rush'));
    if (route === undefined) throw new Error('Expected a route.');
    await expect.poll(() => states).toEqual(['preliminary', 'refined']);

    const lines = await readAmounts(page, '#toll-lines .line-amount');
    const [total] = await readAmounts(page, '#total');
    expect(sumOf(lines)).toBe(inOre(route.tollSmall));
    expect(await readAmounts(page, '#toll-sum')).toEqual([inOre(route.tollSmall)]);
    expect(total).toBe(inOre(route.tollSmall + route.ferryNok));
    expect(await page.getAttribute('#proof', 'data-ok')).toBe('true');
    const charged = route.chargedStations.map(({ name }) => name);
    expect(
      await page.locator('#toll-lines [data-kind=charged] .line-name').allInnerTexts(),
    ).toEqual(charged);

    for (const [way, nok] of [
      ['smallNoDiscount', route.tollSmallNoDiscount],
      ['large', route.tollLarge],
      ['small', route.tollSmall],
    ] as const) {
      // The mark itself is drawn by its label, whose place is waited for.
      await page.click(`label[for=pay-${way}]`);
      expect(await page.isChecked(`#pay-${way}`)).toBe(true);
      await expect.poll(() => readAmounts(page, '#toll-sum')).toEqual([inOre(nok)]);
      expect(sumOf(await readAmounts(page, '#toll-lines .line-amount'))).toBe(inOre(nok));
    }
    expect(await page.innerText('#curl-line')).toMatch(/^curl .*\/api\/route\?from=.*refine=1/);
    await expectApart(page);
  });

  test('ferries stand on the receipt, and the sum of both is what is to be paid', async ({
    trips: { page },
  }) => {
    const {
      routes: [route],
    } = await priceExactly(page, () => page.click('#example-coast'));
    const ferries = await readAmounts(page, '#ferry-lines .line-amount');
    expect(ferries).toHaveLength(2);
    expect(sumOf(ferries)).toBe(inOre(route?.ferryNok ?? 0));
    const tolls = await readAmounts(page, '#toll-sum');
    expect(await readAmounts(page, '#total')).toEqual([sumOf([...tolls, ...ferries])]);
    await expectApart(page);
  });

  test('an alternative that is chosen is the one on the receipt', async ({ trips: { page } }) => {
    const { routes } = await priceExactly(page, () => page.click('#example-mountains'));
    expect(routes.length).toBeGreaterThan(1);
    await expectApart(page);
    await page.check('#route-1', { force: true });
    await expect
      .poll(() => readAmounts(page, '#toll-sum'))
      .toEqual([inOre(routes[1]?.tollSmall ?? 0)]);
    await page.waitForSelector('#route-1:checked');
  });

  test('a stop is added by the form, or by pulling the route over another place', async ({
    trips: { page },
  }) => {
    const {
      routes: [straight],
    } = await priceExactly(page, () => page.click('#example-rush'));
    await page.click('#add-stop');
    const {
      routes: [withStop],
    } = await priceExactly(page, () => chooseStop(page, 1, 'Sandvika'));
    expect(withStop?.tollSmall).not.toBe(straight?.tollSmall);
    await expect.poll(() => page.inputValue('#stop-2')).toBe('Oslo');
    const { query, line } = await priceExactly(page, () =>
      page.click('.stop[data-kind=via] button'),
    );

    await priceExactly(page, () => pullRoute(page, query, line));
    await expect.poll(() => page.inputValue('#stop-1')).toMatch(/^59\.\d+, 10\.\d+$/);
    await expect.poll(() => page.locator('.pin').allInnerTexts()).toEqual(['A', '1', 'B']);
  });

  test('the day of a trip says what an earlier or later departure costs, and sets it', async ({
    trips: { page },
  }) => {
    // The day of another trip is known: that of the next one is asked for.
    await priceExactly(page, () => page.click('#example-coast'));
    await page.waitForSelector('#day-slider');
    let asked = 0;
    const count = (one: Request) => {
      asked += Number(one.url().includes('/departures?'));
    };
    page.on('request', count);
    await priceExactly(page, () => page.click('#example-rush'));
    await page.waitForSelector('#day-slider');
    const rush = await readAmounts(page, '#total');
    expect(await page.inputValue('#day-slider')).toBe('32');
    await page.focus('#day-slider');
    for (let quarter = 0; quarter < 3; quarter++) await page.keyboard.press('ArrowRight');
    expect(await page.getAttribute('#day-slider', 'aria-valuetext')).toMatch(/^08:45, kr\s.*rush/);
    const { query } = await priceExactly(page, () => page.keyboard.press('ArrowRight'));
    expect(query.get('startTime')).toMatch(/T09:00/);
    const [later = 0] = await readAmounts(page, '#total');
    expect(later).toBeLessThan(rush[0] ?? 0);

    await page.click('#day-table summary');
    const inTable = (
      await page.locator('.day-table tr[aria-current] td').first().innerText()
    ).trim();
    expect(inTable).toBe(await page.innerText('#total'));
    await priceExactly(page, () => page.click('.day-table button:text-is("07:00")'));
    await expect.poll(() => readAmounts(page, '#total')).toEqual(rush);
    page.off('request', count);
    expect(asked).toBe(1);
  });

  test('the slider from fastest to cheapest lists the ways with what each saves', async ({
    visit,
  }) => {
    const { page } = await visit();
    await openTripPage(page);
    await chooseStop(page, 0, 'Asker');
    await priceExactly(page, () => chooseStop(page, 1, 'Ski'));
    // A Wednesday outside the rush: past the toll ring of Oslo, or round it for nothing.
    await priceExactly(page, () => page.fill('#start-time', '2026-11-25T12:00'));
    await page.focus('#value-of-time');
    const { query, routes } = await priceExactly(page, () => page.keyboard.press('End'));
    expect(await page.innerText('#value-told')).toBe('billigste vei');
    expect([query.get('valueOfTime'), query.get('alternatives')]).toEqual(['0', 'pareto']);
    const tolls = routes.map(({ tollSmall }) => inOre(tollSmall));
    expect(tolls).toEqual([0, 67_20]);
    expect(await readAmounts(page, '.route-amount')).toEqual(tolls);
    const saved = await page.locator('.route-card').first().locator('.route-against').innerText();
    expect(saved).toMatch(/^Sparer kr\s67,20 · .*lenger$/);
    expect(page.url()).toContain('valueOfTime=0');
  });

  test.for([
    ['another departure', 'input', '#start-time', '2026-11-25T12:00'],
    ['another vehicle', 'select', '#ferry-class', 'AP4'],
    ['tolls to be avoided', 'check', '#avoid-tolls', ''],
  ] as const)(
    'after %s the old receipt is greyed at once, and priced again',
    async ([, kind, field, value], { trips: { page } }) => {
      await priceExactly(page, () => page.click('#example-rush'));
      await openVehicle(page);
      const release = await holdTrips(page);
      if (kind === 'input') await page.fill(field, value);
      else if (kind === 'select') await page.selectOption(field, value);
      else await page.check(field);
      await page.locator(field).dispatchEvent('change');
      await page.waitForSelector('#result[data-stale] #price-state[data-state=stale]');
      expect(await page.innerText('#price-state')).toBe('Regner på nytt …');
      const {
        routes: [route],
      } = await priceExactly(page, release);
      await page.waitForSelector('#result:not([data-stale])');
      expect(await readAmounts(page, '#toll-sum')).toEqual(
        route?.chargedStations.length === 0 ? [] : [inOre(route?.tollSmall ?? 0)],
      );
    },
  );

  test('zero emission has tolls of its own, and the badge says how much of them is an estimate', async ({
    trips: { page },
  }) => {
    await priceExactly(page, () => page.click('#example-rush'));
    const [ordinary = 0] = await readAmounts(page, '#total');
    expect(await page.innerText('#price-state')).toBe('Kontrollert');
    const {
      routes: [route],
    } = await priceExactly(page, () => page.selectOption('#fuel', 'electric'));
    const vehicle = route?.vehicle;
    expect(vehicle?.estimated).toBe(true);
    const own = inOre(vehicle?.tollNok ?? 0);
    expect(own).toBeLessThan(ordinary);
    expect(await readAmounts(page, '#total')).toEqual([own]);
    const said = (await page.innerText('#price-state')).replaceAll('\u00a0', ' ');
    expect(said).toBe(`Kontrollert, kr ${(own / 100).toFixed(2).replace('.', ',')} er anslag`);
  });

  test('the chart of another trip does not stay, and the last calls of a day are for trips', ({
    stage,
    visit,
  }) =>
    onOneDay(async () => {
      const visitor = await visit();
      const { page } = visitor;
      const asked: string[] = [];
      page.on('request', (one) => {
        const [, name] = /api\/(departures|journey)/.exec(one.url()) ?? [];
        if (name !== undefined) asked.push(name);
      });
      const email = `${randomUUID()}@example.no`;
      await stage.ask('key', 'create', '--email', email, '--daily-limit', '6');
      await signIn(visitor, stage, email);
      await openTripPage(page);
      await priceExactly(page, () => page.click('#example-rush'));
      await page.waitForSelector('#day-slider');
      const release = await holdTrips(page);
      await page.click('#example-coast');
      await page.waitForSelector('#price-state[data-state=stale]');
      await page.waitForSelector('#departures:empty', { state: 'attached' });
      await priceExactly(page, release);
      await page.waitForSelector('#day-slider');
      await expect.poll(() => page.innerText('#quota')).toMatch(/^0 av 6 /);
      expect(asked).toEqual(['departures', 'departures']);
      await stage.ask('account', 'set', '--email', email, '--daily-limit', '9');
      // There and back is two calls, and one is left when the trip is priced.
      await page.selectOption('#stay', '60');
      await expect.poll(() => page.innerText('#quota')).toMatch(/^1 av 9 /);
      await page.waitForSelector('#price-state[data-state=refined]');
      expect([asked.length, await page.locator('.return-panel').count()]).toEqual([2, 0]);
      // What was chosen and is not priced is said, in each language.
      await page.waitForSelector('#return-missing:has-text("Hjemturen er ikke regnet ut")');
      await page.click('#language-en');
      await page.waitForSelector('#return-missing:has-text("The way back is not priced")');
    }));

  test('a recorded drive that is dropped on the map is priced, and nothing of it stays', async ({
    trips: { page },
  }) => {
    const { line } = await priceExactly(page, () => page.click('#example-rush'));
    const reply = page.waitForResponse((one) => one.url().includes('/portal/api/trace?'));
    await page.evaluate(dropFile('drive.csv', toCsv(line)));
    const { _billing, match } = await (await reply).json();
    await page.waitForSelector('#match');
    expect(await page.innerText('.paper-trip')).toBe('drive.csv');
    expect(await readAmounts(page, '#total')).toEqual([inOre(_billing.routes[0].tollSmall)]);
    const told = _billing.routes[0].chargedStations.length + match.possibleStations.length;
    expect(told).toBeGreaterThan(0);
    expect(await page.locator('#possible .line').count()).toBe(match.possibleStations.length);
    await expect.poll(() => page.locator('.sign').count()).toBeGreaterThanOrEqual(told);
    expect(await page.locator('.pin').count()).toBe(0);
    expect(await page.innerText('#curl-line')).toContain("--data-binary '@drive.csv'");
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, location.hash])')).not.toMatch(
      /drive\.csv/,
    );

    const [electric] = await Promise.all([
      page.waitForResponse((one) => /trace\?.*fuel=electric/.test(one.url())),
      page.selectOption('#fuel', 'electric'),
    ]);
    expect(electric.status()).toBe(200);
    // A stop that loses its focus as its field is hidden is no part of what is asked: the receipt stays, and no call is counted.
    await page.waitForSelector('#result[aria-busy=false]:not([data-stale])');
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    for (const kind of ['input', 'change']) await page.dispatchEvent('#stop-0', kind);
    expect(await page.locator('#result[data-stale]').count()).toBe(0);
    // While the time of the page stands, no value is asked for before the next one is chosen.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await page.selectOption('#fuel', '');
    await page.selectOption('#fuel', 'electric');
    await page.clock.runFor(1000);
    await expect.poll(() => page.locator('#result[data-stale]').count()).toBe(0);
    expect(asked.filter((url) => url.includes('/portal/api/trace?'))).toEqual([]);
    // A value that is changed just before the recording is removed asks for nothing.
    asked.length = 0;
    await page.selectOption('#fuel', '');
    await page.evaluate("document.querySelector('#trace-remove').click()");
    await page.clock.runFor(1000);
    await page.clock.resume();
    await page.waitForSelector('.ghost[data-loading=false]');
    await expect.poll(() => page.locator('.pin').count()).toBe(2);
    expect(asked.filter((url) => url.includes('/portal/api/t'))).toEqual([]);
  });

  test('there and back is one bill, and stands on paper with the receipt alone', async ({
    trips: { page },
  }) => {
    await priceExactly(page, () => page.click('#example-rush'));
    const answered = page.waitForResponse((one) => one.url().endsWith('/portal/api/journey'));
    await page.selectOption('#stay', '480');
    const { drives } = await (await answered).json();
    await page.waitForSelector('#return-total');
    expect(drives).toHaveLength(2);
    const [there, back] = drives.map(({ tollSmall }: { tollSmall: number }) => inOre(tollSmall));
    expect(await readAmounts(page, '#return-total')).toEqual([there + back]);
    expect(await readAmounts(page, '.return-panel ol strong')).toEqual([there, back]);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['#total', '#return-total']) expect(await page.isVisible(part)).toBe(true);
    for (const part of ['#map', '#trip-form', '#curl', '#departures', '#print'])
      expect(await page.isVisible(part), part).toBe(false);
    await page.emulateMedia({ media: 'screen' });
  });

  test('a price that can not be made exact stays, and says that it is preliminary', async ({
    trips: { page, allow },
  }) => {
    allow(/502 of .*refine=1/);
    const body = JSON.stringify({ error: 'unavailable', message: 'Busy.', requestId: 'x' });
    const answer = { status: 502, contentType: 'application/json', body };
    await page.route('**/portal/api/trip?*refine=1*', (route) => route.fulfill(answer));
    await page.click('#example-rush');
    await page.waitForSelector('#price-fallback');
    expect(await page.getAttribute('#price-state', 'data-state')).toBe('fallback');
    expect(await page.innerText('#total')).toMatch(/^kr/);
  });

  test('what can not be priced is said in words', async ({ trips: { page, allow } }) => {
    allow(/40\d of .*\/trip/);
    await page.fill('#stop-0', '66.0, 2.0');
    await page.fill('#stop-1', '59.91, 10.75');
    await page.click('#price-trip');
    await page.waitForSelector('#form-error:has-text("mer enn 10 km fra vei")');
    await page.fill('#stop-0', 'Xyzzy');
    await page.click('#price-trip');
    await page.waitForSelector('#form-error:not([hidden])');
    expect(await page.getAttribute('#stop-0', 'aria-invalid')).toBe('true');
    await page.fill('#stop-0', '59.93, 10.70');
    await openVehicle(page);
    await page.fill('#plate', 'ZZ99999');
    await page.click('#price-trip');
    const beside = '.field:has(#plate:focus[aria-invalid=true]) + #form-error';
    await page.waitForSelector(`${beside}:has-text("bare de oppdiktede kjøretøyene")`);
    await page.click('#language-en');
    await page.waitForSelector('#form-error:has-text("only the invented vehicles")');
    await page.click('#language-nb');
    await page.fill('#plate', 'A');
    await page.click('#price-trip');
    await page.waitForSelector(`${beside}:has-text("Et kjennemerke har 2 til 7 bokstaver")`);
    // The receipt of the test before is left, as that of another trip.
    await page.waitForSelector('#result[aria-busy=false]:is([data-kind=empty], [data-stale])');
  });

  test('another language holds for the receipt and on the next page', async ({
    trips: { page },
  }) => {
    await priceExactly(page, () => page.click('#example-rush'));
    await page.click('#language-en');
    await page.waitForSelector('html[lang=en]');
    await page.waitForSelector('#ask-title:text-is("What does the drive cost?")');
    await page.waitForSelector('#price-state:has-text("Checked")');
    // What a screen reader was told is told again.
    expect(await page.textContent('#price-status')).toMatch(
      /^Checked\. kr\s40,00\. Toll passages: 1,/,
    );
    await page.click('text=Account');
    await page.waitForURL('**/account.html');
    await page.waitForSelector('h1:has-text("Account")');
  });

  test('two clicks on the map are a trip', async ({ visit }) => {
    const { page } = await visit();
    await openTripPage(page);
    const box = await page.locator('#map').boundingBox();
    if (box === null) throw new Error('Expected a map.');
    for (const share of [0.74, 0.77])
      await page.mouse.click(box.x + box.width * 0.24, box.y + box.height * share);
    await page.waitForSelector('#price-state');
    await expect.poll(() => page.locator('.pin').count()).toBe(2);
  });

  test('the form is used without a mouse', async ({ visit }) => {
    const { page } = await visit();
    await openTripPage(page);
    await page.focus('.skip-link');
    await page.keyboard.press('Enter');
    const reach = (id: string) => tabTo(page, id);
    await reach('stop-0');
    await chooseStop(page, 0, 'Lillehammer');
    await reach('stop-1');
    await priceExactly(page, () => chooseStop(page, 1, 'Hamar'));
    await reach('vehicle-length');
    await page.keyboard.type('7,5');
    const {
      routes: [route],
    } = await priceExactly(page, () => page.keyboard.press('Enter'));
    expect(await readAmounts(page, '#total')).toEqual([inOre(route?.tollSmall ?? 0)]);
    await reach('pay-small');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('#pay-smallNoDiscount:checked');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('pay-smallNoDiscount');
  });
});

const openVehicle = (page: Page) => page.evaluate(`document.querySelector('#vehicle').open = true`);

/** Signs of stations and pins of stops stand beside each other on the map. */
async function expectApart(page: Page): Promise<void> {
  await page.waitForSelector('.sign');
  const marks = await page.locator('.sign:not([data-small]), .pin').all();
  const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()));
  expect(boxes.length).toBeGreaterThan(2);
  const hidden = boxes.flatMap((one, at) =>
    boxes.slice(at + 1).filter((other) => one && other && areOver(one, other)),
  );
  expect(hidden).toEqual([]);
}

/** A point every 20 seconds along a line, as a phone would write it. */
function toCsv(line: readonly (readonly [number, number])[]): string {
  const start = Date.parse('2026-11-20T08:00:00+01:00');
  const rows = line.map(([lon, lat], at) =>
    [lat.toFixed(6), lon.toFixed(6), new Date(start + at * 20_000).toISOString()].join(','),
  );
  return ['lat,lon,at', ...rows].join('\n');
}

const dropFile = (name: string, text: string) => `{
  const data = new DataTransfer();
  data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
  const told = { dataTransfer: data, bubbles: true, cancelable: true };
  for (const kind of ['dragover', 'drop'])
    document.querySelector('#map').dispatchEvent(new DragEvent(kind, told));
}`;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** By more than a line that is drawn around a mark. */
const areOver = (one: Box, other: Box) =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 2 &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 2;

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

const inOre = (nok: number) => Math.round(nok * 100);

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.id')) === id) return;
    if (await page.evaluate(`document.activeElement.matches('#vehicle summary')`))
      await page.keyboard.press('Enter');
  }
  throw new Error(`Expected Tab to lead to ${id}.`);
}
