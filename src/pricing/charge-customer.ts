import type { Ore } from '../base/nok.ts';
import { isZeroEmission } from '../base/vehicle.ts';
import type { PricedCrossing } from './ferry.ts';
import type { FerryCustomer, FerryPayments, VehicleFare } from './ferry-customer.ts';
import { shareInKroner, shareInOre } from './ferry-rounding.ts';
import type { PricedAmount, PriceStep } from './priced-amount.ts';

/**
 * What one vehicle pays for a crossing: the ordinary or the zero-emission fare, as often as its
 * trailer makes it, less what its tag or agreement takes off.
 *
 * @param payments absent: nothing but the private agreement of the tariff is known.
 */
export function chargeCustomer(
  priced: PricedCrossing,
  { customer, times }: { readonly customer: FerryCustomer; readonly times: number },
  payments?: FerryPayments,
): VehicleFare {
  const { row, isShareAssumed, estimated } = priced;
  const terms = findTerms(priced, customer, payments);
  const steps = listSteps(priced, { customer, times, terms });
  const doubts = priced.ordinaryOre === 0 ? [] : listDoubts(priced, customer, terms);
  const isAssumed = isShareAssumed === true && isZeroEmission(customer.fuel);
  const isCarried = estimated || isAssumed;
  const amount: PricedAmount = {
    ore: lastOf(steps),
    certainty: isCarried ? 'carried' : 'known',
    row,
    steps,
  };
  return { amount, estimated: isCarried || doubts.length > 0, doubts };
}

interface Paying {
  readonly customer: FerryCustomer;
  readonly times: number;
  readonly terms: DiscountTerms | undefined;
}

/** Of a ferry that is free for everybody there is one step. */
function listSteps(
  { ordinaryOre, zeroEmissionOre, zeroEmissionShare }: PricedCrossing,
  { customer, times, terms }: Paying,
): PriceStep[] {
  const steps: PriceStep[] = [{ kind: 'full', ore: ordinaryOre }];
  if (ordinaryOre === 0) return steps;
  if (isZeroEmission(customer.fuel))
    steps.push({ kind: 'zero-emission', ore: zeroEmissionOre, ...zeroEmissionShare });
  if (times > 1) steps.push({ kind: 'trailer', times, ore: lastOf(steps) * times });
  if (terms !== undefined) steps.push(toDiscount(terms, lastOf(steps)));
  return steps;
}

function listDoubts(
  { name, crossing }: PricedCrossing,
  { fuel, agreement }: FerryCustomer,
  terms?: DiscountTerms,
): string[] {
  const isUnsure =
    crossing.connection?.agreementUnsure === true &&
    (agreement === 'private' || agreement === 'business');
  return [
    ...(fuel === undefined
      ? [`The fuel of the vehicle is not known: the ordinary fare of ${name} is charged.`]
      : []),
    ...(agreement !== 'none' && terms === undefined
      ? [`What ${WORDS[agreement]} takes off on ${name} is not known: nothing is taken off.`]
      : []),
    ...(isUnsure
      ? [`Whether the ferry agreement is valid on ${name} is not known: it is taken off.`]
      : []),
  ];
}

const WORDS = {
  tag: 'a tag without agreement',
  private: 'the private agreement',
  business: 'the business agreement',
} as const;

interface DiscountTerms {
  /** Part of the fare that remains to be paid. */
  readonly share: number;
  readonly roundedTo: 'nok' | 'ore';
  /** Absent: the fare table itself. */
  readonly source?: string;
}

/** `undefined`: nothing is shown, or nobody tells what it takes off. */
function findTerms(
  { agreement, ferryClass }: PricedCrossing,
  { agreement: kind }: FerryCustomer,
  payments?: FerryPayments,
): DiscountTerms | undefined {
  if (kind === 'none' || agreement === undefined) return undefined;
  if (agreement.exceptClasses.includes(ferryClass)) return undefined;
  if (kind === 'private') return agreement;
  const found = payments?.payments.find(
    (payment) => payment.agreement === agreement.name && payment.kind === kind,
  );
  if (found === undefined) return undefined;
  const { percentOff, roundedTo, source } = found;
  return { share: (100 - percentOff) / 100, roundedTo, source };
}

function toDiscount({ share, roundedTo, source }: DiscountTerms, ore: Ore): PriceStep {
  const shareOf = roundedTo === 'nok' ? shareInKroner : shareInOre;
  return {
    kind: 'ferry-agreement',
    percentLeft: Math.round(share * 10_000) / 100,
    rounding: roundedTo,
    ore: shareOf(ore, share),
    ...(source !== undefined && { source }),
  };
}

const lastOf = (steps: readonly PriceStep[]): Ore => steps.at(-1)?.ore ?? 0;
