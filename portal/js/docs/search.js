// @ts-check
import { byId, el } from '../dom.js';
import { t } from '../i18n/language.js';
import { find } from './find.js';

/** @returns {Promise<readonly import('./find.js').Found[]>} */
async function load() {
  const reply = await fetch('/docs/search.json');
  if (!reply.ok) throw new Error(`The list of headings is answered with ${reply.status}.`);
  return reply.json();
}

/** The search over all pages: what it looks through is asked for when somebody begins to type. */
export function openSearch() {
  const input = byId('docs-search', HTMLInputElement);
  const list = byId('docs-found', HTMLUListElement);
  /** @type {Promise<readonly import('./find.js').Found[]> | undefined} */
  let all;
  const show = async () => {
    all ??= load();
    const headings = await all;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const items = find(headings, words).map(({ href, page, text, lead }) =>
      el('li', {}, el('a', { href }, text, el('small', {}, `${page}${lead && `: ${lead}`}`))),
    );
    list.hidden = words.length === 0;
    list.replaceChildren(...(items.length === 0 ? [note('docs.nothing')] : items));
  };
  const fail = () => {
    // The next letter asks again.
    all = undefined;
    list.hidden = false;
    list.replaceChildren(note('docs.no-answer'));
  };
  input.addEventListener('input', () => show().catch(fail));
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      list.hidden = true;
      input.value = '';
      input.focus();
    }
    if (event.key === '/' && !isTyping(event.target)) {
      event.preventDefault();
      input.focus();
    }
  });
  list.addEventListener('click', () => {
    list.hidden = true;
  });
}

/** @param {string} key of a sentence. */
const note = (key) => el('li', {}, el('p', {}, t(key)));

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement && target.matches('input, textarea, select');
