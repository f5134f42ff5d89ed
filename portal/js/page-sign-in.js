// @ts-check
import { ApiError, ask } from './api.js';
import { describeError } from './describe-error.js';
import { byId } from './dom.js';
import { showAccount, startPage } from './header.js';
import { onLanguageChange, t } from './i18n/language.js';
import { findAccount } from './session.js';

const AFTER = '/portal/account.html';

/** What the page says that the scripts have written, to be said again in another language. */
let say = () => {};

startPage();
onLanguageChange(() => say());
// In the tab that asked for the link nothing of the address changes but its fragment.
addEventListener('hashchange', begin);
begin();

function begin() {
  const token = takeToken();
  if (token === undefined) startAsking();
  else void finish(token);
}

/** The token of the link, which then stands neither in the address nor in the history. */
function takeToken() {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  return found ?? undefined;
}

/** @param {string} secret */
async function finish(secret) {
  const button = byId('consume-button', HTMLButtonElement);
  showOnly('consume');
  button.hidden = true;
  button.onclick = () => void finish(secret);
  setSay(() => t('sign-in.finishing'));
  try {
    await ask('POST', 'session', { body: { token: secret } });
    location.replace(AFTER);
  } catch (error) {
    // A link that is used up stays so; anything else may work the next time.
    if (error instanceof ApiError && error.code === 'link_not_valid') {
      startAsking();
      showError(() => describeError(error));
    } else {
      button.hidden = false;
      setSay(() => describeError(error));
    }
  }
}

/** @param {() => string} text */
function setSay(text) {
  say = () => {
    byId('consume-text', HTMLElement).textContent = text();
  };
  say();
}

function startAsking() {
  showOnly('ask-email');
  void leaveIfSignedIn();
  byId('sign-in-form', HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    void sendLink();
  };
  byId('other-email', HTMLButtonElement).onclick = () => {
    showOnly('ask-email');
    byId('email', HTMLInputElement).focus();
  };
}

async function leaveIfSignedIn() {
  try {
    const account = await findAccount();
    showAccount(account);
    // What went wrong with a link is to be read, whoever is signed in.
    if (account !== undefined && byId('email-error', HTMLElement).hidden) location.replace(AFTER);
  } catch {
    // The page can be used without knowing.
  }
}

async function sendLink() {
  const input = byId('email', HTMLInputElement);
  const button = byId('send-link', HTMLButtonElement);
  const email = input.value.trim();
  showError(undefined);
  if (email === '' || !input.checkValidity()) return showError(() => t('sign-in.bad-email'));
  button.disabled = true;
  button.textContent = t('sign-in.sending');
  try {
    const { body } = await ask('POST', 'sign-in', { body: { email } });
    showOnly('sent');
    say = () => {
      byId('sent-text', HTMLElement).textContent = t(`sign-in.sent-${body.sent}`, { email });
    };
    say();
    byId('sent', HTMLElement).focus();
  } catch (error) {
    const isWrong = error instanceof ApiError && error.status === 400;
    showError(() => (isWrong ? t('sign-in.bad-email') : describeError(error)));
  } finally {
    button.disabled = false;
    button.textContent = t('sign-in.send');
  }
  return undefined;
}

/** @param {(() => string) | undefined} text */
function showError(text) {
  const place = byId('email-error', HTMLElement);
  const input = byId('email', HTMLInputElement);
  place.hidden = text === undefined;
  input.setAttribute('aria-invalid', String(text !== undefined));
  say = () => {
    place.textContent = text?.() ?? '';
  };
  say();
  if (text !== undefined) input.focus();
}

/** @param {'ask-email' | 'sent' | 'consume'} shown */
function showOnly(shown) {
  for (const id of ['ask-email', 'sent', 'consume']) byId(id, HTMLElement).hidden = id !== shown;
}
