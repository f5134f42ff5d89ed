import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FERRY_CLASSES } from '../../src/base/vehicle.ts';
import { loadFerries, loadFerryServices } from '../../src/facts/load-ferries.ts';
import type { ConnectionFile } from '../../src/facts/schema/ferries.ts';
import { priceFerries } from '../../src/pricing/ferry/bill.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { type FerryService, waitAt } from '../../src/trip/ferry-service.ts';
import { writeManifest } from '../../tools/compile-data/check-data.ts';
import { table } from '../support/table.ts';
import { tempHome } from '../support/temp-home.ts';

const DAY = '2026-06-15';

const ferries = loadFerries({ bundled: DATA_DIR });
const quays = new Map(ferries.quays.map((quay) => [quay.id, quay]));
const { connections } = JSON.parse(
  readFileSync(join(DATA_DIR, 'ferry-connections.json'), 'utf8'),
) as ConnectionFile;

/** From the first to the last quay of a connection, or between the calls with these indices. */
function sail(connection: ConnectionFile['connections'][number], fromIndex = 0, toIndex = -1) {
  const line = [fromIndex, toIndex].flatMap((index) => {
    const quay = quays.get(connection.quayIds.at(index) ?? '');
    return quay === undefined ? [] : [quay.at];
  });
  return ferries.matchCrossings({ line, lengthM: 1000, durationS: 60 });
}

test('the catalogue has all 379 quays and 141 connections', () => {
  expect(quays.size).toBe(379);
  expect(connections).toHaveLength(141);
});

test('the two ferries of the summer are known as such', () => {
  const summer = connections.flatMap((connection) =>
    sail(connection).filter((crossing) => crossing.connection?.summerOnly === true),
  );
  expect(summer.map((crossing) => crossing.connection?.name).sort()).toEqual([
    'Andenes-Gryllefjord',
    'Geiranger-Hellesylt',
  ]);
});

test('quays out of use, of express boats only, and doubles are told apart', () => {
  const listed = [...quays.values()];
  const count = (status: string) => listed.filter((quay) => quay.status === status).length;
  expect([count('in-use'), count('standby'), count('closed')]).toEqual([368, 9, 2]);
  expect(listed.filter(({ usableByCars }) => !usableByCars)).toHaveLength(11 + 10);
  expect(listed.filter(({ connectionIds }) => connectionIds.length === 0)).toHaveLength(14);
  expect(listed.flatMap(({ duplicateOf }) => duplicateOf ?? [])).toEqual(['1025240206']);
});

// The double of each line below has the same quays at its ends.
const TWINS: Readonly<Record<string, string>> = { 'Brevik-Bjørkøya': 'Brevik-Sandøya' };

test.each(connections.map((connection) => [connection.name, connection] as const))(
  '%s is found from its first to its last quay, and back',
  (name, connection) => {
    const expected = [TWINS[name] ?? name];
    expect(sail(connection).map((crossing) => crossing.connection?.name)).toEqual(expected);
    expect(sail(connection, -1, 0).map((crossing) => crossing.connection?.name)).toEqual(expected);
  },
);

describe('every connection is priced as its category says', () => {
  const outcomes = connections.map((connection) => {
    const bill = priceFerries(sail(connection), { ferryClass: 'AP1' }, DAY, ferries.tariffs);
    const [priced] = bill.priced;
    const outcome =
      priced === undefined ? 'unpriced' : priced.ordinary.ore === 0 ? 'free' : 'charged';
    return `${connection.fare.kind}: ${outcome}`;
  });

  test.each([
    ['zone: charged', 45],
    ['own-table: charged', 2],
    ['free: free', 62],
    ['announced-free: unpriced', 1],
    ['partly-free: charged', 4],
    ['partly-free: free', 5],
    ['partly-free: unpriced', 1],
    ['likely-free: unpriced', 11],
    ['own-fares: unpriced', 10],
  ])('%s, %d of them', (outcome, count) => {
    expect(outcomes.filter((found) => found === outcome)).toHaveLength(count);
  });
});

test('the ferries that may be free, and the free ones whose first day no source tells, are marked', () => {
  const namesOf = (is: (connection: ConnectionFile['connections'][number]) => boolean) =>
    connections.filter(is).map(({ name }) => name);
  expect(namesOf(({ fare }) => fare.kind === 'zone' && fare.freeUnsure === true)).toEqual([
    'Sørrollnes-Stangnes',
    'Revsnes-Flesnes',
    'Lyngseidet-Olderdalen',
    'Breivikeidet-Svensby',
    'Nesna-Levang',
    'Vennesund-Holm',
    'Melbu-Fiskebøl',
    'Lauvvik-Lysebotn',
    'Flakk-Rørvik',
    'Brekstad-Valset',
    'Hofles-Geisnes-Lund',
    'Botnhamn-Brensholmen',
  ]);
  const undated = namesOf(
    ({ fare }) => 'terms' in fare && fare.terms.some(({ fromAssumed }) => fromAssumed),
  );
  expect(undated).toEqual([
    'Kaupanger kai-Frønningen',
    'Askvoll-Fure-Gjervik-Askvoll',
    'Måløy-Husevågøy-Oldeide',
    'Askvoll-Fure-Værlandet',
    'Jektevik-Nordhuglo-Hodnanes',
  ]);
});

