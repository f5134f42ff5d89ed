// @ts-check
import {
  formatAmount,
  formatClock,
  formatDistance,
  formatDuration,
  formatKroner,
  formatMoment,
} from '../base/format.js';
import { button, el, icon } from '../dom.js';
import { hasText, language, t } from '../i18n/language.js';
import { ICONS } from '../icons.js';
import { possiblePart } from './match-view.js';
import { paperLine, stationLine } from './paper-line.js';
import { proofView } from './proof-view.js';
import { reasonText } from './reason-text.js';
import { tariffText } from './tariff-text.js';
import { vehicleFacts } from './vehicle-facts.js';
import { viewName } from './ways-to-pay.js';

/** @typedef {import('./bill.js').Bill} Bill */
/** @typedef {import('./bill.js').BillLine} BillLine */
/** @typedef {import('./bill.js').FerryLine} FerryLine */
/** @typedef {'preliminary' | 'refined' | 'fallback'} State */

/**
 * @typedef {object} ReceiptInput
 * @property {import('./answer.js').BilledRoute} route
 * @property {Bill} bill
 * @property {import('./bill.js').TollView} view
 * @property {State} state
 * @property {{ minOre: number, maxOre: number } | undefined} bounds of the exact toll, while it is not known; of the vehicle's, where a price is not published.
 * @property {number | undefined} beforeOre the preliminary total, where the exact one differs.
 * @property {import('./answer.js').IdentifiedVehicle | undefined} vehicle what it was taken for.
 * @property {readonly string[]} stops names, in travel order.
 * @property {string | undefined} startTime RFC 3339.
 * @property {string | undefined} dataVersion
 * @property {import('./answer.js').Match} [match] of a recorded drive.
 * @property {(id: string | undefined) => void} point a station is pointed at; `undefined`: none.
 * @property {(id: string) => void} open a station is chosen.
 */

/**
 * The bill of a route on paper: each line with its reason, and the proof that they add up.
 *
 * @param {ReceiptInput} input
 */
export function receipt(input) {
  const { bill, state } = input;
  return el(
    'article',
    { class: 'paper', 'data-state': state, 'aria-labelledby': 'receipt-title' },
    paperHead(input),
    input.vehicle !== undefined && vehicleFacts(input.vehicle),
    bill.tolls.length + bill.ferries.length === 0
      ? el('p', { class: 'paper-nothing' }, t('receipt.nothing'))
      : el('div', {}, tollPart(input), ferryPart(bill)),
    totalPart(input),
    input.match !== undefined && possiblePart(input.match.possibleStations, input.view, input),
    proof(bill),
    warnings(input),
    printButton(),
    input.dataVersion !== undefined &&
      el('p', { class: 'paper-data' }, t('receipt.data', { version: input.dataVersion })),
  );
}

/** @param {ReceiptInput} input */
function paperHead({ route, bill, stops, startTime, state, match }) {
  const facts = [
    ...(startTime === undefined ? [] : [formatMoment(startTime, language())]),
    formatDistance(route.distance, language()),
    formatDuration(route.durationMin, language()),
  ];
  return el(
    'header',
    { class: 'paper-head' },
    el('h3', { id: 'receipt-title' }, t('receipt.title')),
    stamp(state, estimatedOre(bill), match?.possibleStations.length ?? 0),
    el('p', { class: 'paper-trip' }, stops.join(' → ')),
    el('p', { class: 'paper-facts' }, facts.join(' · ')),
  );
}

/**
 * What of the total is an estimate, øre.
 *
 * @param {Bill} bill
 */
function estimatedOre({ tolls, ferries }) {
  return [...tolls, ...ferries]
    .filter(({ estimated }) => estimated)
    .reduce((sumOre, { amountOre }) => sumOre + (amountOre ?? 0), 0);
}

/**
 * @param {State} state
 * @param {number} ofEstimatesOre
 * @param {number} possible stations that may have been passed.
 */
function stamp(state, ofEstimatesOre, possible) {
  const isPartly = state === 'refined' && (ofEstimatesOre > 0 || possible > 0);
  const mark = state === 'refined' && !isPartly && icon(ICONS.check);
  return el(
    'span',
    { class: 'stamp', id: 'price-state', 'data-state': state, 'data-partly': isPartly },
    mark,
    stampText(state, isPartly, ofEstimatesOre, possible),
  );
}

/**
 * @param {State} state
 * @param {boolean} isPartly
 * @param {number} ofEstimatesOre
 * @param {number} possible
 */
function stampText(state, isPartly, ofEstimatesOre, possible) {
  if (!isPartly) return t(`result.${state}`);
  if (possible > 0) return t('trace.stamp', { count: possible });
  return t('result.refined-partly', { amount: formatKroner(ofEstimatesOre) });
}

/** @param {ReceiptInput} input */
function tollPart({ bill, ...on }) {
  if (bill.tolls.length === 0)
    return el(
      'section',
      { class: 'paper-part' },
      el('h4', {}, t('receipt.tolls')),
      el('p', { class: 'line-none' }, t('receipt.no-tolls')),
    );
  const lines = bill.tolls.map((line) => tollLine(line, on));
  return el(
    'section',
    { class: 'paper-part' },
    el('h4', {}, t('receipt.tolls')),
    el('ol', { class: 'lines', id: 'toll-lines' }, ...lines),
    sum(t('receipt.toll-sum'), bill.tollOre, 'toll-sum'),
  );
}

