import type { Page } from 'playwright-core';

/** The next POST of a page to these addresses is done by the server, and its answer never comes. */
export async function loseAnswer(page: Page, addresses: string): Promise<void> {
  let isLost = false;
  await page.route(addresses, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}
