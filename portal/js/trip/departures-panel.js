// @ts-check
import { describeError } from '../describe-error.js';
import { button, byId, el } from '../dom.js';
import { t } from '../i18n/language.js';
import { askedPanel } from './asked-panel.js';
import { toBill } from './bill.js';
import { dayOf } from './day-of-departures.js';
import { departuresChart } from './departures-chart.js';
import { viewName } from './ways-to-pay.js';

/**
 * The trip of the receipt. The sums of its day are paid as it is, but for the fare of ferries.
 *
 * @typedef {object} Shown
 * @property {string} startTime ISO 8601.
 * @property {import('./bill.js').TollView} view
 * @property {import('./bill.js').FerryView} ferryView
 * @property {import('./answer.js').BilledRoute} route the recommended one.
 */

/**
 * The fare that the sums of a day have.
 *
 * @param {import('./bill.js').TollView} view
 */
const fareOf = (view) => (view === 'vehicle' ? 'vehicleNok' : 'nok');

/**
 * When to set out: what the trip costs at every departure of its day. Its questions are queries of `/api/departures`.
 *
 * @param {object} on
 * @param {(startTime: string) => void} on.choose another departure is wanted, ISO 8601.
 * @param {(headers: Headers) => void} on.counted a call was made.
 */
export function departuresPanel({ choose, counted }) {
  const place = byId('departures', HTMLElement);
  /**
   * @param {import('./day-of-departures.js').Departures} answer
   * @param {Shown} shown
   */
  const show = (answer, shown) => {
    const focused = document.activeElement?.id ?? '';
    const isOpen = document.getElementById('day-table')?.hasAttribute('open') === true;
    const { view, startTime, route } = shown;
    const day = dayOf(answer, startTime, toBill(route, view, fareOf(view)));
    const title = el('h3', { id: 'day-title' }, t('day.title'));
    const whose = el('p', { class: 'day-whose' }, viewName(view), fareNote(answer, shown));
    place.replaceChildren(
      el(
        'section',
        { class: 'day-panel', 'aria-labelledby': 'day-title' },
        el('div', { class: 'day-title' }, title, whose),
        departuresChart(day, choose),
      ),
    );
    if (isOpen) document.getElementById('day-table')?.setAttribute('open', '');
    if (focused === 'day-slider') document.getElementById(focused)?.focus({ preventScroll: true });
  };
  return askedPanel(place, {
    toCall: (query) => ['GET', `departures?${query}`],
    show,
    wait: () => el('p', { class: 'day-panel day-wait' }, t('day.loading')),
    fail: failure,
    counted,
  });
}

/**
 * The fare that the sums of the day have, where the receipt has another.
 *
 * @param {import('./day-of-departures.js').Departures} answer
 * @param {Shown} shown
 */
function fareNote({ departures }, { view, ferryView }) {
  const fare = fareOf(view);
  if (ferryView === fare || departures.every(({ ferryNok }) => ferryNok === 0)) return undefined;
  return ` ${t('day.ferry-fare', { fare: t(`receipt.ferry-${fare}`) })}`;
}

/**
 * @param {unknown} error
 * @param {() => void} again
 */
function failure(error, again) {
  return el(
    'p',
    { class: 'day-panel day-wait' },
    `${t('day.failed')} ${describeError(error)} `,
    button(t('error.retry'), again, { class: 'quiet' }),
  );
}
