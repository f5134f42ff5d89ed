import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findBrowser } from '../support/browser/find-browser.ts';
import { loseAnswer } from '../support/browser/lose-answer.ts';
import { askForLink, signIn, waitForAccount } from '../support/browser/sign-in.ts';
import { testOnStage, type Visitor } from '../support/browser/stage.ts';
import { onOneDay } from '../support/day-turn.ts';
import { ask } from '../support/load.ts';

const TRIP = '/api/route?from=59.91,10.75&to=59.92,10.76';

const test = testOnStage();

describe.skipIf(findBrowser() === undefined)('the account in a browser', () => {
  test('whoever signs up gets a key that works, and rotating it ends the old one', ({
    stage,
    visit,
  }) =>
    onOneDay(async () => {
      const visitor = await visit();
      const { page } = visitor;
      await signIn(visitor, stage, `${randomUUID()}@example.no`);
      expect(page.url()).not.toContain('token');
      await page.waitForSelector('#keys-empty');
      await page.waitForSelector('#usage-empty');

      const first = await makeKey(visitor, 'Reiseregninger');
      expect(await ask(stage.address, TRIP, first)).toMatchObject({ status: 200, remaining: 499 });

      await page.click('[data-action=rotate]');
      expect(await page.textContent('dialog')).toContain('401');
      await page.click('dialog button:has-text("Bytt ut")');
      await page.waitForSelector('#key-notice:has-text("ble avvist fra")');
      await page.click('#language-en');
      await page.waitForSelector('#key-notice:has-text("is refused since")');
      await page.click('#language-nb');
      const second = await page.innerText('#new-key');
      expect(second).not.toBe(first);
      expect((await ask(stage.address, TRIP, first)).status).toBe(401);
      expect(await ask(stage.address, TRIP, second)).toMatchObject({ status: 200, remaining: 498 });

      // A call is noted for the chart when it has been answered.
      await expect.poll(() => todayAnew(page)).toEqual(['2', '2', '0']);
      await page.waitForSelector('#usage-chart canvas');
      expect(await page.textContent('#usage-of')).toMatch(/^2 av 500/);
      const text = await page.innerText('body');
      for (const key of [first, second]) expect(text).not.toContain(key);

      await page.click('[data-action=revoke]');
      await page.click('dialog button.danger');
      await page.waitForSelector('#key-notice:has-text("trukket tilbake")');
      expect((await ask(stage.address, TRIP, second)).status).toBe(401);
      await page.waitForSelector('#audit-table:has-text("Nøkkel trukket tilbake")');
      expect(await page.innerText('#audit-table')).toContain('Nøkkel byttet ut');
      // The log calls a plan what the card calls it.
      expect(await page.innerText('#audit-table')).toContain('plan: Gratis');
    }));

  test('a page whose session another tab has ended offers to sign in, and shows the account no longer', async ({
    stage,
    visit,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, stage, 'per@example.no');
    await signOutInAnotherTab(page);

    visitor.allow(/401 of .*\/portal\/api\//);
    await page.click('#create-key');
    await page.waitForSelector('#signed-out a[href="sign-in.html"]');
    await page.waitForSelector('#site-tools #sign-in');
    expect(await page.isVisible('#account-sections')).toBe(false);
    expect(await page.innerText('#account-email')).toBe('');
  });

  test('a page whose session another tab has ended by signing in shows that account alone', async ({
    stage,
    visit,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, stage, 'per@example.no');
    const other = await signOutInAnotherTab(page);
    await signIn({ ...visitor, page: other }, stage, 'ola@example.no');

    visitor.allow(/403 of .*\/portal\/api\/keys/);
    await page.click('#create-key');
    await page.waitForSelector('#account-email:has-text("ola@example.no")');
    await page.waitForSelector('#who:has-text("ola@example.no")');
    await waitForAccount(page);
  });

  test('an overlap keeps the old key, the last calls tell no places, and a plan is asked for', ({
    stage,
    visit,
  }) =>
    onOneDay(async () => {
      const visitor = await visit();
      const { page } = visitor;
      await signIn(visitor, stage, 'per@example.no');
      await page.selectOption('#key-life', '90');
      const first = await makeKey(visitor, 'Lønn');
      expect(await page.innerText('#live-keys')).toMatch(/I bruk til \d/);
      await ask(stage.address, TRIP, first);

      await page.click('[data-action=rotate]');
      await page.selectOption('dialog select', '24');
      await page.click('dialog button:has-text("Bytt ut")');
      await page.waitForSelector('#key-notice:has-text("Den gamle nøkkelen virker til")');
      const second = await page.innerText('#new-key');
      expect(await page.innerText('#new-curl')).toBe(
        `curl -H 'Authorization: Bearer ${second}' '${stage.address}/api/route?from=59.9139,10.7522&to=60.3913,5.3221&refine=1'`,
      );
      expect((await ask(stage.address, TRIP, first)).status).toBe(200);
      await page.waitForSelector('#live-keys:has-text("Byttet ut, virker til")');

      await expect
        .poll(async () => {
          await page.locator('[data-action=calls]').last().click();
          await page.waitForSelector('#key-calls h3');
          return page.locator('#calls-table tbody tr').count();
        })
        .toBe(2);
      const calls = await page.innerText('#calls-table');
      expect(calls).toContain('GET /api/route');
      expect(calls).not.toContain('59.91');

      await page.click('[data-plan=pilot]');
      await page.waitForSelector('#plan-asked:has-text("Du ba om Pilot")');
    }));

  test('a link works once, and only in the browser that asked for it', async ({ stage, visit }) => {
    const [asking, other] = [await visit(), await visit()];
    for (const one of [asking, other]) one.allow(/400 of .*\/portal\/api\/session/);
    const link = await askForLink(asking, stage, 'ola@example.no');

    await other.page.goto(link);
    await other.page.waitForSelector('#email-error:has-text("annen nettleser")');
    expect(other.page.url()).not.toContain('token');

    await asking.page.goto(link);
    await asking.page.waitForURL('**/portal/account.html');
    await asking.page.goto(link);
    await asking.page.waitForSelector('#email-error:has-text("Lenken er brukt")');
  });

  test('signing out everywhere ends the session of every browser', async ({ stage, visit }) => {
    const [here, there] = [await visit(), await visit()];
    for (const one of [here, there]) await signIn(one, stage, 'per@example.no');
    await here.page.click('#end-all');
    await here.page.click('dialog button:has-text("Logg ut overalt")');
    await here.page.waitForSelector('#sign-in');
    await there.page.reload();
    await there.page.waitForSelector('#signed-out:not([hidden])');
  });

  test('a long log is shown page by page', async ({ stage, visit }) => {
    const visitor = await visit();
    const { page } = visitor;
    const entry = (id: string) => ({
      id,
      at: '2026-11-20T11:00:00.000Z',
      actor: 'owner',
      action: 'key.create',
      objectId: id,
      detail: { name: id },
    });
    await page.route(/\/portal\/api\/audit/, (route) => {
      const isSecond = route.request().url().includes('cursor=first');
      const json = isSecond
        ? { entries: [entry('second')], nextCursor: null }
        : { entries: [entry('first')], nextCursor: 'first' };
      return route.fulfill({ json });
    });
    await signIn(visitor, stage, 'liv@example.no');
    await page.click('#audit-table-more');
    await page.waitForSelector('#audit-table tr:has-text("second")');
    expect(await page.innerText('#audit-table')).toContain('first');
    expect(await page.locator('#audit-table-more').count()).toBe(0);
  });

  test('the name of a key is text, whatever it looks like, it never ends by itself where no life is chosen, and one whose answer was lost is listed', async ({
    stage,
    visit,
  }) => {
    const visitor = await visit({ viewport: { width: 390, height: 800 } });
    const { page } = visitor;
    const sent: unknown[] = [];
    page.on('request', (one) => {
      if (one.method() === 'POST' && one.url().endsWith('/portal/api/keys'))
        sent.push(one.postDataJSON());
    });
    await signIn(visitor, stage, 'eva@example.no');
    for (const [name, shown] of [
      ['<img src=x onerror=alert(1)>'],
      ['W'.repeat(60)],
      ['', 'Uten navn'],
    ] as const) {
      await makeKey(visitor, name);
      await page.waitForSelector(`#live-keys th:text-is("${shown ?? name}")`);
    }
    expect(await page.locator('#key-list img').count()).toBe(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await page.click('#language-en');
    await makeKey(visitor, 'in English');
    expect(sent).toHaveLength(4);
    for (const question of sent) expect(question).not.toHaveProperty('days');
    visitor.allow(/no answer of .*\/keys/);
    await loseAnswer(page, '**/portal/api/keys');
    await page.fill('#key-name', 'not told');
    await page.click('#create-key');
    await page.waitForSelector('#key-notice [role=alert]');
    await page.waitForSelector('#live-keys th:text-is("not told")');
    expect(await page.isEnabled('#create-key')).toBe(true);
  });
});

/** The calls of today as the page has them after it was loaded anew: by endpoint, all, failed. */
async function todayAnew(page: Page): Promise<readonly string[]> {
  await page.reload();
  await waitForAccount(page);
  return page.locator('#usage-table tbody tr').first().locator('td').allInnerTexts();
}

async function signOutInAnotherTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/portal/jobs.html');
  await other.click('#sign-out');
  await other.waitForURL('**/portal/');
  return other;
}

async function makeKey({ page }: Visitor, name: string): Promise<string> {
  await page.fill('#key-name', name);
  await page.click('#create-key');
  await page.waitForSelector(`#new-key`);
  const key = await page.innerText('#new-key');
  await page.click('#key-saved');
  return key;
}
