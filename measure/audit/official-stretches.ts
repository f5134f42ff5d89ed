/** The official network's times beside measured ones, on the piece of Trondheim: `VEIPRIS_SAMPLES=FOLDER npm run audit -- official`. */
import { flatDistanceM, flatLengthM, pointAlong } from '../../src/geo/on-line.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import { openRouter } from '../../src/routing/router.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { compileFile } from '../../test/support/drawn-ruteplan.ts';
import { findSample } from '../../test/support/find-sample.ts';
import { readEdited } from '../../tools/compile-data/check-data.ts';
import { formatTable } from '../page.ts';

/** A measured line is on the piece at places where a road of the piece is no farther away. Metres. */
const ON_PIECE_M = 60;
/** The number of places of a line that are looked at. */
const SAMPLES = 100;
/** A shorter part of a stretch tells nothing. */
const LEAST_SHARE = 0.2;
/** A way that is longer or shorter by more is another road. */
const MOST_LENGTH_SHARE = 0.1;

/** The text of the section; undefined: the piece is not there. */
export async function reportOfficialStretches(): Promise<string | undefined> {
  const path = findSample('ruteplan-trondheim-spatialite.sqlite');
  if (path === undefined) return undefined;
  const { network, index } = (await compileFile(path)).prepared;
  const router = openRouter(network, index);
  const { stretches } = readEdited(DATA_DIR, 'road-network/stretches.json');
  const rows = stretches.flatMap(({ name, km, freeFlowSec, line: encoded }) => {
    const line = decodePolyline(encoded);
    const lineM = flatLengthM(line);
    const placeOf = (sample: number) => pointAlong(line, (sample / SAMPLES) * lineM).at;
    const [from, to] = longestRun(SAMPLES + 1, (sample) => {
      const at = router.snap(placeOf(sample))?.at;
      return at !== undefined && flatDistanceM(at, placeOf(sample)) <= ON_PIECE_M;
    });
    const share = (to - from) / SAMPLES;
    if (share < LEAST_SHARE) return [];
    const stops = [from, (from + to) / 2, to].map((sample) => router.snap(placeOf(sample)));
    const [drive] = router.drive(
      stops.filter((stop) => stop !== undefined),
      { avoidTolls: false, others: 0, closed: [] },
    );
    if (drive === undefined) return [];
    const times = drive.lengthM / 1000 / (km * share);
    const measuredS = Math.round(freeFlowSec * share);
    const workedOutS = Math.round(drive.durationMs / 1000 / times);
    const isSame = Math.abs(times - 1) <= MOST_LENGTH_SHARE;
    const off = `${((workedOutS / measuredS - 1) * 100).toFixed(0)} %`;
    const told = isSame ? off : `another way, ${times.toFixed(2)} times as long`;
    return [[name, `${(share * 100).toFixed(0)} %`, measuredS, isSame ? workedOutS : '-', told]];
  });
  return formatTable(['stretch', 'on the piece', 'measured, s', 'worked out, s', 'off'], rows);
}

/** The first and the last place of the longest run of places that meet a condition. */
function longestRun(count: number, holds: (place: number) => boolean): [number, number] {
  let [best, start]: [[number, number], number] = [[0, 0], 0];
  for (let place = 0; place < count; place++) {
    if (!holds(place)) start = place + 1;
    else if (place - start > best[1] - best[0]) best = [start, place];
  }
  return best;
}
