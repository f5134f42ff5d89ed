// @ts-check
import { formatCount, formatMoment } from '../base/format.js';
import { button, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { table } from './section.js';

/**
 * @typedef {object} Key
 * @property {string} id
 * @property {string} name
 * @property {string} prefix
 * @property {string} createdAt
 * @property {string | null} lastUsedAt
 * @property {string | null} [rotatedAt]
 * @property {string | null} [revokedAt]
 * @property {string | null} [endsAt]
 * @property {'live' | 'replaced' | 'rotated' | 'expired' | 'revoked'} state
 *
 * @typedef {(action: 'rotate' | 'revoke' | 'calls', key: Key) => void} OnAction
 */

/**
 * Keys, a row each, with what may be done to them.
 *
 * @param {readonly Key[]} keys
 * @param {'live-keys' | 'old-keys'} id
 * @param {Readonly<Record<string, number>>} calls of 30 days, by the id of the key.
 * @param {OnAction} onAction
 */
export function keyTable(keys, id, calls, onAction) {
  const columns = ['name', 'key', 'used', 'calls', 'created', 'state', 'actions'];
  const head = columns.map((column) => t(`keys.column-${column}`));
  const rows = keys.map((key) => [
    nameOf(key),
    el('code', {}, `${key.prefix}…`),
    usedText(key),
    formatCount(calls[key.id] ?? 0),
    momentOf(key.createdAt),
    el('span', { class: 'state', 'data-state': key.state }, stateText(key)),
    actions(key, onAction),
  ]);
  return table(t(`keys.${id}`), head, rows, { id });
}

/**
 * A key that was replaced already can only be revoked.
 *
 * @param {Key} key
 * @param {OnAction} onAction
 */
function actions(key, onAction) {
  /** @type {readonly ('rotate' | 'revoke' | 'calls')[]} */
  const offered = ['calls', ...(OFFERS[key.state] ?? [])];
  const buttons = offered.map((action) => {
    const attributes = {
      'aria-label': t(`keys.${action}-label`, { name: nameOf(key) }),
      'data-action': action,
      ...(action === 'revoke' && { class: 'danger' }),
    };
    return button(t(`keys.${action}`), () => onAction(action, key), attributes);
  });
  return el('span', { class: 'actions', 'data-key': key.id }, ...buttons);
}

/** @type {Readonly<Record<string, readonly ('rotate' | 'revoke')[]>>} */
const OFFERS = { live: ['rotate', 'revoke'], replaced: ['revoke'] };

/** @param {Key} key */
export function nameOf({ name }) {
  return name === '' ? t('keys.unnamed') : name;
}

/** @param {Key} key */
const usedText = ({ lastUsedAt }) =>
  lastUsedAt === null ? t('keys.never-used') : momentOf(lastUsedAt);

/** @param {Key} key */
function stateText({ state, rotatedAt, revokedAt, endsAt }) {
  const rotated = rotatedAt ?? endsAt;
  const moments = { live: endsAt, replaced: endsAt, rotated, expired: endsAt, revoked: revokedAt };
  const at = moments[state];
  const moment = at === undefined || at === null ? '' : formatMoment(at, language());
  return t(`keys.state-${state}${state === 'live' && moment !== '' ? '-until' : ''}`, { moment });
}

/**
 * In a narrow column the day stands on one line, and the clock on the next.
 *
 * @param {string} instant
 */
function momentOf(instant) {
  const [day = '', clock = ''] = formatMoment(instant, language()).split(/(?<=,) /);
  return el('span', {}, el('span', { class: 'day' }, day), ` ${clock}`);
}
