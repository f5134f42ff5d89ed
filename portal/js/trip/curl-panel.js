// @ts-check
import { copyButton } from '../copy-button.js';
import { el } from '../dom.js';
import { t } from '../i18n/language.js';

/**
 * The line that gets the same answer from a shell.
 *
 * @param {string} line
 */
export function curlPanel(line) {
  const code = el('code', { id: 'curl-line' }, line);
  const copy = copyButton(() => line, {
    id: 'copy-curl',
    label: t('curl.copy'),
    done: t('curl.copied'),
    source: () => code,
  });
  const head = el('div', { class: 'curl-head' }, el('h3', {}, t('curl.title')), copy);
  const pre = el('pre', { tabindex: '0', role: 'region', 'aria-label': 'curl' }, code);
  const key = el('a', { href: '/portal/account.html#keys' }, t('curl.key'));
  return el('section', { class: 'curl' }, head, pre, el('p', {}, key));
}
