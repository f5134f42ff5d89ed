// @ts-check
import { ApiError } from './api.js';
import { byId } from './dom.js';
import { teller } from './teller.js';

/**
 * What is wrong with a form.
 *
 * @typedef {object} Refusal
 * @property {() => string} tell
 * @property {string | undefined} [field] the id of the field that is wrong.
 */

/**
 * The sentence about what is wrong in a form: beside the field that is wrong, which is marked, else where it stands on
 * the page.
 *
 * @param {HTMLFormElement} form
 * @param {string} id of the sentence.
 */
export function formRefusal(form, id) {
  const tell = teller(id);
  const place = byId(id, HTMLElement);
  const home = document.createComment('');
  place.before(home);
  /** @param {Element} field */
  const notesOf = (field) =>
    (field.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one !== id);
  /**
   * @param {Refusal} [refusal] absent: nothing is wrong.
   * @param {boolean} [isByHand] the field gets the focus.
   */
  return (refusal, isByHand = false) => {
    for (const old of form.querySelectorAll('[aria-invalid]')) {
      old.removeAttribute('aria-invalid');
      old.setAttribute('aria-describedby', notesOf(old).join(' '));
    }
    const input = document.getElementById(refusal?.field ?? '');
    // The list of stops is written anew, and would take along what stands in it.
    (input?.closest('ol, .field') ?? home).after(place);
    tell(refusal?.tell);
    input?.setAttribute('aria-invalid', 'true');
    if (input) input.setAttribute('aria-describedby', [id, ...notesOf(input)].join(' '));
    input?.closest('details')?.setAttribute('open', '');
    if (isByHand) input?.focus();
  };
}

/**
 * The id of the field whose value the server refuses; undefined: the page has none for it.
 *
 * @param {unknown} error
 * @param {Readonly<Record<string, string>>} [others] fields that are not called as their parameter.
 */
export function refusedField(error, others = {}) {
  if (!(error instanceof ApiError)) return undefined;
  const [parameter = ''] = error.code === 'not_found' ? ['plate'] : error.parameters;
  const id =
    others[parameter] ?? parameter.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return document.getElementById(id) === null ? undefined : id;
}
