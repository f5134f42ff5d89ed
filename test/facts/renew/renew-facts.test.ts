import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromOsloWallClock, toOsloTime } from '../../../src/base/oslo-time.ts';
import { readDataVersion, readFact } from '../../../src/facts/data-place.ts';
import { type OpenFacts, openFacts } from '../../../src/facts/open-facts.ts';
import { noteRenewal, readLastRenewal } from '../../../src/facts/renew/daily-renewal.ts';
import type { Renewal, RenewOptions } from '../../../src/facts/renew/renew-facts.ts';
import { findTariff } from '../../../src/pricing/toll/in-force.ts';
import { toConfig } from '../../../src/service/config.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { compileDataAgain, renewData } from '../../../src/service/maintenance.ts';
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
import { tempHome } from '../../support/temp-home.ts';
import { QUICK, ROOMY } from '../../upstream/road-database/open-road-database.ts';

const BUNDLED = bundledRoadObjects();
/** Sandviken in Bergen: 38 and 88 kr. */
const SANDVIKEN = 82443541;

let home = '';
let fake: FakeUpstream;
let nvdb: FakeRoadDatabase;
beforeEach(async () => {
  home = tempHome();
  nvdb = fakeRoadDatabase(BUNDLED, 500);
  fake = await startFakeUpstream(nvdb.handler);
});
afterEach(() => fake.stop());

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
  renewData(
    config(),
    { dryRun: false, force: false, ifDue: false, limits: ROOMY, ...options },
    () => {},
  );

/** Small and large tariff of a station in force on a day, kroner; the day is today if none is given. */
const tariffOf = async (id: number) => tariffIn(await openFacts({ data: DATA_DIR, home }), id);

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

const OTHER = BUNDLED[45].find(({ id }) => id !== SANDVIKEN)?.id ?? 0;
/** Stations with these small tariffs, by their ids; all else as it is bundled. */
const havePriced = (small: Readonly<Record<number, unknown>>) =>
  have(45, (object) =>
    object.id in small ? withProperties(object, { 1820: small[object.id] }) : object,
  );

/** What a renewal to 39 and 90 kr wrote: made by the first test that needs it. */
let once: { readonly home: string; readonly renewal: Renewal } | undefined;
afterAll(async () => {
  if (once !== undefined) await rm(once.home, { recursive: true });
});

/** The home as it is after a renewal to 39 and 90 kr. */
async function renewedOnce(): Promise<Renewal> {
  haveSandviken({ 1820: 39, 1819: 90 });
  if (once === undefined) {
    const renewal = await renew();
    const kept = await mkdtemp(join(tmpdir(), 'veipris-renewed-'));
    await cp(home, kept, { recursive: true });
    once = { home: kept, renewal };
  } else await cp(once.home, home, { recursive: true });
  return once.renewal;
}

test('a road database that says what the bundled data says renews it without a change, and again, though both start together, without a new version', async () => {
  const renewals = await Promise.all([renew(), renew()]);
  expect(renewals.map(({ outcome }) => outcome).sort()).toEqual(['renewed', 'unchanged']);
  for (const { undecided, changes } of renewals) {
    expect(undecided).toEqual([]);
    expect(changes?.stations).toMatchObject({
      before: 463,
      after: 463,
      tariffs: [],
      new: [],
      gone: [],
      moved: [],
    });
  }
  const { version, problems } = await openFacts({ data: DATA_DIR, home });
  expect(problems).toEqual([]);
  expect(renewals.map((renewal) => renewal.version)).toEqual([version?.version, version?.version]);
});

