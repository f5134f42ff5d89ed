// @ts-check
import { formatDistance, formatDuration, formatKroner } from '../base/format.js';
import { button, el } from '../dom.js';
import { hasText, language, t } from '../i18n/language.js';
import { toBill } from './bill.js';

/** @typedef {import('./answer.js').BilledRoute} BilledRoute */

/** More are shown when they are asked for; receipt.css knows the number too. */
const MOST_AT_ONCE = 5;

/**
 * The routes to choose among, as radio buttons with their price.
 *
 * @param {readonly BilledRoute[]} routes
 * @param {{ selected: number, view: import('./bill.js').TollView, ferryView: import('./bill.js').FerryView, select: (at: number) => void }} options
 */
export function routeCards(routes, { selected, view, ferryView, select }) {
  const bills = routes.map((route) => toBill(route, view, ferryView));
  const cheapestOre = Math.min(...bills.map(({ totalOre }) => totalOre));
  const cheapest = bills.findIndex(({ totalOre }) => totalOre === cheapestOre);
  const fastestMin = Math.min(...routes.map(({ durationMin }) => durationMin));
  const fastestAt = routes.findIndex(({ durationMin }) => durationMin === fastestMin);
  const fastest = { durationMin: fastestMin, bill: bills[fastestAt] };
  const isSpread = bills.some(({ totalOre }) => totalOre !== cheapestOre);

  const cards = routes.map((route, at) => {
    const bill = bills[at] ?? toBill(route, view, ferryView);
    const badges = [
      isSpread && at === cheapest && bill.complete && t('result.cheapest'),
      routes.length > 1 && route.durationMin === fastestMin && t('result.fastest'),
      ...reasonsOf(route, bill),
    ].filter((text) => text !== false);
    const input = el('input', {
      type: 'radio',
      name: 'route',
      value: String(at),
      id: `route-${at}`,
    });
    input.checked = at === selected;
    input.addEventListener('change', () => select(at));
    const amount = formatKroner(bill.totalOre);
    return el(
      'label',
      { class: 'route-card', for: `route-${at}` },
      input,
      el(
        'span',
        { class: 'route-name' },
        at === 0 ? t('result.recommended') : t('result.alternative', { number: at }),
        ...badges.map((text) => el('span', { class: 'badge' }, text)),
      ),
      el(
        'span',
        { class: 'route-amount' },
        bill.complete ? amount : t('result.at-least', { amount }),
      ),
      el(
        'span',
        { class: 'route-facts' },
        `${formatDuration(route.durationMin, language())} · ${formatDistance(route.distance, language())}`,
      ),
      againstFastest(route, bill, fastest),
    );
  });
  const legend = el('legend', { class: 'visually-hidden' }, t('result.routes'));
  const list = el('fieldset', { class: 'route-cards' }, legend, ...cards);
  if (routes.length <= MOST_AT_ONCE) return list;
  const showAll = () => {
    list.toggleAttribute('data-whole', true);
    more.remove();
    document.getElementById(`route-${MOST_AT_ONCE}`)?.focus();
  };
  const words = t('ways.show-all', { count: routes.length });
  const more = button(words, showAll, { class: 'quiet', id: 'all-ways' });
  list.append(more);
  return list;
}

/**
 * Why a way is there, in words; what is the fastest and the cheapest is seen from the bills themselves.
 *
 * @param {{ choice?: { reasons: readonly string[] } }} route
 * @param {Pick<import('./bill.js').Bill, 'tollOre'>} bill with another way to pay there may be a toll after all.
 */
export function reasonsOf({ choice }, { tollOre }) {
  return (choice?.reasons ?? []).flatMap((reason) => {
    const [, amount] = /^best at (.+) NOK\/h$/.exec(reason) ?? [];
    // At nothing an hour the best one is the cheapest.
    if (amount === '0') return [];
    if (amount !== undefined) return [t('why.best', { amount: amount.replace('.', ',') })];
    const key = `why.${reason.replaceAll(' ', '-')}`;
    return hasText(key) && (reason !== 'without toll' || tollOre === 0) ? [t(key)] : [];
  });
}

/**
 * What a way saves and costs beside the fastest one; the time alone where a bill is a lower bound.
 *
 * @param {number} minutes that it takes longer.
 * @param {Pick<import('./bill.js').Bill, 'totalOre' | 'complete'>} bill
 * @param {Pick<import('./bill.js').Bill, 'totalOre' | 'complete'>} fastest
 * @returns {{ money?: string, saves: boolean, time: string }}
 */
export function compareWays(minutes, bill, fastest) {
  const time =
    minutes === 0
      ? t('ways.as-fast')
      : t('ways.longer', { duration: formatDuration(minutes, language()) });
  if (!bill.complete || !fastest.complete) return { saves: false, time };
  const savedOre = fastest.totalOre - bill.totalOre;
  const amount = formatKroner(Math.abs(savedOre));
  const saves = savedOre > 0;
  const money =
    savedOre === 0 ? t('ways.same-price') : t(saves ? 'ways.saves' : 'ways.costs', { amount });
  return { money, saves, time };
}

/**
 * @param {BilledRoute} route
 * @param {import('./bill.js').Bill} bill
 * @param {{ durationMin: number, bill: import('./bill.js').Bill | undefined }} fastest
 */
function againstFastest({ durationMin }, bill, fastest) {
  if (fastest.bill === undefined || fastest.bill === bill) return undefined;
  const minutes = Math.round(durationMin) - Math.round(fastest.durationMin);
  const { money, saves, time } = compareWays(minutes, bill, fastest.bill);
  if (money === undefined) return el('span', { class: 'route-against' }, time);
  const text = el('strong', { 'data-saves': String(saves) }, money);
  return el('span', { class: 'route-against' }, text, ` · ${time}`);
}
