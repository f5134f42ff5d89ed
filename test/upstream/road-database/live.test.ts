/**
 * What the road database promises us, held against the real one with `LIVE=1`; without it the fake
 * holds the same in road-database.test.ts.
 */
import { env } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toOsloTime } from '../../../src/base/oslo-time.ts';
import { loadNorway, loadRenewalLimits } from '../../../src/facts/load-country.ts';
import { guardRenewal } from '../../../src/facts/renew/guard-renewal.ts';
import { loadRenewable } from '../../../src/facts/renew/put-in-force.ts';
import { toConfig } from '../../../src/service/config.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import {
  openRoadDatabase,
  type RoadDatabaseRows,
} from '../../../src/upstream/road-database/road-database.ts';

const isLive = env.LIVE === '1';

describe.skipIf(!isLive)('the road database itself, with LIVE=1', () => {
  const database = openRoadDatabase({
    contact: 'set ROAD_DATABASE_CONTACT',
    ...toConfig(env).roadDatabase,
  });
  let rows: RoadDatabaseRows;
  beforeAll(async () => {
    rows = await database.readAll(toOsloTime(Date.now()).day);
  });
  afterAll(() => database.close());

  test('has all that we ask for, and every object can be read', () => {
    expect(Object.values(rows.unreadable).flat()).toEqual([]);
    expect(rows.stations.length).toBeGreaterThan(400);
    expect(rows.quays.length).toBeGreaterThan(340);
    expect(rows.cameras.length).toBeGreaterThan(390);
  });

  test('is sound by the rules of a renewal', () => {
    const terms = { limits: loadRenewalLimits(DATA_DIR), norway: loadNorway(DATA_DIR) };
    const { unreadable: _, ...read } = rows;
    expect(
      guardRenewal({ rows: read, unreadable: [] }, loadRenewable({ bundled: DATA_DIR }), terms),
    ).toEqual([]);
  });

  test('knows of most stations where they stand on the links, and what they charge', () => {
    const share = (has: (row: RoadDatabaseRows['stations'][number]) => boolean) =>
      rows.stations.filter(has).length / rows.stations.length;
    expect(share(({ positions }) => positions.length > 0)).toBeGreaterThan(0.95);
    expect(share(({ smallNok }) => smallNok !== null)).toBeGreaterThan(0.9);
    expect(share(({ direction }) => direction !== 'unknown')).toBe(1);
    expect(share(({ hourRule }) => hourRule !== 'unknown')).toBe(1);
    expect(share(({ road }) => road !== 'unknown')).toBeGreaterThan(0.95);
  });

  test('tells the carriageways of a link', async () => {
    const linkIds = rows.stations.flatMap(({ positions }) => positions.map(({ linkId }) => linkId));
    const pieces = await Promise.all(
      linkIds.slice(0, 10).map((linkId) => database.readCarriageways(linkId)),
    );
    for (const { linkId, road } of pieces.flat()) expect(linkIds).toContain(road.linkId ?? linkId);
  });
});
