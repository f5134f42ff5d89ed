/**
 * Where the stations of Oslo stand on real maps of OpenStreetMap, which are no part of the project: inner Oslo of
 * 2019-10-07 (`oslo-east-2019.osm.pbf`) and Skøyen of 2017 (`skoyen-2017.osm.pbf`). `VEIPRIS_SAMPLES` names a folder
 * below which they lie; elsewhere these tests are skipped.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { angleBetweenDeg, flatBearingDeg } from '../../../src/geo/on-line.ts';
import { compileOsm, readOsmTerms } from '../../../src/network/osm/compile-osm.ts';
import { pointAt } from '../../../src/routing/network.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { loadStations } from '../../support/bundled-facts.ts';
import { findSample } from '../../support/find-sample.ts';
import { compileReadings } from '../../support/former-reading.ts';
import { compareOsloTrips, type JudgedTrip, OUTCOMES } from '../../support/oslo-trips.ts';
import { table } from '../../support/table.ts';

/** Headings of travel that pay, clockwise from north; `none` where its road is closed or not on the map. */
const OSLO = table<'station' | 'id' | 'pays' | 'because'>(`
  station                        | id         | pays     | because
  På- og avkjøring E6 Lodalen    | 929772333  | 192, 15  | an on-ramp and an off-ramp side by side
  E6 Lodalen                     | 1004721908 | 29, 209  | two carriageways
  E6 Svartdalstunnelen           | 1014248290 | 343, 163 | two carriageways
  E6 Abildsø                     | 929790756  | 144, 325 | two carriageways
  E 6 avkjøring til Abildsø      | 929790715  | 237      | the ramp leaves the E6 northwards and bends to the left
  Ring 3 Teisen                  | 929790752  | 143, 321 | two carriageways
  E 18 Mosseveien                | 929790746  | 159, 339 | one street, both ways
  Konows gate                    | 929790699  | 97, 277  | one street, both ways
  Teisenveien                    | 929790704  | 165, 345 | one street, both ways
  Ensjøveien                     | 929790713  | 260, 80  | one street, both ways
  Kværnerveien                   | 929790719  | 123, 303 | one street, both ways
  Jørgen Løvlands gate           | 929790720  | 206, 26  | one street, both ways
  Grenseveien                    | 929790723  | 95, 275  | one street, both ways
  Økernveien                     | 929790739  | 356, 176 | one street, both ways
  Hasleveien                     | 929790745  | 290, 110 | one street, both ways
  Ekebergveien                   | 929790766  | 339, 159 | one street, both ways
  Dyvekes vei                    | 929790768  | 107, 287 | Konows gate on the map
  Kongsveien                     | 929790771  | 331, 151 | one street, both ways
  Lambertseterveien              | 929790708  | 181, 1   | two carriageways
  Østensjøveien                  | 929790730  | 107, 287 | two carriageways
  Sandstuveien                   | 929790743  | 237, 63  | two carriageways
  St. Halvards gate              | 929790765  | 240, 59  | two carriageways
  RV 4 Carl Berner               | 929790718  | 18, 199  | Trondheimsveien
  Fagerheimgata Nord             | 929790755  | 223, 42  | two carriageways, and nobody knows which
  Fagerheimgata Sør              | 929790772  | 39, 218  | two carriageways
  Avkjøring E6 til Strømsveien   | 929790753  | 80       | off the E6 into Strømsveien
  Påkjøring Operatunnelen        | 929790702  | 112      | the ramp bends into the tunnel
  Ole Bulls Gate                 | 929790705  | none     | its street is closed on this map; Askergata is another
  Vogts Gate                     | 929790725  | none     | off this map
`);

const SKOYEN = table<'station' | 'id' | 'pays' | 'because'>(`
  station                   | id        | pays     | because
  E18 Påkjøring fra Sjølyst | 147093914 | 104      | an on-ramp
  Drammensveien             | 929790735 | 80, 260  | two carriageways
  Karenslyst allé           | 931746064 | 314, 135 | two carriageways
`);

describe.each([
  ['oslo-east-2019.osm.pbf', OSLO],
  ['skoyen-2017.osm.pbf', SKOYEN],
])('%s', (name, rows) => {
  const path = findSample(name);

  describe.skipIf(path === undefined)('of VEIPRIS_SAMPLES', () => {
    let map: Awaited<ReturnType<typeof compileOsm>>;
    beforeAll(async () => {
      const facts = { stations: await loadStations(DATA_DIR) };
      map = await compileOsm(path ?? '', { ...readOsmTerms(DATA_DIR), facts }, () => {});
    });

    /** Headings of travel that a station charges: of the links at whose ends it stands. */
    const headingsOf = (id: string) => {
      const { graph, gates } = map.prepared.network;
      const { links, linkOf, isBackward } = graph;
      const heading = (edge: number): number => {
        const link = linkOf[edge] as number;
        const end = links.firstPoint[link + 1] as number;
        const [from, to] =
          isBackward[edge] === 1
            ? [(links.firstPoint[link] as number) + 1, links.firstPoint[link] as number]
            : [end - 2, end - 1];
        return flatBearingDeg(pointAt(links, from), pointAt(links, to));
      };
      return Array.from(linkOf.keys())
        .filter((edge) =>
          gates.station
            .subarray(gates.first[edge], gates.first[edge + 1])
            .some((station) => gates.stationIds[station] === id),
        )
        .map(heading);
    };

    test.each(rows)('$station charges travel towards $pays: $because', ({ id, pays }) => {
      const wanted = pays === 'none' ? [] : pays.split(', ').map(Number);
      const found = headingsOf(id);
      expect(found, found.join()).toHaveLength(wanted.length);
      for (const deg of wanted)
        expect(
          Math.min(...found.map((one) => angleBetweenDeg(one, deg))),
          found.join(),
        ).toBeLessThan(15);
    });
  });
});

describe.skipIf(findSample('oslo-east-2019.osm.pbf') === undefined)(
  'trips of VEIPRIS_SAMPLES beside the former engine',
  () => {
    let trips: readonly JudgedTrip[];
    beforeAll(async () => {
      const path = findSample('oslo-east-2019.osm.pbf') ?? '';
      trips = compareOsloTrips(await compileReadings(path, DATA_DIR));
    });
    const count = (...outcomes: JudgedTrip['outcome'][]) =>
      trips.filter(({ outcome }) => outcomes.includes(outcome)).length;

    test('take the same roads, or there is a reason for each that does not', () => {
      expect(trips).toHaveLength(300);
      expect(count(OUTCOMES[0])).toBeGreaterThanOrEqual(260);
      expect(count(OUTCOMES[0], OUTCOMES[1])).toBeGreaterThanOrEqual(276);
      expect(count(OUTCOMES[0], OUTCOMES[1], OUTCOMES[2])).toBeGreaterThanOrEqual(290);
      expect(trips.filter(({ outcome }) => outcome === 'other')).toEqual([]);
    });

    test('lead over our graph edge by edge, once the map is read as the former engine reads it', () => {
      expect(trips.filter(({ isDriven }) => !isDriven.former)).toEqual([]);
      // Storgata, which the map leaves to buses in one direction.
      expect(trips.filter(({ isDriven }) => !isDriven.ours)).toHaveLength(11);
    });

    test('are never shorter than ours on the same graph', () => {
      for (const { oursM, theirsM } of trips) expect(oursM).toBeLessThan(theirsM + 1);
    });
  },
);
