import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { openDataVersions } from '../../src/facts/data-versions.ts';
import { keepFactsCurrent } from '../../src/facts/keep-facts-current.ts';
import { type Facts, openFacts } from '../../src/facts/open-facts.ts';
import { noteRenewal } from '../../src/facts/renew/daily-renewal.ts';
import { putOwnMapInForce } from '../../src/network/own-map.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { clockAt } from '../support/clock.ts';
import { makeVersion } from '../support/data-versions.ts';
import { tempHome } from '../support/temp-home.ts';

let home = '';
beforeEach(() => {
  home = tempHome();
});

/** A server whose looks at the home come when the test says so. */
async function server(
  openSnapshot: (facts: Facts) => Promise<void> = async () => {},
  followsNetwork = false,
) {
  let ring = () => {};
  const facts = await keepFactsCurrent({
    folders: { data: DATA_DIR, home },
    first: await openFacts({ data: DATA_DIR, home }),
    open: async (opened) => {
      await openSnapshot(opened);
      return { facts: opened };
    },
    clock: clockAt('2026-11-25T12:00:00+01:00'),
    timer: {
      start: (_delayMs, next) => {
        ring = next;
        return () => {
          ring = () => {};
        };
      },
    },
    log: pino({ level: 'silent' }),
    followsNetwork,
  });
  /** One look, from its start to the next timer. */
  const look = async () => {
    const former = ring;
    former();
    while (ring === former) await new Promise((resolve) => setImmediate(resolve));
  };
  return { facts, look };
}

test('without renewed data the bundled data is in force', async () => {
  const { facts, look } = await server();
  await look();
  expect(facts.standing()).toEqual({ version: 'bundled', date: '2026-09-10', ageDays: 76 });
  facts.close();
});

test('renewed data is taken over at the next look, and what has begun keeps what it began with', async () => {
  const { facts, look } = await server();
  const begun = facts.current();
  const version = await makeVersion(home, '2026-11-20');
  await look();
  expect(facts.current().facts.tolls.day).toBe('2026-11-20');
  expect(facts.standing()).toMatchObject({ version, date: '2026-11-20', ageDays: 5 });
  expect(begun.facts.tolls.day).toBe('2026-09-10');
  facts.close();
});

test('data of a day to come is as old as that of today: the clock may have been set back', async () => {
  await makeVersion(home, '2026-11-26');
  const { facts } = await server();
  expect(facts.standing()).toMatchObject({ date: '2026-11-26', ageDays: 0 });
  facts.close();
});

test('a version that can not be opened leaves the one in force, says so, and is tried again', async () => {
  let isBroken = true;
  const { facts, look } = await server(async ({ tolls }) => {
    if (isBroken && tolls.day === '2026-11-20') throw new Error('no network');
  });
  const version = await makeVersion(home, '2026-11-20');
  await look();
  expect(facts.standing()).toMatchObject({
    version: 'bundled',
    problems: ['The renewed data could not be taken over; the log says why.'],
  });
  isBroken = false;
  for (let i = 0; i < 40 && facts.standing().version === 'bundled'; i++) await look();
  expect(facts.standing().version).toBe(version);
  expect(facts.standing().problems).toBeUndefined();
  facts.close();
});

test('what could not be taken over is no problem any more when it is not asked for', async () => {
  const { facts, look } = await server(async ({ tolls }) => {
    if (tolls.day === '2026-11-20') throw new Error('no network');
  });
  await makeVersion(home, '2026-11-20');
  await look();
  expect(facts.standing().problems).toHaveLength(1);
  await rm(join(home, 'data', 'current'));
  await look();
  expect(facts.standing()).toEqual({ version: 'bundled', date: '2026-09-10', ageDays: 76 });
  facts.close();
});

test('a damaged version is not taken over, and the damage is told', async () => {
  const { facts, look } = await server();
  const good = await makeVersion(home, '2026-11-20');
  await look();
  const bad = await makeVersion(home, '2026-11-21');
  await writeFile(join(home, 'data', bad, 'toll-stations.json'), '{"meta":');
  await look();
  expect(facts.standing()).toMatchObject({
    version: good,
    problems: [`The renewed data ${bad} is damaged: toll-stations.json is not what was written.`],
  });
  facts.close();
});

test('how the last renewal ended is told, whichever process ran it', async () => {
  const { facts, look } = await server();
  const atMs = Date.parse('2026-11-25T04:00:00+01:00');
  await noteRenewal(home, { atMs, ok: false, reason: 'The road database is failing (500).' });
  await look();
  expect(facts.standing().lastRenewal).toEqual({
    at: '2026-11-25T04:00:00+01:00',
    ok: false,
    reason: 'The road database is failing (500).',
  });
  facts.close();
});

test('when the operator takes the renewed data away the bundled data is in force again', async () => {
  await makeVersion(home, '2026-11-20');
  const { facts, look } = await server();
  expect(facts.standing().version).not.toBe('bundled');
  await rm(join(home, 'data', 'current'));
  await look();
  expect(facts.standing().version).toBe('bundled');
  expect(await openDataVersions(home).list()).toHaveLength(1);
  facts.close();
});

test.each([
  ['takes it over', true, 2],
  ['keeps the one that it has, where it is not to follow', false, 1],
])('a road network that is put in force beside a server: it %s', async (_, follows, opened) => {
  await mkdir(join(home, 'network'), { recursive: true });
  const put = (digit: string) =>
    putOwnMapInForce(home, { path: '/map', sha256: digit.repeat(64), form: 'ruteplan' });
  await put('1');
  let opens = 0;
  const { facts, look } = await server(async () => {
    opens++;
  }, follows);
  await put('2');
  await look();
  await look();
  expect(opens).toBe(opened);
  facts.close();
});
