/** The ways of the former engine on a map of Oslo beside those of our kernel: `VEIPRIS_SAMPLES=FOLDER npm run audit -- osm`. */
import { compileOsm, readOsmTerms } from '../../src/network/osm/compile-osm.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { compareOsloTrips, findSample, OUTCOMES } from '../../test/support/oslo-trips.ts';
import { formatShare, formatTable } from '../page.ts';

/** @throws Error with one sentence where the map is not there. */
export async function reportOsm(): Promise<string> {
  const map = findSample('oslo-east-2019.osm.pbf');
  if (map === undefined)
    throw new Error('The audit osm needs VEIPRIS_SAMPLES, a folder with oslo-east-2019.osm.pbf.');
  const terms = { ...readOsmTerms(DATA_DIR), facts: { stations: [] } };
  const outcomes = compareOsloTrips((await compileOsm(map, terms, () => {})).prepared);
  const rows = OUTCOMES.map((outcome) => {
    const count = outcomes.filter((one) => one === outcome).length;
    return [outcome, count, formatShare(count, outcomes.length)];
  });
  return formatTable(['outcome', 'trips', 'share'], rows);
}
