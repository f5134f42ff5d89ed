import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { ROWS } from '../support/browser/files.ts';
import { findBrowser } from '../support/browser/find-browser.ts';
import { loseAnswer } from '../support/browser/lose-answer.ts';
import { signIn } from '../support/browser/sign-in.ts';
import { testOnStage } from '../support/browser/stage.ts';

const test = testOnStage();

describe.skipIf(findBrowser() === undefined)('jobs in a browser', () => {
  test('an owner submits a file, sees the bar and the errors by kind, and downloads the rows', async ({
    stage,
    visit,
  }) => {
    const visitor = await visit({ viewport: { width: 390, height: 844 }, acceptDownloads: true });
    const { page } = visitor;
    await page.goto('/portal/jobs.html');
    await page.waitForSelector('#invite:not([hidden])');
    expect(await page.isVisible('#jobs-form')).toBe(false);
    await signIn(visitor, stage, 'fleet@example.no');
    await page.click('nav >> text=Mange turer');
    await page.waitForSelector('#jobs-form:not([hidden])');
    await page.click('#jobs-submit');
    await page.waitForSelector('#jobs-error:has-text("Velg en fil")');
    await page.click('#language-en');
    await page.waitForSelector('#jobs-error:has-text("Choose a file")');
    await page.click('#language-nb');
    const packed = { name: 'rows.csv.gz', mimeType: 'application/gzip' };
    await page.setInputFiles('#jobs-file', { ...packed, buffer: gzipSync(ROWS.buffer) });
    await page.click('#jobs-submit');
    await page.waitForSelector('.job[data-state=done]');
    expect(await page.isVisible('#jobs-error')).toBe(false);
    expect(await page.getAttribute('.job progress', 'value')).toBe('3');
    expect(await page.innerText('.job')).toMatch(/3 av 3 rader, 3 kall/);
    expect(await page.innerText('.job-errors')).toBe('1 rad: kan ikke leses');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.click('text=Last ned det som er priset'),
    ]);
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['1', '2', '3']);
    expect(lines[2]).toContain('nowhere at all');
    await page.click('.job button');
    await page.click('#confirm-yes');
    await page.waitForSelector('.job', { state: 'detached' });
  });

  test('a file that is sent again because the answer was lost is one job; sent once more, it is another', async ({
    stage,
    visit,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    visitor.allow(/no answer of .*\/jobs\?/);
    await signIn(visitor, stage, 'lost@example.no');
    await page.goto('/portal/jobs.html');
    await page.waitForSelector('#jobs-form:not([hidden])');
    await page.setInputFiles('#jobs-file', ROWS);
    await loseAnswer(page, '**/portal/api/jobs?*');
    await page.click('#jobs-submit');
    await page.waitForSelector('#jobs-error:not([hidden])');
    await page.click('#jobs-submit');
    await page.waitForSelector('.job');
    await page.waitForSelector('#jobs-error', { state: 'hidden' });
    expect(await page.locator('.job').count()).toBe(1);
    await page.click('#jobs-submit');
    await expect.poll(() => page.locator('.job').count()).toBe(2);
  });

  test('an address that is never called is refused in words, and one that can not be reached is told', async ({
    stage,
    visit,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    visitor.allow(/400 of .*\/webhook\/test/);
    await signIn(visitor, stage, 'fleet@example.no');
    await page.goto('/portal/jobs.html');
    await page.fill('#jobs-callback', 'https://10.0.0.1/veipris');
    await page.click('#jobs-try');
    const beside = '.field:has(#jobs-callback:focus[aria-invalid=true]) + #jobs-error';
    await page.waitForSelector(`${beside}:has-text("offentlig vert")`);
    await page.fill('#jobs-callback', 'https://fleet.example.invalid/veipris');
    await page.click('#jobs-try');
    await page.waitForSelector(
      '#jobs-tried:has-text("tok ikke imot en prøve: navnet er ikke kjent")',
    );
  });
});
