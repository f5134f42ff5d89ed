import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RoadDecision, StationCuration } from '../../../src/facts/compile/station-curation.ts';
import type { StationRecord } from '../../../src/facts/schema/toll-stations.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { table } from '../../support/table.ts';

const read = <T>(path: string) => JSON.parse(readFileSync(join(DATA_DIR, path), 'utf8')) as T;

const { stations, meta } = read<{
  meta: { counts: Record<string, number>; attribution: string };
  stations: readonly StationRecord[];
}>('toll-stations.json');
const byId = new Map(stations.map((station) => [station.id, station]));
const named = (id: string): StationRecord => {
  const station = byId.get(id);
  if (station === undefined) throw new Error(`No station ${id}.`);
  return station;
};

describe('the toll stations', () => {
  test('are all 463 of the source: 438 AutoPASS, 19 private, 6 at ferries', () => {
    const count = (kind: string) => stations.filter((station) => station.kind === kind).length;
    expect([count('autopass'), count('private'), count('ferry-collection')]).toEqual([438, 19, 6]);
    expect(byId.size).toBe(463);
    expect(meta.counts).toMatchObject({ stations: 463, autopass: 438, staleTwins: 11 });
    expect(meta.attribution).toContain('NLOD');
  });

  test('have a name, a project and a key of that project', () => {
    for (const { id, name, project, passageKey } of stations) {
      expect(name.trim(), id).not.toBe('');
      expect(passageKey, id).toMatch(new RegExp(`^${project}/[a-z0-9-]+$`));
    }
  });

  test('of AutoPASS belong to a project, but for one on fv. 359', () => {
    const unknown = stations.filter(({ project }) => project === 'unknown');
    expect(unknown.map(({ id }) => id)).toEqual(['1026090503']);
  });

  test('share a key only within 300 m', () => {
    for (const a of stations)
      for (const b of stations)
        if (a.passageKey === b.passageKey) expect(flatDistanceM(a, b)).toBeLessThanOrEqual(300);
  });

  test('with an old tariff are the ten of Oslo and Kleppevegen, each beside its current record', () => {
    const stale = stations.filter(({ staleTwinOf }) => staleTwinOf !== undefined);
    expect(stale.map(({ id }) => id).sort()).toEqual(
      [
        ...['209148815', '760571953', '760571978', '929790709', '929790716', '929790721'],
        ...['929790750', '929790751', '1004721907', '1005294181', '1019496891'],
      ].sort(),
    );
    for (const station of stale) {
      const current = named(station.staleTwinOf ?? '');
      expect(current.staleTwinOf).toBeUndefined();
      expect(current.passageKey).toBe(station.passageKey);
    }
  });

  test('have a bearing exactly when they charge one known direction', () => {
    for (const { id, charged, chargedBearingDeg, chargedWhy } of stations) {
      expect(chargedBearingDeg !== null, id).toBe(charged === 'one-way');
      expect(chargedWhy, id).not.toBe('');
    }
  });

  test('of AutoPASS whose direction is undecided are 10 in five projects', () => {
    const undecided = stations.filter(
      ({ kind, project, charged, staleTwinOf }) =>
        kind === 'autopass' &&
        project !== 'ferry-collection' &&
        charged === 'undecided-one-way' &&
        staleTwinOf === undefined,
    );
    const inProject = (project: string) => undecided.filter((s) => s.project === project).length;
    expect(undecided.length).toBe(10);
    expect(['nedre-glomma', 'oslo', 'trondheim', 'kristiansand', 'askoy'].map(inProject)).toEqual([
      5, 1, 2, 1, 1,
    ]);
  });

  test('have no tariff of 0', () => {
    for (const { id, smallNok, largeNok } of stations)
      expect([smallNok, largeNok], id).not.toContain(0);
  });

  test('end their rush windows outside', () => {
    const windows = stations.flatMap(({ rush }) => rush ?? []);
    expect(windows.length).toBeGreaterThan(300);
    for (const window of windows) expect(window).toMatch(/^\d\d:\d\d-\d\d:[03]0$/);
  });
});

/** Directions that the operators publish. */
const PUBLISHED = table<'id' | 'name' | 'roughDeg' | 'source'>(`
  id         | name                  | roughDeg | source
  82443541   | Sandviken             | 150      | ferde.no/bomringen-i-bergen: towards the centre
  82559836   | Nyebroen              | 340      | ferde.no/bomringen-i-bergen: towards the centre
  919262164  | Flyplassvegen         | 90       | miljoloftet.no: retning øst
  919262157  | Steinsvikvegen        | 150      | miljoloftet.no: retning mot Rå
  732290261  | Lensmannsdalen        | 0        | bypakka.no: from south to north
  732290252  | Menstadbrua           | 90       | bypakka.no: eastwards
  738960537  | Rv 5 Kletten (Øyrane) | 180      | vegvesen.no: into Førde
  209148812  | E 18 hovedløp         | 60       | fjellinjen.no: into Oslo
  929790738  | E18 Fiskevollbukta    | 0        | fjellinjen.no: into Oslo
  929790707  | E6 Furuset            | 260      | fjellinjen.no: into Oslo
  929790712  | Rv 4 Skillebekk       | 200      | fjellinjen.no: into Oslo
  1004715757 | Rv. 110 Seut          | 150      | autopass.no: towards Fredrikstad
  1018553402 | Fv. 118 Sarpsbru      | 300      | miljøløftetmoss.no: towards Sarpsborg
`);

