// @ts-check
import { formatDistance, formatDuration, formatKroner } from '../base/format.js';
import { el } from '../dom.js';
import { language, t } from '../i18n/language.js';
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
  const more = el(
    'button',
    { type: 'button', class: 'quiet', id: 'all-ways' },
    t('ways.show-all', { count: routes.length }),
  );
  more.addEventListener('click', () => {
    list.toggleAttribute('data-whole', true);
    more.remove();
    document.getElementById(`route-${MOST_AT_ONCE}`)?.focus();
  });
  list.append(more);
  return list;
}

/**
 * What a way saves and costs beside the fastest one.
 *
 * @param {BilledRoute} route
 * @param {import('./bill.js').Bill} bill
 * @param {{ durationMin: number, bill: import('./bill.js').Bill | undefined }} fastest
 */
function againstFastest({ durationMin }, bill, fastest) {
  const minutes = Math.round(durationMin) - Math.round(fastest.durationMin);
  if (fastest.bill === undefined || fastest.bill === bill) return undefined;
  const savedOre = fastest.bill.totalOre - bill.totalOre;
  const longer =
    minutes === 0
      ? t('ways.as-fast')
      : t('ways.longer', { duration: formatDuration(minutes, language()) });
  const amount = formatKroner(Math.abs(savedOre));
  const money =
    savedOre === 0
      ? t('ways.same-price')
      : t(savedOre > 0 ? 'ways.saves' : 'ways.costs', { amount });
  const text = el('strong', { 'data-saves': String(savedOre > 0) }, money);
  return el('span', { class: 'route-against' }, text, ` · ${longer}`);
}
