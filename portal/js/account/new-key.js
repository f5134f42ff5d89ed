// @ts-check
import { formatMoment } from '../base/format.js';
import { copied } from '../copy-button.js';
import { button, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { quote } from '../trip/curl-line.js';
import { nameOf } from './key-table.js';

/** Source: docs/openapi.json, the example of `/api/route`. */
const TRIP = '/api/route?from=59.9139,10.7522&to=60.3913,5.3221&refine=1';

/**
 * The one time that a key is shown: with what else holds of it, and a line to try it by.
 *
 * @param {import('./key-table.js').Key & { key: string, replaces?: import('./key-table.js').Key }} key
 * @param {() => void} onDone
 */
export function newKeyNotice(key, onDone) {
  const old = key.replaces;
  const notes = [
    momentNote('keys.new-ends', key.endsAt),
    old?.state === 'replaced'
      ? momentNote('keys.new-overlap', old.endsAt)
      : momentNote('keys.new-rotated', old?.rotatedAt),
  ];
  const line = `curl -H ${quote(`Authorization: Bearer ${key.key}`)} ${quote(location.origin + TRIP)}`;
  return el(
    'div',
    { class: 'new-key', tabindex: '-1' },
    el('h3', {}, t('keys.new-title', { name: nameOf(key) })),
    el('p', {}, t('keys.new-text')),
    copied('new-key', 'copy-key', key.key, t('keys.copy')),
    el('p', {}, t('keys.new-curl')),
    copied('new-curl', 'copy-new-curl', line, t('keys.copy-curl')),
    ...notes,
    button(t('keys.done'), onDone, { class: 'quiet', id: 'key-saved' }),
  );
}

/**
 * @param {string} text
 * @param {string | null | undefined} at
 * @returns {HTMLElement | false}
 */
function momentNote(text, at) {
  if (at === undefined || at === null) return false;
  return el('p', {}, t(text, { moment: formatMoment(at, language()) }));
}
