// @ts-check
import { el } from '../dom.js';
import { t } from '../i18n/language.js';

/**
 * @template Option
 * @typedef {object} ComboboxOptions
 * @property {HTMLInputElement} input
 * @property {(text: string, signal: AbortSignal) => Promise<readonly Option[] | undefined>} find `undefined`:
 *   the text needs no suggestions
 * @property {(option: Option) => { text: string, note: string }} describe
 * @property {(option: Option) => void} choose
 * @property {() => string} none what is said where nothing is found.
 */

const PAUSE_MS = 120;

/**
 * Makes a text field suggest while it is typed into, after the pattern "combobox with list" of the
 * ARIA Authoring Practices: arrows move, Enter takes, Escape closes, and the focus stays.
 *
 * @template Option
 * @param {ComboboxOptions<Option>} options
 * @returns {HTMLElement[]} the list and the announcer, to stand behind the field.
 */
export function combobox({ input, find, describe, choose, none }) {
  const list = el('ul', { role: 'listbox', id: `${input.id}-list`, class: 'suggestions' });
  const said = el('span', { class: 'visually-hidden', role: 'status' });
  list.hidden = true;
  /** @type {readonly Option[]} */
  let options = [];
  let active = -1;
  let asked = new AbortController();
  let timer = 0;

  const set = /** @type {const} */ ([
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-expanded', 'false'],
    ['aria-controls', list.id],
    ['autocomplete', 'off'],
  ]);
  for (const [name, value] of set) input.setAttribute(name, value);

  const forgetSearch = () => {
    clearTimeout(timer);
    asked.abort();
  };
  const close = () => {
    forgetSearch();
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  /** @param {number} index */
  const move = (index) => {
    // What is still on its way would take the list from under the choice.
    forgetSearch();
    active = (index + options.length) % options.length;
    for (const [at, item] of [...list.children].entries())
      item.setAttribute('aria-selected', String(at === active));
    const item = list.children[active];
    input.setAttribute('aria-activedescendant', item?.id ?? '');
    item?.scrollIntoView({ block: 'nearest' });
  };
  /** @param {number} index */
  const take = (index) => {
    const option = options[index];
    close();
    if (option !== undefined) choose(option);
  };
  const show = () => {
    list.replaceChildren(...options.map((option, at) => item(option, at)));
    if (options.length === 0)
      list.append(el('li', { class: 'none', 'aria-disabled': 'true', role: 'option' }, none()));
    list.hidden = false;
    active = -1;
    input.setAttribute('aria-expanded', 'true');
    input.removeAttribute('aria-activedescendant');
    said.textContent =
      options.length === 0 ? none() : t('stop.suggestions', { count: options.length });
  };
  /**
   * @param {Option} option
   * @param {number} at
   */
  const item = (option, at) => {
    const { text, note } = describe(option);
    const attributes = { role: 'option', id: `${list.id}-${at}`, 'aria-selected': 'false' };
    const line = el('li', attributes, el('span', {}, text), el('span', { class: 'note' }, note));
    // The field must keep the focus, or leaving it would close the list before the click.
    line.addEventListener('pointerdown', (event) => event.preventDefault());
    line.addEventListener('click', () => take(at));
    return line;
  };
  const search = async () => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const text = input.value.trim();
    if (text.length === 0) return close();
    try {
      const found = await find(text, signal);
      if (found === undefined) return close();
      options = found;
    } catch {
      // Suggestions are a help: without them coordinates and the map still work.
      return signal.aborted ? undefined : close();
    }
    return signal.aborted ? undefined : show();
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(search, PAUSE_MS);
  });
  input.addEventListener('blur', close);
  /** @returns {Readonly<Record<string, () => void>>} what each key does now. */
  const keys = () => {
    if (list.hidden) return { ArrowDown: () => void search() };
    if (options.length === 0) return { Escape: close };
    return {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active === -1 ? options.length - 1 : active - 1),
      Escape: close,
      ...(active >= 0 && { Enter: () => take(active) }),
    };
  };
  input.addEventListener('keydown', (event) => {
    const act = keys()[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  return [list, said];
}