test('every leg of every paid connection has a price in every class, and none falls by class', () => {
  let legs = 0;
  for (const { fare, name } of connections) {
    if (!('legs' in fare)) continue;
    for (const { quayIds } of fare.legs) {
      legs += 1;
      const line = quayIds.flatMap((id) => quays.get(id)?.at ?? []);
      const crossings = ferries.matchCrossings({ line, lengthM: 1000, durationS: 60 });
      const costs = FERRY_CLASSES.map((ferryClass) =>
        priceFerries(crossings, { ferryClass }, DAY, ferries.tariffs),
      ).map(({ ordinaryOre }) => ordinaryOre);
      expect(Math.min(...costs), name).toBeGreaterThan(0);
      expect(costs, name).toEqual(costs.toSorted((a, b) => a - b));
    }
  }
  // 40 simple crossings, four lines of three quays, one of five, and the paid legs of seven.
  expect(legs).toBe(40 + 4 * 3 + 10 + 7);
});

test('renewed quays are held against the connections that call at them', async () => {
  const renewed = tempHome();
  const text = readFileSync(join(DATA_DIR, 'ferry-quays.json'), 'utf8');
  const write = (quays: string) => writeFileSync(join(renewed, 'ferry-quays.json'), quays);
  write(text);
  expect(() => loadFerries({ bundled: DATA_DIR, renewed })).not.toThrow();
  write(text.replace('"id":"119344285"', '"id":"1"'));
  expect(() => loadFerries({ bundled: DATA_DIR, renewed })).toThrow(
    /^ferry-connections\.json, [^\n]*quay 119344285 is not in ferry-quays\.json\.$/,
  );
  write(text.replace('"status":"in-use"', '"status":"perhaps"'));
  expect(() => loadFerries({ bundled: DATA_DIR, renewed })).toThrow('quays 0 (117614052) status');
});

const services = loadFerryServices({ bundled: DATA_DIR });
const find = (name: string): FerryService => {
  const found = services.find((service) => service.name === name);
  if (found === undefined) throw new Error(`No connection ${name}.`);
  return found;
};
/** `06:15`; after midnight the hours go on: `26:00`. */
const clockOf = (min: number | undefined): string =>
  min === undefined
    ? '-'
    : `${String(Math.floor(min / 60)).padStart(2, '0')}:${String(min % 60).padStart(2, '0')}`;

test('all 141 connections are there, with the places of their quays; 44 have facts of their own', () => {
  expect(services).toHaveLength(141);
  expect(services.filter(({ quays }) => quays.length < 2)).toEqual([]);
  const known = services.filter(
    ({ crossings, sailings }) => crossings.length + sailings.length > 0,
  );
  expect(known).toHaveLength(44);
});

