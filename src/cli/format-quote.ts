import { formatOsloInstant } from '../base/oslo-time.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { AnswerChargedStation, AnswerPassage } from '../wire/charges.ts';
import type { FerryAmountProof, RuleProof, TollAmountProof } from '../wire/proof.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import {
  formatDuration,
  formatKm,
  formatNok,
  formatSource,
  formatTable,
  formatTimeOfDay,
  notesOf,
  right,
  tableOf,
} from './format-table.ts';

/** The terms of a printed quote that the answer itself does not have. */
interface QuoteView {
  /** Departure, ISO 8601 with the Oslo offset. */
  readonly startTime: string;
  /** The tariff group whose amounts are shown at each station. */
  readonly size: VehicleSize;
}

/** A priced trip as a text for a person: the recommended route in full, each other route in a line. */
export function formatTrip(question: ParsedQuestion, { _billing: billing }: RouteAnswer): string {
  const startTime = formatOsloInstant(question.request.startMs);
  const view = { startTime, size: sizeOf(question, billing) };
  const [first, ...others] = billing.routes;
  if (first === undefined) throw new Error('Expected at least one route.');
  const sections = [
    formatHead(first, view),
    ...formatChosen(first, billing.searchCut === true),
    ...(billing.refined ? [] : [formatPreliminary(billing.refineFallback === true)]),
    ...formatPassages(first, view),
    ...formatFerries(first),
    ...formatBounds(first),
    formatSums(first),
    ...formatVehicle(first),
    ...formatAllowance(first),
    ...formatProofs(first),
    ...notesOf(
      'Note',
      first.warnings.map(({ message }) => message),
    ),
    ...formatOthers(others, view),
    formatSource(billing),
  ];
  return sections.join('\n\n');
}

/** The tariff group that the answer is about: that of the vehicle, if the question asks for one. */
function sizeOf({ request }: ParsedQuestion, { vehicle }: RouteAnswer['_billing']): VehicleSize {
  if (vehicle === undefined) return request.size;
  return vehicle.tariffGroup.value === 1 ? 'small' : 'large';
}

function formatHead(route: AnswerBillingRoute, { startTime }: QuoteView): string {
  const [day, time] = [startTime.slice(0, 10), startTime.slice(11, 16)];
  return `Recommended route: ${formatKm(route.distance)}, ${formatDuration(route.durationMin)}, departure ${day} ${time}`;
}

