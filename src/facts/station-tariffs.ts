import { type Day, nextNewYear } from '../base/day.ts';
import { memoize } from '../base/memoize.ts';
import { fromNok } from '../base/nok.ts';
import { parseClock } from '../base/oslo-time.ts';
import { OTHER_SIZE, VEHICLE_SIZES, type VehicleSize } from '../base/vehicle.ts';
import type {
  BySize,
  RushRule,
  SizePrices,
  SizeTariff,
  Tariff,
  TariffOrigin,
} from '../pricing/toll/law.ts';
import type { ProjectRecord, PublishedTariffRecord, RushRecord } from './schema/toll-projects.ts';
import type { ObservedTariff, StationRecord } from './schema/toll-stations.ts';
import { parseClockWindow } from './toll-project.ts';

/** The terms for reading the tariffs of a station. */
export interface TariffTerms {
  /** The day that the data stands for. */
  readonly observedOn: Day;
  /** Rush terms for windows whose project has none; absent: the project must have terms. */
  readonly nationalRush?: Pick<RushRecord, 'except' | 'exceptUnknown'> | undefined;
}

/**
 * The tariffs of a station, oldest first: the tariffs that its project has published, joined with the observations,
 * which are the tariffs that the road database showed up to the day of the data.
 *
 * - A published row that the next observation contradicts is known to its `until`, else to the end of the calendar year
 *   of its `from`. If only the year of a row is known, it is known for no day.
 * - If the observation agrees with the published row, the row holds until the observation. The observation takes over
 *   facts that only the published row has, such as the rush price of large vehicles.
 * - A published row that is newer than the first day of an observation wins over it: the road database lags behind.
 * - A size that a published row leaves out has the nearest known price. `carriedFrom` names the row of this price.
 * - If the rush covers large vehicles and their rush price is not published, the newest earlier published rush price is
 *   used if it is higher than the ordinary price. `rushCarriedFrom` names its row.
 * - After an observation without prices the tariff is unknown, not free.
 *
 * @returns `[]` when no tariff is known at all.
 */
export function listStationTariffs(
  station: StationRecord,
  project: ProjectRecord,
  terms: TariffTerms,
): Tariff[] {
  const published = listPublished(station.passageKey, project);
  const observed = listObserved(station, project, published, terms);
  if (published.length === 0 && !observed.some(hasPrice)) return [];
  return carryOver(observed.reduce(join, [...published])).map((row) =>
    fillLargeRush(row, published),
  );
}

/** The rush terms that hold at a station on a day; `undefined`: there are none. */
export function findRushTerms(
  project: Pick<ProjectRecord, 'rush'>,
  passageKey: string,
  day: Day,
): RushRecord | undefined {
  return project.rush?.find(
    ({ from, until, stations }) =>
      (from === undefined || from <= day) &&
      (until === undefined || day < until) &&
      (stations === undefined || stations.includes(passageKey)),
  );
}

const listPublished = onceForAlike((passageKey, project): readonly Tariff[] =>
  (project.tariffs ?? [])
    .filter(
      ({ small, large, stations }) =>
        (small ?? large) !== undefined && (stations?.includes(passageKey) ?? true),
    )
    .map((row): Tariff => {
      const terms = findRushTerms(project, passageKey, row.from);
      return {
        from: row.from,
        ...(row.fromTime !== undefined && { fromMin: parseClock(row.fromTime) }),
        ...(row.dateKnown === 'last-day' && { isOlder: true as const }),
        ...toEnd(row),
        ...bySize((size) => toSizePrices(row[size], terms && row[`${size}Rush`])),
        ...(terms && { rush: toRush(terms.windows, terms) }),
        source: row.source,
      };
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1)),
);

function toEnd(row: PublishedTariffRecord): Pick<Tariff, 'until' | 'untilMin' | 'hasEnded'> {
  const { from, until, untilTime, dateKnown, ended } = row;
  if (dateKnown === 'year') return { until: from };
  if (until === undefined) return {};
  return {
    until,
    ...(untilTime !== undefined && { untilMin: parseClock(untilTime) }),
    ...(ended === true && { hasEnded: true }),
  };
}

