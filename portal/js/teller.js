// @ts-check
import { byId } from './dom.js';
import { onLanguageChange } from './i18n/language.js';

/**
 * A place of the page that tells something, or nothing. In another language it tells it again.
 *
 * @param {string} id of the place.
 * @returns {(text?: () => string) => void} absent: nothing.
 */
export function teller(id) {
  const place = byId(id, HTMLElement);
  /** @type {(() => string) | undefined} */
  let told;
  const write = () => {
    place.hidden = told === undefined;
    place.textContent = told?.() ?? '';
  };
  onLanguageChange(write);
  return (text) => {
    told = text;
    write();
  };
}
