/** What `ferry-service.json` tells of a connection, and what is assumed of those that it does not have. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFerryServices } from '../../src/facts/load-ferry-services.ts';
import { type FerryService, waitAt } from '../../src/trip/ferry-service.ts';
import { writeManifest } from '../../tools/compile-data/check-data.ts';
import { DATA } from '../support/network-home.ts';
import { table } from '../support/table.ts';
import { tempHome } from '../support/temp-home.ts';

const services = loadFerryServices(DATA);
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

test('a connection of a road without an estimate is refused in one sentence', async () => {
  const data = tempHome();
  cpSync(DATA, data, { recursive: true });
  const path = join(data, 'ferry-service.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const estimates = file.estimates.filter(({ road }: { road: string }) => road !== 'K');
  writeFileSync(path, JSON.stringify({ ...file, estimates }));
  writeManifest(data);
  expect(() => loadFerryServices(data)).toThrow(
    /^ferry-service\.json has no estimate for .+ \(K\d+\)\.$/,
  );
});
