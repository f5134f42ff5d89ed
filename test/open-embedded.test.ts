import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toConfig } from '../src/config.ts';
import { openFacts } from '../src/facts/open-facts.ts';
import { putOwnMapInForce } from '../src/network/osm/own-map.ts';
import { openEmbedded } from '../src/open-embedded.ts';
import { DATA, NETWORK_HOME } from './support/network-home.ts';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'veipris-preview-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const openPreview = async (folder: string) => {
  const { facts } = await openFacts({ data: DATA, home: folder });
  const config = toConfig({ VEIPRIS_HOME: folder, KERNEL_PREVIEW: '1' });
  return openEmbedded(facts, config, () => undefined);
};

test('with the preview our own kernel drives from Lillehammer to Hamar past the stations of the E6', async () => {
  const { planner, passages } = (await openPreview(NETWORK_HOME)).parts;
  expect(planner.source).toBe('veipris-n1000');
  const [route] = await planner.planTrip({
    from: { lat: 61.1153, lon: 10.4662 },
    to: { lat: 60.7945, lon: 11.068 },
    via: [],
    startMs: 0,
    avoidTolls: false,
  });
  if (route === undefined) throw new Error('Expected a route.');
  expect(Math.round(route.lengthM / 10_000)).toBe(6);
  const found = await passages.findExact(route);
  expect(found?.length).toBeGreaterThan(0);
  expect(found).toEqual(route.passages);
});

test('with the preview a map of the operator stays in force: where its file is gone the start stops', async () => {
  await mkdir(join(home, 'network'));
  const path = join(home, 'gone.osm.pbf');
  await putOwnMapInForce(home, { path, sha256: '0'.repeat(64) });
  await expect(openPreview(home)).rejects.toThrow('its map is gone');
});
