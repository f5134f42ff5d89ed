// @ts-check
import { ask } from '../api.js';
import {
  formatAmount,
  formatClock,
  formatDuration,
  formatKroner,
  formatMoment,
} from '../base/format.js';
import { describeError } from '../describe-error.js';
import { byId, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { toBill } from './bill.js';
import { reasonText } from './reason-text.js';

/** @typedef {import('./bill.js').TollView} TollView */
/** @typedef {import('./bill.js').FerryView} FerryView */

/**
 * There and back as one bill, as `/api/journey` says it.
 *
 * @typedef {{ drives: readonly (import('./answer.js').BilledRoute & { startTime: string, endTime: string })[] }} Journey
 */

/**
 * What the way back costs, and both together: an hour that the way there has opened is not paid again.
 *
 * @param {{ counted: (headers: Headers) => void }} on a call was made.
 */
export function returnPanel(on) {
  const place = byId('return-trip', HTMLElement);
  let running = new AbortController();
  /** @type {{ question: string, journey: Journey } | undefined} */
  let known;
  /** @type {{ question: string, view: TollView, ferryView: FerryView, stops: readonly string[] } | undefined} */
  let asked;

  const render = () => {
    if (asked === undefined || known?.question !== asked.question) return;
    place.replaceChildren(content(known.journey, asked));
  };
  const load = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (asked === undefined) return;
    const { question } = asked;
    if (known?.question === question) return render();
    place.replaceChildren(el('p', { class: 'day-panel' }, t('return.loading')));
    try {
      const options = { body: JSON.parse(question), signal };
      const { body, headers } = await ask('POST', 'journey', options);
      known = { question, journey: body };
      on.counted(headers);
      render();
    } catch (error) {
      if (!signal.aborted)
        place.replaceChildren(el('p', { class: 'day-panel', role: 'alert' }, describeError(error)));
    }
  };

  return {
    render,
    /**
     * @param {object} question of `/api/journey`, with one drive and its way back.
     * @param {{ view: TollView, ferryView: FerryView, stops: readonly string[] }} shown
     */
    show(question, shown) {
      asked = { question: JSON.stringify(question), ...shown };
      void load();
    },
    /**
     * @param {object} question
     * @returns {boolean} its answer is here.
     */
    knows: (question) => known?.question === JSON.stringify(question),
    clear() {
      running.abort();
      asked = undefined;
      place.replaceChildren();
    },
  };
}

/**
 * @param {Journey} journey
 * @param {{ view: TollView, ferryView: FerryView, stops: readonly string[] }} shown
 */
function content({ drives }, { view, ferryView, stops }) {
  const bills = drives.map((drive) => toBill(drive, view, ferryView));
  const totalOre = bills.reduce((sum, bill) => sum + bill.totalOre, 0);
  const isWhole = bills.every(({ complete }) => complete);
  const amount = formatKroner(totalOre);
  const rows = drives.map((drive, at) => {
    const bill = bills[at] ?? toBill(drive, view, ferryView);
    const names = at === 0 ? stops : stops.toReversed();
    return el(
      'li',
      {},
      el(
        'p',
        { class: 'return-drive' },
        el('strong', {}, names.join(' → ')),
        el('strong', {}, formatAmount(bill.totalOre)),
      ),
      el(
        'p',
        { class: 'muted' },
        `${formatMoment(drive.startTime, language())} – ${formatClock(drive.endTime)} · ${formatDuration(drive.durationMin, language())}`,
      ),
      el('ul', {}, ...[...bill.tolls, ...bill.ferries].map(line)),
    );
  });
  return el(
    'section',
    { class: 'day-panel return-panel', 'aria-labelledby': 'return-title' },
    el(
      'div',
      { class: 'return-drive' },
      el('h3', { id: 'return-title' }, t('return.title')),
      el('strong', { id: 'return-total' }, isWhole ? amount : t('result.at-least', { amount })),
    ),
    el('ol', {}, ...rows),
    el('p', { class: 'muted' }, t('return.note')),
  );
}

/** @param {import('./bill.js').BillLine | import('./bill.js').FerryLine} one */
function line(one) {
  const reason = 'reason' in one && one.kind === 'free' ? reasonText(one) : '';
  const why = reason === '' ? '' : ` (${reason.charAt(0).toLowerCase()}${reason.slice(1)})`;
  const amount = one.amountOre === undefined ? t('receipt.unknown') : formatAmount(one.amountOre);
  return el('li', {}, el('span', {}, `${one.name}${why}`), el('span', {}, amount));
}