/**
 * @param {BillLine} line
 * @param {import('./paper-line.js').OnStation} on
 */
function tollLine(line, on) {
  const { id, name, kind, passedAt, amountOre } = line;
  const label = t('receipt.show-on-map', { name });
  const facts = { why: reasonText(line), amount: amountText(amountOre) };
  return stationLine(
    { kind, time: formatClock(passedAt), ...facts, proof: proofView(line.proof) },
    { id, name, label, badge: line.estimated && estimateBadge() },
    on,
  );
}

/** @param {Bill} bill */
function ferryPart({ ferries, ferryOre }) {
  if (ferries.length === 0) return undefined;
  return el(
    'section',
    { class: 'paper-part' },
    el('h4', {}, t('receipt.ferries')),
    el('ol', { class: 'lines', id: 'ferry-lines' }, ...ferries.map(ferryLine)),
    sum(t('receipt.ferry-sum'), ferryOre, 'ferry-sum'),
  );
}

/** @param {FerryLine} line */
function ferryLine({ name, amountOre, estimated, tariff, proof }) {
  const isUnpriced = amountOre === undefined;
  return paperLine({
    kind: isUnpriced ? 'unpriced' : 'charged',
    time: icon(ICONS.ferry),
    name: el('span', { class: 'line-name' }, name, estimated && estimateBadge()),
    why: isUnpriced ? t('reason.ferry-unpriced') : tariffText(tariff),
    amount: amountText(amountOre),
    proof: proofView(proof),
  });
}

function estimateBadge() {
  return el('span', { class: 'badge' }, t('receipt.estimate'));
}

/** @param {number | undefined} amountOre */
function amountText(amountOre) {
  return amountOre === undefined ? t('receipt.unknown') : formatAmount(amountOre);
}

/**
 * @param {string} name
 * @param {number} amountOre
 * @param {string} id
 */
function sum(name, amountOre, id) {
  return el(
    'p',
    { class: 'sum' },
    el('span', {}, name),
    el('span', { id }, formatAmount(amountOre)),
  );
}

/** @param {ReceiptInput} input */
function totalPart({ bill, view, beforeOre, bounds, state, match }) {
  const hasPossible = (match?.possibleStations.length ?? 0) > 0;
  const name = t(bill.complete && !hasPossible ? 'receipt.total' : 'receipt.total-at-least');
  const isEstimate = [...bill.tolls, ...bill.ferries].some(({ estimated }) => estimated);
  const ofRefined = hasPossible ? 'trace.bounds' : 'result.bounds-open';
  const boundsText = state === 'refined' ? ofRefined : 'result.bounds';
  return el(
    'div',
    { class: 'total' },
    el(
      'p',
      { class: 'total-line' },
      el('span', {}, name, isEstimate && estimateBadge()),
      el('strong', { id: 'total' }, formatKroner(bill.totalOre)),
    ),
    el('p', { class: 'total-view' }, viewName(view)),
    bounds !== undefined &&
      el(
        'p',
        { class: 'total-before', id: 'toll-bounds' },
        t(boundsText, { min: formatKroner(bounds.minOre), max: formatKroner(bounds.maxOre) }),
      ),
    beforeOre !== undefined &&
      state === 'refined' &&
      el(
        'p',
        { class: 'total-before', id: 'total-before' },
        t('result.changed', { before: formatKroner(beforeOre) }),
      ),
  );
}

/** @param {Bill} bill */
function proof({ addsUp }) {
  const text = t(addsUp ? 'receipt.adds-up' : 'receipt.does-not-add-up');
  const mark = icon(addsUp ? ICONS.check : ICONS.warning);
  return el('p', { class: 'proof', id: 'proof', 'data-ok': String(addsUp) }, mark, text);
}

function printButton() {
  return button(t('receipt.print'), () => print(), { class: 'quiet print', id: 'print' });
}

/** @param {ReceiptInput} input */
function warnings({ route, view, vehicle }) {
  // The price of a vehicle whose fuel is known assumes none; the four sums beside it do.
  const isFuelKnown = view === 'vehicle' && vehicle?.fuel !== undefined;
  const given = route.warnings.filter(({ code }) => code !== 'fuel_assumed' || !isFuelKnown);
  if (given.length === 0) return undefined;
  const items = given.map(({ code, message, about }) => {
    const text = warningText(code, message);
    return el('li', {}, about !== undefined && el('strong', {}, `${about}: `), text);
  });
  return el(
    'details',
    { class: 'paper-warnings' },
    el('summary', {}, t('receipt.warnings', { count: given.length })),
    el('ul', {}, ...items),
  );
}

/**
 * A newer server may warn of more; it says so in English alone.
 *
 * @param {string} code
 * @param {string} message
 */
function warningText(code, message) {
  if (hasText(`warning.${code}`)) return t(`warning.${code}`);
  return language() === 'en' ? message : t('receipt.warning-new', { code });
}