/** Each observation from the first day on which it was seen. The last one is repeated on its last day. */
function listObserved(
  station: StationRecord,
  project: ProjectRecord,
  published: readonly Tariff[],
  terms: TariffTerms,
): Tariff[] {
  const { observedOn } = terms;
  const { earlier = [], observedFrom = observedOn, observedUntil = observedOn } = station;
  const at = (from: Day, seen: ObservedTariff): Tariff =>
    toObserved(seen, station, project, { ...terms, observedOn: from });
  const before = earlier.map(({ from, until, ...seen }) => ({ ...at(from, seen), until }));
  const isOvertaken = published.some(({ from }) => observedFrom < from && from <= observedUntil);
  const isSeenAgain = observedFrom < observedUntil && !isOvertaken;
  return [
    ...before,
    at(observedFrom, station),
    ...(isSeenAgain ? [at(observedUntil, station)] : []),
  ];
}

function toObserved(
  seen: ObservedTariff,
  station: StationRecord,
  project: ProjectRecord,
  terms: TariffTerms,
): Tariff {
  const { rush: windows } = seen;
  const { observedOn } = terms;
  const rush =
    windows && toRush(windows, findTermsOfWindows({ ...station, ...seen }, project, terms));
  // A rush price without a window is last year's price. A rush price of a size without rush repeats the ordinary price.
  const rushOf = (size: VehicleSize) =>
    rush?.sizes.includes(size) ? seen[`${size}RushNok`] : undefined;
  return {
    from: observedOn,
    observed: true,
    ...bySize((size) => toSizePrices(seen[`${size}Nok`], rushOf(size))),
    ...(rush && { rush }),
    source: `NVDB object type 45, ${observedOn}`,
  };
}

function findTermsOfWindows(
  station: StationRecord,
  project: ProjectRecord,
  { observedOn, nationalRush }: TariffTerms,
): RushDays {
  const terms = findRushTerms(project, station.passageKey, observedOn);
  if (terms !== undefined) return terms;
  if (nationalRush !== undefined) return { ...nationalRush, sizes: listRushSizes(station) };
  throw new Error(
    `toll-stations.json, ${station.id} (${station.name}): it has rush windows, but ${project.id} has no rush terms for it on ${observedOn}.`,
  );
}

const listRushSizes = ({ smallRushNok, largeRushNok }: ObservedTariff): VehicleSize[] => [
  ...(smallRushNok === null ? [] : (['small'] as const)),
  ...(largeRushNok === undefined ? [] : (['large'] as const)),
];

const toRush = (
  windows: readonly string[],
  { except, exceptUnknown, sizes }: RushDays,
): RushRule => ({
  windows: windows.map(parseClockWindow),
  except,
  ...(exceptUnknown && { exceptUnknown }),
  sizes,
});

type RushDays = Pick<RushRecord, 'except' | 'exceptUnknown' | 'sizes'>;

/** Puts an observation between the published rows. The row before it ends where it is no longer known. */
function join(published: Tariff[], observed: Tariff): Tariff[] {
  const before = published.filter(({ from }) => from < observed.from);
  const after = published.slice(before.length);
  if (after[0]?.from === observed.from) return [...published];
  return [...joinNewest(before, observed), ...after];
}

function joinNewest(published: readonly Tariff[], observed: Tariff): Tariff[] {
  const newest = published.at(-1);
  if (newest === undefined) return [observed];
  if (isSame(newest, observed)) {
    const { until, untilMin, hasEnded, fromMin, ...lasting } = newest;
    const prices = bySize((size) => joinPrices(newest[size], observed[size]));
    return [...published, { ...lasting, ...observed, ...prices }];
  }
  const until = newest.until ?? nextNewYear(newest.from);
  return [...published.slice(0, -1), { ...newest, until }, observed];
}

/** Do both agree on every price that both have, and on whether there is a rush? */
function isSame(published: Tariff, observed: Tariff): boolean {
  if (!hasPrice(observed) || (published.rush === undefined) !== (observed.rush === undefined))
    return false;
  return VEHICLE_SIZES.every((size) => {
    const [told, seen] = [published[size], observed[size]];
    if (told === undefined || seen === undefined) return true;
    const isRushSame =
      told.rushOre === undefined || seen.rushOre === undefined || told.rushOre === seen.rushOre;
    return told.ore === seen.ore && isRushSame;
  });
}

const joinPrices = (told: SizeTariff | undefined, seen: SizeTariff | undefined) =>
  told && seen ? { ...told, ...seen } : (told ?? seen);

