import type { AnswerBillingRoute } from '../trip/answer-types.ts';
import type { FerryAmountProof, RuleProof, TollAmountProof } from '../trip/proof-types.ts';
import { formatNok } from './format-table.ts';

/** The proofs of a route, one paragraph per passage and crossing; `[]` where none was asked for. */
export function formatProofs(route: AnswerBillingRoute): string[] {
  const passages = [...route.chargedStations, ...route.freePassages];
  const named = new Map(
    passages.flatMap(({ name, proof }) => (proof ? [[proof.id, { name, proof }]] : [])),
  );
  const tolls = [...named.values()]
    .toSorted((a, b) => a.proof.passedAt.localeCompare(b.proof.passedAt))
    .map(({ name, proof }) => {
      const { day, time } = proof.local;
      const head = `Proof ${proof.id}: ${name}, ${proof.project}, ${day} ${time}`;
      return [head, ...proof.amounts.map((amount) => formatAmount(amount))].join('\n');
    });
  const ferries = route.ferries.flatMap(({ name, proof }) =>
    proof === undefined
      ? []
      : [
          [`Proof ${proof.id}: ${name}, ${proof.day}`, ...proof.amounts.map(formatAmount)].join(
            '\n',
          ),
        ],
  );
  return [...tolls, ...ferries];
}

function formatAmount(amount: TollAmountProof | FerryAmountProof): string {
  const steps = amount.steps.map(({ kind, percentLeft, times, ore }) => {
    const how = percentLeft === undefined ? '' : ` ${percentLeft} %`;
    const often = times === undefined ? '' : ` ${times} times`;
    return `${kind}${how}${often} ${ore}`;
  });
  const rule = 'rule' in amount ? formatRule(amount.rule) : '';
  const { id, from, source } = amount.tariff;
  const row = `row ${id}, from ${from} (${source}), ${amount.certainty}`;
  return `- ${amount.of} ${formatNok(amount.ore / 100)}: ${steps.join(' > ')} øre${rule}; ${row}`;
}

function formatRule({ kind, group, openedBy, paidBy, cap }: RuleProof): string {
  const opened = openedBy ? `, ${group} opened by ${openedBy.id} at ${openedBy.passedAt}` : '';
  const paid = paidBy ? `, paid at ${paidBy.id}` : '';
  const capped = cap ? `, ${cap.used} of ${cap.perMonth} used in ${cap.month}` : '';
  return `${opened || capped || kind !== 'none' ? `; ${kind}` : ''}${opened}${paid}${capped}`;
}
