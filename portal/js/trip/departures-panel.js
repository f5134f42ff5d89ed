// @ts-check
import { ask } from '../api.js';
import { describeError } from '../describe-error.js';
import { byId, el } from '../dom.js';
import { t } from '../i18n/language.js';
import { toBill } from './bill.js';
import { dayOf } from './day-of-departures.js';
import { departuresChart } from './departures-chart.js';
import { viewName } from './ways-to-pay.js';

/**
 * How the receipt is paid, which the sums of a day follow but for the fare of ferries.
 *
 * @typedef {object} Shown
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
 * When to set out: what the trip costs at every departure of its day.
 *
 * @param {object} on
 * @param {(startTime: string) => void} on.choose another departure is wanted, ISO 8601.
 * @param {(headers: Headers) => void} on.counted a call was made.
 */
export function departuresPanel(on) {
  const place = byId('departures', HTMLElement);
  let running = new AbortController();
  /** @type {{ query: string, answer: import('./day-of-departures.js').Departures } | undefined} */
  let known;
  /** @type {{ query: string, startTime: string } & Shown | undefined} */
  let asked;

  const render = () => {
    const focused = document.activeElement?.id ?? '';
    const isOpen = document.getElementById('day-table')?.hasAttribute('open') === true;
    if (asked === undefined || known?.query !== asked.query) return;
    const { view, startTime } = asked;
    const day = dayOf(known.answer, startTime, toBill(asked.route, view, fareOf(view)));
    const title = el('h3', { id: 'day-title' }, t('day.title'));
    const whose = el(
      'p',
      { class: 'day-whose' },
      viewName(asked.view),
      fareNote(known.answer, asked),
    );
    place.replaceChildren(
      el(
        'section',
        { class: 'day-panel', 'aria-labelledby': 'day-title' },
        el('div', { class: 'day-title' }, title, whose),
        departuresChart(day, on.choose),
      ),
    );
    if (isOpen) document.getElementById('day-table')?.setAttribute('open', '');
    if (focused === 'day-slider') document.getElementById(focused)?.focus({ preventScroll: true });
  };
  const load = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (asked === undefined) return;
    const { query } = asked;
    if (known?.query === query) return render();
    place.replaceChildren(el('p', { class: 'day-panel day-wait' }, t('day.loading')));
    try {
      const { body, headers } = await ask('GET', `departures?${query}`, { signal });
      known = { query, answer: body };
      on.counted(headers);
      render();
    } catch (error) {
      if (!signal.aborted) place.replaceChildren(failure(error, () => void load()));
    }
  };

  const clear = () => {
    running.abort();
    asked = undefined;
    place.replaceChildren();
  };

  return {
    render,
    clear,
    /**
     * Whether the sums of a day are here.
     *
     * @param {URLSearchParams} query of the day.
     */
    knows: (query) => known?.query === String(query),
    /**
     * @param {URLSearchParams} query of the day.
     * @param {string} startTime of the trip, ISO 8601.
     * @param {Shown} shown
     */
    show(query, startTime, shown) {
      asked = { query: String(query), startTime, ...shown };
      void load();
    },
  };
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
  const button = el('button', { type: 'button', class: 'quiet' }, t('error.retry'));
  button.addEventListener('click', again);
  return el(
    'p',
    { class: 'day-panel day-wait' },
    `${t('day.failed')} ${describeError(error)} `,
    button,
  );
}
