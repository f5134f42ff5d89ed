/**
 * Measures how correct the product is on the bundled data, and writes the figures into `docs/accuracy.md` and
 * `docs/traces.md`: `npm run audit`, or a single audit, `npm run audit:stations`.
 */

import { loadTolls } from '../../src/facts/load-tolls.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { loadNetworkInputs } from '../../src/network/link.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { loadStations } from '../../test/support/bundled-facts.ts';
import { fitBundled } from '../../tools/fit-speeds/fit-bundled.ts';
import { replaceOnPage } from '../page.ts';
import { boundTrips, reportBounds } from './bounds.ts';
import { reportCheapest } from './cheapest.ts';
import { reportCityTrips } from './city-trips.ts';
import { driveThrough, reportStations } from './drive-through.ts';
import { listFerryLegs, sailLegs } from './ferry-crossings.ts';
import { LAND_TRIPS, listNeedlessFerries } from './land-trips.ts';
import { measureKnown, measureSpeeds, reportLengths } from './lengths.ts';
import { type AuditNetwork, loadAuditNetwork } from './network.ts';
import { reportOfficialStretches } from './official-stretches.ts';
import { reportOsm } from './osm.ts';
import { driveParallelRoads, findParallelRoads, reportParallel } from './parallel-roads.ts';
import { compareTolls, reportPreliminary } from './preliminary.ts';
import { type AskProduct, openProduct } from './product.ts';
import { listFerryTrips, reportFerries } from './report-ferries.ts';
import { reportProjects } from './report-projects.ts';
import { RINGS } from './rings.ts';
import { reportSeasons } from './seasons.ts';
import { listSeededTrips } from './seeded-trips.ts';
import { reportStops } from './stops.ts';
import { reportStretches } from './stretches.ts';
import { reportTraces } from './traces.ts';
import { openWayByLand } from './way-by-land.ts';
import { findWayPast, reportRings } from './way-past-ring.ts';

/** The 500 trips are taken this many times: 2 000. */
const BOUNDED_TIMES = 4;

/** Gives the text of a section; undefined: a sample that it needs is missing. */
type Audit = (network: AuditNetwork, ask: AskProduct) => Promise<string | undefined>;

/** Each audit gives the text of its section. */
const AUDITS: Readonly<Record<string, Audit>> = {
  projects: async () => reportProjects(loadTolls({ bundled: DATA_DIR }).stations),
  stations: async (network, ask) =>
    reportStations(network.placement, await driveThrough(network, network.placed, ask)),
  rings: async (network) =>
    reportRings(
      RINGS.flatMap((ring) =>
        ring.charges.map((direction) => ({
          ring,
          direction,
          way: findWayPast(network, ring, direction),
        })),
      ),
    ),
  cities: async (_, ask) => reportCityTrips(ask),
  parallel: async (network, ask) =>
    reportParallel(await driveParallelRoads(network, findParallelRoads(network), ask)),
  ferries: async (network, ask) => {
    const { speeds } = loadNetworkInputs(DATA_DIR);
    const minutesByLand = openWayByLand(network.links, speeds);
    const seeded = await listFerryTrips(listSeededTrips(network), ask, minutesByLand);
    const land = [];
    for (const trip of LAND_TRIPS)
      land.push({ ...trip, ferries: await listNeedlessFerries(trip, ask) });
    const ready = await openProduct({ ferriesLieReady: true });
    return reportFerries(await sailLegs(listFerryLegs(), ready), land, seeded);
  },
  lengths: async (network, ask) =>
    reportLengths(await measureKnown(ask), await measureSpeeds(listSeededTrips(network), ask)),
  stretches: async () => reportStretches(await fitBundled(DATA_DIR)),
  bounds: async (network, ask) =>
    reportBounds(await boundTrips(listSeededTrips(network, BOUNDED_TIMES), ask)),
  seasons: async (_, ask) => reportSeasons(readBundled(DATA_DIR, 'places.json').places, ask),
  stops: async (_, ask) =>
    reportStops(
      (await loadStations(DATA_DIR)).map(({ at }) => at),
      ask,
    ),
  official: reportOfficialStretches,
  osm: reportOsm,
  cheapest: reportCheapest,
  traces: reportTraces,
  preliminary: async (network, ask) =>
    reportPreliminary(await compareTolls(listSeededTrips(network), ask)),
};

/** The pages in `docs/` that audits write to. Other audits write to `accuracy.md`. */
const PAGES: Readonly<Record<string, string>> = {
  cheapest: 'cheapest.md',
  official: 'road-networks.md',
  traces: 'traces.md',
};

/** Four audits run only when they are named. Most of them need a real map. */
const USUAL = Object.keys(AUDITS).filter(
  (name) => !['official', 'osm', 'traces', 'cheapest'].includes(name),
);
const names = process.argv.length > 2 ? process.argv.slice(2) : USUAL;
const unknown = names.filter((name) => AUDITS[name] === undefined);
if (unknown.length > 0) throw new Error(`There is no audit ${unknown.join(', ')}.`);

const network = await loadAuditNetwork();
const ask = await openProduct();
for (const [name, audit] of Object.entries(AUDITS)) {
  if (!names.includes(name)) continue;
  const text = await audit(network, ask);
  if (text === undefined) {
    process.stdout.write(
      `\n${name}: skipped, VEIPRIS_SAMPLES names no folder with what it needs\n`,
    );
    continue;
  }
  await replaceOnPage(`docs/${PAGES[name] ?? 'accuracy.md'}`, name, () => `\n${text}\n\n`);
  process.stdout.write(`\n${name}\n\n${text}\n`);
}
