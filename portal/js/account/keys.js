// @ts-check
import { ask } from '../api.js';
import { formatMoment } from '../base/format.js';
import { copyButton } from '../copy-button.js';
import { describeError } from '../describe-error.js';
import { byId, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { confirmAction } from './confirm.js';
import { moreButton, readPage, readPages } from './pages.js';
import { section, table } from './section.js';

/**
 * @typedef {object} Key
 * @property {string} id
 * @property {string} name
 * @property {string} prefix
 * @property {string} createdAt
 * @property {string | null} lastUsedAt
 * @property {string | null} [rotatedAt]
 * @property {string | null} [revokedAt]
 * @property {'live' | 'rotated' | 'revoked'} state
 *
 * @typedef {{ live: readonly Key[], old: import('./pages.js').List<Key> }} Keys
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
  const form = byId('key-form', HTMLFormElement);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = byId('key-name', HTMLInputElement);
    const test = byId('key-test', HTMLInputElement);
    await act(async () => {
      const { body } = await ask('POST', 'keys', {
        body: { name: input.value.trim(), test: test.checked },
      });
      input.value = '';
      test.checked = false;
      showNew(body);
    });
  });

  /**
   * @param {Keys} keys
   * @param {(load: () => Promise<Keys>) => Promise<void>} change
   */
  function list({ live, old }, change) {
    if (live.length + old.rows.length === 0)
      return [el('p', { class: 'empty', id: 'keys-empty' }, t('keys.empty'))];
    const parts =
      live.length === 0
        ? [el('p', { class: 'empty' }, t('keys.empty'))]
        : [keyTable(live, 'live-keys')];
    if (old.rows.length === 0) return parts;
    const more = () => change(async () => ({ live, old: await readPage(OLD_KEYS, 'keys', old) }));
    const count = `${old.rows.length}${old.nextCursor === null ? '' : '+'}`;
    const details = el(
      'details',
      { class: 'old-keys' },
      el('summary', {}, t('keys.show-old', { count })),
      keyTable(old.rows, 'old-keys'),
      ...moreButton(old, 'old-keys', more),
    );
    details.open = isOldOpen;
    details.addEventListener('toggle', () => {
      isOldOpen = details.open;
    });
    return [...parts, details];
  }
  /**
   * @param {readonly Key[]} keys
   * @param {string} id
   */
  const keyTable = (keys, id) => {
    const columns = ['name', 'key', 'used', 'created', 'state', 'actions'];
    const head = columns.map((column) => t(`keys.column-${column}`));
    return table(t(`keys.${id}`), head, keys.map(row), { id });
  };
  /** @param {Key} key */
  const row = (key) => [
    nameOf(key),
    el('code', {}, `${key.prefix}…`),
    usedText(key),
    formatMoment(key.createdAt, language()),
    el('span', { class: 'state', 'data-state': key.state }, stateText(key)),
    key.state === 'live' ? actions(key) : '',
  ];
  /** @param {Key} key */
  const actions = (key) => {
    const name = nameOf(key);
    const rotate = el(
      'button',
      { type: 'button', 'aria-label': t('keys.rotate-label', { name }), 'data-action': 'rotate' },
      t('keys.rotate'),
    );
    const revoke = el(
      'button',
      {
        type: 'button',
        class: 'danger',
        'aria-label': t('keys.revoke-label', { name }),
        'data-action': 'revoke',
      },
      t('keys.revoke'),
    );
    rotate.addEventListener('click', () => void rotateKey(key));
    revoke.addEventListener('click', () => void revokeKey(key));
    return el('span', { class: 'actions', 'data-key': key.id }, rotate, revoke);
  };
  /** @param {Key} key */
  const rotateKey = async (key) => {
    const values = { name: nameOf(key), prefix: key.prefix };
    const question = { title: t('keys.rotate-title', values), text: t('keys.rotate-text', values) };
    if (!(await confirmAction({ ...question, action: t('keys.rotate') }))) return;
    await act(async () => {
      const { body } = await ask('POST', `keys/${encodeURIComponent(key.id)}/rotate`, { body: {} });
      showNew(body, new Date().toISOString());
    });
  };
  /** @param {Key} key */
  const revokeKey = async (key) => {
    const values = { name: nameOf(key), prefix: key.prefix };
    const question = { title: t('keys.revoke-title', values), text: t('keys.revoke-text', values) };
    if (!(await confirmAction({ ...question, action: t('keys.revoke'), danger: true }))) return;
    await act(async () => {
      await ask('DELETE', `keys/${encodeURIComponent(key.id)}`);
      showNotice(
        el(
          'p',
          { class: 'notice', 'data-kind': 'success', tabindex: '-1' },
          t('keys.revoked-notice', values),
        ),
      );
    });
  };
  /** @param {() => Promise<void>} action */
  const act = async (action) => {
    const button = byId('create-key', HTMLButtonElement);
    button.disabled = true;
    try {
      await action();
      await load();
      changed();
    } catch (error) {
      showNotice(
        el('p', { class: 'notice', 'data-kind': 'danger', role: 'alert' }, describeError(error)),
      );
    } finally {
      button.disabled = false;
    }
  };
  return load;
}

const OLD_KEYS = 'keys?state=ended';

/** @returns {Promise<Keys>} those in use, which are few, and a page of the others. */
async function loadKeys() {
  const live = (await readPages('keys?state=live&limit=100')).flatMap(({ keys }) => keys);
  return { live, old: await readPage(OLD_KEYS, 'keys') };
}

/**
 * The one time that a key is shown.
 *
 * @param {Key & { key: string }} key
 * @param {string} [rotatedAt] since when the key before it is refused.
 */
function showNew(key, rotatedAt) {
  const code = el('code', { id: 'new-key' }, key.key);
  const copy = copyButton(() => key.key, {
    id: 'copy-key',
    label: t('keys.copy'),
    done: t('keys.copied'),
    source: () => code,
  });
  const done = el('button', { type: 'button', class: 'quiet', id: 'key-saved' }, t('keys.done'));
  done.addEventListener('click', () => {
    showNotice(undefined);
    byId('key-name', HTMLInputElement).focus();
  });
  showNotice(
    el(
      'div',
      { class: 'new-key', tabindex: '-1' },
      el('h3', {}, t('keys.new-title', { name: nameOf(key) })),
      el('p', {}, t('keys.new-text')),
      el('div', { class: 'new-key-row' }, code, copy),
      rotatedAt !== undefined &&
        el(
          'p',
          { id: 'rotated-at' },
          t('keys.new-rotated', { moment: formatMoment(rotatedAt, language()) }),
        ),
      done,
    ),
  );
}

/** @param {HTMLElement | undefined} notice */
function showNotice(notice) {
  byId('key-notice', HTMLElement).replaceChildren(...(notice === undefined ? [] : [notice]));
  notice?.focus();
}

/** @param {Key} key */
function nameOf({ name }) {
  return name === '' ? t('keys.unnamed') : name;
}

/**
 * Uses are noted by the hour, and the first one is not before the key was made.
 *
 * @param {Key} key
 */
function usedText({ lastUsedAt, createdAt }) {
  if (lastUsedAt === null) return t('keys.never-used');
  return formatMoment(lastUsedAt < createdAt ? createdAt : lastUsedAt, language());
}

/** @param {Key} key */
function stateText({ state, rotatedAt, revokedAt }) {
  const at = state === 'rotated' ? rotatedAt : revokedAt;
  const moment = at === undefined || at === null ? '' : formatMoment(at, language());
  return t(`keys.state-${state}`, { moment });
}
