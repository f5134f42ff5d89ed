import { type Day, nextNewYear } from '../base/day.ts';
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

/** What the tariffs of a station are read with. */
export interface TariffTerms {
  /** The day that the data stands for. */
  readonly observedOn: Day;
  /** Terms for windows whose project has none; absent: there must be some. */
  readonly nationalRush?: Pick<RushRecord, 'except' | 'exceptUnknown'> | undefined;
}

/**
 * The tariffs of a station, oldest first: what its project has published, then what the road
 * database showed: up to the day of the data, and before that what it showed then.
 *
 * - A published row that the observation contradicts is known to its `until`, else to the end of the
 *   calendar year of its `from`, and one of which only the year is known for no day at all.
 * - Where the observation says the same, the published row holds until then, and the observation
 *   takes over what only the notice knows, such as the rush price of large vehicles.
 * - A notice that is newer than the first day of the observation wins over it: the road database
 *   lags behind.
 * - A size that a published row leaves out has the nearest known price, and `carriedFrom` says of which row.
 * - Where the rush covers large vehicles and their rush price is not published, the newest published
 *   before stands in if it is dearer than the ordinary price; `rushCarriedFrom` says of which row.
 * - An observation without prices ends the published ones: unknown from then on, not free.
 *
 * @returns `[]` when no tariff is known at all.
 */
export function listStationTariffs(
  station: StationRecord,
  project: ProjectRecord,
  terms: TariffTerms,
): Tariff[] {
  const published = listPublished(station, project);
  const observed = listObserved(station, project, published, terms);
  if (published.length === 0 && !observed.some(hasPrice)) return [];
  return carryOver(observed.reduce(join, published)).map((row) => fillLargeRush(row, published));
}

/** The rush terms that hold at a station on a day; `undefined` where there are none. */
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

function listPublished({ passageKey }: StationRecord, project: ProjectRecord): Tariff[] {
  return (project.tariffs ?? [])
    .filter(
      ({ small, large, stations }) =>
        (small ?? large) !== undefined && (stations?.includes(passageKey) ?? true),
    )
    .map((row): Tariff => {
      const terms = findRushTerms(project, passageKey, row.from);
      return {
        from: row.from,
        ...(row.fromTime !== undefined && { fromMin: parseClock(row.fromTime) }),
        ...toEnd(row),
        ...bySize((size) => toSizePrices(row[size], terms && row[`${size}Rush`])),
        ...(terms && { rush: toRush(terms.windows, terms) }),
        source: row.source,
      };
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

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

/** Each observation from the first day on which it was seen, and the last one once more. */
function listObserved(
  station: StationRecord,
  project: ProjectRecord,
  published: readonly Tariff[],
  terms: TariffTerms,
): Tariff[] {
  const { observedOn } = terms;
  const { earlier = [], observedFrom = observedOn } = station;
  const at = (from: Day, seen: ObservedTariff): Tariff =>
    toObserved(seen, station, project, { ...terms, observedOn: from });
  const before = earlier.map(({ from, until, ...seen }) => ({ ...at(from, seen), until }));
  const isOvertaken = published.some(({ from }) => observedFrom < from && from <= observedOn);
  const isSeenAgain = observedFrom < observedOn && !isOvertaken;
  return [...before, at(observedFrom, station), ...(isSeenAgain ? [at(observedOn, station)] : [])];
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
  // A rush price without a window is last year's price, and one of a size that pays none the ordinary one once more.
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

/** Published rows and the observation between them, with the end of what is known. */
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

/** Do both say the same, in all that both say? */
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
    // A published row has a price for at least one size, so one at most is missing.
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
 * The ordinary price is certainly too low where an older rush price is above it, and no ratio to the
 * small one is known: the dearer of the two.
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
 * The row whose price stands in, of the last before and the next: an operator moves the prices of both sizes together,
 * so it is the one whose price of the other size is nearer, and of two as near the one before.
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

/** What is known of each size; the others are left out. */
function bySize<Value>(toValue: (size: VehicleSize) => Value | undefined): BySize<Value> {
  const [small, large] = VEHICLE_SIZES.map(toValue);
  return { ...(small !== undefined && { small }), ...(large !== undefined && { large }) };
}

/** Kroner to øre; `undefined` where no price is known. */
export function toSizePrices(
  nok: number | null | undefined,
  rushNok: number | null | undefined,
): SizePrices | undefined {
  if (nok === undefined || nok === null) return undefined;
  const hasRush = rushNok !== undefined && rushNok !== null;
  return { ore: fromNok(nok), ...(hasRush && { rushOre: fromNok(rushNok) }) };
}
