import { onTestFinished } from 'vitest';
import type { UpstreamLimits } from '../../../src/upstream/call/terms.ts';
import { openRoadDatabase } from '../../../src/upstream/road-database/road-database.ts';
import { fakeRoadDatabase, type RoadObjects } from '../../support/fake-upstream/road-database.ts';
import { startFakeUpstream } from '../../support/fake-upstream.ts';

/** Nothing is refused unasked, and a slow machine finds the time to answer. */
export const ROOMY: Partial<UpstreamLimits> = {
  attemptMs: 60_000,
  deadlineMs: 120_000,
  retryPauseMs: 1,
  retryRoomMs: 1,
  failuresToOpen: 1000,
};

/** For answers that never come whole. */
export const QUICK: Partial<UpstreamLimits> = { ...ROOMY, attemptMs: 100, deadlineMs: 1000 };

const NOTHING: RoadObjects = { 45: [], 64: [], 107: [], 162: [], 770: [] };

/** A fake road database and the way to it, both closed when the test ends. */
export async function openFakeRoadDatabase(
  objects: Partial<RoadObjects> = {},
  pageSize?: number,
  limits = ROOMY,
) {
  const nvdb = fakeRoadDatabase({ ...NOTHING, ...objects }, pageSize);
  const fake = await startFakeUpstream(nvdb.handler);
  const settings = { url: fake.url, contact: 'drift@example.no' };
  const database = openRoadDatabase(settings, limits);
  onTestFinished(async () => {
    await database.close();
    await fake.stop();
  });
  return { nvdb, fake, database };
}