/** Why the route is recommended, where ways were chosen by money, and whether there may be a better one. */
function formatChosen(route: AnswerBillingRoute, isCut: boolean): string[] {
  const why = route.choice && `Chosen by money and time: ${formatChoice(route)}.`;
  const cut = isCut && 'The search met its bound: there may be better ways than these.';
  const lines = [why, cut].filter((line) => typeof line === 'string');
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** The reasons for the route, and what it saves or costs against the fastest; `''`: ways were not chosen by money. */
function formatChoice({ choice }: AnswerBillingRoute): string {
  if (choice === undefined) return '';
  const { nok, durationMin } = choice.againstFastest;
  const reasons = choice.reasons.join(', ');
  if (nok === 0 && durationMin === 0) return reasons;
  const money =
    nok === 0 ? '' : `${formatNok(Math.abs(nok))} NOK ${nok > 0 ? 'more' : 'less'} and `;
  return `${reasons}; ${money}${durationMin.toFixed(1)} min longer than the fastest`;
}

function formatPreliminary(isFallback: boolean): string {
  const why = isFallback ? 'Exact matching was not possible' : 'Exact matching was not asked for';
  return `${why}: the toll is preliminary, without direction and hour rule.`;
}

/** The bounds in one line; `[]` where they were not asked for. */
function formatBounds({ tollMin, tollMax }: AnswerBillingRoute): string[] {
  if (tollMin === undefined || tollMax === undefined) return [];
  return [
    `The refined toll with a tag lies between ${formatNok(tollMin)} and ${formatNok(tollMax)}.`,
  ];
}

function formatSums(route: AnswerBillingRoute): string {
  const row = (name: string, withTag: number, withoutTag: number) => [
    name,
    formatNok(withTag),
    formatNok(withoutTag),
  ];
  return formatTable(
    ['Sum, NOK', right('with tag'), right('without')],
    [
      row('Toll, small vehicle', route.tollSmall, route.tollSmallNoDiscount),
      row('Toll, large vehicle', route.tollLarge, route.tollLargeNoDiscount),
      ...(route.ferryCount === 0
        ? []
        : [
            row(
              `Ferries, ${route.ferryVehicleClass} (agreement, ordinary)`,
              route.ferryNokAutopass,
              route.ferryNok,
            ),
          ]),
    ],
  );
}

/** The vehicle in one line; `[]` where none was asked for. */
function formatVehicle({ vehicle }: AnswerBillingRoute): string[] {
  if (vehicle === undefined) return [];
  const { tollNok, ferryNok, totalNok, estimated, tollMin, tollMax } = vehicle;
  const isBounded = tollMin !== undefined && tollMax !== undefined;
  const bounds = isBounded ? `, between ${formatNok(tollMin)} and ${formatNok(tollMax)}` : '';
  const parts = `toll ${formatNok(tollNok)}${bounds}, ferries ${formatNok(ferryNok)}`;
  return [`This vehicle: ${formatNok(totalNok)} NOK (${parts})${estimated ? ', an estimate' : ''}`];
}

/** The lines of a claim with the state's allowance; `[]` where it was not asked for, or has no rates. */
function formatAllowance({ lines = [], linesNok }: AnswerBillingRoute): string[] {
  if (linesNok === undefined || !lines.some(({ amountOf }) => amountOf === 'allowance')) return [];
  const rows = lines.map(({ kind, name, km, rateNok, nok, estimated }) => [
    kind === 'toll' || kind === 'ferry' ? `${kind}: ${name}` : name,
    km?.toFixed(1) ?? '',
    rateNok === undefined ? '' : formatNok(rateNok),
    formatNok(nok) + (estimated ? ' (estimate)' : ''),
  ]);
  const columns = ['Line of a claim', ...['km', 'rate', 'NOK'].map(right)];
  return [formatTable(columns, [...rows, ['Sum', '', '', formatNok(linesNok)]])];
}

/** The amount that the vehicle pays on a route; `''`: no vehicle was asked for. */
function formatTotal({ vehicle, complete }: AnswerBillingRoute): string {
  if (vehicle === undefined) return '';
  const about = vehicle.estimated ? ' (estimate)' : '';
  return `${formatNok(vehicle.totalNok)}${about}${complete ? '' : ' + not known'}`;
}

/** The sum of the ferries. Empty on a route without a ferry: 0.00 would mean a ferry that costs nothing. */
function formatFerrySum({ ferryCount, ferryPriced, ferryNok }: AnswerBillingRoute): string {
  if (ferryCount === 0) return '';
  return ferryPriced ? formatNok(ferryNok) : `${formatNok(ferryNok)} + not priced`;
}

/** For each size, the sums with the tag and without. */
const TOLL_SUMS = {
  small: ['tollSmall', 'tollSmallNoDiscount'],
  large: ['tollLarge', 'tollLargeNoDiscount'],
} as const;

function formatOthers(routes: readonly AnswerBillingRoute[], { size }: QuoteView): string[] {
  const rows = routes.map((route, i) => [
    `${i + 2}`,
    formatKm(route.distance),
    formatDuration(route.durationMin),
    ...TOLL_SUMS[size].map((sum) => formatNok(route[sum])),
    formatFerrySum(route),
    formatTotal(route),
    formatChoice(route),
  ]);
  const amounts = ['', '', 'toll with tag', 'without', 'ferries', 'this vehicle'].map(right);
  const columns = ['Other routes', ...amounts, 'why'];
  // The last two columns are for one vehicle and for ways chosen by money. They are shown only where a row has a text.
  const isShown = (_: unknown, i: number) => i < 6 || rows.some((row) => row[i] !== '');
  return tableOf(
    columns.filter(isShown),
    rows.map((row) => row.filter(isShown)),
  );
}

/** The crossings with their fares, and the crossings without a price; `[]` if there are none. */
function formatFerries({ ferries, ferryUnpriced = [] }: AnswerBillingRoute): string[] {
  const amounts = ['km', 'time', 'ordinary', 'zero emission', 'agreement'].map(right);
  const columns = ['Ferry', 'class', ...amounts, 'tariff'];
  const rows = ferries.map((ferry) => [
    ferry.name,
    ferry.vehicleClass,
    ferry.km.toFixed(1),
    formatDuration(ferry.durationMin),
    formatNok(ferry.nok),
    formatNok(ferry.evNok),
    formatNok(ferry.autopassNok),
    ferry.tariff + (ferry.estimated && !ferry.tariff.includes('estimate') ? ' (estimate)' : ''),
  ]);
  return [
    ...tableOf(columns, rows),
    ...notesOf(
      'Ferries without a price, not in the sum',
      ferryUnpriced.map(({ name, lengthKm, why }) => `${name}, ${lengthKm.toFixed(1)} km: ${why}`),
    ),
  ];
}

const PLACE = ['operator', 'passed'];

/** For each size, the amounts with the tag and without, and the list price. */
const AMOUNTS = {
  small: { paid: ['smallNok', 'smallNoDiscountNok'], listed: 'listSmallNok' },
  large: { paid: ['largeNok', 'largeNoDiscountNok'], listed: 'listLargeNok' },
} as const;

/** Tables of the stations passed: charged, free, without a known tariff. One sentence if no station is passed. */
function formatPassages(route: AnswerBillingRoute, view: QuoteView): string[] {
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
function formatProofs(route: AnswerBillingRoute): string[] {
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
