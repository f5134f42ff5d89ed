import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromOsloWallClock, toOsloTime } from '../../../src/base/oslo-time.ts';
import { type OpenFacts, openFacts } from '../../../src/facts/open-facts.ts';
import type { RenewOptions } from '../../../src/facts/renew/renew-facts.ts';
import { noteRenewal, readLastRenewal } from '../../../src/facts/version/last-renewal.ts';
import { findTariff } from '../../../src/pricing/toll/in-force.ts';
import { toConfig } from '../../../src/service/config.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { openRenewal } from '../../../src/service/maintenance.ts';
import { closedOn } from '../../../src/trip/road-section.ts';
import { bundledRoadObjects, changed, withProperties } from '../../support/bundled-road-objects.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import {
  type FakeRoadDatabase,
  fakeRoadDatabase,
  type RoadObject,
  type RoadObjects,
  roadObject,
} from '../../support/fake-upstream/road-database.ts';
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.ts';
import { QUICK, ROOMY } from '../../upstream/road-database/open-road-database.ts';

const BUNDLED = bundledRoadObjects();
/** Sandviken in Bergen: 38 and 88 kr. */
const SANDVIKEN = 82443541;

let home = '';
let fake: FakeUpstream;
let nvdb: FakeRoadDatabase;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'veipris-renew-'));
  nvdb = fakeRoadDatabase(BUNDLED, 500);
  fake = await startFakeUpstream(nvdb.handler);
});
afterEach(async () => {
  await fake.stop();
  await rm(home, { recursive: true, force: true });
});

/** Nobody uses the bundled road network here, so that none is built. */
const config = () =>
  toConfig({
    VEIPRIS_HOME: home,
    ROAD_DATABASE_URL: fake.url,
    ROAD_DATABASE_CONTACT: 'drift@example.no',
    PLANNER: 'vegvesen',
    OSRM_URL: 'http://127.0.0.1:1',
  });

const renew = (options: Partial<RenewOptions> = {}) =>
  openRenewal(config(), () => {}).renew({
    dryRun: false,
    force: false,
    ifDue: false,
    limits: ROOMY,
    ...options,
  });

/** Small and large tariff of a station in force on a day, kroner; the day is today if none is given. */
const tariffOf = async (id: number, day?: string) =>
  tariffIn(await openFacts({ data: DATA_DIR, home }), id, day);

function tariffIn({ facts }: OpenFacts, id: number, day = toOsloTime(Date.now()).day) {
  const station = facts.tolls.findStation(String(id));
  const found = station && findTariff(station, toOsloTime(fromOsloWallClock(`${day}T12:00`)));
  if (found === undefined) return undefined;
  const { small, large } = found.tariff;
  return [small, large].map((prices) => (prices?.ore ?? Number.NaN) / 100);
}

const have = (type: keyof RoadObjects, change: (object: RoadObject) => RoadObject | undefined) =>
  nvdb.have(changed(BUNDLED, type, change));

/** The station with other properties; all else as it is bundled. */
const haveSandviken = (values: Readonly<Record<number, unknown>>) =>
  have(45, (object) => (object.id === SANDVIKEN ? withProperties(object, values) : object));

/** What a renewal to a small tariff of 39 kr wrote: made by the first test that needs it. */
let once: { readonly home: string; readonly version: string | undefined } | undefined;
afterAll(async () => {
  if (once !== undefined) await rm(once.home, { recursive: true });
});

/** The home as it is after a renewal to 39 kr; gives the version. */
async function renewedOnce(): Promise<string | undefined> {
  haveSandviken({ 1820: 39 });
  if (once === undefined) {
    const { version } = await renew();
    const kept = await mkdtemp(join(tmpdir(), 'veipris-renewed-'));
    await cp(home, kept, { recursive: true });
    once = { home: kept, version };
  } else await cp(once.home, home, { recursive: true });
  return once.version;
}

describe('a road database that says what the bundled data says', () => {
  test('renews it without a change, and again without a new version', async () => {
    const first = await renew();
    expect(first.outcome).toBe('renewed');
    expect(first.undecided).toEqual([]);
    expect(first.changes?.stations).toMatchObject({
      before: 463,
      after: 463,
      tariffs: [],
      new: [],
      gone: [],
      moved: [],
    });
    expect(await renew()).toMatchObject({ outcome: 'unchanged', version: first.version });
    const { version, problems } = await openFacts({ data: DATA_DIR, home });
    expect([version?.version, problems]).toEqual([first.version, []]);
  });
});

