// @ts-check
import { formatDistance, formatDuration, formatKroner } from '../base/format.js';
import { el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { toBill } from './bill.js';

/** @typedef {import('./answer.js').BilledRoute} BilledRoute */

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
    );
  });
  const legend = el('legend', { class: 'visually-hidden' }, t('result.routes'));
  return el('fieldset', { class: 'route-cards' }, legend, ...cards);
}
