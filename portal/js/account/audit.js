// @ts-check
import { formatMoment } from '../base/format.js';
import { byId, el } from '../dom.js';
import { hasText, language, t } from '../i18n/language.js';
import { moreButton, readPage } from './pages.js';
import { section, table } from './section.js';

/**
 * @typedef {object} AuditEntry
 * @property {string} at
 * @property {string} actor
 * @property {string} action
 * @property {Readonly<Record<string, string | number | null>>} detail
 */

/**
 * What was changed on the account.
 *
 * @returns {() => Promise<void>} loads it (again).
 */
export function auditSection() {
  return section(byId('audit-body', HTMLElement), () => readPage('audit', 'entries'), show);
}

/**
 * @param {import('./pages.js').List<AuditEntry>} list
 * @param {(load: () => Promise<import('./pages.js').List<AuditEntry>>) => Promise<void>} change
 */
function show(list, change) {
  const { rows: entries } = list;
  if (entries.length === 0)
    return [el('p', { class: 'empty', id: 'audit-empty' }, t('audit.empty'))];
  const head = ['when', 'who', 'what', 'detail'].map((column) => t(`audit.${column}`));
  const rows = entries.map(({ at, actor, action, detail }) => [
    formatMoment(at, language()),
    known(`audit.${actor}`, actor),
    known(`audit.${action}`, action),
    detailText(action, detail),
  ]);
  const more = () => change(() => readPage('audit', 'entries', list));
  return [
    table(t('audit.table'), head, rows, { id: 'audit-table' }),
    ...moreButton(list, 'audit-table', more),
  ];
}

/**
 * @param {string} key
 * @param {string} otherwise
 */
function known(key, otherwise) {
  return hasText(key) ? t(key) : otherwise;
}

/**
 * @param {string} action
 * @param {AuditEntry['detail']} detail
 */
function detailText(action, detail) {
  return Object.entries(detail)
    .filter(([name, value]) => value !== null && !name.endsWith('Id'))
    .map(([name, value]) => {
      const isPlan = name === 'plan' || WITH_PLANS.includes(action);
      const text = isPlan ? known(`plan.${value}`, String(value)) : inWords(value);
      return `${known(`detail.${name}`, name)}: ${text}`;
    })
    .join(', ');
}

/** What is changed from and to is a plan, or how its subscription stands. */
const WITH_PLANS = ['plan.change', 'subscription.change'];

/**
 * A moment as the page writes it, all else as it is.
 *
 * @param {unknown} value
 */
const inWords = (value) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value))
    ? formatMoment(String(value), language())
    : String(value);
