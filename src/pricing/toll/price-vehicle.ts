import { endOfRow } from '../dated.ts';
import { addStep, type Certainty, leavePercent, type PricedAmount } from '../priced-amount.ts';
import type { Exemption, ShareCeiling } from './law.ts';
import {
  findApplication,
  findOpenExemption,
  findOwnTariff,
  type OwnTariffDoubt,
  type RowOfClass,
} from './own-tariff.ts';
import type { PassagePrice } from './price-passage.ts';
import { withTag } from './tag-discount.ts';
import type { TollVehicle } from './terms.ts';
import type { FoundRow } from './vehicle-tariff.ts';

/** What a vehicle pays for a passage by itself. */
export interface VehiclePrice {
  /** Absent: no source tells what its size pays here. */
  readonly amount?: PricedAmount;
  /** Why the amount is an estimate; absent: it is not an estimate. */
  readonly doubt?: PriceDoubt;
  /** The exemption by which the vehicle pays nothing if its owner has applied for it; absent: there is none. */
  readonly onApplication?: RowOfClass;
}

export type PriceDoubt =
  /** The ordinary tariff of the day, or its rush price, is not known: a near one stands in. */
  | { readonly kind: 'ordinary-not-known' }
  /** The newest row of the class is carried forward: no source tells of it for the day. */
  | ({ readonly kind: 'carried' } & RowOfClass)
  /** The class passes for nothing from a later day on, and perhaps did before. */
  | ({ readonly kind: 'exemption-not-known' } & RowOfClass)
  | OwnTariffDoubt;

type PricedVehicle = VehiclePrice & Required<Pick<VehiclePrice, 'amount'>>;

/** Prices a passage for one vehicle, by the tariff of its moment, before any rule between passages. */
export function priceVehicle(passage: PassagePrice, vehicle: TollVehicle): VehiclePrice {
  const own = passage[vehicle.size];
  if (own === undefined) return {};
  const exemption = findExemption(passage, vehicle);
  if (exemption !== undefined) {
    const step = { kind: 'exempt', ore: 0, source: exemption.source } as const;
    return { amount: addStep({ ...own.untagged, certainty: 'known' }, step) };
  }
  const priced = priceByTariff(passage, vehicle, vehicle.tagged ? own.tagged : own.untagged);
  const { amount } = priced;
  // An exemption that begins later may have held already.
  const later = priced.doubt === undefined ? findOpenExemption(passage, vehicle) : undefined;
  const onApplication = amount.ore > 0 ? findApplication(passage, vehicle) : undefined;
  return {
    ...priced,
    ...(later && {
      amount: { ...amount, certainty: 'carried' },
      doubt: { kind: 'exemption-not-known', ...later },
    }),
    ...(onApplication && { onApplication }),
  };
}

/** The rule by which a vehicle pays no toll at all; `undefined`: none. */
export const findExemption = (
  { station, time }: PassagePrice,
  { technicalCode }: TollVehicle,
): Exemption | undefined =>
  station.project.exemptions?.find(
    ({ from, codePrefix }) => from <= time.day && technicalCode?.startsWith(codePrefix) === true,
  );

/**
 * Prices a passage by the row of the vehicle's class. Where no row is known, the price is the most that the law lets
 * zero emission pay, else the ordinary price.
 *
 * @param ordinary the price of the vehicle's size in its way to pay, by the ordinary tariff of the moment.
 */
function priceByTariff(
  passage: PassagePrice,
  vehicle: TollVehicle,
  ordinary: PricedAmount,
): PricedVehicle {
  const own = findOwnTariff(passage, vehicle);
  if (own.kind === 'ordinary') return tellUnknown(ordinary);
  if (own.kind === 'row') {
    const amount = priceByRow(own, { passage, vehicle, ordinary });
    const { row, tollClass, certainty } = own;
    if (certainty === 'known') return tellUnknown(amount);
    return { amount, doubt: { kind: 'carried', tollClass, row } };
  }
  const ceiling = own.kind === 'share-not-known' ? own.ceiling : undefined;
  const amount = ceiling
    ? takeShare(ordinary, 'ceiling', ceiling)
    : ({ ...ordinary, certainty: 'ordinary' } as const);
  return { amount, doubt: own };
}

/** Adds the doubt to an amount that rests on an ordinary tariff or a tag discount that is not known. */
const tellUnknown = (amount: PricedAmount): PricedVehicle =>
  amount.certainty === 'known' ? { amount } : { amount, doubt: { kind: 'ordinary-not-known' } };

interface Priced {
  readonly passage: PassagePrice;
  readonly vehicle: TollVehicle;
  readonly ordinary: PricedAmount;
}

/** A share is a part of the ordinary price. A tag takes as much off a price of its own as off the ordinary price. */
function priceByRow(
  { row, certainty }: FoundRow,
  { passage, vehicle, ordinary }: Priced,
): PricedAmount {
  const { id, from, fromMin, knownUntil, source, price } = row;
  if (price.kind !== 'tariff') {
    const percentOfTagged = price.kind === 'share' ? price.percentOfTagged : 0;
    const isFirm = ordinary.certainty === 'known' || percentOfTagged === 0;
    return takeShare(ordinary, isFirm ? certainty : 'carried', { percentOfTagged, source });
  }
  // In the rush the row has a rush price: `hasPrice` has checked that.
  const isRush = passage[vehicle.size]?.rush !== 'no';
  const ore = (isRush ? price.rushOre : undefined) ?? price.ore;
  const full: PricedAmount = {
    ore,
    certainty,
    row: { id, from, fromMin, until: endOfRow(from, knownUntil), source },
    steps: [{ kind: isRush ? 'full-rush' : 'full', ore }],
  };
  const { station, time } = passage;
  return vehicle.tagged
    ? withTag(full, station.project.tagDiscounts, { day: time.day, size: vehicle.size })
    : full;
}

const takeShare = (
  ordinary: PricedAmount,
  certainty: Certainty,
  { percentOfTagged: percentLeft, source }: Pick<ShareCeiling, 'percentOfTagged' | 'source'>,
): PricedAmount =>
  leavePercent({ ...ordinary, certainty }, { kind: 'zero-emission', percentLeft, source });