describe('a tariff that changes', () => {
  test('is told, holds from today on, and what was paid before is known', async () => {
    const { changes } = await renewedOnce();
    expect(changes?.stations.tariffs).toEqual([
      {
        id: String(SANDVIKEN),
        name: 'Sandviken',
        before: expect.objectContaining({ smallNok: 38, largeNok: 88 }),
        after: expect.objectContaining({ smallNok: 39, largeNok: 90 }),
      },
    ]);
    const opened = await openFacts({ data: DATA_DIR, home });
    expect(tariffIn(opened, SANDVIKEN)).toEqual([39, 90]);
    expect(tariffIn(opened, SANDVIKEN, '2026-09-10')).toEqual([38, 88]);
  });
});

test('a dry run tells the same, names the odd stations, and writes nothing', async () => {
  havePriced({ [SANDVIKEN]: 39, [OTHER]: -5 });
  const { outcome, changes, oddStations } = await renew({ dryRun: true });
  expect(outcome).toBe('dry-run');
  expect(changes?.stations.tariffs).toHaveLength(1);
  expect(oddStations).toEqual([expect.stringContaining('keeps its record: a tariff of')]);
  expect(await readdir(home)).toEqual([]);
});

describe('a renewal that fails leaves the last good data', () => {
  /** Every file of every version, and which of them is in force. */
  async function readVersions(): Promise<ReadonlyMap<string, string>> {
    const files = await readdir(join(home, 'data'), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((f) => join(f.parentPath, f.name));
    const lasting = paths.filter((path) => !path.endsWith('last-renewal.json')).sort();
    return new Map(
      await Promise.all(lasting.map(async (path) => [path, await readFile(path, 'utf8')] as const)),
    );
  }

  /** Renews once, lets `spoil` do its work, and expects the same data as before. */
  async function spoiled(spoil: () => void, options: Partial<RenewOptions> = {}) {
    await renewedOnce();
    const good = await readVersions();
    haveSandviken({ 1820: 40 });
    spoil();
    const failure = await renew(options).catch((error: Error) => error);
    expect(await readVersions()).toEqual(good);
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

describe('odd stations do not stop the others', () => {
  const at = (object: RoadObject, lat: number, lon: number) => {
    const { geometri, lokasjon } = roadObject({ id: 1, at: { lat, lon }, properties: {} });
    return { ...object, geometri, lokasjon };
  };
  /** What the road database has of a station, and why it is odd. */
  const ODD: readonly (readonly [(object: RoadObject) => RoadObject[], string])[] = [
    [(o) => [withProperties(o, { 1820: 200 })], 'goes from 39 to 200 kr'],
    [(o) => [withProperties(o, { 1820: -5 })], 'is -5 kr'],
    [(o) => [withProperties(o, { 1819: 99_999 })], 'is 99999 kr'],
    [(o) => [withProperties(o, { 1820: 'x' })], 'is not a number'],
    [(o) => [at(o, 58.94, 11.17)], 'is not in Norway'],
    [(o) => [at(o, 0, 0)], 'is not in Norway'],
    [(o) => [{ ...o, geometri: undefined, lokasjon: {} }], 'it has no position'],
    [(o) => [o, o], 'is there twice'],
  ];
  const others = BUNDLED[45].filter(({ id }) => id !== SANDVIKEN && id !== OTHER);
  const ids = [SANDVIKEN, ...others.slice(0, ODD.length - 1).map(({ id }) => id)];

  test('they keep what they had, and are told; sound again, they are renewed', async () => {
    await renewedOnce();
    const tariffs = (opened: OpenFacts) => ids.map((id) => tariffIn(opened, id));
    const before = tariffs(await openFacts({ data: DATA_DIR, home }));
    nvdb.have({
      ...BUNDLED,
      45: BUNDLED[45].flatMap((object) => {
        if (object.id === OTHER) return [withProperties(object, { 1820: 31 })];
        const odd = ODD[ids.indexOf(object.id)];
        return odd === undefined ? [object] : odd[0](object);
      }),
    });
    const { outcome, oddStations, changes } = await renew();
    expect(outcome).toBe('renewed');
    expect(changes?.stations).toMatchObject({ before: 463, after: 463, gone: [], new: [] });
    for (const [i, [, why]] of ODD.entries()) {
      const line = oddStations.find((told) => told.includes(`${ids[i]} keeps its record`));
      expect(line).toContain(why);
    }
    expect(oddStations).toHaveLength(ODD.length);
    expect(await readLastRenewal(home)).toMatchObject({ ok: true, oddStations });
    const opened = await openFacts({ data: DATA_DIR, home });
    expect(tariffs(opened)).toEqual(before);
    expect(tariffIn(opened, OTHER)?.[0]).toBe(31);

    havePriced({ [SANDVIKEN]: 41, [OTHER]: 31 });
    expect((await renew()).oddStations).toEqual([]);
    expect((await tariffOf(SANDVIKEN))?.[0]).toBe(41);
  });
});

describe('roads closed in winter', () => {
  const SOGNEFJELLET = 79210537;
  const isClosed = ({ facts }: OpenFacts, day: string) =>
    closedOn(facts.sections, day).some(({ id }) => id === String(SOGNEFJELLET));

  test('other days and a new pass on its road take force, are told, and make another version of the data', async () => {
    const bundled = await openFacts({ data: DATA_DIR, home });
    expect(isClosed(bundled, '2026-11-20')).toBe(false);
    const earlier = changed(BUNDLED, 107, (object) =>
      object.id === SOGNEFJELLET ? withProperties(object, { 2074: '11-15', 1917: 168 }) : object,
    );
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
      ...earlier,
      107: [...earlier[107], added(5_000_005, 'F55'), added(6_000_006, 'F999')],
    });
    const { changes, oddClosures, notes } = await renew();
    expect(changes?.closures).toEqual({
      before: 33,
      after: 34,
      days: [
        {
          id: String(SOGNEFJELLET),
          name: 'Sognefjellet',
          before: '12-01 to 05-01, 188 days a year',
          after: '11-15 to 05-01, 168 days a year',
        },
        { id: '5000005', name: 'Ny F55', after: '12-01 to 05-01, 152 days a year' },
      ],
    });
    expect(oddClosures).toEqual([]);
    expect(notes).toEqual([
      'the closed road 6000006 (Ny F999) on F999 from 12-01 to 05-01 has no row: it does not lie on F999 of the road network',
    ]);
    const opened = await openFacts({ data: DATA_DIR, home });
    expect(isClosed(opened, '2026-11-20')).toBe(true);
    expect(opened.facts.place).not.toEqual(bundled.facts.place);
    expect(opened.facts.sections.find(({ id }) => id === '5000005')).toMatchObject({ road: 'F55' });
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
    const opened = await openFacts({ data: DATA_DIR, home });
    expect(isClosed(opened, '2026-12-20')).toBe(true);
    expect(isClosed(opened, '2026-07-20')).toBe(false);
    expect(tariffIn(opened, SANDVIKEN)).toEqual([39, 88]);
    expect(await readLastRenewal(home)).toMatchObject({ ok: true, oddClosures });
  });

  test('a database without the type leaves all of them as they are, and says so', async () => {
    nvdb.have({ ...BUNDLED, 107: [] });
    const { oddClosures, outcome } = await renew();
    expect(outcome).toBe('renewed');
    expect(oddClosures).toEqual([expect.stringContaining('0 of 67 known closed roads')]);
    expect(isClosed(await openFacts({ data: DATA_DIR, home }), '2026-12-20')).toBe(true);
  });
});

describe('ferry connections', () => {
  /** Sørrollnes-Stangnes. */
  const FERRY = 762935973;
  const haveFerry = (values: Readonly<Record<number, unknown>>) =>
    have(770, (object) => (object.id === FERRY ? withProperties(object, values) : object));
  const found = async (at = home) => {
    const { facts } = await openFacts({ data: DATA_DIR, home: at });
    const { connections } = readFact(facts.place, 'ferry-connections.json').content;
    return {
      record: connections.find(({ id }) => id === String(FERRY)),
      service: facts.services.find(({ id }) => id === String(FERRY)),
      version: readDataVersion(facts.place, '2026-09-10', 'n').dataHash,
    };
  };

  /** As they are bundled: each home is like this at first. */
  let before: Awaited<ReturnType<typeof found>>;
  beforeAll(async () => {
    before = await found('/nowhere');
  });

  test('one that is closed down is not sailed from today on, and its minutes and fares stay; that is told, and another version of the data', async () => {
    haveFerry({ 9189: ['Nedlagt', 12859] });
    const { changes, oddFerries } = await renew();
    const endedOn = toOsloTime(Date.now()).day;
    expect(changes?.connections).toEqual({
      ...{ before: 141, after: 140 },
      told: [{ id: String(FERRY), name: 'Sørrollnes-Stangnes', what: 'endedOn', after: endedOn }],
    });
    expect(oddFerries).toEqual([]);
    const after = await found();
    expect(after.record).toEqual({ ...before.record, endedOn });
    expect(after.service).toEqual({ ...before.service, endedOn });
    expect(after.version).not.toBe(before.version);
    // It stays so where the object has gone since, and sails again when it is said to.
    have(770, (object) => (object.id === FERRY ? undefined : object));
    expect((await renew()).changes?.connections.told).toEqual([]);
    haveFerry({});
    expect((await renew()).changes?.connections).toMatchObject({ before: 140, after: 141 });
    expect((await found()).record).toEqual({ ...before.record, number: FERRY });
  });

  test('name, road, number and season are what the road database says; what it does not say stays', async () => {
    haveFerry({ 9186: 'Sørrollnes - Harstad', 9189: ['x', 21525], 12597: '0501', 12598: '0930' });
    const { oddFerries, notes } = await renew();
    expect(oddFerries).toEqual([]);
    expect(notes).toEqual([
      `the ferry connection ${FERRY} (Sørrollnes-Harstad) sails in summer only and has no row in road-closures.json: it is sailed on all days, with a warning`,
    ]);
    expect((await found()).record).toEqual({
      ...before.record,
      ...{ name: 'Sørrollnes-Harstad', operation: 'summer', number: FERRY },
      season: { from: '05-01', to: '09-30' },
    });
  });

  test('one that is gone while its quays go on stays, and so do odd ones; a station beside them is renewed', async () => {
    const [, other, third] = BUNDLED[770];
    const objects = changed(BUNDLED, 770, (object) => {
      if (object.id === FERRY) return undefined;
      if (object.id === other?.id) return withProperties(object, { 10954: ['x', 18304] });
      return object.id === third?.id ? withProperties(object, { 12597: '3105' }) : object;
    });
    nvdb.have(
      changed(objects, 45, (object) =>
        object.id === SANDVIKEN ? withProperties(object, { 1820: 39 }) : object,
      ),
    );
    const { oddFerries } = await renew();
    expect(oddFerries).toEqual([
      `the ferry connection ${FERRY} (Sørrollnes-Stangnes) is gone: it stays as it is`,
      `the object ${third?.id}: property 12597 is not a day, month first (Revsnes-Flesnes): it stays as it is`,
      `the ferry connection ${other?.id} (Stornes-Bjørnerå) is state instead of county, which its fares were decided by: it stays as it is`,
    ]);
    expect((await found()).record).toEqual(before.record);
    expect((await tariffOf(SANDVIKEN))?.[0]).toBe(39);
    expect(await readLastRenewal(home)).toMatchObject({ ok: true, oddFerries });
  });

  test('one that is gone with its quays has ended', async () => {
    const quays = before.record?.quayIds ?? [];
    const objects = changed(BUNDLED, 770, (object) => (object.id === FERRY ? undefined : object));
    nvdb.have(
      changed(objects, 64, (object) =>
        quays.includes(String(object.id))
          ? withProperties(object, { 9229: ['Nedlagt', 12866] })
          : object,
      ),
    );
    await renew();
    expect((await found()).record?.endedOn).toBe(toOsloTime(Date.now()).day);
  });

  test('one that has another id now is told by its road and the quays at its ends, and a new one is named and nowhere else', async () => {
    const objects = changed(BUNDLED, 770, (object) =>
      object.id === FERRY ? { ...withProperties(object, { 9186: 'Ny - Gammel' }), id: 5 } : object,
    );
    const added = roadObject({
      ...{ id: 6, at: { lat: 60, lon: 5 }, road: 'F999' },
      line: [
        { lat: 60, lon: 5 },
        { lat: 60.1, lon: 5 },
      ],
      properties: { 9186: 'Her - Der', 9189: ['Helårssamband', 12858] },
    });
    const closed = { ...withProperties(added, { 9189: ['Nedlagt', 12859] }), id: 8 };
    nvdb.have({ ...objects, 770: [...objects[770], added, closed] });
    const { notes, oddFerries, changes } = await renew();
    expect(oddFerries).toEqual([]);
    expect(notes).toEqual([
      `the ferry connection 5 (Ny-Gammel) is our ${FERRY} (Sørrollnes-Stangnes)`,
      'the ferry connection 6 (Her-Der) on F999 has no row: it is new, and crossings of it have no price',
    ]);
    expect((await found()).record).toMatchObject({ name: 'Ny-Gammel', number: FERRY });
    expect(changes?.connections).toMatchObject({ before: 141, after: 141 });
  });

  test('a database without the type, or with few of them, leaves all as they are, and says so', async () => {
    nvdb.have({ ...BUNDLED, 770: BUNDLED[770].slice(15) });
    expect((await renew()).oddFerries).toEqual([
      '126 of 141 known ferry connections are there, which is too few: all stay as they are',
    ]);
    nvdb.have({ ...BUNDLED, 770: [] });
    expect((await renew()).oddFerries).toEqual([
      '0 of 141 known ferry connections are there, which is too few: all stay as they are',
    ]);
    expect((await found()).record).toEqual(before.record);
  });
});

test('without a contact the road database is not asked, and one sentence says so', async () => {
  const { contact: _, ...roadDatabase } = config().roadDatabase;
  const sentence =
    'ROAD_DATABASE_CONTACT must be set to an e-mail address before the road database is asked.';
  const options = { dryRun: false, force: false, ifDue: false };
  const renewal = renewData({ ...config(), roadDatabase }, options, () => {});
  await expect(renewal).rejects.toThrow(sentence);
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

describe('a renewal if it is due', () => {
  test('is one whose last one is still to come, for the clock was set back', async () => {
    await noteRenewal(home, { atMs: Date.now() + 365 * 86_400_000, ok: true });
    fake.fail('status 500');
    await expect(renew({ ifDue: true })).rejects.toMatchObject({ code: 'upstream_down' });
    const last = await readLastRenewal(home);
    expect(last?.atMs).toBeLessThanOrEqual(Date.now());
  });

  test('asks nothing when it is not, unless the last one failed', async () => {
    const { version } = await renewedOnce();
    const asked = fake.requests.length;
    expect((await renew({ ifDue: true })).outcome).toBe('not-due');
    expect(fake.requests.length).toBe(asked);
    fake.fail('status 500');
    await expect(renew()).rejects.toMatchObject({ code: 'upstream_down' });
    fake.heal();
    expect(await renew({ ifDue: true })).toMatchObject({ outcome: 'unchanged', version });
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
  await compileDataAgain(config(), () => {});
  expect(fake.requests.length).toBe(asked);
  const opened = await openFacts({ data: DATA_DIR, home });
  expect(opened.isOutdated).toBe(false);
  expect(tariffIn(opened, SANDVIKEN)).toEqual([39, 90]);
  expect(tariffIn(opened, SANDVIKEN, '2026-09-10')).toEqual([38, 88]);
});
