// @ts-check
import { el, icon } from './dom.js';
import { t } from './i18n/language.js';
import { ICONS } from './icons.js';

/**
 * A button that copies a text and says so.
 *
 * @param {() => string} text
 * @param {{ id: string, label: string, done: string, source: () => HTMLElement }} options
 *   `source` is selected instead where the browser forbids copying.
 */
export function copyButton(text, { id, label, done, source }) {
  const words = el('span', { 'aria-live': 'polite' }, label);
  const button = el('button', { type: 'button', id, class: 'copy' }, icon(ICONS.copy), words);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
      words.textContent = done;
    } catch {
      getSelection()?.selectAllChildren(source());
      words.textContent = t('curl.copy-failed');
    }
    button.dataset.done = 'true';
    setTimeout(() => {
      words.textContent = label;
      delete button.dataset.done;
    }, SHOWN_MS);
  });
  return button;
}

const SHOWN_MS = 2500;

/**
 * A text that is hard to write by hand, with a button that copies it.
 *
 * @param {string} id
 * @param {string} buttonId
 * @param {string} text
 * @param {string} label
 */
export function copied(id, buttonId, text, label) {
  const code = el('code', { id }, text);
  const done = t('keys.copied');
  const button = copyButton(() => text, { id: buttonId, label, done, source: () => code });
  return el('div', { class: 'new-key-row' }, code, button);
}
