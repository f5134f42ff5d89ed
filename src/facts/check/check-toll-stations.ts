import type { Day } from '../../base/day.ts';
import { type Area, outsideM } from '../../geo/area.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import type { StationRecord, TollStations } from '../schema/toll-stations.ts';
import { checkWindows, factFault } from './check-records.ts';

/** The area in which a position must lie. */
interface StationTerms {
  readonly norway: Area;
  /** A position may lie this far outside the outline, which is simplified. */
  readonly besideNorwayM: number;
}

const FILE = 'toll-stations.json';

/**
 * Checks that the stations are possible, apart from their prices: they stand in Norway and were seen by the day of the
 * file.
 *
 * @throws Error with one sentence that names the file, the record and the rule that it breaks.
 */
export function checkTollStations(
  { stations, gone = [], meta }: TollStations,
  norway: Area,
  { besideNorwayM }: Pick<RenewalLimits, 'besideNorwayM'>,
): void {
  const terms = { norway, besideNorwayM };
  const ids = new Set(stations.map(({ id }) => id));
  for (const station of stations) {
    const rule =
      judgePlace(station, terms) ?? judgeDuplicate(station, ids) ?? judgeDays(station, meta.date);
    if (rule !== undefined) throw factFault(FILE, nameOf(station), rule);
    for (const { rush } of [station, ...(station.earlier ?? [])])
      checkWindows(FILE, nameOf(station), rush ?? []);
  }
  for (const station of gone)
    if (station.until > meta.date)
      throw factFault(FILE, nameOf(station), `it is gone on ${station.until}, ${after(meta.date)}`);
}

const nameOf = ({ id, name }: Pick<StationRecord, 'id' | 'name'>) => `${id} (${name})`;
const after = (day: Day) => `after the day of the file, ${day}`;

function judgePlace(station: StationRecord, { norway, besideNorwayM }: StationTerms) {
  const offM = outsideM(norway, station);
  return offM <= besideNorwayM
    ? undefined
    : `it stands ${Math.round(offM / 1000)} km outside Norway`;
}

function judgeDuplicate({ id, staleTwinOf }: StationRecord, ids: ReadonlySet<string>) {
  if (staleTwinOf === undefined || (staleTwinOf !== id && ids.has(staleTwinOf))) return undefined;
  return `it repeats ${staleTwinOf}, which is no other station of the file`;
}

/** Earlier tariffs must end one after the other. The last of them must end by the day of the file. */
function judgeDays({ observedFrom, observedUntil, earlier = [] }: StationRecord, date: Day) {
  const late = [observedFrom, observedUntil].find((day) => day !== undefined && day > date);
  if (late !== undefined) return `its tariff was seen on ${late}, ${after(date)}`;
  if (observedUntil !== undefined && observedUntil < (observedFrom ?? date))
    return `its tariff was last seen on ${observedUntil}, before it was first seen`;
  const ends = [...earlier.slice(1).map(({ from }) => from), observedFrom ?? date];
  const wrong = earlier.find(({ from, until }, i) => until <= from || until > (ends[i] ?? date));
  return wrong && `its tariff from ${wrong.from} ends on ${wrong.until}, not in between the others`;
}
