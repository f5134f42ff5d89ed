// @ts-check
import { formatAmount, formatKroner, formatMoment } from '../base/format.js';
import { hasText, language, t } from '../i18n/language.js';
import { toOre } from '../trip/bill.js';
import { sourceText } from '../trip/tariff-text.js';

/**
 * What `/portal/api/statement` finds. Amounts are NOK.
 *
 * @typedef {object} Checked
 * @property {number} rows lines that are looked at: `billedNok` is what they add up to.
 * @property {{ settled: Lines, earlier: Lines }} credits lines that pay back others of this statement, or what an earlier one has.
 * @property {number} vehicles plates that lines are of: the same is expected of each.
 * @property {number} unpriced
 * @property {number} billedNok
 * @property {number} expectedNok
 * @property {number} differenceNok
 * @property {Lines} leftOut lines with an amount, and without a station or a moment.
 * @property {number} owedNok what the operator can be asked to pay back.
 * @property {Lines} otherPlates lines of other plates than that of the question.
 * @property {boolean} dayFirst days such as 11/05/2026 were taken to begin with the day.
 * @property {number} twiceShown lines in the hour that autumn has twice, nothing tells in which.
 * @property {readonly Finding[]} findings
 *
 * @typedef {{ lines: number, nok: number }} Lines
 *
 * @typedef {object} Finding
 * @property {string} kind
 * @property {number} [line] absent: it is on no line.
 * @property {readonly number[]} [andLines] lines whose amounts are in `billedNok` as well.
 * @property {string} at ISO 8601.
 * @property {string} station
 * @property {string} [plate]
 * @property {number} billedNok
 * @property {number} [expectedNok] absent: not known.
 * @property {boolean} [atMost] what is expected is the most that it can be.
 * @property {number} [differenceNok]
 * @property {number} [owedNok] what can be asked for, less than the difference where the hour as a whole is billed less too much; absent: nothing.
 * @property {boolean} estimated
 * @property {string} [source] of the tariff.
 * @property {string} reason in English.
 */

/** @param {string} kind */
export function findingName(kind) {
  return hasText(`finding.${kind}`) ? t(`finding.${kind}`) : kind;
}

/**
 * Which lines it is on, '' where it is on none.
 *
 * @param {Finding} finding
 */
export const findingLines = ({ line, andLines = [] }) =>
  line === undefined ? '' : [line, ...andLines].join(', ');

/**
 * What should have been billed, as an amount.
 *
 * @param {Finding} finding
 * @param {(ore: number) => string} format
 */
export function findingExpected({ expectedNok, atMost }, format) {
  if (expectedNok === undefined) return '?';
  const amount = format(toOre(expectedNok));
  return atMost ? t('statement.at-most', { amount }) : amount;
}

/**
 * Why a line is wrong, as a sentence for the operator.
 *
 * @param {Finding} finding
 */
export function findingReason(finding) {
  const { kind, at, station, billedNok, expectedNok, source, reason } = finding;
  const { owedNok, differenceNok = 0 } = finding;
  const why = `finding.${kind}-why`;
  const values = { station, moment: formatMoment(at, language()) };
  const facts =
    expectedNok === undefined
      ? t('statement.billed-alone', { ...values, billed: formatKroner(toOre(billedNok)) })
      : t('statement.billed-and-expected', {
          ...values,
          billed: formatKroner(toOre(billedNok)),
          expected: findingExpected(finding, formatKroner),
        });
  const from =
    source === undefined ? '' : ` ${t('statement.source', { source: sourceText(source) })}`;
  // A newer server may find more; it says why in English alone.
  const because = hasText(why)
    ? t(why)
    : language() === 'en'
      ? reason
      : t('finding.new-why', { kind });
  const ofHour =
    owedNok !== undefined && owedNok < differenceNok
      ? ` ${t('statement.owed-of-hour', { amount: formatKroner(toOre(owedNok)) })}`
      : '';
  return `${facts} ${because}${ofHour}${from}`;
}

/**
 * What the operator is to pay back, as a letter; the other findings are none of the operator's, or are no more than a
 * guess.
 *
 * @param {Checked} checked
 * @returns {string} '': nothing is.
 */
export function toLetter({ findings, owedNok }) {
  const owed = findings.filter((one) => one.owedNok !== undefined);
  if (owed.length === 0) return '';
  const lines = owed.map((one) => {
    const numbers = findingLines(one);
    const line = numbers === '' ? '' : `${t('statement.line', { line: numbers })}: `;
    return `- ${line}${findingReason(one)}`;
  });
  const end = owed.some(({ atMost }) => atMost)
    ? 'statement.letter-end-least'
    : 'statement.letter-end';
  const amount = formatKroner(toOre(owedNok));
  return [t('statement.letter-start'), '', ...lines, '', t(end, { amount })].join('\n');
}

const BOM = '\ufeff';

/**
 * A table that Norwegian Excel opens as it is: semicolons, decimal commas, the mark of UTF-8.
 *
 * @param {Checked} checked
 */
export function toCsv({ findings }) {
  const heads = [
    ...['line', 'at', 'station', 'billed', 'expected', 'difference'],
    ...['estimate', 'what', 'reason'],
  ];
  const rows = findings.map((one) => [
    findingLines(one),
    cell(`${one.at.slice(0, 10)} ${one.at.slice(11, 16)}`),
    cell(one.station),
    amount(one.billedNok),
    amount(one.expectedNok),
    amount(one.differenceNok),
    one.estimated ? t('statement.yes') : '',
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
 * A text that a spreadsheet takes for a text, whatever stands in it, as `src/batch/table-form.ts` has it.
 *
 * @param {string} text
 */
function cell(text) {
  const isFormula = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|\p{Cc})/u.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /^\s|[";\r\n]|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