describe('a tariff that changes', () => {
  test('is told, holds from today on, and what was paid before is known', async () => {
    haveSandviken({ 1820: 39, 1819: 90 });
    const { changes } = await renew();
    expect(changes?.stations.tariffs).toEqual([
      {
        id: String(SANDVIKEN),
        name: 'Sandviken',
        before: expect.objectContaining({ smallNok: 38, largeNok: 88 }),
        after: expect.objectContaining({ smallNok: 39, largeNok: 90 }),
      },
    ]);
    expect(await tariffOf(SANDVIKEN)).toEqual([39, 90]);
    expect(await tariffOf(SANDVIKEN, '2026-09-10')).toEqual([38, 88]);
  });
});

describe('a dry run', () => {
  test('tells the same, and writes nothing', async () => {
    haveSandviken({ 1820: 39 });
    const { outcome, changes } = await renew({ dryRun: true });
    expect(outcome).toBe('dry-run');
    expect(changes?.stations.tariffs).toHaveLength(1);
    expect(await readdir(home)).toEqual([]);
  });

  test('names the odd stations of the renewal that it tries', async () => {
    haveSandviken({ 1820: -5 });
    const { oddStations } = await renew({ dryRun: true });
    expect(oddStations).toEqual([expect.stringContaining('keeps its record: a tariff of')]);
    expect(await readdir(home)).toEqual([]);
  });
});

describe('a renewal that fails leaves the last good data', () => {
  /** Renews once, lets `spoil` do its work, and expects the same data as before. */
  async function spoiled(spoil: () => void, options: Partial<RenewOptions> = {}) {
    const version = await renewedOnce();
    haveSandviken({ 1820: 40 });
    spoil();
    const failure = await renew(options).catch((error: Error) => error);
    const opened = await openFacts({ data: DATA_DIR, home });
    expect(tariffIn(opened, SANDVIKEN)).toEqual([39, 88]);
    expect(opened.version?.version).toBe(version);
    const last = await readLastRenewal(home);
    expect(last).toMatchObject({ ok: false, failures: 1 });
    return { failure, reason: last?.reason };
  }

  const FAULTS: readonly (readonly [FaultName, string, NonNullable<RenewOptions['limits']>])[] = [
    ['status 429', 'The road database is busy (429).', ROOMY],
    ['status 500', 'The road database is failing (500).', ROOMY],
    ['HTML instead of JSON', 'The road database gave an answer that is not JSON.', ROOMY],
    ['truncated JSON', 'The road database gave an answer that is not JSON.', ROOMY],
    ['hang before headers', 'The road database cannot be reached', QUICK],
    ['hang mid-body', 'The road database cannot be reached', QUICK],
    ['reset mid-body', 'The road database cannot be reached', ROOMY],
    ['gzip bomb', 'The road database gave an answer that cannot be read', ROOMY],
    ['slow drip', 'The road database cannot be reached', QUICK],
  ];

  test.each(FAULTS)('%s', async (fault, sentence, limits) => {
    const { failure, reason } = await spoiled(() => fake.fail(fault), { limits });
    expect(failure).toMatchObject({ publicMessage: expect.stringContaining(sentence) });
    expect(reason).toContain(sentence);
  });

  test('status 403: the reason says whom to ask', async () => {
    const { reason } = await spoiled(() => fake.answer(() => json({ title: 'no' }, 403)));
    expect(reason).toBe('The road database refused us (403); see ROAD_DATABASE_CONTACT.');
  });

  test('a page that lies on another host', async () => {
    const neste = { href: 'http://evil.example/vegobjekter/45?start=1' };
    const { reason } = await spoiled(() =>
      fake.answer(() => json({ objekter: BUNDLED[45].slice(0, 1), metadata: { neste } })),
    );
    expect(reason).toBe('The road database gave a next page on another host.');
  });

  test('pages that lead round', async () => {
    const neste = { start: 'round' };
    const { reason } = await spoiled(() =>
      fake.answer(() => json({ objekter: BUNDLED[45].slice(0, 1), metadata: { neste } })),
    );
    expect(reason).toBe('The road database gave pages that lead round in a circle.');
  });

  test.each([
    ['an empty page', () => nvdb.have({ ...BUNDLED, 45: [] }), '0 toll stations instead of 463'],
    [
      'counts that fall by 11 %',
      () => nvdb.have({ ...BUNDLED, 162: BUNDLED[162].slice(0, 388) }),
      '388 speed cameras instead of 436',
    ],
    [
      'a station without an id',
      () =>
        nvdb.have({ ...BUNDLED, 45: BUNDLED[45].map((o, i) => (i === 0 ? { ...o, id: -1 } : o)) }),
      'it has no id',
    ],
    [
      'a tenth of all stations with a tariff of -5',
      () => have(45, (o) => (o.id % 8 === 0 ? withProperties(o, { 1820: -5 }) : o)),
      'toll stations instead of 463, new ones apart',
    ],
  ])('%s', async (_what, spoil, sentence) => {
    const { failure, reason } = await spoiled(spoil);
    expect(String(failure)).toContain(sentence);
    expect(reason).toContain(sentence);
  });
});

