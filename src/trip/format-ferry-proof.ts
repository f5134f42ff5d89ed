import type { Day } from '../base/day.ts';
import type { FerryBill, PricedCrossing } from '../pricing/ferry.ts';
import type { PricedAmount, PriceStep } from '../pricing/priced-amount.ts';
import { formatPrice, formatVersion, nameProof, type ProofTerms } from './format-proof.ts';
import type { FerryAmountProof, FerryProof } from './proof-types.ts';

/**
 * The proofs of all priced crossings of a route, in travel order.
 *
 * @param day whose fares are taken.
 */
export function formatFerryProofs(
  { priced }: Pick<FerryBill, 'priced'>,
  { routeId, day, ...terms }: ProofTerms & { readonly routeId: string; readonly day: Day },
): FerryProof[] {
  return priced.map((crossing, i) => ({
    id: nameProof(routeId, 'ferry', i),
    ...formatVersion(terms),
    day,
    amounts: listAmounts(crossing),
  }));
}

function listAmounts(crossing: PricedCrossing): FerryAmountProof[] {
  const { ordinaryOre, zeroEmissionOre, autopassOre, zeroEmissionShare, vehicle } = crossing;
  const prove = (of: FerryAmountProof['of'], ore: number, more: readonly PriceStep[]) => ({
    of,
    ...formatPrice(toAmount(crossing, ore, more), ore),
  });
  return [
    prove('nok', ordinaryOre, []),
    prove(
      'evNok',
      zeroEmissionOre,
      ordinaryOre === 0
        ? []
        : [{ kind: 'zero-emission', ore: zeroEmissionOre, ...zeroEmissionShare }],
    ),
    prove('autopassNok', autopassOre, listAgreement(crossing)),
    ...(vehicle?.amount === undefined
      ? []
      : [{ of: 'vehicleNok' as const, ...formatPrice(vehicle.amount, vehicle.amount.ore) }]),
  ];
}

function toAmount(
  { ordinaryOre, estimated, row }: PricedCrossing,
  ore: number,
  more: readonly PriceStep[],
): PricedAmount {
  const certainty = estimated ? 'carried' : 'known';
  return { ore, certainty, row, steps: [{ kind: 'full', ore: ordinaryOre }, ...more] };
}

/** A class without an agreement price pays the ordinary fare. */
function listAgreement({ agreement, ferryClass, autopassOre }: PricedCrossing): PriceStep[] {
  if (agreement === undefined || agreement.exceptClasses.includes(ferryClass)) return [];
  const percentLeft = Math.round(agreement.share * 10_000) / 100;
  return [
    { kind: 'ferry-agreement', percentLeft, rounding: agreement.roundedTo, ore: autopassOre },
  ];
}
