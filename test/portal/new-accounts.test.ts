/** Accounts that are made by the dozen. */
import { expect, test } from 'vitest';
import { portalScene } from '../support/portal-scene.ts';

const HOUR_MS = 3_600_000;

async function openScene() {
  const scene = await portalScene();
  /** A new browser of one address signs in. */
  const signIn = async (email: string) => {
    const browser = scene.openBrowser();
    await browser.askForLink(email);
    const reply = await browser.redeem();
    return { browser, status: reply.statusCode, body: reply.json(), headers: reply.headers };
  };
  const newAccounts = async () =>
    [
      ...(await scene.app.inject('/metrics')).body.matchAll(
        /veipris_new_accounts_total\{outcome="(\w+)"\} (\d+)/g,
      ),
    ].map(([, outcome, count]) => `${outcome} ${count}`);
  return { ...scene, signIn, newAccounts };
}

test('from one address 5 accounts are made in an hour and 10 in a day; who has one is let in all the same', async () => {
  const { signIn, time, newAccounts } = await openScene();
  const made: number[] = [];
  for (let hour = 0; hour < 3; hour++) {
    for (let i = 0; i < 6; i++) made.push((await signIn(`user-${hour}-${i}@example.no`)).status);
    await time.pass(HOUR_MS);
  }
  expect(made).toEqual([
    ...Array(5).fill(200),
    429,
    ...Array(5).fill(200),
    429,
    ...Array(6).fill(429),
  ]);
  expect((await signIn('user-0-0@example.no')).status).toBe(200);
  expect(await newAccounts()).toEqual(['made 10', 'refused 8']);
});

test('who is refused hears when to come back', async () => {
  const { signIn } = await openScene();
  for (let i = 0; i < 5; i++) await signIn(`user-${i}@example.no`);
  const { body, headers } = await signIn('one-more@example.no');
  expect(body).toMatchObject({
    error: 'rate_limited',
    message: expect.stringContaining('accounts'),
  });
  expect(headers['retry-after']).toBe('3600');
});

test('an address with another tag is no other person: one account, whichever came first', async () => {
  const { signIn, store } = await openScene();
  expect((await signIn('ola+1@example.no')).status).toBe(200);
  for (const twin of ['ola@example.no', 'ola+2@example.no', 'OLA+3@example.no']) {
    const { status, body } = await signIn(twin);
    expect([status, body.message]).toEqual([400, expect.stringContaining('another tag')]);
    expect(await store.accounts.findByEmail(twin)).toBeUndefined();
  }
  expect((await signIn('ola+1@example.no')).status).toBe(200);
  expect((await signIn('kari@example.no')).status).toBe(200);
});
