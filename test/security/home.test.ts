import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Settings } from '../support/launched-file.ts';
import { homeWithNetwork, launchServer, runVeipris, startServer } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const isRoot = process.getuid?.() === 0;

/** What makes a home and writes to it. */
const STARTS = [
  [
    'a command',
    (settings: Settings) => runVeipris(['key', 'create', '--email', 'kari@example.no'], settings),
  ],
  ['the server', (settings: Settings) => launchServer(settings).done],
] as const;

test('the home is for its owner alone, and so is every file of accounts in it', async () => {
  const home = join(tempHome(), 'var');
  const args = ['key', 'create', '--email', 'kari@example.no'];
  expect((await runVeipris(args, { VEIPRIS_HOME: home })).code).toBe(0);
  expect(modeOf(home)).toBe('700');
  const files = readdirSync(home).filter((file) => file.startsWith('veipris.db'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(modeOf(join(home, file)), file).toBe('600');
});

test('so are the files that the server makes; that of root says that it should not be one, and any other says nothing of it', async () => {
  const home = await homeWithNetwork();
  const server = await startServer({ VEIPRIS_HOME: home });
  const files = readdirSync(home).filter((file) => /^(demo-key|veipris\.db)/.test(file));
  expect(files).toContain('demo-key');
  expect(files).toContain('veipris.db');
  for (const file of files) expect(modeOf(join(home, file)), file).toBe('600');
  const isTold = server.printed().includes('running as root, which nothing here needs');
  expect(isTold).toBe(isRoot);
});

// Only root can give a folder away; test/service/make-home.test.ts holds the rule for everybody.
test.runIf(isRoot).each(STARTS)(
  '%s of root leaves the home of another user as it is, and says whose it is',
  async (_who, start) => {
    const home = join(tempHome(), 'var');
    mkdirSync(home);
    chownSync(home, 65534, 65534);
    const { code, err } = await start({ VEIPRIS_HOME: home });
    expect(code).toBe(1);
    expect(err).toMatch(/^veipris[\w ]*: VEIPRIS_HOME is .* belongs to user 65534[^\n]*\n$/);
    expect(readdirSync(home)).toEqual([]);
  },
);

test.each(STARTS)('%s says in one line that its home is a file', async (_who, start) => {
  const home = join(tempHome(), 'var');
  writeFileSync(home, '');
  const { code, err } = await start({ VEIPRIS_HOME: home });
  expect(code).toBe(1);
  expect(err).toMatch(/^veipris[\w ]*: VEIPRIS_HOME must be a folder, and .* is a file[^\n]*\n$/);
});