describe('departures are those of the file', () => {
  test.each(
    table<'name' | 'quay' | 'day' | 'each' | 'night' | 'first' | 'last' | 'takes'>(`
      name                        | quay       | day | each  | night | first | last  | takes
      Stornes-Bjørnerå            | 371193864  | 1   | 55    | -     | 06:30 | 23:00 | 10
      Stornes-Bjørnerå            | 371193864  | 6   | 82.5  | -     | 06:30 | 23:00 | 10
      Stornes-Bjørnerå            | 119344295  | 7   | 110   | -     | 06:10 | 22:40 | 10
      Lauvvik-Oanes               | 469904976  | 6   | 30    | -     | 09:15 | 18:15 | 11
      Mortavika-Arsvågen          | 119347946  | 3   | 16.6  | 39.4  | -     | -     | 24
      Mortavika-Arsvågen          | 729258929  | 1   | 16.6  | 43    | -     | -     | 24
      Drag-Kjøpsvik               | 1017563508 | 7   | 60.5  | -     | 05:50 | 26:00 | -
      Hjelmeland-Skipavik-Nesvik  | 119347952  | 3   | 20    | -     | 05:00 | 24:00 | -
      Krokeide-Hufthamar          | 119378452  | 7   | 57.9  | -     | 08:10 | 24:20 | -
      Moss-Horten                 | 117614052  | 3   | 18    | -     | 04:45 | 23:45 | 30
      Festøya-Solavågen           | 119570009  | 3   | 21.9  | 60    | -     | -     | -
      Hareid-Sulesund             | 119570022  | 6   | 30    | -     | -     | -     | 24
      Molde-Vestnes               | 119570012  | 7   | 26.7  | -     | -     | -     | -
      Åfarnes-Sølsnes             | 119570028  | 7   | 20    | -     | -     | -     | -
      Anda-Lote                   | 119347640  | 3   | 20    | -     | -     | -     | 8
      Lavik-Oppedal               | 765056775  | 3   | 15    | 53.6  | -     | -     | 20
      Lavik-Oppedal               | 656221168  | 6   | 32.1  | 94.2  | -     | -     | 20
      Volda-Folkestad             | 119570008  | 3   | 40    | -     | -     | 23:30 | 13
      Halsa-Kanestraum            | 374999920  | 3   | 20    | -     | -     | -     | -
      Geiranger-Hellesylt         | 119570027  | 3   | 50    | -     | 08:00 | 18:50 | 65
    `),
  )('$name on day $day leaves each $each min from $first to $last', (row) => {
    const { sailings, crossings } = find(row.name);
    const found = sailings.filter(
      ({ fromQuayId, days }) => fromQuayId === row.quay && days.includes(Number(row.day)),
    );
    expect(
      found.map(({ headwayMin, nightHeadwayMin, firstMin, lastMin }) => [
        headwayMin,
        nightHeadwayMin,
        clockOf(firstMin),
        clockOf(lastMin),
      ]),
    ).toEqual([
      [Number(row.each), row.night === '-' ? undefined : Number(row.night), row.first, row.last],
    ]);
    if (row.takes !== '-') expect(crossings.map(({ min }) => min)).toContain(Number(row.takes));
  });
});

describe('what is assumed follows from the road that the ferry is part of, and in Troms from its county', () => {
  test.each(
    table<'name' | 'vessels' | 'night' | 'first' | 'last' | 'because'>(`
      name                | vessels | night | first | last  | because
      Halsa-Kanestraum    | 2.4     | yes   | -     | -     | a European road
      Moss-Horten         | 1.9     | no    | 05:50 | 23:30 | a national road
      Stornes-Bjørnerå    | 0.67    | no    | 06:45 | 22:00 | a county road of Troms
      Sykkylven-Magerholm | 0.88    | no    | 06:15 | 22:30 | a county road elsewhere
      Nesna-Nesnaøyene    | 1.08    | no    | 06:15 | 22:30 | a county road, of more than two quays
      Solvorn-Urnes       | 0.34    | no    | 07:05 | 20:30 | a municipal road
    `),
  )('$name: $because', ({ name, vessels, night, first, last }) => {
    const { estimate } = find(name);
    expect([estimate.vessels, estimate.sailsAtNight ? 'yes' : 'no']).toEqual([
      Number(vessels),
      night,
    ]);
    expect([clockOf(estimate.firstMin), clockOf(estimate.lastMin)]).toEqual([first, last]);
    expect(estimate).toMatchObject({ turnaroundMin: 6, leastHeadwayMin: 20 });
  });
});

test('a summer ferry has the departures of its season on every day: road-closures.json says when it sails', () => {
  const [january, july] = ['2026-01-14T12:00:00+01:00', '2026-07-15T12:00:00+02:00'].map((at) =>
    waitAt(
      find('Andenes-Gryllefjord'),
      { fromQuayId: '454462302', headwayMin: 60 },
      Date.parse(at),
    ),
  );
  expect(july).toMatchObject({ meanMin: 123.75, untilFirst: false });
  expect(january).toEqual(july);
});

test('whoever comes behind the last of the counted departures waits for the first one: Geiranger-Hellesylt, 14 from 08:00', () => {
  const waits = ['18:40', '18:55', '22:00'].map((clock) =>
    waitAt(
      find('Geiranger-Hellesylt'),
      { fromQuayId: '119570027', headwayMin: 50 },
      Date.parse(`2026-07-15T${clock}:00+02:00`),
    ),
  );
  expect(waits.map(({ untilFirst }) => untilFirst)).toEqual([false, true, true]);
  expect(waits[2]?.meanMin).toBe(10 * 60);
});

test('a connection of a road without an estimate is refused in one sentence', async () => {
  const data = tempHome();
  cpSync(DATA_DIR, data, { recursive: true });
  const path = join(data, 'ferry-service.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const estimates = file.estimates.filter(({ road }: { road: string }) => road !== 'K');
  writeFileSync(path, JSON.stringify({ ...file, estimates }));
  writeManifest(data);
  expect(() => loadFerryServices({ bundled: data })).toThrow(
    /^ferry-service\.json has no estimate for .+ \(K\d+\)\.$/,
  );
});