function carryOver(rows: readonly Tariff[]): Tariff[] {
  return rows.map((row, i) => {
    if (row.observed === true) return row;
    // A published row has a price for at least one size, so at most one price is missing.
    const missing = VEHICLE_SIZES.find((size) => row[size] === undefined);
    const nearest = missing && findNearest(rows, i, missing);
    if (missing === undefined || nearest === undefined) return row;
    return { ...row, [missing]: { ...nearest[missing], carriedFrom: toOrigin(nearest) } };
  });
}

const toOrigin = ({ from, fromMin, until, untilMin, source }: Tariff): TariffOrigin => ({
  from,
  ...(fromMin !== undefined && { fromMin }),
  ...(until !== undefined && { until }),
  ...(untilMin !== undefined && { untilMin }),
  source,
});

/**
 * Fills in a missing rush price of large vehicles with the older rush price, if this is above the ordinary price. Then
 * the ordinary price is certainly too low in rush. No ratio to the rush price of small vehicles is known.
 */
function fillLargeRush(row: Tariff, published: readonly Tariff[]): Tariff {
  const { from, large, rush } = row;
  if (large === undefined || large.rushOre !== undefined || !rush?.sizes.includes('large'))
    return row;
  const last = published.findLast((old) => old.from < from && old.large?.rushOre !== undefined);
  const rushOre = last?.large?.rushOre;
  if (last === undefined || rushOre === undefined || rushOre <= large.ore) return row;
  return { ...row, large: { ...large, rushOre, rushCarriedFrom: toOrigin(last) } };
}

/**
 * The row whose price is used for a missing size: the last row before with a price, or the next row after. An operator
 * changes the prices of both sizes together, so the row with the nearer price of the other size is chosen. If both are
 * as near, the row before is chosen.
 */
function findNearest(rows: readonly Tariff[], i: number, size: VehicleSize): Tariff | undefined {
  const knowing = (row: Tariff) => row[size] !== undefined;
  const before = rows.slice(0, i).findLast(knowing);
  const after = rows.slice(i + 1).find(knowing);
  if (before === undefined || after === undefined) return before ?? after;
  const other = OTHER_SIZE[size];
  const offOf = (row: Tariff): number =>
    Math.abs((row[other]?.ore ?? Number.POSITIVE_INFINITY) - (rows[i]?.[other]?.ore ?? 0));
  return offOf(after) < offOf(before) ? after : before;
}

const hasPrice = (row: Tariff) => VEHICLE_SIZES.some((size) => row[size] !== undefined);

/** The value for each size. Sizes without a value are left out. */
function bySize<Value>(toValue: (size: VehicleSize) => Value | undefined): BySize<Value> {
  const [small, large] = VEHICLE_SIZES.map(toValue);
  return { ...(small !== undefined && { small }), ...(large !== undefined && { large }) };
}

/** Converts kroner to øre; `undefined`: no price is known. */
export function toSizePrices(
  nok: number | null | undefined,
  rushNok: number | null | undefined,
): SizePrices | undefined {
  if (nok === undefined || nok === null) return undefined;
  const hasRush = rushNok !== undefined && rushNok !== null;
  return { ore: fromNok(nok), ...(hasRush && { rushOre: fromNok(rushNok) }) };
}

/** Derives a result from the passage key and the project of a station. */
type OfStation<Result> = (passageKey: string, project: ProjectRecord) => Result;

/**
 * Work that is done once for all stations of a project at which the same of its tariffs, terms for zero emission and
 * rush terms hold.
 *
 * @param work must give the same for all of them.
 */
export function onceForAlike<Result>(work: OfStation<Result>): OfStation<Result> {
  const resultsOf = memoize((_project: ProjectRecord) => new Map<string, Result>());
  return (passageKey, project) => {
    const results = resultsOf(project);
    const which = whichHold(passageKey, project);
    const found = results.get(which);
    if (found !== undefined) return found;
    const result = work(passageKey, project);
    results.set(which, result);
    return result;
  };
}

/** A digit for each row: does it hold at the station? */
const whichHold = (
  passageKey: string,
  { tariffs = [], zeroEmission = [], rush = [] }: ProjectRecord,
): string =>
  [...tariffs, ...zeroEmission, ...rush]
    .map(({ stations }) => Number(stations?.includes(passageKey) ?? true))
    .join('');
