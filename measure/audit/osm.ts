/** The ways of the former engine on a map of Oslo beside those of our kernel: `VEIPRIS_SAMPLES=FOLDER npm run audit -- osm`. */
import { DATA_DIR } from '../../src/service/machine.ts';
import { findSample } from '../../test/support/find-sample.ts';
import { compileReadings } from '../../test/support/former-reading.ts';
import { compareOsloTrips, OUTCOMES } from '../../test/support/oslo-trips.ts';
import { formatShare, formatTable } from '../page.ts';

/** @throws Error with one sentence if the map is missing. */
export async function reportOsm(): Promise<string> {
  const map = findSample('oslo-east-2019.osm.pbf');
  if (map === undefined)
    throw new Error('The audit osm needs VEIPRIS_SAMPLES, a folder with oslo-east-2019.osm.pbf.');
  const trips = compareOsloTrips(await compileReadings(map, DATA_DIR));
  const rows = OUTCOMES.map((outcome) => {
    const overM = trips
      .filter((trip) => trip.outcome === outcome)
      .map(({ oursM, theirsM }) => theirsM - oursM);
    const range = overM.length === 0 ? '-' : [Math.min(...overM), Math.max(...overM)];
    return [
      outcome,
      overM.length,
      formatShare(overM.length, trips.length),
      range === '-' ? range : range.map((m) => Math.round(m)).join(' to '),
    ];
  });
  return formatTable(['outcome', 'trips', 'share', 'its way is longer by, m'], rows);
}
