/** The program with its own copy of `data/`, in which a file is damaged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { type LeanData, leanData } from '../support/lean-data.ts';
import { homeWithNetwork } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The program installed anew, with this folder as its `data/`. */
async function installWith({ data }: LeanData): Promise<string> {
  const project = tempHome();
  await cp(join(builtProgram(), 'dist'), join(project, 'dist'), { recursive: true });
  // By its place the program finds its data; a link would lead to that of the checkout.
  for (const name of ['package.json', 'CHANGELOG.md'])
    await cp(join(ROOT, name), join(project, name));
  for (const name of ['node_modules', 'docs', 'portal'])
    await symlink(join(ROOT, name), join(project, name));
  await rename(data, join(project, 'data'));
  return project;
}

/** How a start of the server ended; one that succeeds is ended, too. */
async function startIn(project: string) {
  const child = spawn(process.execPath, [join(project, 'dist/main.js')], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'warn',
      VEIPRIS_HOME: await homeWithNetwork(),
    },
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const printed = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
    if (printed.out.includes('ready at')) child.kill('SIGKILL');
  });
  const [code] = await closed;
  return { ...printed, code };
}

test.each([
  [
    'a road of the map that lies in Asia',
    ({ change }: LeanData) =>
      change('map/roads-main.json', ({ features: [road] }: { features: [object] }) => ({
        type: 'FeatureCollection',
        features: [
          {
            ...road,
            geometry: {
              type: 'LineString',
              coordinates: [
                [79, 41],
                [79, 42],
              ],
            },
          },
        ],
      })),
    'veipris: map/roads-main.json is damaged or was changed: its SHA-256 is not that of manifest.json.\n',
  ],
  [
    'a decision without its reason',
    ({ change }: LeanData) =>
      change(
        'curated/toll-stations-ramps.json',
        ({ ramps: [ramp], ...rest }: { ramps: [object] }) => ({
          ...rest,
          ramps: [{ ...ramp, why: '' }],
        }),
      ),
    'veipris: curated/toll-stations-ramps.json is damaged or was changed: its SHA-256 is not that of manifest.json.\n',
  ],
])('%s stops the start of the server with one line', async (_what, damage, line) => {
  const folder = await leanData();
  await damage(folder);
  expect(await startIn(await installWith(folder))).toEqual({ code: 1, out: '', err: line });
});

test('with its data as it is, the same program starts', async () => {
  const { out, err } = await startIn(await installWith(await leanData()));
  expect(out, err).toContain('ready at');
});
