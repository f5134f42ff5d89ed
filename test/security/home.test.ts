import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeWithNetwork, runVeipris, startServer } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('the home is for its owner alone, and so is every file of accounts in it', async () => {
  const home = join(await tempHome(), 'var');
  const args = ['key', 'create', '--email', 'kari@example.no'];
  expect((await runVeipris(args, { VEIPRIS_HOME: home })).code).toBe(0);
  expect(modeOf(home)).toBe('700');
  const files = readdirSync(home).filter((file) => file.startsWith('veipris.db'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(modeOf(join(home, file)), file).toBe('600');
});

test('a server of root says that it should not be one, and any other says nothing of it', async () => {
  const server = await startServer({ VEIPRIS_HOME: await homeWithNetwork() });
  const isTold = server.printed().includes('running as root, which nothing here needs');
  expect(isTold).toBe(process.getuid?.() === 0);
});
