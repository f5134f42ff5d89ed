/** What vehicles of some classes pay at a station, and which row of it holds at a moment. */
import { type Day, yearOf } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { Certainty } from './priced-amount.ts';
import { hasBegun, type Moment, type Tariff } from './tariff.ts';
import type { TollClass } from './toll-vehicle.ts';

/** One row: a price of its own, or a share of the tagged price, for some classes of one size. */
export interface VehicleTariff {
  /** See `TariffRow.id`. */
  readonly id: string;
  readonly size: VehicleSize;
  readonly classes: readonly TollClass[];
  readonly from: Day;
  /** Minute of that day at which it begins; absent: midnight. */
  readonly fromMin?: number;
  /** It held before `from` already, since a day that nobody tells. */
  readonly isOlder?: true;
  /** First day for which it is not known any more by itself; absent: a rule without an end. */
  readonly knownUntil?: Day;
  /** The ordinary tariff beside which it was published; absent: none, and it is never carried. */
  readonly beside?: OrdinaryPrices;
  readonly price:
    | { readonly kind: 'tariff'; readonly ore: Ore; readonly rushOre?: Ore }
    | { readonly kind: 'share'; readonly percentOfTagged: number };
  /** False: only vehicles with a tag have it. */
  readonly untagged: boolean;
  readonly source: string;
}

/** Full prices of one size. */
export interface OrdinaryPrices {
  readonly ore: Ore;
  /** Absent: none was published. */
  readonly rushOre?: Ore;
}

/** The ordinary tariff that `findTariff` gives for the moment. */
export interface OrdinaryTariff {
  readonly tariff: Tariff;
  readonly isKnown: boolean;
}

export interface FoundRow {
  readonly row: VehicleTariff;
  readonly certainty: Exclude<Certainty, 'ordinary'>;
}

/** For whom, and when. */
export interface RowQuestion {
  readonly size: VehicleSize;
  readonly tollClass: TollClass;
  readonly tagged: boolean;
  readonly moment: Moment;
}

/**
 * The row that holds at a moment: the newest that has begun, else the first.
 *
 * It is `known` until its end. Later it is `carried`, an estimate, as long as the ordinary tariff of
 * the day is known and is the one that it was published beside: an operator that raises the one
 * raises the other. In the year of a row whose first day nobody tells it is carried where the
 * ordinary tariff of that same notice stands in. Before a row whose first day is told it is not
 * known: a rebate is not older than its notice.
 *
 * @param rows of one station, oldest first.
 * @returns `undefined` where no row is known, or the newest can not be carried.
 */
export function findVehicleTariff(
  rows: readonly VehicleTariff[],
  question: RowQuestion,
  ordinary: OrdinaryTariff,
): FoundRow | undefined {
  const { size, tollClass, tagged, moment } = question;
  const candidates = rows.filter(
    (row) => row.size === size && row.classes.includes(tollClass) && (tagged || row.untagged),
  );
  const row = candidates.findLast((one) => hasBegun(one, moment)) ?? candidates[0];
  const certainty = row && judge(row, moment, ordinary);
  return row && certainty && { row, certainty };
}

function judge(
  row: VehicleTariff,
  moment: Moment,
  ordinary: OrdinaryTariff,
): FoundRow['certainty'] | undefined {
  const { beside, knownUntil, size } = row;
  const isSame = beside !== undefined && isUnmoved(beside, ordinary.tariff, size);
  const isAlive = knownUntil === undefined || moment.day < knownUntil;
  if (isAlive && hasBegun(row, moment))
    return isSame || !isOvertaken(row, ordinary) ? 'known' : undefined;
  return isSame && isCarried(row, moment, ordinary) ? 'carried' : undefined;
}

function isCarried(
  row: VehicleTariff,
  moment: Moment,
  { tariff, isKnown }: OrdinaryTariff,
): boolean {
  if (isKnown) return hasBegun(row, moment);
  const isOfSameNotice = tariff.observed !== true && tariff.from === row.from;
  const isOfYear = yearOf(moment.day) === yearOf(row.from);
  return isOfSameNotice && isOfYear && (hasBegun(row, moment) || row.isOlder === true);
}

/** A newer ordinary tariff than the one it was published beside is in force. */
const isOvertaken = ({ beside, from }: VehicleTariff, { tariff, isKnown }: OrdinaryTariff) =>
  beside !== undefined && isKnown && from < tariff.from;

/** Is the ordinary tariff in force still the one that was published beside a row? */
function isUnmoved(beside: OrdinaryPrices, tariff: Tariff, size: VehicleSize): boolean {
  if (tariff.carriedOver?.includes(size)) return false;
  const { smallOre, smallRushOre, largeOre, largeRushOre, largeRushCarriedFrom } = tariff;
  const isCarried = largeRushCarriedFrom !== undefined;
  const ore = size === 'small' ? smallOre : largeOre;
  const largeOwnOre = isCarried ? undefined : largeRushOre;
  const rushOre = size === 'small' ? smallRushOre : largeOwnOre;
  const isRushSame =
    rushOre === undefined || beside.rushOre === undefined || rushOre === beside.rushOre;
  return ore === beside.ore && isRushSame;
}

/** A rule that makes a class free with a tag, and no price that was published beside another. */
const isExemption = ({ price, beside }: VehicleTariff): boolean =>
  beside === undefined && price.kind === 'share' && price.percentOfTagged === 0;

/**
 * An exemption that is known from a later day on: whether it held at the moment already nobody tells.
 *
 * @returns `undefined` where the class has none, or one that has begun.
 */
export function findLaterExemption(
  rows: readonly VehicleTariff[],
  { size, tollClass, tagged, moment }: RowQuestion,
): VehicleTariff | undefined {
  const exemptions = rows.filter(
    (row) =>
      isExemption(row) &&
      row.size === size &&
      row.classes.includes(tollClass) &&
      (tagged || row.untagged),
  );
  return exemptions.some((row) => hasBegun(row, moment)) ? undefined : exemptions[0];
}
