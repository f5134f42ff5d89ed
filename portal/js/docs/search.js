// @ts-check
import { byId, el } from '../dom.js';
import { t } from '../i18n/language.js';
import { find } from './find.js';

/** The search over all pages: what it looks through is asked for when somebody begins to type. */
export function openSearch() {
  const input = byId('docs-search', HTMLInputElement);
  const list = byId('docs-found', HTMLUListElement);
  /** @type {Promise<readonly import('./find.js').Found[]> | undefined} */
  let all;
  const show = async () => {
    all ??= fetch('/docs/search.json').then((reply) => reply.json());
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = find(await all, words);
    list.hidden = words.length === 0;
    const items = found.map(({ href, page, text, lead }) =>
      el('li', {}, el('a', { href }, text, el('small', {}, `${page}${lead && `: ${lead}`}`))),
    );
    const none = el('li', {}, el('p', {}, t('docs.nothing')));
    list.replaceChildren(...(items.length === 0 ? [none] : items));
  };
  input.addEventListener('input', () => void show());
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

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement && target.matches('input, textarea, select');