test.each(PUBLISHED)('$name charges towards $roughDeg degrees: $source', (published) => {
  const station = named(published.id);
  expect(station.name).toBe(published.name);
  const offDeg = (station.chargedBearingDeg ?? 999) - Number(published.roughDeg);
  expect(Math.abs(((offDeg + 540) % 360) - 180)).toBeLessThan(60);
});

describe('the hour groups', () => {
  const groupsOf = (project: string) =>
    [
      ...new Set(stations.filter((s) => s.project === project).map(({ hourGroup }) => hourGroup)),
    ].sort();

  test('are two in Oslo', () => {
    expect(groupsOf('oslo')).toEqual(['oslo-a', 'oslo-b']);
  });

  test('are seven in Trondheim', () => {
    expect(groupsOf('trondheim')).toEqual(
      ['b', 'k', 'm', 'n', 'o', 's', 't'].map((letter) => `trondheim-${letter}`),
    );
  });

  test('join Hundvågtunnelen with Nord-Jæren and leave Ryfylketunnelen out', () => {
    const group = (name: RegExp) => [
      ...new Set(
        stations
          .filter((s) => s.project === 'ryfast' && name.test(s.name))
          .map(({ hourGroup }) => hourGroup),
      ),
    ];
    expect(group(/Buøy|Hundvåg/)).toEqual(['nord-jaeren']);
    expect(group(/Solbakk/)).toEqual([null]);
    expect(groupsOf('nord-jaeren')).toEqual(['nord-jaeren']);
  });

  test('leave section 1 of Eggemoen-Olum out', () => {
    const group = (id: string) => named(id).hourGroup;
    expect(group('1016030834')).toBeNull();
    expect(
      ['1016030831', '1016030832', '1016030833', '1016030835', '1016030836'].map(group),
    ).toEqual(Array(5).fill('e16-eggemoen-olum'));
  });

  test('of Oslo follow the ring, which has 23 records at the city border', () => {
    const { osloRings } = read<{ osloRings: readonly StationCuration['osloRings'][number][] }>(
      'curated/toll-stations-oslo-rings.json',
    );
    const border = osloRings.filter(({ ring }) => ring === 'bygrensen');
    expect(border.length).toBe(23);
    expect(osloRings.length).toBe(94);
    for (const { id, ring } of osloRings)
      expect(named(id).hourGroup).toBe(ring === 'bygrensen' ? 'oslo-b' : 'oslo-a');
  });

  test('charge one way at the border of Oslo', () => {
    const border = stations.filter(({ hourGroup }) => hourGroup === 'oslo-b');
    expect(border.map(({ charged }) => charged)).toEqual(border.map(() => 'one-way'));
  });

  test('charge both ways inside Oslo, at one record or at two, ramps aside', () => {
    const inside = stations.filter(
      ({ id, hourGroup, onRamp }) => hourGroup === 'oslo-a' && !onRamp && id !== '929790755',
    );
    const oneWay = inside.filter(({ charged }) => charged !== 'both');
    expect(oneWay.map(({ passageKey }) => passageKey)).toEqual(Array(2).fill('oslo/rv163-veitvet'));
    const [a = 0, b = 0] = oneWay.map(({ chargedBearingDeg }) => chargedBearingDeg ?? 0);
    expect(Math.abs(a - b)).toBe(180);
  });
});

describe('the decisions by hand', () => {
  const FILES = [
    ...['operators', 'ties', 'names', 'keys', 'hour-groups', 'oslo-rings', 'ramps', 'rings'],
    'directions',
  ].map((name) => `curated/toll-stations-${name}.json`);

  test.each([...FILES, 'curated/station-places.json'])(
    '%s name stations that exist, once',
    (file) => {
      const lists = Object.values(read<Record<string, unknown>>(file)).filter(Array.isArray);
      const entries = lists.flat() as { id?: string; ids?: string[]; why?: string }[];
      expect(entries.length).toBeGreaterThan(0);
      const ids = entries.flatMap(({ id, ids: some }) => some ?? (id === undefined ? [] : [id]));
      for (const id of ids) expect(byId.has(id), id).toBe(true);
      expect(new Set(ids).size).toBe(ids.length);
      if (!file.includes('operators')) for (const { why } of entries) expect(why).toMatch(/\w{3}/);
    },
  );

  test('put a station nowhere, on a road, or at a place of its own road', () => {
    const { places } = read<{ places: readonly RoadDecision[] }>('curated/station-places.json');
    for (const { id, place, road, at } of places)
      expect([place === 'none', road !== undefined, at !== undefined], id).toContain(true);
  });
});
