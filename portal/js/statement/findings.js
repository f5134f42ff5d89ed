// @ts-check
import { formatAmount, formatKroner, formatMoment } from '../base/format.js';
import { hasText, language, t } from '../i18n/language.js';
import { toOre } from '../trip/bill.js';
import { sourceText } from '../trip/reason-text.js';

/**
 * What `/portal/api/statement` finds. Amounts are NOK.
 *
 * @typedef {object} Checked
 * @property {number} rows
 * @property {number} unpriced
 * @property {number} billedNok
 * @property {number} expectedNok
 * @property {number} differenceNok
 * @property {{ lines: number, nok: number }} leftOut lines with an amount, and without a station or a moment.
 * @property {boolean} dayFirst days such as 11/05/2026 were taken to begin with the day.
 * @property {number} twiceShown lines in the hour that autumn has twice, nothing tells in which.
 * @property {readonly Finding[]} findings
 *
 * @typedef {object} Finding
 * @property {string} kind
 * @property {number} [line] absent: it is on no line.
 * @property {string} at ISO 8601.
 * @property {string} station
 * @property {string} [plate]
 * @property {number} billedNok
 * @property {number} [expectedNok] absent: not known.
 * @property {number} [differenceNok]
 * @property {boolean} estimated
 * @property {string} [source] of the tariff.
 * @property {string} reason in English.
 */

/** @param {string} kind */
export function findingName(kind) {
  return hasText(`finding.${kind}`) ? t(`finding.${kind}`) : kind;
}

/**
 * Why a line is wrong, as a sentence for the operator.
 *
 * @param {Finding} finding
 */
export function findingReason({ kind, at, station, billedNok, expectedNok, source, reason }) {
  const why = `finding.${kind}-why`;
  const values = { station, moment: formatMoment(at, language()) };
  const facts =
    expectedNok === undefined
      ? t('statement.billed-alone', { ...values, billed: formatKroner(toOre(billedNok)) })
      : t('statement.billed-and-expected', {
          ...values,
          billed: formatKroner(toOre(billedNok)),
          expected: formatKroner(toOre(expectedNok)),
        });
  const from =
    source === undefined ? '' : ` ${t('statement.source', { source: sourceText(source) })}`;
  // A newer server may find more; it says why in English alone.
  const because = hasText(why)
    ? t(why)
    : language() === 'en'
      ? reason
      : t('finding.new-why', { kind });
  return `${facts} ${because}${from}`;
}

/**
 * What was billed too much, as a letter; the other findings are none of the operator's.
 *
 * @param {Checked} checked
 * @returns {string} '': nothing was.
 */
export function toLetter({ findings }) {
  const tooMuch = findings.filter(({ differenceNok = 0 }) => differenceNok > 0);
  if (tooMuch.length === 0) return '';
  const lines = tooMuch.map((one) => {
    const line = one.line === undefined ? '' : `${t('statement.line', { line: one.line })}: `;
    return `- ${line}${findingReason(one)}`;
  });
  const sumOre = tooMuch.reduce((sum, { differenceNok = 0 }) => sum + toOre(differenceNok), 0);
  const end = t('statement.letter-end', { amount: formatKroner(sumOre) });
  return [t('statement.letter-start'), '', ...lines, '', end].join('\n');
}

const BOM = '\ufeff';

/**
 * A table that Norwegian Excel opens as it is: semicolons, decimal commas, the mark of UTF-8.
 *
 * @param {Checked} checked
 */
export function toCsv({ findings }) {
  const heads = ['line', 'at', 'station', 'billed', 'expected', 'difference', 'what', 'reason'];
  const rows = findings.map((one) => [
    String(one.line ?? ''),
    cell(`${one.at.slice(0, 10)} ${one.at.slice(11, 16)}`),
    cell(one.station),
    amount(one.billedNok),
    amount(one.expectedNok),
    amount(one.differenceNok),
    cell(findingName(one.kind)),
    cell(findingReason(one)),
  ]);
  const table = [heads.map((name) => cell(t(`statement.column-${name}`))), ...rows];
  return `${BOM}${table.map((row) => row.join(';')).join('\r\n')}\r\n`;
}

/**
 * A number, its sign a sign.
 *
 * @param {number | undefined} nok
 */
function amount(nok) {
  return nok === undefined ? '' : formatAmount(toOre(nok)).replace(/\s/g, '').replace('−', '-');
}

/**
 * A text that a spreadsheet takes for a text, whatever stands in it; signs of double width are signs for some.
 *
 * @param {string} text
 */
function cell(text) {
  const safe = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
