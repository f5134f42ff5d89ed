import type { Day } from '../base/day.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';
import type { AnswerBillingRoute } from './answer-types.ts';
import { formatFerryProofs } from './format-ferry-proof.ts';
import { namePassage, splitPassages } from './format-passage.ts';
import type { ProofTerms } from './format-proof.ts';
import { formatTollProofs } from './format-toll-proof.ts';
import type { QuotedRoute } from './quote.ts';

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
  const numberOf = new Map(toll.lines.map(({ price }, i) => [namePassage(price), i]));
  const proofOf = (passage: TollPassage | undefined) => {
    const index = passage && numberOf.get(namePassage(passage));
    const proof = index === undefined ? undefined : proofs[index];
    return proof === undefined ? {} : { proof };
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
