// @ts-check
import { formatAmount, formatCount, formatKroner, formatMoment } from '../base/format.js';
import { copyButton } from '../copy-button.js';
import { button, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { toOre } from '../trip/bill.js';
import {
  findingExpected,
  findingLines,
  findingName,
  findingReason,
  toCsv,
  toLetter,
} from './findings.js';
import { listReservations } from './reservations.js';

/** @typedef {import('./reservations.js').CheckedFile} Checked */
/** @typedef {import('./findings.js').Finding} Finding */

/**
 * What was found in a statement: the sums, a table, and what can be sent.
 *
 * @param {Checked} checked
 */
export function findingsView(checked) {
  const { findings, rows, billedNok, expectedNok, differenceNok } = checked;
  const sums = [
    ['billed', billedNok],
    ['expected', expectedNok],
    ['difference', differenceNok],
  ];
  const told = el(
    'dl',
    { class: 'statement-sums' },
    ...sums.map(([name, nok]) =>
      el(
        'div',
        { 'data-sum': String(name) },
        el('dt', {}, t(`statement.sum-${name}`)),
        el('dd', { id: `sum-${name}` }, formatKroner(toOre(Number(nok)))),
      ),
    ),
  );
  const counts = t('statement.counts', {
    rows: formatCount(rows),
    findings: formatCount(findings.length),
  });
  const head = el(
    'p',
    { id: 'statement-counts' },
    [counts, ...listReservations(checked)].join(' '),
  );
  if (findings.length === 0)
    return el(
      'section',
      { class: 'card' },
      told,
      head,
      el('p', { class: 'notice', 'data-kind': 'success' }, t('statement.nothing')),
    );
  return el('section', { class: 'card' }, told, head, table(findings), sending(checked));
}

/** @param {readonly Finding[]} findings */
function table(findings) {
  const heads = ['line', 'at', 'station', 'billed', 'expected', 'difference', 'what'].map((name) =>
    el('th', { scope: 'col' }, t(`statement.column-${name}`)),
  );
  return el(
    'div',
    { class: 'table-scroll' },
    el(
      'table',
      { id: 'findings' },
      el('caption', { class: 'visually-hidden' }, t('statement.findings')),
      el('thead', {}, el('tr', {}, ...heads)),
      el('tbody', {}, ...findings.map(row)),
    ),
  );
}

/** @param {Finding} finding */
function row(finding) {
  const { at, station, billedNok, differenceNok, kind, estimated } = finding;
  const amounts = [
    ['billed', formatAmount(toOre(billedNok))],
    ['expected', findingExpected(finding, formatAmount)],
    ['difference', differenceNok === undefined ? '?' : formatAmount(toOre(differenceNok))],
  ];
  const data = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...content) =>
    el('td', { 'data-label': t(`statement.column-${name}`), 'data-column': name }, ...content);
  return el(
    'tr',
    { 'data-kind': kind },
    data('line', findingLines(finding) || '–'),
    data('at', formatMoment(at, language())),
    data('station', station),
    ...amounts.map(([name, amount]) => data(String(name), String(amount))),
    data(
      'what',
      el('strong', {}, findingName(kind)),
      ...(estimated ? [' ', el('span', { class: 'badge' }, t('receipt.estimate'))] : []),
      el('span', { class: 'finding-why' }, findingReason(finding)),
    ),
  );
}

/** @param {Checked} checked */
function sending(checked) {
  const text = toLetter(checked);
  const letter = el('pre', { tabindex: '0', id: 'letter' }, text);
  const copy = copyButton(() => text, {
    id: 'copy-letter',
    label: t('statement.copy'),
    done: t('curl.copied'),
    source: () => letter,
  });
  const download = () => {
    const address = URL.createObjectURL(new Blob([toCsv(checked)], { type: 'text/csv' }));
    el('a', { href: address, download: t('statement.file') }).click();
    URL.revokeObjectURL(address);
  };
  const save = button(t('statement.save'), download, { id: 'save-csv' });
  const isToSend = text !== '';
  return el(
    'div',
    { class: 'statement-send' },
    isToSend && el('h2', {}, t('statement.send')),
    isToSend && letter,
    el('p', { class: 'statement-buttons' }, isToSend && copy, save),
  );
}
