/** When ferries sail, how long a trip that comes to the quay waits for the next one, and what a route must say of it. */
import type { Day } from '../base/day.ts';
import { formatWait, MINUTE_MS } from '../base/duration.ts';
import { fromOsloMinute, toOsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import type { Warning } from '../base/warning.ts';
import type { Boarding } from '../passages/planned-route.ts';

/** A ferry connection as a road network and its timetable see it. */
export interface FerryService {
  /** NVDB id of the connection, object type 770. */
  readonly id: string;
  readonly name: string;
  /** Where it calls. */
  readonly quays: readonly { readonly id: string; readonly at: LatLon }[];
  /** Known times from departure to arrival, in either direction; `[]`: none. */
  readonly crossings: readonly {
    readonly quayIds: readonly [string, string];
    readonly min: number;
  }[];
  /** Its departures; `[]`: not known. */
  readonly sailings: readonly Sailing[];
  readonly estimate: FerryEstimate;
  /** First day on which it sails no more; absent: it sails. */
  readonly endedOn?: Day;
}

/** Departures from a quay on some days of the week. Times are minutes, and times of day are counted from midnight. */
export interface Sailing extends Hours {
  readonly fromQuayId: string;
  /** 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  readonly headwayMin: number;
  /** The headway at night, for a ferry that sails at all hours. */
  readonly nightHeadwayMin?: number;
}

/** A last departure after midnight is later than minute 1440. Absent: not known, or it sails at all hours. */
interface Hours {
  readonly firstMin?: number;
  readonly lastMin?: number;
}

/** What is assumed of a ferry whose timetable is not known. */
export interface FerryEstimate extends Hours {
  /** How many vessels share the rounds over its quays. */
  readonly vessels: number;
  readonly turnaroundMin: number;
  readonly leastHeadwayMin: number;
  readonly sailsAtNight: boolean;
}

/** How long a trip waits for the next departure. Minutes. */
export interface FerryWait {
  readonly meanMin: number;
  /** One trip in ten waits less than `p10Min`, and one in ten more than `p90Min`. */
  readonly p10Min: number;
  readonly p90Min: number;
  /** It waits until the first departure of the day. */
  readonly untilFirst: boolean;
  /** The hours are not known, and ferries like it do not usually sail at that hour. */
  readonly isDoubtful: boolean;
}

/**
 * Minutes from one departure to the next of a ferry whose timetable is not known.
 *
 * @param roundMin how long a vessel takes for a round over the quays of the connection, stays included.
 */
export const estimateHeadwayMin = (
  { vessels, leastHeadwayMin }: FerryEstimate,
  roundMin: number,
): number => Math.max(leastHeadwayMin, roundMin / vessels);

/** Minutes from one departure to the next on a working day; undefined where they are not known. */
export const knownHeadwayMin = (service: FerryService, fromQuayId: string): number | undefined =>
  findSailing(service, fromQuayId, WORKING_DAY)?.headwayMin;

/**
 * Are the departures from a quay known? Between two quays they are if those of one are: a ferry that goes there comes
 * back. On a line of more quays it need not call at all of them.
 */
export const knowsDepartures = ({ quays, sailings }: FerryService, fromQuayId: string): boolean =>
  quays.length > 2
    ? sailings.some((sailing) => sailing.fromQuayId === fromQuayId)
    : sailings.length > 0;

const WORKING_DAY = 3;
const DAY_MIN = 1440;
/** Night, whose departures the headway of the day leaves out. Minutes of the day. Source: what the headways of `ferry-service.json` count, data/README.md. */
const [NIGHT_ENDS_MIN, NIGHT_BEGINS_MIN] = [360, 1320];

/** A quay without departures of its own has the departures of another quay: a ferry that goes there comes back. */
function findSailing(
  { sailings }: FerryService,
  fromQuayId: string,
  weekday: number,
): Sailing | undefined {
  const onDay = sailings.filter(({ days }) => days.includes(weekday));
  return onDay.find((sailing) => sailing.fromQuayId === fromQuayId) ?? onDay[0];
}

/**
 * How long a trip that comes to a quay at a moment waits there.
 *
 * @param headwayMin what the network assumes where the timetable is not known.
 */
export function waitAt(
  service: FerryService,
  { fromQuayId, headwayMin }: { readonly fromQuayId: string; readonly headwayMin: number },
  atMs: number,
): FerryWait {
  const { day, weekday, minuteOfDay } = toOsloTime(atMs);
  const minute = minuteOfDay + (atMs % MINUTE_MS) / MINUTE_MS;
  /** How long it is until the clock shows a minute of this day. */
  const untilMin: UntilMin = (clockMin) => (fromOsloMinute(day, clockMin) - atMs) / MINUTE_MS;
  const [yesterday, tomorrow] = [weekday === 1 ? 7 : weekday - 1, (weekday % 7) + 1];
  const sailing = findSailing(service, fromQuayId, weekday);
  if (sailing === undefined || hasNoHours(sailing)) {
    const isDoubtful = isOutside(service.estimate, minute);
    return { ...waitAnyTime(sailing?.headwayMin ?? headwayMin), isDoubtful };
  }
  const hours = hoursOf(sailing, service.estimate);
  if (hours === undefined) return atAnyHour(sailing, minute, untilMin);
  const before = findSailing(service, fromQuayId, yesterday);
  const overMidnight = before && hoursOf(before, service.estimate);
  const toNightsLastMin = overMidnight ? untilMin(overMidnight.lastMin - DAY_MIN) : -1;
  if (before && toNightsLastMin >= 0) return waitAnyTime(before.headwayMin, toNightsLastMin);
  const [toFirstMin, toLastMin] = [untilMin(hours.firstMin), untilMin(hours.lastMin)];
  if (toFirstMin > 0) return waitUntilFirst(toFirstMin);
  if (toLastMin >= 0) return waitAnyTime(sailing.headwayMin, toLastMin);
  const after = findSailing(service, fromQuayId, tomorrow) ?? sailing;
  return waitUntilFirst(untilMin(DAY_MIN + (hoursOf(after, service.estimate)?.firstMin ?? 0)));
}

/** Minutes that go by until the clock shows a minute, counted from the midnight before. */
type UntilMin = (clockMin: number) => number;

const hasNoHours = ({ firstMin, lastMin, nightHeadwayMin }: Sailing): boolean =>
  firstMin === undefined && lastMin === undefined && nightHeadwayMin === undefined;

/** Undefined where departures go on through the night. */
function hoursOf(
  { firstMin, lastMin, nightHeadwayMin }: Sailing,
  estimate: FerryEstimate,
): { readonly firstMin: number; readonly lastMin: number } | undefined {
  if (nightHeadwayMin !== undefined) return undefined;
  return {
    firstMin: firstMin ?? estimate.firstMin ?? 0,
    lastMin: lastMin ?? estimate.lastMin ?? DAY_MIN,
  };
}

function isOutside(
  { sailsAtNight, firstMin = 0, lastMin = DAY_MIN }: FerryEstimate,
  minute: number,
): boolean {
  if (sailsAtNight) return false;
  return (minute < firstMin && minute + DAY_MIN > lastMin) || minute > lastMin;
}

/**
 * Departures are regular, and a trip comes at any moment between two of them, each as likely. So it waits for a tenth,
 * a half and nine tenths of the time between them.
 *
 * @param mostMin minutes until the last departure.
 */
export const waitAnyTime = (headwayMin: number, mostMin = Number.POSITIVE_INFINITY): FerryWait =>
  toWait((share) => Math.min(share * headwayMin, mostMin));

/** @param minOf minutes that a share of the trips waits at most. */
const toWait = (minOf: (share: number) => number, untilFirst = false): FerryWait => ({
  p10Min: minOf(0.1),
  meanMin: minOf(0.5),
  p90Min: minOf(0.9),
  untilFirst,
  isDoubtful: false,
});

/** The wait for a departure of the night, or for one of the morning where that comes sooner. */
function atAnyHour(
  { headwayMin, nightHeadwayMin = headwayMin }: Sailing,
  minute: number,
  untilMin: UntilMin,
): FerryWait {
  if (minute >= NIGHT_ENDS_MIN && minute < NIGHT_BEGINS_MIN) return waitAnyTime(headwayMin);
  const toMorningMin = untilMin(NIGHT_ENDS_MIN + (minute < NIGHT_ENDS_MIN ? 0 : DAY_MIN));
  return toWait((share) => Math.min(share * nightHeadwayMin, toMorningMin + share * headwayMin));
}

const waitUntilFirst = (min: number): FerryWait => toWait(() => min, true);

/** Warns of ferries that do not sail, or may not sail, at the hour at which the trip comes to them; in travel order. */
export const listFerryWarnings = (
  ferries: readonly { readonly boarding?: Boarding }[],
): Warning[] =>
  ferries.flatMap(({ boarding }): Warning[] => {
    const { name, waitS = 0, untilFirst: waits, isDoubtful } = boarding ?? {};
    const about = name === undefined ? {} : { about: name };
    const ferry = name ?? 'A ferry of the route';
    const waiting = `${ferry} does not sail at that hour: the route waits ${formatWait(waitS)} for the first departure.`;
    if (waits) return [{ code: 'ferry_waits_until_first', message: waiting, ...about }];
    const doubt = `The hours of ${ferry} are not known, and ferries like it do not usually sail at that hour.`;
    return isDoubtful ? [{ code: 'ferry_may_not_sail', message: doubt, ...about }] : [];
  });
