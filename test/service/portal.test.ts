import { expect, onTestFinished, test } from 'vitest';
import { writeSignInLetter } from '../../src/account/sign-in.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { type PortalConfig, toConfig } from '../../src/service/config.ts';
import { openPortal } from '../../src/service/portal.ts';
import { startMailServer } from '../support/mail-server.ts';
import { tempHome } from '../support/temp-home.ts';

async function portalOf(config: Partial<PortalConfig> = {}) {
  const home = tempHome();
  const database = { kind: 'embedded', address: `${home}/veipris.db` } as const;
  const accounts = await openAccounts({ home, database });
  onTestFinished(() => accounts.store.close());
  return openPortal({ ...toConfig({}).portal, ...config }, accounts);
}

test('without SMTP_URL there is nobody to send letters, and the pages are told so', async () => {
  expect((await portalOf()).sendLetter).toBeUndefined();
});

test('with SMTP_URL letters go to that server, from MAIL_FROM', async () => {
  const { url, letters } = await startMailServer();
  const { sendLetter } = await portalOf({ mail: { url, from: 'Veipris <a@example.no>' } });
  await sendLetter?.(writeSignInLetter('ola@example.no', 'https://example.no/#token=x'));
  expect(letters).toMatchObject([{ from: 'a@example.no', to: ['ola@example.no'] }]);
});

test('the version is that of the package, and the map names whose data it shows', async () => {
  const { version, attribution } = await portalOf();
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(attribution).toContain('© Kartverket');
  expect(attribution).toContain('Statens vegvesen');
});