describe('one odd station does not stop the others', () => {
  const only = (change: (object: RoadObject) => RoadObject) => () =>
    have(45, (object) => (object.id === SANDVIKEN ? change(object) : object));
  const at = (object: RoadObject, lat: number, lon: number) => {
    const { geometri, lokasjon } = roadObject({ id: 1, at: { lat, lon }, properties: {} });
    return { ...object, geometri, lokasjon };
  };
  const OTHER = BUNDLED[45].find(({ id }) => id !== SANDVIKEN)?.id ?? 0;

  test.each([
    ['a tariff of -5', only((o) => withProperties(o, { 1820: -5 })), 'is -5 kr'],
    ['a tariff of 99999', only((o) => withProperties(o, { 1819: 99_999 })), 'is 99999 kr'],
    [
      'a tariff that jumps',
      only((o) => withProperties(o, { 1820: 200 })),
      'goes from 39 to 200 kr',
    ],
    [
      'a tariff that is no number',
      only((o) => withProperties(o, { 1820: 'x' })),
      'is not a number',
    ],
    ['a place in Sweden', only((o) => at(o, 58.94, 11.17)), 'is not in Norway'],
    ['a place at 0, 0', only((o) => at(o, 0, 0)), 'is not in Norway'],
    ['no place', only((o) => ({ ...o, geometri: undefined, lokasjon: {} })), 'it has no position'],
    [
      'two rows',
      () =>
        nvdb.have({
          ...BUNDLED,
          45: [...BUNDLED[45], ...BUNDLED[45].filter(({ id }) => id === SANDVIKEN)],
        }),
      'is there twice',
    ],
  ])('%s: it keeps what it had, and is told', async (_what, spoil, why) => {
    await renewedOnce();
    spoil();
    const { outcome, oddStations, changes } = await renew();
    expect(changes?.stations).toMatchObject({ before: 463, after: 463, gone: [] });
    expect(oddStations).toEqual([expect.stringContaining(why)]);
    expect(outcome).toBe('renewed');
    expect(await tariffOf(SANDVIKEN)).toEqual([39, 88]);
    expect(await readLastRenewal(home)).toMatchObject({ ok: true, oddStations });
  });

  test('while the tariffs of the others change, and it does so when it is sound again', async () => {
    const priced = (small: unknown) =>
      nvdb.have(
        changed(BUNDLED, 45, (o) => {
          if (o.id === SANDVIKEN) return withProperties(o, { 1820: small });
          return o.id === OTHER ? withProperties(o, { 1820: 31 }) : o;
        }),
      );
    priced('x');
    expect((await renew()).changes?.stations).toMatchObject({ after: 463, gone: [], new: [] });
    expect(await tariffOf(SANDVIKEN)).toEqual([38, 88]);
    expect((await tariffOf(OTHER))?.[0]).toBe(31);
    priced(39);
    expect((await renew()).oddStations).toEqual([]);
    expect(await tariffOf(SANDVIKEN)).toEqual([39, 88]);
  });
});

