// @ts-check
import { ask, onSessionGone } from './api.js';
import { button, byId, el, icon } from './dom.js';
import { language, onLanguageChange, setLanguage, t, translatePage } from './i18n/language.js';
import { ICONS } from './icons.js';
import { findAccount } from './session.js';

/** @typedef {import('./session.js').Account} Account */

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** @type {Account | undefined} */
let account;
let known = false;

/** Shows the page in its language, with the choices that every page has. */
export function startPage() {
  if (language() !== 'nb') translatePage();
  onLanguageChange(render);
  onSessionGone(() => void findAccount().then(showAccount, () => undefined));
  DARK.addEventListener('change', () => {
    render();
    dispatchEvent(new Event('themechange'));
  });
  render();
}

/**
 * Tells the head of the page who is signed in.
 *
 * @param {Account | undefined} who `undefined`: nobody.
 */
export function showAccount(who) {
  account = who;
  known = true;
  render();
}

/** Whether the page is dark now; `themechange` on the window says when that changes. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? DARK.matches : theme === 'dark';
}

function render() {
  const tools = byId('site-tools', HTMLElement);
  const focused = document.activeElement?.id;
  tools.replaceChildren(...accountTools(), languageSwitch(), themeButton());
  document
    .querySelector('[data-i18n="nav.docs"]')
    ?.setAttribute('href', language() === 'nb' ? '/docs/veiledning' : '/docs');
  if (focused && tools.querySelector(`#${CSS.escape(focused)}`))
    document.getElementById(focused)?.focus();
}

function accountTools() {
  if (!known) return [];
  if (account === undefined)
    return [el('a', { href: '/portal/sign-in.html', id: 'sign-in' }, t('nav.sign-in'))];
  const who = el('span', { class: 'who', id: 'who' }, account.email);
  who.title = t('nav.signed-in-as', { email: account.email });
  return [who, button(t('nav.sign-out'), signOut, { class: 'quiet', id: 'sign-out' })];
}

async function signOut() {
  // Where the answer does not come, the next page shows that the session still lives.
  await ask('DELETE', 'session').catch(() => undefined);
  location.assign('/portal/');
}

function languageSwitch() {
  const group = el('div', { class: 'languages', role: 'group', 'aria-label': t('nav.language') });
  for (const [code, name] of /** @type {const} */ ([
    ['nb', 'Norsk'],
    ['en', 'English'],
  ])) {
    const pressed = String(language() === code);
    const attributes = { id: `language-${code}`, lang: code, 'aria-pressed': pressed };
    group.append(button(name, () => setLanguage(code), attributes));
  }
  return group;
}

function themeButton() {
  const label = t(isDark() ? 'theme.to-light' : 'theme.to-dark');
  const attributes = { class: 'theme', id: 'theme', 'aria-label': label, title: label };
  const change = () => setTheme(isDark() ? 'light' : 'dark');
  return button(icon(isDark() ? ICONS.sun : ICONS.moon), change, attributes);
}

/** @param {'light' | 'dark'} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('veipris.theme', theme);
  } catch {
    // Storage may be forbidden; the choice then holds for this page.
  }
  render();
  dispatchEvent(new Event('themechange'));
}
