import type { VehicleSize } from '../base/vehicle.ts';
import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { AnswerChargedStation, AnswerPassage } from '../wire/passage.ts';
import type { FerryAmountProof, RuleProof, TollAmountProof } from '../wire/proof.ts';
import { formatNok, formatTimeOfDay, notesOf, right, tableOf } from './format-table.ts';

const PLACE = ['operator', 'passed'];

/** For each size, the amounts with the tag and without, and the list price. */
const AMOUNTS = {
  small: { paid: ['smallNok', 'smallNoDiscountNok'], listed: 'listSmallNok' },
  large: { paid: ['largeNok', 'largeNoDiscountNok'], listed: 'listLargeNok' },
} as const;

/** Tables of the stations passed: charged, free, without a known tariff. One sentence if no station is passed. */
export function formatPassages(route: AnswerBillingRoute, view: QuoteView): string[] {
  const tables = [
    ...formatCharged(route, view),
    ...formatFree(route, view),
    ...formatUnpriced(route, view),
  ];
  if (tables.length > 0) return tables;
  const mayBePassed = route.tollMax !== undefined && route.tollMax > 0;
  return [mayBePassed ? 'No toll station was surely passed.' : 'No toll station on the way.'];
}

function formatCharged({ chargedStations }: AnswerBillingRoute, view: QuoteView): string[] {
  const amounts = ['with tag', 'without'].map(right);
  const columns = [`Toll, ${view.size} vehicle`, ...PLACE, ...amounts, 'why'];
  const { paid } = AMOUNTS[view.size];
  const rows = chargedStations.map((station) => {
    const why = [toWords(station.reason), ...ruleOf(station, chargedStations)].join(': ');
    return [...placeOf(station, view), ...paid.map((amount) => formatNok(station[amount])), why];
  });
  return tableOf(columns, rows);
}

/** The rule that makes a passage free, and where the passage was paid; `[]` where no rule applies. */
function ruleOf(
  { rule, paidAt }: Pick<AnswerChargedStation, 'rule' | 'paidAt'>,
  charged: readonly AnswerChargedStation[],
): string[] {
  if (rule === undefined) return [];
  const payer = charged.find(({ id }) => id === paidAt)?.name;
  return [toWords(rule) + (payer === undefined ? '' : `, paid at ${payer}`)];
}

const formatFree = (route: AnswerBillingRoute, view: QuoteView): string[] =>
  tableOf(
    ['Passed without charge', ...PLACE, 'rule'],
    route.freePassages.map((passage) => [
      ...placeOf(passage, view),
      ...ruleOf(passage, route.chargedStations),
    ]),
  );

function formatUnpriced({ unpricedStations }: AnswerBillingRoute, view: QuoteView): string[] {
  const rows = unpricedStations.map((station) => {
    const nok = station[AMOUNTS[view.size].listed];
    return { place: placeOf(station, view), price: nok === undefined ? '' : formatNok(nok) };
  });
  // Only a foreign route planner gives list prices.
  const hasList = rows.some(({ price }) => price !== '');
  return tableOf(
    ['Tariff not known, not in the sum', ...PLACE, ...(hasList ? [right('list price')] : [])],
    rows.map(({ place, price }) => [...place, ...(hasList ? [price] : [])]),
  );
}

function placeOf({ name, operator, passedAt }: AnswerPassage, { startTime }: QuoteView): string[] {
  return [name, operator, formatTimeOfDay(passedAt, startTime.slice(0, 10))];
}

const toWords = (code: string) => code.replaceAll('-', ' ');

/** The proofs of a route, one paragraph per passage and crossing; `[]` where none was asked for. */
export function formatProofs(route: AnswerBillingRoute): string[] {
  const passages = [...route.chargedStations, ...route.freePassages];
  const named = new Map(
    passages.flatMap(({ name, proof }) => (proof ? [[proof.id, { name, proof }]] : [])),
  );
  const tolls = [...named.values()]
    .toSorted((a, b) => a.proof.passedAt.localeCompare(b.proof.passedAt))
    .flatMap(({ name, proof: { id, project, local, amounts } }) =>
      notesOf(
        `Proof ${id}: ${name}, ${project}, ${local.day} ${local.time}`,
        amounts.map(formatAmount),
      ),
    );
  const ferries = route.ferries.flatMap(({ name, proof }) =>
    proof
      ? notesOf(`Proof ${proof.id}: ${name}, ${proof.day}`, proof.amounts.map(formatAmount))
      : [],
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
  return `${amount.of} ${formatNok(amount.ore / 100)}: ${steps.join(' > ')} øre${rule}; ${row}`;
}

function formatRule({ kind, group, openedBy, paidBy, cap }: RuleProof): string {
  const opened = openedBy ? `, ${group} opened by ${openedBy.id} at ${openedBy.passedAt}` : '';
  const paid = paidBy ? `, paid at ${paidBy.id}` : '';
  const capped = cap ? `, ${cap.used} of ${cap.perMonth} used in ${cap.month}` : '';
  return `${opened || capped || kind !== 'none' ? `; ${kind}` : ''}${opened}${paid}${capped}`;
}

/** The terms of a printed quote that the answer itself does not have. */
export interface QuoteView {
  /** Departure, ISO 8601 with the Oslo offset. */
  readonly startTime: string;
  /** The tariff group whose amounts are shown at each station. */
  readonly size: VehicleSize;
}
