/** What one vehicle pays for a crossing, by its fuel, its trailer, and its tag or agreement. */
import type { Day } from '../../base/day.ts';
import { isZeroEmission } from '../../base/vehicle.ts';
import { addStep, type PricedAmount } from '../priced-amount.ts';
import { addToll } from './added-toll.ts';
import { addTrailer, type TowingVehicle } from './class.ts';
import type { FerryAgreement, FerryTariffs } from './law.ts';
import {
  type DiscountTerms,
  type PricedCrossing,
  type PricedOutcome,
  priceCrossing,
  takeOff,
} from './price-crossing.ts';
import type { FerryCustomer, FerryVehicle } from './terms.ts';

/** What one vehicle pays for a crossing. */
export interface VehicleFare {
  /** Absent: no fare is known for it. */
  readonly amount?: PricedAmount;
  /** The amount, or whether there is one, is not known for the vehicle and the day. */
  readonly estimated: boolean;
  /** Why the amount is an estimate, as far as the warnings of the crossing do not tell; for a person to read. */
  readonly doubts: readonly string[];
}

/**
 * What the vehicle pays for a crossing, its trailer included.
 *
 * @param alone what it would pay without the trailer.
 */
export function priceForCustomer(
  alone: PricedOutcome,
  vehicle: FerryVehicle,
  customer: FerryCustomer,
  day: Day,
  tariffs: FerryTariffs,
): VehicleFare {
  const towing = addTrailer(vehicle, customer, tariffs);
  const outcome = towing
    ? priceCrossing(alone.priced.crossing, towing.vehicle, day, tariffs)
    : alone;
  if ('unpriced' in outcome) {
    const { name, why } = outcome.unpriced;
    return { estimated: true, doubts: [`The vehicle's fare of ${name} is not in the sum: ${why}`] };
  }
  const { priced } = outcome;
  if (priced.ordinary.ore === 0) {
    const amount = priced.ordinary;
    return { amount, estimated: amount.certainty !== 'known', doubts: [] };
  }
  const terms = findTerms(priced, customer, tariffs.payments);
  const amount = chargeCustomer(priced, customer, { times: towing?.times ?? 1, terms });
  const doubts = [
    ...listDoubts(priced, customer, { terms, towing, national: tariffs.zoneTable.agreement }),
    ...listClassDoubts(outcome, customer, alone),
  ];
  const isUncertain = amount.certainty !== 'known' || customer.isClassAssumed === true;
  return { amount, estimated: isUncertain || doubts.length > 0, doubts };
}

/**
 * The ordinary or the zero-emission fare, less the discount of the tag or the agreement, multiplied for the trailer, and
 * the toll that is part of the ticket.
 */
function chargeCustomer(
  { fares, toll }: PricedCrossing,
  { fuel, agreement }: FerryCustomer,
  { times, terms }: { readonly times: number; readonly terms: DiscountTerms | undefined },
): PricedAmount {
  const isZero = isZeroEmission(fuel);
  const own = isZero ? fares.zeroEmission : fares.ordinary;
  const less = terms === undefined ? own : takeOff(own, terms);
  const towed = times > 1 ? addStep(less, { kind: 'trailer', times, ore: less.ore * times }) : less;
  const isHalf = isZero && agreement !== 'none';
  return addToll(towed, toll, isHalf ? 'zeroEmissionOre' : 'ordinaryOre');
}

/**
 * The discount of the tag or agreement. `undefined`: the vehicle has neither, its class has no discount, or no source
 * tells it.
 */
function findTerms(
  { agreement, ferryClass, zeroEmissionDiscount }: PricedCrossing,
  { agreement: kind, fuel }: FerryCustomer,
  { payments }: FerryTariffs['payments'],
): DiscountTerms | undefined {
  if (kind === 'none' || agreement === undefined) return undefined;
  if (zeroEmissionDiscount && isZeroEmission(fuel)) return zeroEmissionDiscount;
  if (agreement.exceptClasses.includes(ferryClass)) return undefined;
  if (kind === 'private') return agreement;
  return payments.find((payment) => payment.agreement === agreement.name && payment.kind === kind);
}

interface Charged {
  /** `undefined`: nothing is taken off. */
  readonly terms: DiscountTerms | undefined;
  /** `undefined`: there is no trailer, or no rule is known for it. */
  readonly towing: TowingVehicle | undefined;
  /** The agreement that is valid on most connections. */
  readonly national: FerryAgreement;
}

function listDoubts(
  { name, crossing, fares, agreement: valid, toll }: PricedCrossing,
  { fuel, agreement, trailerM, isWeightAssumed }: FerryCustomer,
  { terms, towing, national }: Charged,
): string[] {
  const isAgreement = agreement === 'private' || agreement === 'business';
  const isOther = agreement === 'private' && valid?.name !== national.name;
  const told: readonly (readonly [isSo: boolean, sentence: string])[] = [
    [
      fuel === undefined,
      `The fuel of the vehicle is not known: the ordinary fare of ${name} is charged.`,
    ],
    [
      agreement !== 'none' && terms === undefined && fares.ordinary.ore > 0,
      `What ${WORDS[agreement]} takes off on ${name} is not known: nothing is taken off.`,
    ],
    [
      isAgreement && crossing.connection?.agreementUnsure === true,
      `Whether the ferry agreement is valid on ${name} is not known: it is taken off.`,
    ],
    [
      isOther && terms !== undefined && terms.percentOff > 0,
      `The AutoPASS ferry agreement is not valid on ${name}: the price is that of its own agreement, which is another contract.`,
    ],
    [
      trailerM !== undefined && towing === undefined,
      `What the trailer costs on ${name} is not known: the fare is without it.`,
    ],
    [
      toll !== undefined && towing !== undefined && towing.times > 1,
      `Whether the toll in the ticket of ${name} is paid once or more often with a trailer is not known: it is charged once.`,
    ],
    [
      towing?.isLengthAssumed === true,
      `The length of the vehicle is not known: the fare of ${name} is that of the longest of its class with the trailer.`,
    ],
    [
      isWeightAssumed === true && towing !== undefined && towing.times > 1,
      `The permitted weight of the vehicle is not known: the fare of ${name} is that of a light car with a trailer, and a heavier vehicle pays the class of the length of both.`,
    ],
  ];
  return told.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}

const WORDS = {
  none: 'nothing',
  tag: 'a tag without agreement',
  private: 'the private agreement',
  business: 'the business agreement',
} as const satisfies Record<FerryCustomer['agreement'], string>;

/** Doubts about the fare with the trailer that are not doubts about the fare without it. */
function listClassDoubts(
  { priced, warnings }: PricedOutcome,
  { fuel }: FerryCustomer,
  alone: PricedOutcome,
): string[] {
  const told = new Set(alone.warnings.map(({ message }) => message));
  return warnings
    .filter(({ code }) => code !== 'zero_emission_share_assumed' || isZeroEmission(fuel))
    .filter(({ message }) => !told.has(message))
    .map(
      ({ message }) => `With its trailer the vehicle is of class ${priced.ferryClass}. ${message}`,
    );
}
