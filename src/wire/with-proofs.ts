import type { Day } from '../base/day.ts';
import type { QuotedRoute } from '../trip/quote.ts';
import type { AnswerBillingRoute } from './answer-types.ts';
import { formatFerryProofs } from './format-ferry-proof.ts';
import { splitPassages } from './format-passage.ts';
import type { ProofTerms } from './format-proof.ts';
import { formatTollProofs } from './format-toll-proof.ts';

type Lists = Pick<AnswerBillingRoute, 'chargedStations' | 'freePassages' | 'ferries'>;

/**
 * A bill with the proof of every amount beside it; as it is where nobody asked.
 *
 * @param terms absent: nobody asked. `day`: the one whose ferry fares are taken.
 */
export function withProofs<Bill extends Lists>(
  bill: Bill,
  { route, toll, ferry }: QuotedRoute,
  terms: (ProofTerms & { readonly day: Day }) | undefined,
): Bill {
  if (terms === undefined) return bill;
  const proofs = formatTollProofs(toll, route.id, terms);
  const proofOf = (passage: { readonly line: number } | undefined) => {
    const proof = passage && proofs[passage.line];
    return proof && { proof };
  };
  const { free } = splitPassages(toll);
  const sailed = formatFerryProofs(ferry, { ...terms, routeId: route.id });
  return {
    ...bill,
    chargedStations: bill.chargedStations.map((one, i) => ({
      ...one,
      ...proofOf(toll.charged[i]),
    })),
    freePassages: bill.freePassages.map((one, i) => ({ ...one, ...proofOf(free[i]) })),
    ferries: bill.ferries.map((one, i) => {
      const proof = sailed[i];
      return proof === undefined ? one : { ...one, proof };
    }),
  };
}
