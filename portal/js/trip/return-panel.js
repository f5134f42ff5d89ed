// @ts-check
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
import { askedPanel } from './asked-panel.js';
import { toBill } from './bill.js';
import { reasonText } from './reason-text.js';

/** @typedef {import('./bill.js').TollView} TollView */
/** @typedef {import('./bill.js').FerryView} FerryView */

/** @typedef {import('../../../src/client/contract.ts').JourneyAnswer} Journey */
/** @typedef {{ view: TollView, ferryView: FerryView, stops: readonly string[], avoids: boolean, byValue: boolean }} Shown `avoids`: tolls; `byValue`: the way there is chosen by time and money. */

/**
 * What the way back costs, and both together: an hour that the way there has opened is not paid again. Its questions are
 * bodies of `/api/journey` with one drive and its way back.
 *
 * @param {{ counted: (headers: Headers) => void }} on a call was made.
 */
export function returnPanel({ counted }) {
  const place = byId('return-trip', HTMLElement);
  /** @type {ReturnType<typeof askedPanel<Journey, Shown>>} */
  const panel = askedPanel(place, {
    toCall: (question) => ['POST', 'journey', { body: JSON.parse(question) }],
    /**
     * @param {Journey} journey
     * @param {Shown} shown
     */
    show: (journey, shown) => place.replaceChildren(content(journey, shown)),
    wait: () => el('p', { class: 'day-panel' }, t('return.loading')),
    fail: (error) => el('p', { class: 'day-panel', role: 'alert' }, describeError(error)),
    counted,
  });
  /** @type {'return.too-few-calls' | 'return.not-exact' | undefined} */
  let missing;
  const tellMissing = () => {
    if (missing === undefined) return;
    place.replaceChildren(
      el('p', { class: 'day-panel', id: 'return-missing', role: 'status' }, t(missing)),
    );
  };
  return {
    knows: panel.knows,
    render() {
      panel.render();
      tellMissing();
    },
    clear() {
      missing = undefined;
      panel.clear();
    },
    /**
     * @param {string} question
     * @param {Shown} shown
     */
    show(question, shown) {
      missing = undefined;
      panel.show(question, shown);
    },
    /**
     * Says that the way back was chosen, and is in no price.
     *
     * @param {NonNullable<typeof missing>} why
     */
    leaveOut(why) {
      panel.clear();
      missing = why;
      tellMissing();
    },
  };
}

/**
 * @param {Journey} journey
 * @param {Shown} shown
 */
function content({ drives }, { view, ferryView, stops, ...wishes }) {
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
        `${formatMoment(drive.startTime, language())} – ${formatClock(drive.endTime)} · ${formatDuration(drive.durationMin ?? 0, language())}`,
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
    el('p', { class: 'muted' }, noteOf(wishes)),
  );
}

/**
 * How both ways were chosen.
 *
 * @param {Pick<Shown, 'avoids' | 'byValue'>} wishes
 */
const noteOf = ({ avoids, byValue }) =>
  [
    t(avoids ? 'return.avoiding' : 'return.fastest'),
    ...(byValue ? [t('return.not-by-value')] : []),
    t('return.hour-rule'),
  ].join(' ');

/** @param {import('./bill.js').BillLine | import('./bill.js').FerryLine} one */
function line(one) {
  const reason = 'reason' in one && one.kind === 'free' ? reasonText(one) : '';
  const why = reason === '' ? '' : ` (${reason.charAt(0).toLowerCase()}${reason.slice(1)})`;
  const amount = one.amountOre === undefined ? t('receipt.unknown') : formatAmount(one.amountOre);
  return el('li', {}, el('span', {}, `${one.name}${why}`), el('span', {}, amount));
}
