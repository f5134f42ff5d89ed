import { describe, expect, test, vi } from 'vitest';
import { fakeJobs, RUNNING_JOB } from '../support/jobs.ts';
import { portalScene } from '../support/portal-scene.ts';

const URL = '/portal/api/jobs';
const ROWS = 'from,to\nOslo,Bergen\n';
const CSV = { 'content-type': 'text/csv' };

/** A desk whose one job belongs to each that asks. */
async function scene() {
  const submit = vi.fn(fakeJobs().submit);
  const jobs = { ...fakeJobs(), submit };
  const all = await portalScene({ parts: { jobs } });
  const browser = all.openBrowser();
  return { ...all, submit, browser };
}

describe('jobs of the owner who is signed in', () => {
  test('are submitted with the token of the page, for the account of the session', async () => {
    const { browser, submit, store } = await scene();
    await browser.signIn('fleet@example.no');
    const reply = await browser.send('POST', `${URL}?result=expense`, ROWS, CSV);
    expect([reply.statusCode, reply.json().id]).toEqual([201, RUNNING_JOB.id]);
    const account = await store.accounts.findByEmail('fleet@example.no');
    const [, asked, call] = submit.mock.calls[0] ?? [];
    expect(asked).toEqual({ result: 'expense' });
    expect(call?.caller).toMatchObject({ account: { id: account?.id } });
    const { jobs } = (await browser.ask(URL)).json();
    expect(jobs).toHaveLength(3);
    expect(jobs[0]).toMatchObject({ ratePerS: 150, expectedEndAt: expect.any(String) });
  });

  test.each([
    ['a submission', 'POST', URL, ROWS],
    ['a deletion', 'DELETE', `${URL}/${RUNNING_JOB.id}`, ''],
    ['a test of a receiver', 'POST', '/portal/api/webhook/test', '{"url":"https://a.example.no"}'],
  ] as const)(
    '%s without the token of the page is refused, and nothing is done',
    async (...row) => {
      const [, method, url, body] = row;
      const { browser, submit } = await scene();
      await browser.signIn();
      const type = body.startsWith('{') ? { 'content-type': 'application/json' } : CSV;
      const reply = await browser.send(method, url, body, { ...type, 'x-csrf-token': 'other' });
      expect([reply.statusCode, reply.json().error]).toEqual([403, 'csrf_refused']);
      expect(submit).not.toHaveBeenCalled();
    },
  );

  test('are shown to no one who is not signed in', async () => {
    const { browser } = await scene();
    for (const url of [URL, `${URL}/${RUNNING_JOB.id}`, `${URL}/${RUNNING_JOB.id}/result`])
      expect((await browser.ask(url)).statusCode, url).toBe(401);
    expect((await browser.send('POST', URL, ROWS, CSV)).statusCode).toBe(401);
  });

  test('of another account are none', async () => {
    const { browser } = await scene();
    await browser.signIn();
    expect((await browser.ask(`${URL}/${RUNNING_JOB.id}`)).statusCode).toBe(404);
    expect((await browser.ask(`${URL}/${RUNNING_JOB.id}/result`)).statusCode).toBe(404);
    expect((await browser.remove(`${URL}/${RUNNING_JOB.id}`)).statusCode).toBe(404);
  });

  test('need a subscription that is active', async () => {
    const { browser, store } = await scene();
    await browser.signIn('fleet@example.no');
    const account = await store.accounts.findByEmail('fleet@example.no');
    await store.accounts.change(account?.id ?? '', { subscription: 'stopped' }, 'operator');
    expect((await browser.send('POST', URL, ROWS, CSV)).json().error).toBe('subscription_inactive');
  });
});
