import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeStations } from '../../src/facts/compile/format-data-file.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import type { StationRecord } from '../../src/facts/schema/toll-stations.ts';
import { ALWAYS } from '../../src/pricing/dated.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { checkDataFile, writeManifest } from '../../tools/compile-data/check-data.ts';
import { record } from '../support/renewals.ts';
import { tempHome } from '../support/temp-home.ts';

interface Files {
  stations: { stations: Record<string, unknown>[] };
  projects: { national: object; projects: Record<string, unknown>[] };
}

/** Small files of the real shape: one station of one project. */
const small = (): Files => ({
  stations: {
    stations: [
      {
        ...record(2, { name: 'Two', project: 'p', operator: null, lat: 60.1, lon: 10.2 }),
        ...{ passageKey: 'p/two', hourGroup: 'p', charged: 'undecided-one-way', chargedBy: 'none' },
      },
    ],
  },
  projects: {
    national: {
      drivePasts: [{ withinS: 120, source: 's' }],
      tagDiscounts: [{ from: '2018-01-01', smallPercent: 20, largePercent: 0, source: 's' }],
      zeroEmission: [],
      notes: [],
    },
    projects: [
      {
        id: 'p',
        name: 'The P project',
        operator: 'P AS',
        hourRules: [
          {
            from: '2023-09-01',
            pays: 'dearest',
            windowMin: 60,
            sizes: ['small'],
            untagged: true,
            source: 's',
          },
          {
            until: '2023-09-01',
            pays: 'first',
            windowMin: 60,
            sizes: ['small'],
            untagged: false,
            onceBetween: '17:30-20:30',
            source: 's',
          },
        ],
        linkedStations: [{ paid: ['p/two'], free: ['p/gone'], source: 's' }],
        absentStations: [
          { passageKey: 'p/gone', name: 'Gone', why: 'closed', source: 's' },
          {
            passageKey: 'p/noon',
            name: 'Noon',
            why: 'removed',
            until: '2023-10-12',
            untilTime: '12:00',
            source: 's',
          },
          {
            passageKey: 'p/night',
            name: 'Night',
            why: 'removed',
            until: '2023-10-01',
            source: 's',
          },
        ],
      },
    ],
  },
});

test('a station has its project with all rules, oldest first', () => {
  const { stations } = load(() => undefined);
  expect(stations).toHaveLength(1);
  expect(stations[0]).toMatchObject({
    id: '2',
    operator: 'P AS',
    at: { lat: 60.1, lon: 10.2 },
    passageKey: 'p/two',
    hourGroup: 'p',
    directionUndecided: true,
    project: {
      name: 'The P project',
      drivePasts: [{ from: '0001-01-01', withinS: 120 }],
      tagDiscounts: [{ from: '2018-01-01', percent: { small: 20, large: 0 } }],
      hourRules: [
        { from: '0001-01-01', pays: 'first', onceBetween: { fromMin: 1050, untilMin: 1230 } },
        { from: '2023-09-01', pays: 'dearest' },
      ],
      linkedStations: [{ from: '0001-01-01', free: ['p/gone'] }],
      reversedRules: [],
      unappliedRules: [],
      // Nobody tells when Gone still stood.
      absentStations: [
        { name: 'Noon', until: '2023-10-12', untilMin: 720 },
        { name: 'Night', until: '2023-10-01' },
      ],
    },
    tariffs: [{ from: '2026-09-10', observed: true, small: { ore: 2000 }, large: { ore: 4000 } }],
  });
});

test.each([
  ['one-way', 'metering', true],
  ['one-way', 'inbound', undefined],
  ['both', 'metering', undefined],
])('charged %s, decided by %s: the direction is inferred: %s', (charged, chargedBy, inferred) => {
  const { stations } = load(({ stations: [row] }) => {
    Object.assign(row ?? {}, { charged, chargedBy });
  });
  expect(stations[0]?.directionInferred).toBe(inferred);
});

test('a station without an hour rule has no group, and a discount of its own wins', () => {
  const { stations } = load(({ stations: [station], projects: [project] }) => {
    Object.assign(station ?? {}, { hourGroup: null, charged: 'both', operator: 'Two AS' });
    Object.assign(project ?? {}, {
      tagDiscounts: [{ smallPercent: 13, largePercent: 13, source: 's' }],
    });
  });
  expect(stations[0]).not.toHaveProperty('hourGroup');
  expect(stations[0]).not.toHaveProperty('directionUndecided');
  expect(stations[0]).toMatchObject({
    operator: 'Two AS',
    project: { tagDiscounts: [{ from: '0001-01-01', percent: { large: 13 } }] },
  });
});

