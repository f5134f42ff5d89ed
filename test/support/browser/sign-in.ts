import { expect } from 'vitest';
import type { Stage, Visitor } from './stage.ts';

/** Asks for a link in the browser of a visitor, and gives what the log of the server says then. */
export async function askForLink({ page }: Visitor, stage: Stage, email: string): Promise<string> {
  await page.goto('/portal/sign-in.html');
  await page.fill('#email', email);
  await page.click('#send-link');
  await page.waitForSelector('#sent-text:has-text("logg")');
  return stage.newestLink();
}

/** Signs a visitor in by the link in the log of the server, and waits for the account's page. */
export async function signIn(visitor: Visitor, stage: Stage, email: string): Promise<void> {
  await visitor.page.goto(await askForLink(visitor, stage, email));
  await visitor.page.waitForURL('**/portal/account.html');
  await expect.poll(() => visitor.page.textContent('#account-email')).toContain(email);
}
