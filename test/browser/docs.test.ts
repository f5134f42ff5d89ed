import { describe, expect } from 'vitest';
import { findBrowser } from '../support/browser/find-browser.ts';
import { testOnStage } from '../support/browser/stage.ts';

const test = testOnStage();

describe.skipIf(findBrowser() === undefined)('the documents in a browser', () => {
  test('a reader searches, gives a key, copies a question in three languages, and is answered', async ({
    stage,
    visit,
  }) => {
    const { page } = await visit();
    const key = await stage.ask('key', 'create', '--email', 'leser@example.no');
    await page.goto('/docs');
    expect(await page.innerText('article pre')).toContain(stage.address);
    await page.fill('#docs-search', 'GET /api/route');
    await page.click('#docs-found a:has-text("GET /api/route")');
    await page.waitForURL('**/docs/reference#getRoute');

    const route = page.locator('#getRoute');
    await page.fill('#docs-key', key);
    await route.locator('[name=to]').fill('Gardermoen');
    const address = `${stage.address}/api/route?from=59.9139,10.7522&to=Gardermoen`;
    const samples = { curl: "-H 'Authorization", JavaScript: 'await fetch(', Python: 'urllib' };
    for (const [name, word] of Object.entries(samples)) {
      await route.locator(`.tabs button:has-text("${name}")`).click();
      const text = await route.locator('.samples pre').first().innerText();
      for (const part of [word, address, `Bearer ${key}`]) expect(text).toContain(part);
    }
    await route.locator('button[type=submit]').click();
    await route.locator('output:has-text("200 etter")').waitFor();
    expect(await route.locator('.answer').innerText()).toContain('"tollSmall"');

    const matrix = page.locator('#getMatrix');
    await matrix.locator('button[type=submit]').click();
    await matrix.locator('output:has-text("200 etter")').waitFor();
    expect(
      await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).not.toContain(key);
  });

  test('without a key the answer says how to send one', async ({ visit }) => {
    const visitor = await visit();
    visitor.allow(/401 of /);
    await visitor.page.goto('/docs/reference#getVehicle');
    const vehicle = visitor.page.locator('#getVehicle');
    await vehicle.locator('button[type=submit]').click();
    await vehicle.locator('output:has-text("401 etter")').waitFor();
    expect(await vehicle.locator('.answer').innerText()).toContain('invalid_api_key');
  });
});