test('a row that repeats a station with an old tariff is left out, and its id means that station', () => {
  const { stations, findStation } = load((files) => {
    files.stations.push({ ...files.stations[0], id: '1', staleTwinOf: '2' });
  });
  expect(stations.map(({ id }) => id)).toEqual(['2']);
  expect(findStation('2')?.name).toBe('Two');
  expect(findStation('1')).toBe(findStation('2'));
  expect(findStation('3')).toBeUndefined();
});

test('the data are of the day of the station extract', () => {
  expect(load(() => undefined).day).toBe('2026-09-10');
});

const TARIFF = { from: '2024-01-01', small: 20, large: 40, source: 's' };
const RUSH = { windows: ['07:00-09:00'], except: [], sizes: ['small'], source: 's' };

const HOUR_RULE = { pays: 'first', windowMin: 60, sizes: ['small'], untagged: true, source: 's' };

const inProject =
  (fields: object) =>
  ({ projects: [project] }: Rows) =>
    Object.assign(project ?? {}, fields);
const inStation =
  (fields: object) =>
  ({ stations: [station] }: Rows) =>
    Object.assign(station ?? {}, fields);

test.each<[string, (files: Rows) => unknown, string]>([
  [
    'a mistyped field',
    inProject({ hourRule: [] }),
    'toll-projects.json, projects 0 (p) hourRule: no such field.',
  ],
  [
    'a negative price',
    inStation({ largeNok: -1 }),
    'toll-stations.json, stations 0 (2) largeNok: must be >= 0.',
  ],
  [
    'a window that ends before it begins',
    inProject({ hourRules: [{ ...HOUR_RULE, onceBetween: '20:00-19:00' }] }),
    'toll-projects.json, p: the window 20:00-19:00 ends before it begins, or the next day.',
  ],
  [
    'a station of an unknown project',
    inStation({ project: 'q' }),
    'toll-stations.json, 2 (Two): the project q is not in toll-projects.json.',
  ],
  [
    'an hour group without hour rules',
    ({ projects: [project] }) => delete project?.hourRules,
    'toll-stations.json, 2 (Two): it has an hour group, but p has no hour rules.',
  ],
  [
    'a tariff for an unknown station',
    inProject({ tariffs: [{ ...TARIFF, stations: ['p/three'] }] }),
    'toll-projects.json, p: no station of the project has the passage key p/three.',
  ],
  [
    'a link to an unknown station',
    inProject({ linkedStations: [{ paid: ['p/two'], free: ['p/four'], source: 's' }] }),
    'toll-projects.json, p: no station of the project has the passage key p/four.',
  ],
  [
    'an hour rule in doubt at an unknown station',
    inProject({
      hourRules: [
        {
          ...{ pays: 'first', windowMin: 60, sizes: ['small'], untagged: true, source: 's' },
          stationsUnknown: ['p/five'],
        },
      ],
    }),
    'toll-projects.json, p: no station of the project has the passage key p/five.',
  ],
  [
    'a station that is named absent and exists',
    inProject({
      absentStations: [{ passageKey: 'p/two', name: 'Two', why: 'gone', source: 's' }],
    }),
    'toll-projects.json, p: p/two is named absent, but it exists.',
  ],
  [
    'two tariffs from one day',
    inProject({ tariffs: [TARIFF, { ...TARIFF, stations: ['p/two'] }] }),
    'toll-projects.json, p: two tariffs of p/two begin on 2024-01-01.',
  ],
  [
    'a tariff that ends after the next begins',
    inProject({
      tariffs: [
        { ...TARIFF, until: '2025-02-01' },
        { ...TARIFF, from: '2025-01-01' },
      ],
    }),
    'toll-projects.json, p: tariffs of the project from 2024-01-01 overlap the next, or end before.',
  ],
  [
    'a tariff that ends at a time of no day',
    inProject({ tariffs: [{ ...TARIFF, untilTime: '12:00' }] }),
    'toll-projects.json, p: the tariff of 2024-01-01 tells more of an end than it has.',
  ],
  [
    'two hour rules without a first day',
    inProject({ hourRules: [HOUR_RULE, { ...HOUR_RULE, windowMin: 120 }] }),
    'toll-projects.json, p: two hour rules begin on no day.',
  ],
  [
    'rush terms that change inside a tariff',
    inProject({ tariffs: [TARIFF], rush: [{ ...RUSH, until: '2024-06-21' }] }),
    'toll-projects.json, p: the rush terms change on 2024-06-21, inside the tariff of 2024-01-01.',
  ],
  [
    'a diesel price that is not the small price',
    inProject({ tariffs: [{ ...TARIFF, byFuel: { diesel: { off: 21 } } }] }),
    'toll-projects.json, p: small and diesel differ in the tariff of 2024-01-01.',
  ],
  [
    'the same project twice',
    ({ projects }) => projects.push({ id: 'p', name: 'P', operator: '' }),
    'toll-projects.json, p: the id stands there twice.',
  ],
])('%s stops the load with one sentence', (_, change, sentence) => {
  expect(() => load(change)).toThrow(sentence);
});

