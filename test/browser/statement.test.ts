import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { findBrowser } from '../support/browser/find-browser.ts';
import { testOnStage } from '../support/browser/stage.ts';
import { readAmounts } from '../support/browser/trip-page.ts';

const test = testOnStage({ PUBLIC_DEMO: '1' });

const WINDOWS_1252 = Buffer.from(
  'Dato;Klokkeslett;Bomstasjon;Bel\u00f8p\r\n02.11.2026;07:42;Ring 3 Gaustad;40,00\r\n',
  'latin1',
);

describe.skipIf(findBrowser() === undefined)('a statement in a browser', () => {
  test('each planted mistake stands in the table, which can be saved and sent', async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 }, acceptDownloads: true });
    await page.goto('/portal/statement.html');
    await page.click('#statement-example');
    await page.waitForSelector('#findings');
    const kinds = await page
      .locator('#findings tbody tr')
      .evaluateAll((rows: readonly { getAttribute(name: string): string | null }[]) =>
        rows.map((row) => row.getAttribute('data-kind')),
      );
    expect(kinds).toEqual([
      'hour-rule-not-applied',
      'tag-not-used',
      'billed-twice',
      'rush-charged',
    ]);
    const billed = await readAmounts(page, '#findings td[data-column=difference]');
    expect(await readAmounts(page, '#sum-difference')).toEqual([
      billed.reduce((sum, one) => sum + one, 0),
    ]);
    expect(await page.innerText('#letter')).toMatch(/^Jeg ber om[\s\S]*- Linje 3: E6 Alnabru/);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save-csv')]);
    const table = await readFile(await saved.path(), 'utf8');
    expect(table).toMatch(/^\ufeffLinje;/);
    expect(table.trim().split('\r\n')).toHaveLength(5);
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe(
      '{}',
    );
  });

  test('lines that are left out, and how days are read, stand beside the sums in both languages', async ({
    visit,
  }) => {
    const { page } = await visit();
    await page.goto('/portal/statement.html');
    const table =
      'Date,Station,Amount\n02/11/2026 10:42,Ring 3 Gaustad,33.60\n,Invoice fee,39.00\n';
    const file = { name: 'toll.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
    await page.click('#check-statement');
    await page.click('#language-en');
    await page.waitForSelector('#statement-error:has-text("Choose the file")');
    await page.click('#language-nb');
    await page.setInputFiles('#statement-file', file);
    await page.click('#check-statement');
    await page.waitForSelector('#statement-counts');
    expect(await page.innerText('#statement-counts')).toMatch(
      /^Linjer: 1\. Funn: 0\. Utelatt, .*: 1 \(kr\s39,00\)\. Datoer som 11\/05\/2026 er lest som 11\. mai/,
    );
    await page.click('#language-en');
    expect(await page.innerText('#statement-counts')).toMatch(
      /^Lines: 1\. Findings: 0\. Left out, .*: 1 \(.*39[.,]00\)\. Days such as 11\/05\/2026 are read as 11 May/,
    );
  });

  test('a statement is held against the drives that are told', async ({ visit }) => {
    const { page, allow } = await visit();
    allow(/400 of .*\/statement/);
    await page.goto('/portal/statement.html');
    await page.click('#check-statement');
    await page.waitForSelector('#statement-error:has-text("Velg filen")');
    const file = { name: 'bom.csv', mimeType: 'text/csv', buffer: WINDOWS_1252 };
    await page.setInputFiles('#statement-file', file);
    await page.fill('#drives', 'Lillehammer; Hamar');
    await page.click('#check-statement');
    await page.waitForSelector('#statement-error:has-text("Linje 1 av turene")');
    await page.fill('#drives', 'Lillehammer; Hamar; 02.11.2026 07:30');
    await page.click('#check-statement');
    await page.waitForSelector('#findings tr[data-kind=not-driven]');
    await page.fill('#drives', '');
    await page.click('#check-statement');
    await page.waitForSelector('#findings-place .notice[data-kind=success]');
    const long = Buffer.from(`${WINDOWS_1252.toString('latin1')}${'\r\n'.repeat(2000)}`, 'latin1');
    await page.setInputFiles('#statement-file', { ...file, buffer: long });
    await page.click('#check-statement');
    await page.waitForSelector('#statement-error:has-text("2000")');
  });
});