describe('roads closed in winter', () => {
  const SOGNEFJELLET = 79210537;
  const haveSognefjellet = (values: Readonly<Record<number, unknown>>) =>
    have(107, (object) => (object.id === SOGNEFJELLET ? withProperties(object, values) : object));
  const isClosed = async (day: string) => {
    const { facts } = await openFacts({ data: DATA_DIR, home });
    return closedOn(facts.sections, day).some(({ id }) => id === String(SOGNEFJELLET));
  };

  test('other days take force, are told, and make another version of the data', async () => {
    const bundled = await openFacts({ data: DATA_DIR, home });
    expect(await isClosed('2026-11-20')).toBe(false);
    haveSognefjellet({ 2074: '11-15', 1917: 168 });
    const { changes, oddClosures, notes } = await renew();
    expect(changes?.closures).toEqual({
      before: 29,
      after: 29,
      days: [
        {
          id: String(SOGNEFJELLET),
          name: 'Sognefjellet',
          before: '12-01 to 05-01, 188 days a year',
          after: '11-15 to 05-01, 168 days a year',
        },
      ],
    });
    expect([oddClosures, notes]).toEqual([[], []]);
    expect(await isClosed('2026-11-20')).toBe(true);
    const { facts } = await openFacts({ data: DATA_DIR, home });
    expect(facts.place).not.toEqual(bundled.facts.place);
  });

  test('days day first keep what they were, and the station beside them is renewed', async () => {
    const odd = changed(BUNDLED, 107, (object) =>
      object.id === SOGNEFJELLET
        ? withProperties(object, { 2074: '01-12', 2223: '01-05' })
        : object,
    );
    nvdb.have(
      changed(odd, 45, (object) =>
        object.id === SANDVIKEN ? withProperties(object, { 1820: 39 }) : object,
      ),
    );
    const { oddClosures } = await renew();
    expect(oddClosures).toEqual([expect.stringContaining('(Sognefjellet) is closed from 01-12')]);
    expect(await isClosed('2026-12-20')).toBe(true);
    expect(await isClosed('2026-07-20')).toBe(false);
    expect(await tariffOf(SANDVIKEN)).toEqual([39, 88]);
    expect(await readLastRenewal(home)).toMatchObject({ ok: true, oddClosures });
  });

  test('a database without the type leaves all of them as they are, and says so', async () => {
    nvdb.have({ ...BUNDLED, 107: [] });
    const { oddClosures, outcome } = await renew();
    expect(outcome).toBe('renewed');
    expect(oddClosures).toEqual([expect.stringContaining('0 of 66 known closed roads')]);
    expect(await isClosed('2026-12-20')).toBe(true);
  });

  test('a new pass is closed where it lies on its road, and told where it does not', async () => {
    const added = (id: number, road: string) => {
      const pass = BUNDLED[107].find((object) => object.id === SOGNEFJELLET);
      const { geometri } = pass as RoadObject;
      const { lokasjon, metadata } = roadObject({
        id,
        at: { lat: 61.6, lon: 8 },
        road,
        properties: {},
      });
      const own = withProperties(
        { ...(pass as RoadObject), id },
        { 1082: `Ny ${road}`, 1917: 152 },
      );
      return { ...own, metadata, lokasjon: { ...(lokasjon as object), geometri } };
    };
    nvdb.have({
      ...BUNDLED,
      107: [...BUNDLED[107], added(5_000_005, 'F55'), added(6_000_006, 'F999')],
    });
    const { changes, notes } = await renew();
    expect(changes?.closures.days).toEqual([
      { id: '5000005', name: 'Ny F55', after: '12-01 to 05-01, 152 days a year' },
    ]);
    expect(notes).toEqual([
      'the closed road 6000006 (Ny F999) on F999 from 12-01 to 05-01 has no row: it does not lie on F999 of the road network',
    ]);
    const { facts } = await openFacts({ data: DATA_DIR, home });
    expect(facts.sections.find(({ id }) => id === '5000005')).toMatchObject({ road: 'F55' });
  });
});

test('without a contact the road database is not asked, and one sentence says so', async () => {
  const { contact: _, ...roadDatabase } = config().roadDatabase;
  const renewal = openRenewal({ ...config(), roadDatabase }, () => {});
  const sentence =
    'ROAD_DATABASE_CONTACT must be set to an e-mail address before the road database is asked.';
  const options = { dryRun: false, force: false, ifDue: false };
  await expect(renewal.renew(options)).rejects.toThrow(sentence);
  expect(fake.requests).toEqual([]);
  expect(await readLastRenewal(home)).toMatchObject({ ok: false, reason: sentence });
});

describe('with force', () => {
  test('a fall and a jump are taken, and stations that are gone are remembered', async () => {
    nvdb.have(
      changed({ ...BUNDLED, 45: BUNDLED[45].slice(0, 40) }, 45, (object) =>
        object.id === SANDVIKEN ? withProperties(object, { 1820: 12 }) : object,
      ),
    );
    await expect(renew()).rejects.toThrow('With --force they are taken all the same.');
    const { changes } = await renew({ force: true });
    expect(changes?.stations.after).toBe(40);
    expect(await tariffOf(SANDVIKEN)).toEqual([12, 88]);
    const { facts } = await openFacts({ data: DATA_DIR, home });
    const project = facts.tolls.findStation(String(SANDVIKEN))?.project;
    expect(project?.absentStations.length).toBeGreaterThan(0);
  });
});

