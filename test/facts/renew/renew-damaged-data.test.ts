/** A renewal reads the bundled data whole before it asks anybody. */
import { expect, onTestFinished, test } from 'vitest';
import { openFacts } from '../../../src/facts/open-facts.ts';
import { readLastRenewal } from '../../../src/facts/renew/daily-renewal.ts';
import type { RenewalParts } from '../../../src/facts/renew/put-in-force.ts';
import { renewFacts } from '../../../src/facts/renew/renew-facts.ts';
import { bundledRoadObjects } from '../../support/bundled-road-objects.ts';
import { makeVersion } from '../../support/data-versions.ts';
import { fakeRoadDatabase } from '../../support/fake-upstream/road-database.ts';
import { startFakeUpstream } from '../../support/fake-upstream.ts';
import { type LeanData, leanData } from '../../support/lean-data.ts';
import { tempHome } from '../../support/temp-home.ts';
import { ROOMY } from '../../upstream/road-database/open-road-database.ts';

const DAMAGES: readonly (readonly [string, (folder: LeanData) => Promise<void>, RegExp])[] = [
  [
    'a layer of the map',
    ({ change }) =>
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
    /^map\/roads-main\.json is damaged [^\n]*$/,
  ],
  [
    'a decision that only the map is compiled with',
    ({ put }) => put('curated/town-centres.json', '{"meta":{},"towns":[1,2,3]}'),
    /^curated\/town-centres\.json is damaged [^\n]*$/,
  ],
];

async function renewal() {
  const [folder, home] = [await leanData(), tempHome()];
  const fake = await startFakeUpstream(fakeRoadDatabase(bundledRoadObjects(), 500).handler);
  onTestFinished(() => fake.stop());
  const parts: RenewalParts = {
    folders: { data: folder.data, home },
    roadDatabase: { url: fake.url, contact: 'nobody' },
    clock: { now: () => Date.parse('2026-11-21T10:00:00Z') },
    usesNetwork: false,
    onProgress: () => {},
  };
  return {
    folder,
    home,
    fake,
    renew: (dryRun: boolean) =>
      renewFacts(parts, { dryRun, force: true, ifDue: false, limits: ROOMY }),
    async inForce() {
      const { version, problems } = await openFacts(parts.folders);
      return { version: version?.version, problems };
    },
  };
}

test.each(DAMAGES)(
  '%s that is damaged ends a renewal, and the road database is not asked',
  async (_what, damage, sentence) => {
    const { folder, home, fake, renew, inForce } = await renewal();
    const version = await makeVersion(home, '2026-11-20');
    await damage(folder);
    await expect(renew(true)).rejects.toThrow(sentence);
    await expect(renew(false)).rejects.toThrow(sentence);
    expect(fake.requests).toEqual([]);
    expect(await inForce()).toEqual({ version, problems: [] });
    expect(await readLastRenewal(home)).toMatchObject({ ok: false, failures: 1 });
  },
);

test('with sound data the same renewal asks, and puts a version in force', async () => {
  const { fake, renew, inForce } = await renewal();
  const { outcome, version } = await renew(false);
  expect(outcome).toBe('renewed');
  expect(fake.requests.length).toBeGreaterThan(0);
  expect(await inForce()).toEqual({ version, problems: [] });
});
