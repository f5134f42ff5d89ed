// @ts-check
import { openOperation } from './docs/operation.js';
import { openSearch } from './docs/search.js';
import { byId } from './dom.js';
import { startPage } from './header.js';

startPage();
openSearch();

const key = byId('docs-key', HTMLInputElement);
const forms = [...document.querySelectorAll('form')];
const writers = forms.map((form) => openOperation(form, () => key.value.trim()));
// It is kept in this page alone, and only pages with examples need it.
key.addEventListener('input', () => {
  for (const write of writers) write();
});
// The documents tell the address of a first start.
for (const code of document.querySelectorAll('article pre code')) {
  const text = code.textContent ?? '';
  const own = text.replace(/https?:\/\/127\.0\.0\.1:8080/g, location.origin);
  if (own !== text) code.textContent = own;
}
if (forms.length === 0) key.closest('.docs-search')?.remove();