describe('rows that nobody has decided on', () => {
  test('enter the data and are listed, and the rest is renewed', async () => {
    const place = { lat: 60.39, lon: 5.33 };
    const fresh = roadObject({
      id: 1_999_999_999,
      at: place,
      road: 'E39',
      municipality: 4601,
      properties: {
        9390: 'AutoPASS bomstasjon',
        10714: 'Helt ny AS',
        1820: 31,
        1819: 62,
        9414: 'X',
      },
    });
    nvdb.have({ ...BUNDLED, 45: [...BUNDLED[45], fresh] });
    const { undecided, changes } = await renew();
    expect(undecided.map(({ id }) => id)).toContain('1999999999');
    expect(changes?.stations.new).toEqual([
      expect.objectContaining({ id: '1999999999', name: 'Unnamed, E39', smallNok: 31 }),
    ]);
    const { facts } = await openFacts({ data: DATA_DIR, home });
    expect(facts.tolls.findStation('1999999999')).toMatchObject({
      directionUndecided: true,
      project: { id: 'unknown' },
    });
  });
});

describe('link positions and carriageways', () => {
  const place = { type: 'Punkt', veglenkesekvensid: 990000001, relativPosisjon: 0.5 };
  const segment = {
    veglenkesekvensid: 990000002,
    startposisjon: 0,
    sluttposisjon: 1,
    topologinivå: 'Kjørebane',
    superstedfesting: { veglenkesekvensid: 990000001, startposisjon: 0, sluttposisjon: 1 },
  };
  const withPlace = (object: RoadObject): RoadObject =>
    object.id === SANDVIKEN
      ? { ...object, lokasjon: { ...(object.lokasjon as object), stedfestinger: [place] } }
      : object;

  test('reach the sites that routes are matched with', async () => {
    have(45, withPlace);
    nvdb.haveCarriageways({ 990000001: [segment] });
    await renew();
    const { sites, carriageways } = (await openFacts({ data: DATA_DIR, home })).facts.tolls.sites;
    const site = sites.find(({ stationId }) => stationId === String(SANDVIKEN));
    expect(site?.positions).toEqual([{ linkId: 990000001, at: 0.5, charged: expect.any(String) }]);
    expect(carriageways).toHaveLength(1);
  });

  test('a road network that fails costs the carriageways alone, and is told', async () => {
    have(45, withPlace);
    fake.answer((request) =>
      request.path.startsWith('/vegnett') ? json({}, 500) : nvdb.handler(request),
    );
    const { outcome, notes } = await renew();
    expect(outcome).toBe('renewed');
    expect(notes).toEqual([expect.stringContaining('1 links could not be asked for')]);
  });
});

describe('one renewal at a time', () => {
  test('two that start together come one after the other', async () => {
    const outcomes = await Promise.all([renew(), renew()]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['renewed', 'unchanged']);
  });

  test('one whose last one is still to come, for the clock was set back, is due', async () => {
    await noteRenewal(home, { atMs: Date.now() + 365 * 86_400_000, ok: true });
    expect((await renew({ ifDue: true })).outcome).toBe('renewed');
  });

  test('one that is not due asks nothing, unless the last one failed', async () => {
    await renew();
    const asked = fake.requests.length;
    expect((await renew({ ifDue: true })).outcome).toBe('not-due');
    expect(fake.requests.length).toBe(asked);
    fake.fail('status 500');
    await expect(renew()).rejects.toMatchObject({ code: 'upstream_down' });
    fake.heal();
    expect((await renew({ ifDue: true })).outcome).toBe('unchanged');
  });
});

test('data that an earlier release compiled is compiled again, with its past', async () => {
  await renewedOnce();
  const { version } = await openFacts({ data: DATA_DIR, home });
  if (version === undefined) throw new Error('Expected a version.');
  const manifest = join(version.folder, 'manifest.json');
  const { decisions } = version;
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(decisions, 'others'));
  expect((await openFacts({ data: DATA_DIR, home })).isOutdated).toBe(true);
  const asked = fake.requests.length;
  await openRenewal(config(), () => {}).compileAgain();
  expect(fake.requests.length).toBe(asked);
  expect((await openFacts({ data: DATA_DIR, home })).isOutdated).toBe(false);
  expect(await tariffOf(SANDVIKEN)).toEqual([39, 88]);
  expect(await tariffOf(SANDVIKEN, '2026-09-10')).toEqual([38, 88]);
});
