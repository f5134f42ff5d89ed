// @ts-check
import { ask } from '../api.js';
import { formatMoment } from '../base/format.js';
import { button, byId, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { nameOf } from './key-table.js';
import { failed, table } from './section.js';

/**
 * @typedef {{ at: string, method: string, endpoint: string, status: number, durationMs: number }} Call
 */

/**
 * Shows the last calls of a key below the list of keys.
 *
 * @param {import('./key-table.js').Key} key
 */
export async function showCalls(key) {
  const place = byId('key-calls', HTMLElement);
  try {
    const { body } = await ask('GET', `keys/${encodeURIComponent(key.id)}/calls`);
    const close = () => place.replaceChildren();
    const title = el('h3', { tabindex: '-1' }, t('keys.calls-label', { name: nameOf(key) }));
    place.replaceChildren(
      title,
      el('p', { class: 'muted' }, t('keys.calls-lead')),
      body.calls.length === 0
        ? el('p', { class: 'empty' }, t('keys.calls-empty'))
        : callTable(body.calls),
      button(t('keys.calls-close'), close, { class: 'quiet' }),
    );
    title.focus();
  } catch (error) {
    place.replaceChildren(failed(error, () => void showCalls(key)));
  }
}

/** @param {readonly Call[]} calls */
function callTable(calls) {
  const head = ['at', 'endpoint', 'status', 'ms'].map((column) => t(`keys.calls-${column}`));
  const rows = calls.map(({ at, method, endpoint, status, durationMs }) => [
    formatMoment(at, language()),
    el('code', {}, `${method} ${endpoint}`),
    String(status),
    String(durationMs),
  ]);
  return table(t('keys.calls'), head, rows, { id: 'calls-table', numbersFrom: 2 });
}
