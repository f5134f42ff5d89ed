// @ts-check
import { en } from './en.js';
import { nb } from './nb.js';

/** @typedef {import('../base/format.js').Language} Language */

const DICTIONARIES = { nb, en };
const STORAGE_KEY = 'veipris.language';

/** @type {Language} */
let chosen = document.documentElement.lang === 'en' ? 'en' : 'nb';

/** @type {(() => void)[]} */
const listeners = [];

/** The language that the page is shown in. */
export function language() {
  return chosen;
}

/**
 * A text in the chosen language. A key that does not exist is a defect and shows as itself.
 *
 * @param {string} key
 * @param {Readonly<Record<string, string | number>>} [values] for `{name}` in the text.
 */
export function t(key, values = {}) {
  const text = DICTIONARIES[chosen][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} key */
export function hasText(key) {
  return Object.hasOwn(DICTIONARIES[chosen], key);
}

/**
 * Shows the page in another language, and remembers it in this browser.
 *
 * @param {Language} next
 */
export function setLanguage(next) {
  chosen = next;
  document.documentElement.lang = next;
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Storage may be forbidden; the choice then holds for this page.
  }
  translatePage();
  for (const listener of listeners) listener();
}

/**
 * Calls back after each change of language, for what scripts have written.
 *
 * @param {() => void} listener
 */
export function onLanguageChange(listener) {
  listeners.push(listener);
}

/** Puts the texts of the language into the elements that name one. */
export function translatePage() {
  for (const element of document.querySelectorAll('[data-i18n]'))
    element.textContent = t(element.getAttribute('data-i18n') ?? '');
  for (const element of document.querySelectorAll('[data-i18n-label]'))
    element.setAttribute('aria-label', t(element.getAttribute('data-i18n-label') ?? ''));
}
