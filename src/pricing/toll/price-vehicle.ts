import { endOfRow } from '../dated.ts';
import type { Certainty, PricedAmount } from '../priced-amount.ts';
import type { Exemption, ShareCeiling, VehicleTariff } from './law.ts';
import {
  type ExemptionDoubt,
  findApplication,
  findExemptionDoubt,
  findOwnTariff,
  type OwnTariffDoubt,
  type RowOfClass,
  type TariffedPassage,
} from './own-tariff.ts';
import { amountFor, type PassagePrice } from './price-passage.ts';
import { findTagStep, isTagKnown, takePercent } from './tag-discount.ts';
import type { TollVehicle } from './terms.ts';
import type { FoundRow } from './vehicle-tariff.ts';

/** What a vehicle pays for a passage by itself. */
export interface VehiclePrice {
  /** Absent: no source tells what its size pays here. */
  readonly amount?: PricedAmount;
  /** Why the amount is no more than an estimate; absent: it is none. */
  readonly doubt?: PriceDoubt;
  /** It pays nothing instead where its owner has applied for it; absent: there is no such exemption. */
  readonly onApplication?: RowOfClass;
}

export type PriceDoubt =
  /** The ordinary tariff of the day, or its rush price, is not known: a near one stands in. */
  | { readonly kind: 'ordinary-not-known' }
  /** The newest row of the class is carried forward: no source tells of it for the day. */
  | ({ readonly kind: 'carried' } & RowOfClass)
  | OwnTariffDoubt
  | ExemptionDoubt;

/** Prices a passage for one vehicle, by the tariff of its moment, before any rule between passages. */
export function priceVehicle(passage: PassagePrice, vehicle: TollVehicle): VehiclePrice {
  const { tariff } = passage;
  const ordinary = amountFor(passage, vehicle);
  const untagged = amountFor(passage, { ...vehicle, tagged: false });
  if (ordinary === undefined || untagged === undefined || tariff === undefined) return {};
  const exemption = findExemption(passage, vehicle);
  if (exemption !== undefined) {
    const { source } = exemption;
    const steps = [...untagged.steps, { kind: 'exempt', ore: 0, source } as const];
    return { amount: { ...untagged, ore: 0, certainty: 'known', steps } };
  }
  const base: Base = { passage, tariff, vehicle, ordinary };
  const priced = priceUnlessExempt(base);
  const onApplication = (priced.amount?.ore ?? 0) > 0 ? findApplication(base) : undefined;
  return { ...priced, ...(onApplication && { onApplication }) };
}

/** An exemption that begins later may have held already. */
function priceUnlessExempt(base: Base): VehiclePrice {
  const priced = priceByTariff(base);
  const doubt = priced.doubt === undefined ? findExemptionDoubt(base) : undefined;
  if (doubt === undefined || priced.amount === undefined) return priced;
  return { amount: { ...priced.amount, certainty: 'carried' }, doubt };
}

/** The rule by which a vehicle pays no toll at all; `undefined`: none. */
export const findExemption = (
  { station, time }: PassagePrice,
  { technicalCode }: TollVehicle,
): Exemption | undefined =>
  station.project.exemptions?.find(
    ({ from, codePrefix }) => from <= time.day && technicalCode?.startsWith(codePrefix) === true,
  );

interface Base extends TariffedPassage {
  /** What its size pays in its way, by the ordinary tariff of the moment. */
  readonly ordinary: PricedAmount;
}

/** By the row of its class, or the ordinary one. */
function priceByTariff(base: Base): VehiclePrice {
  const { ordinary } = base;
  const isFirm = ordinary.certainty === 'known';
  const own = findOwnTariff(base);
  if (own.kind === 'ordinary')
    return { amount: ordinary, ...(!isFirm && { doubt: { kind: 'ordinary-not-known' } }) };
  if (own.kind !== 'row') return byDoubt(base, own);

  const { found, tollClass } = own;
  const amount = byRow(base, found);
  const { row } = found;
  if (found.certainty === 'carried') return { amount, doubt: { kind: 'carried', tollClass, row } };
  if (!restsOnUnknown(base, row, isFirm)) return { amount };
  return { amount: { ...amount, certainty: 'carried' }, doubt: { kind: 'ordinary-not-known' } };
}

/** A share is one of the ordinary price; of a price of its own a tag takes off as much as of that one. */
function restsOnUnknown(
  { passage: { station, time }, vehicle }: Base,
  { price }: VehicleTariff,
  isFirm: boolean,
): boolean {
  if (price.kind === 'share') return price.percentOfTagged > 0 && !isFirm;
  const isTagOpen = vehicle.tagged && !isTagKnown(station.project.tagDiscounts, time.day);
  return price.kind === 'tariff' && isTagOpen;
}

/** Where the row is not known: the lawful ceiling of zero emission, else the ordinary tariff. */
function byDoubt({ ordinary }: Base, doubt: OwnTariffDoubt): VehiclePrice {
  const ceiling = doubt.kind === 'share-not-known' ? doubt.ceiling : undefined;
  if (ceiling === undefined) return { amount: { ...ordinary, certainty: 'ordinary' }, doubt };
  return { amount: byShare(ordinary, 'ceiling', ceiling), doubt };
}

function byRow({ passage, vehicle, ordinary }: Base, { row, certainty }: FoundRow): PricedAmount {
  const { id, from, fromMin, knownUntil, source, price } = row;
  if (price.kind !== 'tariff') {
    const percentOfTagged = price.kind === 'share' ? price.percentOfTagged : 0;
    return byShare(ordinary, certainty, { percentOfTagged, source });
  }
  // In a rush whose ordinary price is not known a row has its own: `hasPrice` has seen to it.
  const isRush = passage[vehicle.size]?.rush !== 'no';
  const fullOre = (isRush ? price.rushOre : undefined) ?? price.ore;
  const { station, time } = passage;
  const tagCase = { day: time.day, size: vehicle.size };
  const tag = vehicle.tagged
    ? findTagStep(fullOre, station.project.tagDiscounts, tagCase)
    : undefined;
  return {
    ore: tag?.ore ?? fullOre,
    certainty,
    row: { id, from, fromMin, until: endOfRow(from, knownUntil), source },
    steps: [{ kind: isRush ? 'full-rush' : 'full', ore: fullOre }, ...(tag ? [tag] : [])],
  };
}

function byShare(
  ordinary: PricedAmount,
  certainty: Certainty,
  { percentOfTagged: percentLeft, source }: Pick<ShareCeiling, 'percentOfTagged' | 'source'>,
): PricedAmount {
  const ore = takePercent(ordinary.ore, percentLeft);
  const step = { kind: 'zero-emission', percentLeft, ore, source } as const;
  return { ...ordinary, ore, certainty, steps: [...ordinary.steps, step] };
}
