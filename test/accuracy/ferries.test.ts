/** Every ferry connection on the bundled data, sailed from quay to quay; `npm run audit:ferries` reports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../measure/audit/ferry-basis.ts';
import {
  type FerryLegResult,
  listFerryLegs,
  sailLegs,
} from '../../measure/audit/ferry-crossings.ts';
import { LAND_TRIPS, listNeedlessFerries } from '../../measure/audit/land-trips.ts';
import { loadAuditNetwork } from '../../measure/audit/network.ts';
import { type AskProduct, openProduct } from '../../measure/audit/product.ts';
import { listFerryTrips } from '../../measure/audit/report-ferries.ts';
import { listSeededTrips } from '../../measure/audit/seeded-trips.ts';
import { openWayByLand } from '../../measure/audit/way-by-land.ts';
import { loadNetworkInputs } from '../../src/network/link.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

/** Legs that come out wrong, and why; docs/accuracy.md names them. */
const KNOWN_WRONG: readonly string[] = [
  'Judaberg ferjekai - Jelsa ferjekai',
  'Jelsa ferjekai - Judaberg ferjekai',
  'Jomfruland Åsvik ferjekai - Skåtøyroa ferjekai',
  'Skåtøyroa ferjekai - Jomfruland Åsvik ferjekai',
];

/** Legs that are not sailed although the ferry lies ready: the way by land, or with fewer calls, is as quick. */
const QUICKER_BY_LAND: readonly string[] = [
  'Fiskepirterminalen - Rosenvik ferjekai',
  'Hommersåk ferjekai - Langøy ferjekai',
  'Hommersåk ferjekai - Lindøy ferjekai',
  'Kragerø ferjekai - Stabbestad ferjekai',
  'Langøy ferjekai - Hommersåk ferjekai',
  'Langøy ferjekai - Sjølvik ferjekai',
  'Lindøy ferjekai - Hommersåk ferjekai',
  'Rosenvik ferjekai - Fiskepirterminalen',
  'Sjølvik ferjekai - Langøy ferjekai',
  'Sjølvik ferjekai - Steinsøy ferjekai',
  'Stabbestad ferjekai - Kragerø ferjekai',
  'Steinsøy ferjekai - Sjølvik ferjekai',
  'Steinsøy ferjekai - Usken ferjekai',
  'Usken ferjekai - Steinsøy ferjekai',
];
const NOT_SAILED = [...KNOWN_WRONG, ...QUICKER_BY_LAND];

interface ConnectionRow {
  readonly name: string;
  readonly authority: string;
  readonly quayIds: readonly string[];
  readonly sailingKm: number | null;
  readonly straightKm: number;
}

const legs = listFerryLegs();
let ask: AskProduct;
let askReady: AskProduct;
let results: readonly FerryLegResult[];

beforeAll(async () => {
  ask = await openProduct();
  // Judged are places and fares, not whether a driver would wait for the ferry.
  askReady = await openProduct({ ferriesLieReady: true });
  results = await sailLegs(legs, askReady);
});

test('all 141 connections of the road database are known to the lists, once', () => {
  const names = new Set(legs.map(({ connection }) => connection));
  expect(names.size).toBe(141);
  expect(PUBLISHED.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
});

describe.each(PUBLISHED)('$name ($why)', ({ name }) => {
  const own = () => results.filter(({ trip }) => trip.connection === name);

  test('is sailed both ways, each leg once, between its quays, at what is published', () => {
    const wrong = own()
      .filter(({ outcome }) => outcome === 'wrong')
      .map(({ trip, faults }) => `${trip.from.name} - ${trip.to.name}: ${faults.join('; ')}`)
      .filter((fault) => !NOT_SAILED.some((known) => fault.startsWith(known)));
    expect(wrong).toEqual([]);
    const sailed = own().filter(({ outcome }) => outcome === 'sailed');
    const bothWays = sailed.filter(({ trip }) =>
      sailed.some((back) => back.trip.from === trip.to && back.trip.to === trip.from),
    );
    expect(bothWays.length).toBeGreaterThan(0);
  });
});

/**
 * Source: three AP1 fares published for 2026 lie on 51 + 6 x zone, where a zone is a started
 * kilometre of the sailing line, and two more in Møre og Romsdal (county 15).
 */
const expectedNok = ({ name, authority, sailingKm, straightKm }: ConnectionRow) =>
  51 +
  6 * (Math.ceil(sailingKm ?? straightKm * 1.08) + (authority === 'county 15' ? 2 : 0)) +
  (TICKET_TOLLS[name] ?? 0);

/** Source: ferde.no/bomanlegg-og-priser/kvinnheradpakken, /boemlopakken, for a car. */
const TICKET_TOLLS: Readonly<Record<string, number>> = {
  'Skjersholmane-Ranavik': 44,
  'Langevåg-Buavåg': 25,
};

describe('a regulated crossing of two quays costs a car 51 kr, 6 kr for each zone, and the toll of its ticket', () => {
  const { connections } = JSON.parse(
    readFileSync(join(DATA_DIR, 'ferry-connections.json'), 'utf8'),
  ) as { connections: readonly ConnectionRow[] };
  const simple = PUBLISHED.filter(({ why }) => why.startsWith('regulated')).flatMap(({ name }) =>
    connections
      .filter((row) => row.name === name && row.quayIds.length === 2)
      .map((row) => ({ name, nok: expectedNok(row) })),
  );

  test('as most of them are', () => expect(simple.length).toBeGreaterThan(38));

  test.each(simple)('$name: $nok kr', async ({ name, nok }) => {
    const [leg] = legs.filter(({ connection }) => connection === name);
    if (leg === undefined) throw new Error('Expected a leg.');
    const { bill } = await askReady({ from: leg.from.at, to: leg.to.at, refine: true });
    expect(bill).toMatchObject({ ferryCount: 1, ferryPriced: true, ferryNok: nok });
  });
});

test('what is known to be wrong is wrong still: else it is to be taken off the list', () => {
  const wrong = results.filter(({ outcome }) => outcome === 'wrong');
  const names = wrong.map(({ trip }) => `${trip.from.name} - ${trip.to.name}`);
  expect(names.toSorted()).toEqual([...NOT_SAILED].toSorted());
});

test('no seeded trip shows a ferry that is as quick by land', async () => {
  const network = await loadAuditNetwork();
  const { speeds } = loadNetworkInputs(DATA_DIR);
  const trips = listSeededTrips(network).filter((_, i) => i % 4 === 0);
  const found = await listFerryTrips(trips, ask, openWayByLand(network.links, speeds));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ byLandMin }) => byLandMin !== undefined)).toEqual([]);
});

describe('no ferry is shown where a road leads', () => {
  test.each(LAND_TRIPS)('$name: $by', async (trip) => {
    expect(await listNeedlessFerries(trip, ask)).toEqual([]);
  });
});
