import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Stage, Visitor } from './stage.ts';

/** Asks for a link in the browser of a visitor, and gives the link from the log of the server. */
export async function askForLink({ page }: Visitor, stage: Stage, email: string): Promise<string> {
  const known = stage.links().length;
  await page.goto('/portal/sign-in.html');
  await page.fill('#email', email);
  await page.click('#send-link');
  await page.waitForSelector('#sent-text:has-text("logg")');
  // The page may answer before the log line has arrived.
  await expect.poll(() => stage.links().length).toBeGreaterThan(known);
  return stage.links().at(-1) ?? '';
}

/** Signs a visitor in by the link in the log of the server, and waits for the account's page. */
export async function signIn(visitor: Visitor, stage: Stage, email: string): Promise<void> {
  await visitor.page.goto(await askForLink(visitor, stage, email));
  await visitor.page.waitForURL('**/portal/account.html');
  await visitor.page.waitForSelector(`#account-email:has-text("${email}")`);
  await waitForAccount(visitor.page);
}

/** Waits until every part of the account's page shows the answer of the server. */
export async function waitForAccount(page: Page): Promise<void> {
  for (const shown of [
    '#key-list :is(#keys-empty, table)',
    '#usage-body #usage-of',
    '#plan-body #plans',
    '#audit-body :is(#audit-empty, #audit-table)',
  ])
    await page.waitForSelector(shown);
}
