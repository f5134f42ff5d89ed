// @ts-check
import { formatCount, formatKroner } from '../base/format.js';
import { hasText, t } from '../i18n/language.js';
import { toOre } from '../trip/bill.js';

/**
 * How a file was read, and which of its lines were not looked at.
 *
 * @typedef {import('./findings.js').Checked & {
 *   columns: Readonly<Record<string, string>>,
 *   leftOut: { reasons: readonly LeftOut[] },
 * }} CheckedFile
 *
 * @typedef {object} LeftOut
 * @property {string} reason
 * @property {number} lines
 * @property {number} firstLine
 * @property {number} nok
 */

/**
 * What was not looked at, and how the file was read where it does not tell.
 *
 * @param {CheckedFile} checked
 */
export function listReservations({
  unpriced,
  leftOut,
  credits: { settled, earlier },
  otherPlates,
  vehicles,
  dayFirst,
  twiceShown,
  columns,
}) {
  return [
    ...(unpriced > 0 ? [t('statement.unpriced', { count: formatCount(unpriced) })] : []),
    ...leftOut.reasons.map(describeLeftOut),
    ...tellLines('statement.credits-settled', settled),
    ...tellLines('statement.credits-earlier', earlier),
    ...tellLines('statement.other-plates', otherPlates),
    ...(vehicles > 1 ? [t('statement.vehicles', { count: formatCount(vehicles) })] : []),
    ...(dayFirst ? [t('statement.day-first')] : []),
    ...(twiceShown > 0 ? [t('statement.twice-shown', { count: formatCount(twiceShown) })] : []),
    t('statement.columns-read', { columns: Object.entries(columns).map(nameColumn).join(', ') }),
  ];
}

/**
 * @param {string} text
 * @param {import('./findings.js').Lines} some
 */
const tellLines = (text, { lines, nok }) =>
  lines > 0 ? [t(text, { count: formatCount(lines), amount: formatKroner(toOre(nok)) })] : [];

/** @param {LeftOut} left */
function describeLeftOut({ reason, lines, firstLine, nok }) {
  const why = `left-out.${reason}`;
  return t('statement.left-out', {
    why: hasText(why) ? t(why) : reason,
    line: firstLine,
    count: formatCount(lines),
    amount: nok === 0 ? '' : ` (${formatKroner(toOre(nok))})`,
  });
}

/** @param {readonly [string, string]} column what it is taken for, and its heading. */
function nameColumn([column, heading]) {
  const name = `statement.column-${column}`;
  return `${heading} (${(hasText(name) ? t(name) : column).toLowerCase()})`;
}
