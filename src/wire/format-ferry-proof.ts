import type { Day } from '../base/day.ts';
import type { BilledCrossing, FerryBill } from '../pricing/ferry/bill.ts';
import type { PricedAmount } from '../pricing/priced-amount.ts';
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

function listAmounts({ ordinary, zeroEmission, autopass, vehicle }: BilledCrossing) {
  const prove = (of: FerryAmountProof['of'], amount: PricedAmount): FerryAmountProof => ({
    of,
    ...formatPrice(amount, amount.ore),
  });
  return [
    prove('nok', ordinary),
    prove('evNok', zeroEmission),
    prove('autopassNok', autopass),
    ...(vehicle?.amount === undefined ? [] : [prove('vehicleNok', vehicle.amount)]),
  ];
}
