// @ts-check
import { describeError } from '../describe-error.js';
import { button, el } from '../dom.js';
import { onLanguageChange, t } from '../i18n/language.js';

/**
 * A part of the account page: loading, failed with a way to try again, or shown; written anew when
 * the language changes.
 *
 * @template Value
 * @param {HTMLElement} place
 * @param {() => Promise<Value>} load
 * @param {(value: Value, change: (load: () => Promise<Value>) => Promise<void>) => (Node | string)[]} show
 *   may change what is shown.
 * @returns {() => Promise<void>} loads it (again).
 */
export function section(place, load, show) {
  let write = () => place.replaceChildren(el('p', { class: 'muted' }, t('account.loading')));
  onLanguageChange(() => write());
  /** @param {() => Promise<Value>} next */
  const run = async (next) => {
    try {
      const value = await next();
      write = () => place.replaceChildren(...show(value, run));
    } catch (error) {
      write = () => place.replaceChildren(failed(error, () => void run(next)));
    }
    write();
  };
  write();
  return () => run(load);
}

/**
 * @param {unknown} error
 * @param {() => void} retry
 */
export function failed(error, retry) {
  return el(
    'div',
    { class: 'notice', 'data-kind': 'danger' },
    el('p', { role: 'alert' }, describeError(error)),
    button(t('error.retry'), retry),
  );
}

/**
 * A table that scrolls sideways by itself where the page is narrow.
 *
 * @param {string} caption
 * @param {readonly string[]} head
 * @param {readonly (Node | string)[][]} rows the first cell names the row.
 * @param {{ id: string, numbersFrom?: number }} options columns from that number on are figures.
 */
export function table(caption, head, rows, { id, numbersFrom = head.length }) {
  /** @param {number} at */
  const kind = (at) => (at >= numbersFrom ? { class: 'number' } : {});
  const headRow = el(
    'tr',
    {},
    ...head.map((text, at) => el('th', { scope: 'col', ...kind(at) }, text)),
  );
  const body = rows.map((cells) =>
    el(
      'tr',
      {},
      ...cells.map((cell, at) =>
        at === 0
          ? el('th', { scope: 'row' }, cell)
          : el('td', { 'data-head': head[at] ?? '', ...kind(at) }, cell),
      ),
    ),
  );
  const whole = el(
    'table',
    { id },
    el('caption', { class: 'visually-hidden' }, caption),
    el('thead', {}, headRow),
    el('tbody', {}, ...body),
  );
  return el(
    'div',
    { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    whole,
  );
}
