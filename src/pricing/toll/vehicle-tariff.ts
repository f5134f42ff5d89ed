/** Which row of a station holds for a class of vehicles at a moment. */
import { type Day, yearOf } from '../../base/day.ts';
import type { VehicleSize } from '../../base/vehicle.ts';
import { hasBegun, isBefore, type Moment } from '../dated.ts';
import type { Certainty } from '../priced-amount.ts';
import type { OrdinaryTariff } from './in-force.ts';
import type { SizePrices, Tariff, TollClass, VehicleTariff } from './law.ts';
import type { TollVehicle } from './terms.ts';

export interface FoundRow {
  readonly row: VehicleTariff;
  readonly certainty: Extract<Certainty, 'known' | 'carried'>;
}

/** The vehicle and the moment that a row is looked up for. */
export interface RowQuestion extends Pick<TollVehicle, 'size' | 'tagged' | 'technicalCode'> {
  readonly tollClass: TollClass;
  readonly moment: Moment;
}

/** The kinds in the order in which they decide where rows of both are known. */
const KINDS = ['tariff', 'share'] as const;

/**
 * The row that holds at a moment. An exemption goes before all prices and shares. Else the newest row of each kind that
 * has begun may hold: a known row goes before a carried one, and the newer of two carried rows before the older.
 *
 * A share and an exemption hold from their first day until a newer decision. They are `known` as long as a source tells
 * of them, and later `carried`, an estimate. Before its first day a share is not known: a rebate is not older than its
 * notice.
 *
 * A price is `known` until its end. Later it is `carried` as long as the ordinary tariff that is charged is the one that
 * the price was published beside, known for the day or not: an operator that raises one of them raises the other. A row
 * whose first day is not told is carried in its year where the ordinary tariff of the same notice stands in.
 *
 * @param rows of one station, oldest first.
 * @returns `undefined` where no row is known, or the newest can not be carried.
 */
export function findVehicleTariff(
  rows: readonly VehicleTariff[],
  question: RowQuestion,
  ordinary: OrdinaryTariff,
): FoundRow | undefined {
  const { moment } = question;
  const candidates = rows.filter((row) => isFor(row, question));
  const judgeRow = (row: VehicleTariff | undefined): FoundRow[] => {
    const certainty = row && judge(row, moment, ordinary);
    return row && certainty ? [{ row, certainty }] : [];
  };
  const exemptions = candidates.filter(({ price }) => price.kind === 'exempt').flatMap(judgeRow);
  if (exemptions.length > 0)
    return exemptions.findLast(({ certainty }) => certainty === 'known') ?? exemptions.at(-1);
  const found = KINDS.flatMap((kind) => {
    const own = candidates.filter(({ price }) => price.kind === kind);
    return judgeRow(own.findLast((one) => hasBegun(one, moment)) ?? own[0]);
  });
  return (
    found.find(({ certainty }) => certainty === 'known') ??
    found.toSorted((a, b) => Number(a.row.from < b.row.from) - Number(a.row.from > b.row.from))[0]
  );
}

const isFor = (row: VehicleTariff, asked: RowQuestion): boolean =>
  row.size === asked.size &&
  row.classes.includes(asked.tollClass) &&
  (asked.tagged || row.untagged) &&
  (row.technicalCode === undefined || row.technicalCode === asked.technicalCode);

const hasEnded = ({ end }: VehicleTariff, moment: Moment): boolean =>
  end !== undefined && !isBefore(moment, end);

function judge(
  row: VehicleTariff,
  moment: Moment,
  ordinary: OrdinaryTariff,
): FoundRow['certainty'] | undefined {
  if (hasEnded(row, moment)) return undefined;
  const isTold = row.knownUntil === undefined || moment.day < row.knownUntil;
  if (row.price.kind === 'tariff') return judgePrice(row, { moment, isTold }, ordinary);
  if (!hasBegun(row, moment)) return undefined;
  return isTold ? 'known' : 'carried';
}

function judgePrice(
  row: VehicleTariff,
  { moment, isTold }: { readonly moment: Moment; readonly isTold: boolean },
  ordinary: OrdinaryTariff,
): FoundRow['certainty'] | undefined {
  const { beside, size } = row;
  const isSame = beside !== undefined && isUnmoved(beside, ordinary.tariff, size);
  if (isTold && hasBegun(row, moment))
    return isSame || !isOvertaken(row, ordinary) ? 'known' : undefined;
  return isSame && isCarried(row, moment, ordinary) ? 'carried' : undefined;
}

/** May the row hold on a day for which no source tells of it? Its ordinary tariff is in force, or stands in. */
function isCarried(row: VehicleTariff, moment: Moment, { tariff }: OrdinaryTariff): boolean {
  if (hasBegun(row, moment)) return true;
  const isOfSameNotice = tariff.observed !== true && tariff.from === row.from;
  return row.isOlder === true && isOfSameNotice && yearOf(moment.day) === yearOf(row.from);
}

/** Is a newer ordinary tariff in force than the one that the row was published beside? */
const isOvertaken = ({ beside, from }: VehicleTariff, { tariff, isKnown }: OrdinaryTariff) =>
  beside !== undefined && isKnown && from < tariff.from;

/** Is the ordinary tariff in force still the one that was published beside a row? */
function isUnmoved(beside: SizePrices, tariff: Tariff, size: VehicleSize): boolean {
  const { ore, rushOre, rushCarriedFrom, carriedFrom } = tariff[size] ?? {};
  if (carriedFrom !== undefined) return false;
  const isRushSame =
    rushOre === undefined ||
    rushCarriedFrom !== undefined ||
    beside.rushOre === undefined ||
    rushOre === beside.rushOre;
  return ore === beside.ore && isRushSame;
}

/**
 * An exemption that is known from a later day on. No source tells whether it held at the moment.
 *
 * @returns `undefined` where the class has none, or one that holds.
 */
export function findLaterExemption(
  rows: readonly VehicleTariff[],
  question: RowQuestion,
): VehicleTariff | undefined {
  const exemptions = rows.filter(
    (row) => row.price.kind === 'exempt' && isFor(row, question) && !hasEnded(row, question.moment),
  );
  return exemptions.some((row) => hasBegun(row, question.moment)) ? undefined : exemptions[0];
}

/** The exemption that the owner of a vehicle may have applied for; `undefined` where the class has none. */
export const findOnApplication = (
  rows: readonly VehicleTariff[],
  question: RowQuestion,
): VehicleTariff | undefined =>
  rows.findLast(
    (row) =>
      row.price.kind === 'on-application' &&
      isFor(row, question) &&
      hasBegun(row, question.moment) &&
      !hasEnded(row, question.moment),
  );

/** The last row of the project that has begun, if it is a share that has ended; for a warning. */
export function findEndedShare(
  rows: readonly VehicleTariff[],
  question: RowQuestion,
): { readonly percentOfTagged: number; readonly end: Day } | undefined {
  const last = rows
    .filter((row) => isFor(row, question) && hasBegun(row, question.moment) && !row.isOfState)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .at(-1);
  return last?.price.kind === 'share' && last.end !== undefined && hasEnded(last, question.moment)
    ? { percentOfTagged: last.price.percentOfTagged, end: last.end.day }
    : undefined;
}
