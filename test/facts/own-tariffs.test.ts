import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { readDataVersion } from '../../src/facts/data-place.ts';
import { loadCalendar } from '../../src/facts/load-country.ts';
import { loadTolls, OwnTariffsFault } from '../../src/facts/load-tolls.ts';
import { openFacts } from '../../src/facts/open-facts.ts';
import { priceTolls } from '../../src/pricing/toll/bill.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { makeVersion } from '../support/data-versions.ts';
import { table } from '../support/table.ts';
import { vehicleOf } from '../support/vehicle-clerk.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'veipris-own-'));
  mkdirSync(join(home, 'data'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const calendar = loadCalendar(DATA_DIR);
const path = () => join(home, 'data', 'own-tariffs.json');
const place = () => ({ bundled: DATA_DIR, ownTariffs: path() });

/** A price list that an operator got from Fjellinjen. */
const OSLO_2026 = {
  from: '2026-01-01',
  small: 42,
  smallRush: 50,
  byFuel: { petrol: { off: 38, rush: 46 }, electric: { off: 21, rush: 26 } },
  source: 'price list of the toll company, 2026-01-02',
};

const write = (projects: unknown, meta: unknown = { date: '2026-11-22' }) => {
  writeFileSync(path(), JSON.stringify({ meta, projects }));
};

/** What a vehicle pays at a station on a working day, off-peak, and how well it is known. */
function pay(name: string, vehicle: string, day = '2026-11-18') {
  const station = loadTolls(place()).stations.find((one) => one.name === name);
  if (station === undefined) throw new Error(`No station ${name}.`);
  const terms = { size: 'small', rulesBetweenPassages: true, vehicle: vehicleOf(vehicle) } as const;
  const passages = [{ station, atMs: fromOsloWallClock(`${day}T12:00`) }];
  const { charged, vehicle: toll } = priceTolls(passages, terms, calendar);
  const { amount } = charged[0]?.vehicle ?? {};
  const share = amount?.steps.find(({ kind }) => kind === 'zero-emission');
  const source = share?.source ?? amount?.row.source;
  return [(toll?.ore ?? Number.NaN) / 100, amount?.certainty, source];
}

test('without a file nothing changes', () => {
  expect(pay('Uelands Gate', 'electric')).toEqual([23.52, 'ceiling', expect.any(String)]);
});

test('a row of an operator prices the day, and is the source that the answer names', () => {
  write([{ id: 'oslo', tariffs: [OSLO_2026] }]);
  expect(pay('Uelands Gate', 'electric')).toEqual([16.8, 'known', OSLO_2026.source]);
  expect(pay('Uelands Gate', 'petrol')).toEqual([30.4, 'known', OSLO_2026.source]);
  expect(pay('Uelands Gate', 'petrol', '2025-03-05')).toEqual([28.8, 'known', expect.any(String)]);
});

test('a decision of an operator ends the one before it', () => {
  const share = {
    from: '2026-07-01',
    terms: 'share',
    percentOfTagged: 70,
    untagged: 'full',
    source: 'notice',
  };
  write([{ id: 'nedre-glomma', zeroEmission: [share] }]);
  expect(pay('Dikeveien', 'electric')).toEqual([19.04, 'known', 'notice']);
  expect(pay('Dikeveien', 'electric', '2024-05-15')).toEqual([12.8, 'known', expect.any(String)]);
});

const BJORUM = 'e16-bjorum-skaret';
const keyOf = (name: string) => `${BJORUM}/${name}`;

test('a day of opening of an operator holds for the stations that it names, and ends the doubt of them', () => {
  const [skaret, avtjerna] = ['E16 Skaret', 'E16 Avtjerna'];
  const charged = (name: string, day: string) => pay(name, 'petrol', day)[1] !== undefined;
  expect(charged(skaret, '2025-12-20')).toBe(true);
  const opens = { openFrom: '2025-12-22', source: 'letter', stations: [keyOf('e16-skaret')] };
  write([{ id: BJORUM, collection: [opens] }]);
  expect([charged(skaret, '2025-12-20'), charged(skaret, '2025-12-22')]).toEqual([false, true]);
  expect([charged(avtjerna, '2025-12-20'), charged(avtjerna, '2025-11-20')]).toEqual([true, false]);
});

describe('stations that an operator knows to be one payment, or several', () => {
  const stations = ['e16-avtjerna', 'e16-skaret'].map(keyOf);
  const all = ['e16-skaret', 'fv-skaret', 'e16-avtjerna', 'fv-avtjerna'].map(keyOf);
  function drive() {
    const { stations: found } = loadTolls(place());
    const passages = stations.flatMap((key, i) => {
      const station = found.find(({ passageKey }) => passageKey === key);
      return station ? [{ station, atMs: fromOsloWallClock(`2026-11-18T12:0${i}`) }] : [];
    });
    const terms = { size: 'small', rulesBetweenPassages: true } as const;
    const { total, warnings } = priceTolls(passages, terms, calendar);
    return [total.smallOre / 100, warnings.map(({ code }) => code)];
  }
  /** 51 kr each, with a tag. */
  const twice = 2 * 40.8;

  test('without a row both are charged, and a warning says so', () => {
    expect(drive()).toEqual([twice, expect.arrayContaining(['payments_not_known'])]);
  });

  test('one payment: the second is free, without the warning', () => {
    const paid = all.filter((key) => key.includes('avtjerna'));
    const free = all.filter((key) => key.includes('skaret') && !key.includes('avtjerna'));
    write([{ id: BJORUM, linkedStations: [{ paid, free, source: 'letter' }] }]);
    expect(drive()).toEqual([twice / 2, expect.not.arrayContaining(['payments_not_known'])]);
  });

  test('several payments: an empty list of what is not applied ends the warning', () => {
    write([{ id: BJORUM, unappliedRules: [] }]);
    expect(drive()).toEqual([twice, expect.not.arrayContaining(['payments_not_known'])]);
  });
});

test('a rush window of an operator holds with its tariff, where both are newer than the road database', () => {
  const rush = {
    from: '2026-10-01',
    windows: ['11:30-12:30'],
    except: [],
    sizes: ['small', 'large'],
    source: 'price list',
  };
  const before = {
    ...rush,
    from: '2019-06-01',
    until: '2026-10-01',
    windows: ['06:30-09:00', '15:00-17:00'],
  };
  write([{ id: 'oslo', tariffs: [{ ...OSLO_2026, from: '2026-10-01' }], rush: [before, rush] }]);
  expect(pay('Uelands Gate', 'petrol')).toEqual([36.8, 'known', OSLO_2026.source]);
});

test('a row that begins with another, at the same stations, takes its place', () => {
  write([{ id: 'oslo', tariffs: [{ ...OSLO_2026, from: '2025-01-01', source: 'own' }] }]);
  expect(pay('Uelands Gate', 'petrol', '2025-03-05')).toEqual([30.4, 'known', 'own']);
});

test('a row of hours of one day holds for them, and one that ends as it begins takes that of the release away', () => {
  const oneDay = { from: '2026-03-04', until: '2026-03-04', source: 'notice' };
  const free = {
    ...oneDay,
    fromTime: '10:00',
    untilTime: '15:00',
    terms: 'exempt',
    untagged: 'same',
  };
  write([{ id: 'oslo', zeroEmission: [free] }]);
  expect(pay('Uelands Gate', 'electric', '2026-03-04')).toEqual([0, 'known', 'notice']);
  expect(pay('Uelands Gate', 'electric', '2026-03-05')[0]).toBeGreaterThan(0);

  const taken = { ...oneDay, from: '2025-01-01', until: '2025-01-01', small: 1 };
  write([{ id: 'oslo', tariffs: [taken] }]);
  expect(pay('Uelands Gate', 'petrol', '2025-03-05')[1]).not.toBe('known');
});

test.each(
  table<'projects' | 'sentence'>(`
    projects                                                                           | sentence
    []                                                                                 | own-tariffs.json, projects: must not have fewer than 1 items
    [{"id":"osloo","tariffs":[]}]                                                      | own-tariffs.json, osloo: there is no such project
    [{"id":"oslo"},{"id":"oslo"}]                                                      | own-tariffs.json, oslo: the id stands there twice
    [{"id":"oslo","tarifs":[]}]                                                        | own-tariffs.json, projects 0 (oslo) tarifs: no such field
    [{"id":"oslo","name":"My Oslo"}]                                                   | own-tariffs.json, projects 0 (oslo) name: no such field
    [{"id":"oslo","tariffs":[{"from":"2026-02-30","small":1,"source":"x"}]}]           | own-tariffs.json, projects 0 (oslo) tariffs 0 from: must be a day of the calendar such as 2026-02-28, not 2026-02-30
    [{"id":"oslo","tariffs":[{"from":"2026-01-02","until":"2026-01-01","small":42,"source":"x"}]}] | own-tariffs.json, projects 0 (oslo) tariffs 0: must not end before it begins
    [{"id":"oslo","zeroEmission":[{"from":"2026-01-02","until":"2026-01-01","terms":"exempt","untagged":"same","source":"x"}]}] | own-tariffs.json, projects 0 (oslo) zeroEmission 0: must not end before it begins
    [{"id":"oslo","tariffs":[{"from":"2049-01-01","small":42,"source":"x"}]}]          | own-tariffs.json, projects 0 (oslo) tariffs 0 from: must be a day from 1980-01-01 to 2039-12-31, not 2049-01-01
    [{"id":"oslo","tariffs":[{"from":"2026-01-01","small":42}]}]                       | own-tariffs.json, projects 0 (oslo) tariffs 0: source is missing
    [{"id":"oslo","tariffs":[{"from":"2026-01-01","small":4200,"source":"x"}]}]        | own-tariffs.json, oslo, tariff of 2026-01-01: small is 4200 kr, and no toll of small vehicles is above
    [{"id":"oslo","tariffs":[{"from":"2026-01-01","small":42,"smallRush":40,"source":"x"}]}] | own-tariffs.json, oslo, tariff of 2026-01-01: small is 40 kr in rush, which is below 42 kr outside it
    [{"id":"oslo","tariffs":[{"from":"2026-01-01","small":42,"stations":["oslo/nowhere"],"source":"x"}]}] | own-tariffs.json, oslo: no station of the project has the passage key oslo/nowhere
    [{"id":"bergen","tariffs":[{"from":"2025-07-01","small":37,"source":"x"}]}]        | own-tariffs.json, bergen: tariffs of the project from 2025-01-01 overlap the next, or end before
    [{"id":"oslo","rush":[{"from":"2026-06-01","windows":["07:00-09:00"],"except":[],"sizes":["small"],"stations":["oslo/nowhere"],"source":"x"}]}] | own-tariffs.json, oslo: no station of the project has the passage key oslo/nowhere
    [{"id":"oslo","collection":[{"source":"x"}]}]                                      | own-tariffs.json, oslo: a record of its collection has no day
    [{"id":"oslo","collection":[{"openFrom":"2026-01-01"}]}]                           | own-tariffs.json, projects 0 (oslo) collection 0: source is missing
    [{"id":"oslo","linkedStations":[{"paid":["x"],"free":["y"],"source":"x"}]}]        | own-tariffs.json, oslo: no station of the project has the passage key x
    [{"id":"oslo","caps":[{"group":"g","perMonth":9,"knownOn":"2026-12-01","source":"x"}]}] | own-tariffs.json, oslo: the cap g is known on 2026-12-01, after 2026-11-23 of the file
  `),
)('%# is refused with one sentence: $sentence', ({ projects, sentence }) => {
  write(JSON.parse(projects));
  let refusal: unknown;
  try {
    loadTolls(place());
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(OwnTariffsFault);
  expect(String((refusal as Error).message)).toContain(sentence);
  expect(String((refusal as Error).message)).not.toContain('\n');
});

test('a file that begins with the mark of UTF-8, as editors on Windows write it, is read', () => {
  write([{ id: 'oslo', tariffs: [OSLO_2026] }]);
  writeFileSync(path(), `\uFEFF${readFileSync(path(), 'utf8')}`);
  expect(pay('Uelands Gate', 'electric')).toEqual([16.8, 'known', OSLO_2026.source]);
});

test('a file that is no JSON is refused by its name', () => {
  writeFileSync(path(), '{"meta":');
  expect(() => loadTolls(place())).toThrow('own-tariffs.json is not JSON');
});

test('a folder of its name is refused in one sentence', () => {
  mkdirSync(path());
  expect(() => loadTolls(place())).toThrow(`${path()} can not be read or written: it is a folder.`);
});

test('the version and the hash of the data change with the file, and with every byte of it', () => {
  const version = () => readDataVersion(place(), '2026-09-10', 'n1');
  const without = version();
  expect(without).toEqual(readDataVersion({ bundled: DATA_DIR }, '2026-09-10', 'n1'));
  write([{ id: 'oslo', tariffs: [OSLO_2026] }]);
  const first = version();
  write([{ id: 'oslo', tariffs: [{ ...OSLO_2026, source: 'another' }] }]);
  const hashes = [without, first, version()].map(({ dataHash }) => dataHash);
  expect(new Set(hashes).size).toBe(3);
});

test('the rows hold on renewed data as on the bundled, and a wrong file stops both', async () => {
  const version = await makeVersion(home, '2026-11-20');
  write([{ id: 'oslo', tariffs: [OSLO_2026] }]);
  const opened = await openFacts({ data: DATA_DIR, home });
  const station = opened.facts.tolls.stations.find(({ name }) => name === 'Uelands Gate');
  expect([opened.version?.version, opened.problems]).toEqual([version, []]);
  expect(station?.vehicleTariffs.some(({ source }) => source === OSLO_2026.source)).toBe(true);

  write([{ id: 'osloo' }]);
  await expect(openFacts({ data: DATA_DIR, home })).rejects.toThrow(
    'own-tariffs.json, osloo: there is no such project.',
  );
});
