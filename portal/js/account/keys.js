// @ts-check
import { ask } from '../api.js';
import { describeError } from '../describe-error.js';
import { byId, el } from '../dom.js';
import { onLanguageChange, t } from '../i18n/language.js';
import { confirmAction } from './confirm.js';
import { showCalls } from './key-calls.js';
import { keyTable, nameOf } from './key-table.js';
import { newKeyNotice } from './new-key.js';
import { moreButton, readPage, readPages } from './pages.js';
import { section } from './section.js';

/**
 * @typedef {import('./key-table.js').Key} Key
 * @typedef {object} Keys
 * @property {readonly Key[]} live
 * @property {import('./pages.js').List<Key>} old
 * @property {Readonly<Record<string, number>>} calls of 30 days, by the id of the key.
 */

/**
 * The keys of the account.
 *
 * @param {() => void} changed called after each change.
 * @returns {() => Promise<void>} loads them.
 */
export function keysSection(changed) {
  const load = section(byId('key-list', HTMLElement), loadKeys, list);
  let isOldOpen = false;
  onLanguageChange(() => {
    offerLives();
    writeNotice();
  });
  offerLives();
  byId('key-form', HTMLFormElement).addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = byId('key-name', HTMLInputElement);
    const test = byId('key-test', HTMLInputElement);
    const days = Number(byId('key-life', HTMLSelectElement).value);
    await act(async () => {
      const wanted = { name: input.value.trim(), test: test.checked, ...(days > 0 && { days }) };
      const { body } = await ask('POST', 'keys', { body: wanted });
      input.value = '';
      test.checked = false;
      showNew(body);
    });
  });

  /**
   * @param {Keys} keys
   * @param {(load: () => Promise<Keys>) => Promise<void>} change
   */
  function list({ live, old, calls }, change) {
    const none = el('p', { class: 'empty', id: 'keys-empty' }, t('keys.empty'));
    const parts = [live.length === 0 ? none : keyTable(live, 'live-keys', calls, onAction)];
    if (old.rows.length === 0) return parts;
    const more = () =>
      change(async () => ({ live, old: await readPage(OLD_KEYS, 'keys', old), calls }));
    const count = `${old.rows.length}${old.nextCursor === null ? '' : '+'}`;
    const details = el(
      'details',
      { class: 'old-keys' },
      el('summary', {}, t('keys.show-old', { count })),
      keyTable(old.rows, 'old-keys', calls, onAction),
      ...moreButton(old, 'old-keys', more),
    );
    details.open = isOldOpen;
    details.addEventListener('toggle', () => {
      isOldOpen = details.open;
    });
    return [...parts, details];
  }

  /** @type {import('./key-table.js').OnAction} */
  function onAction(action, key) {
    void { rotate: rotateKey, revoke: revokeKey, calls: showCalls }[action](key);
  }

  /** @param {Key} key */
  async function rotateKey(key) {
    const values = { name: nameOf(key), prefix: key.prefix };
    const question = { title: t('keys.rotate-title', values), text: t('keys.rotate-text', values) };
    const overlap = select(OVERLAPS.map((hours) => [String(hours), t(`keys.overlap-${hours}`)]));
    const field = el('label', { class: 'field overlap' }, t('keys.overlap'), overlap);
    if (!(await confirmAction({ ...question, action: t('keys.rotate'), field }))) return;
    const overlapHours = Number(overlap.value);
    await act(async () => {
      const at = `keys/${encodeURIComponent(key.id)}/rotate`;
      const { body } = await ask('POST', at, { body: { overlapHours } });
      showNew(body);
    });
  }

  /** @param {Key} key */
  async function revokeKey(key) {
    const values = { name: nameOf(key), prefix: key.prefix };
    const question = { title: t('keys.revoke-title', values), text: t('keys.revoke-text', values) };
    if (!(await confirmAction({ ...question, action: t('keys.revoke'), danger: true }))) return;
    await act(async () => {
      await ask('DELETE', `keys/${encodeURIComponent(key.id)}`);
      const success = { class: 'notice', 'data-kind': 'success', tabindex: '-1' };
      showNotice(() => el('p', success, t('keys.revoked-notice', values)));
    });
  }

  /** @param {() => Promise<void>} action */
  async function act(action) {
    const button = byId('create-key', HTMLButtonElement);
    button.disabled = true;
    try {
      await action();
    } catch (error) {
      const danger = { class: 'notice', 'data-kind': 'danger', role: 'alert' };
      showNotice(() => el('p', danger, describeError(error)));
    }
    // A change may have been made whose answer was lost: the owner sees it before trying again.
    await load();
    changed();
    button.disabled = false;
  }
  return load;
}

const OLD_KEYS = 'keys?state=ended';

/** Hours that a rotated key may work on. Source: docs/portal.md, 0 to 72. */
const OVERLAPS = [0, 1, 24, 72];

/** Days that a key may live. */
const LIVES = [30, 90, 365];

function offerLives() {
  const chosen = byId('key-life', HTMLSelectElement);
  const { value } = chosen;
  const days = LIVES.map((life) => [String(life), t('keys.life-days', { days: String(life) })]);
  chosen.replaceChildren(...options([['0', t('keys.life-none')], ...days]));
  if (value !== '') chosen.value = value;
}

/** @param {readonly (readonly string[])[]} choices */
const select = (choices) => el('select', {}, ...options(choices));

/**
 * Of no list yet: one that is moved out of a list takes along that it was chosen there.
 *
 * @param {readonly (readonly string[])[]} choices
 */
const options = (choices) =>
  choices.map(([value = '', text = '']) => el('option', { value }, text));

/** @returns {Promise<Keys>} those in use, which are few, and a page of the others. */
async function loadKeys() {
  const [live, old, usage] = await Promise.all([
    readPages('keys?state=live&limit=100'),
    readPage(OLD_KEYS, 'keys'),
    ask('GET', 'usage/keys'),
  ]);
  /** @type {readonly { id: string, calls: number }[]} */
  const used = usage.body.keys;
  const calls = Object.fromEntries(used.map((key) => [key.id, key.calls]));
  return { live: live.flatMap(({ keys }) => keys), old, calls };
}

/** @param {Key & { key: string, replaces?: Key }} key */
function showNew(key) {
  const onDone = () => {
    showNotice();
    byId('key-name', HTMLInputElement).focus();
  };
  showNotice(() => newKeyNotice(key, onDone));
}

/** @type {(() => HTMLElement) | undefined} */
let notice;

/** @param {() => HTMLElement} [next] in the language of the page; absent: nothing. */
function showNotice(next) {
  notice = next;
  writeNotice()?.focus();
}

function writeNotice() {
  const shown = notice?.();
  byId('key-notice', HTMLElement).replaceChildren(...(shown === undefined ? [] : [shown]));
  return shown;
}