test('the data of the project loads: over 430 stations, nearly all with a tariff', () => {
  const { stations, findStation } = loadTolls({ bundled: DATA_DIR });
  expect(stations.length).toBeGreaterThan(430);
  const unpriced = stations.filter(({ tariffs }) => tariffs.length === 0);
  expect(unpriced.length).toBeLessThan(25);
  expect(findStation('82443541')?.name).toBe('Sandviken');
});

test('every tariff that is published for a station of the extract reaches it', () => {
  const { stations } = loadTolls({ bundled: DATA_DIR });
  const projects = JSON.parse(readFileSync(join(DATA_DIR, 'toll-projects.json'), 'utf8'))
    .projects as {
    id: string;
    tariffs?: { from: string; small?: number; large?: number; stations?: string[] }[];
  }[];
  const seen = projects.flatMap(({ id, tariffs = [] }) =>
    tariffs
      .filter(({ small, large }) => (small ?? large) !== undefined)
      .flatMap(({ from, stations: keys }) =>
        stations
          .filter(
            ({ project, passageKey }) => project.id === id && (keys?.includes(passageKey) ?? true),
          )
          .map((station) => station.tariffs.some((tariff) => tariff.from === from)),
      ),
  );
  expect(seen.length).toBeGreaterThan(700);
  expect(seen).not.toContain(false);
});

type Rows = Pick<Files['stations'], 'stations'> & Pick<Files['projects'], 'projects'>;

/** Loads the small files after a change. */
function load(change: (rows: Rows) => unknown) {
  const files = small();
  change({ stations: files.stations.stations, projects: files.projects.projects });
  const dir = tempHome();
  for (const file of readdirSync(DATA_DIR))
    if (!file.startsWith('toll-') && file !== 'manifest.json')
      symlinkSync(join(DATA_DIR, file), join(dir, file));
  const { stations } = files.stations;
  const records = stations as unknown as StationRecord[];
  const { counts } = describeStations(records, { source: 'drawn', date: '2026-09-10' });
  const tariffs = files.projects.projects.flatMap((project) => project.tariffs ?? []).length;
  writeFileSync(
    join(dir, 'toll-stations.json'),
    JSON.stringify({ ...files.stations, meta: { date: '2026-09-10', counts } }),
  );
  writeFileSync(
    join(dir, 'toll-projects.json'),
    JSON.stringify({
      ...files.projects,
      meta: { date: '2026-09-10', counts: { projects: files.projects.projects.length, tariffs } },
    }),
  );
  checkDataFile(dir, 'toll-stations.json');
  writeManifest(dir);
  return loadTolls({ bundled: dir });
}

test('in Ålesund the cap came to large vehicles a year after it had come to small ones', () => {
  const { stations } = loadTolls({ bundled: DATA_DIR });
  const alesund = stations.find(({ project }) => project.id === 'alesund');
  const { small, large } = alesund?.cap?.bySize ?? {};
  expect(large).toMatchObject([{ from: '2023-09-01', knownOn: '2023-09-01' }]);
  expect(small).toMatchObject([{ from: ALWAYS, knownOn: '2026-11-20' }]);
});

test('a cap of each station by itself has the name of its station', () => {
  const { stations } = loadTolls({ bundled: DATA_DIR });
  const caps = stations.filter(({ passageKey, cap }) => cap?.key === passageKey);
  expect(caps.length).toBeGreaterThan(0);
  expect(caps.filter(({ name, cap }) => cap?.name !== name)).toEqual([]);
});
