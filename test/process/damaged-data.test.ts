/** The program with its own copy of `data/`, in which a file is damaged. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installCopy } from '../support/installed-copy.ts';
import { launchFile } from '../support/launched-file.ts';
import { type LeanData, leanData } from '../support/lean-data.ts';
import { homeWithNetwork } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

/** How a start of the server with this folder as its `data/` ended; one that succeeds is ended, too. */
async function startWith({ data }: LeanData) {
  const project = tempHome();
  const main = await installCopy(project);
  await rename(data, join(project, 'data'));
  const settings = { PORT: '0', LOG_LEVEL: 'warn', VEIPRIS_HOME: await homeWithNetwork() };
  const server = launchFile([main], settings, { cwd: project });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  if (await server.untilPrinted(/ready at/)) await server.end('SIGKILL');
  return server.done;
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
  expect(await startWith(folder)).toEqual({ code: 1, out: '', err: line });
});

test('with its data as it is, the same program starts', async () => {
  const { out, err } = await startWith(await leanData());
  expect(out, err).toContain('ready at');
});
