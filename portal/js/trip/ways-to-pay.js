// @ts-check
import { formatAmount, formatKroner } from '../base/format.js';
import { el } from '../dom.js';
import { t } from '../i18n/language.js';
import { ferryOre, tollOre } from './bill.js';

/** @typedef {import('./answer.js').BilledRoute} BilledRoute */
/** @typedef {import('./bill.js').TollView} TollView */
/** @typedef {import('./bill.js').FerryView} FerryView */

const ROWS = /** @type {const} */ ([
  ['small', 'small', 'smallNoDiscount'],
  ['large', 'large', 'largeNoDiscount'],
]);

/**
 * The four sums of the trip, ferries included, in a square, each of them a choice that the receipt follows. Where the
 * answer prices the asked vehicle itself, that is a fifth.
 *
 * @param {BilledRoute} route
 * @param {{ view: TollView, ferryView: FerryView, choose: (view: TollView) => void }} options
 */
export function waysToPay(route, { view, ferryView, choose }) {
  const ferriesOre = ferryOre(route, ferryView);
  /**
   * @param {TollView} value
   * @param {string} name
   * @param {string} text
   */
  const option = (value, name, text) => {
    const id = `pay-${value}`;
    const input = el('input', {
      type: 'radio',
      name: 'pay',
      id,
      value,
      'aria-label': `${name}: ${text}`,
    });
    input.checked = value === view;
    input.addEventListener('change', () => choose(value));
    return el('label', { class: 'way', for: id }, input, el('span', {}, text));
  };
  const head = ['with-tag', 'without-tag'].map((key) =>
    el('span', { class: 'way-head', 'aria-hidden': 'true' }, t(`receipt.${key}`)),
  );
  const rows = ROWS.flatMap(([size, withTag, withoutTag]) => [
    el(
      'span',
      { class: 'way-size', 'aria-hidden': 'true' },
      t(`receipt.${size}`),
      el('small', {}, t(`receipt.${size}-note`)),
    ),
    ...[withTag, withoutTag].map((value) =>
      option(value, viewName(value), formatAmount(tollOre(route, value) + ferriesOre)),
    ),
  ]);
  const own =
    route.vehicle === undefined
      ? []
      : [
          el('span', { class: 'way-size', 'aria-hidden': 'true' }, t('receipt.vehicle')),
          el(
            'span',
            { class: 'way-own' },
            option(
              'vehicle',
              t('receipt.vehicle'),
              formatKroner(tollOre(route, 'vehicle') + ferriesOre),
            ),
          ),
        ];
  return el(
    'fieldset',
    { class: 'ways', id: 'ways' },
    el('legend', {}, t(ferriesOre === 0 ? 'receipt.ways' : 'receipt.ways-ferries')),
    el('div', { class: 'ways-grid' }, ...own, el('span'), ...head, ...rows),
  );
}

/**
 * What a way to pay is called.
 *
 * @param {TollView} view
 */
export function viewName(view) {
  if (view === 'vehicle') return t('receipt.vehicle');
  const size = view.startsWith('small') ? t('receipt.small') : t('receipt.large');
  const tag = view.endsWith('NoDiscount') ? t('receipt.without-tag') : t('receipt.with-tag');
  return `${size}, ${tag.toLowerCase()}`;
}

/**
 * The fares of the ferries to choose among.
 *
 * @param {BilledRoute} route
 * @param {{ ferryView: FerryView, choose: (view: FerryView) => void }} options
 */
export function ferryFares(route, { ferryView, choose }) {
  // Zero emission has tolls of its own as well: the fuel of the form asks for both.
  /** @type {FerryView[]} */
  const views = ['nok', 'autopassNok'];
  if (route.vehicle !== undefined) views.push('vehicleNok');
  const options = views.map((value) => {
    const id = `ferry-${value}`;
    const input = el('input', { type: 'radio', name: 'ferry-fare', id, value });
    input.checked = value === ferryView;
    input.addEventListener('change', () => choose(value));
    return el(
      'label',
      { class: 'segment', for: id },
      input,
      el('span', {}, t(`receipt.ferry-${value}`)),
    );
  });
  return el(
    'fieldset',
    { class: 'segments', id: 'ferry-fares' },
    el('legend', {}, t('receipt.ferry-fare')),
    el('div', { class: 'segments-row' }, ...options),
  );
}
