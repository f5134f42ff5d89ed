// @ts-check
/** Amounts, lengths and times as a reader in Norway writes them, in both languages. */

/** @typedef {'nb' | 'en'} Language */

const KRONER = new Intl.NumberFormat('nb-NO', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const WHOLE = new Intl.NumberFormat('nb-NO', { maximumFractionDigits: 0 });
const LOCALES = { nb: 'nb-NO', en: 'en-GB' };

/**
 * An amount as it is written in Norway, in both languages: `kr 1 234,50`, with hard spaces.
 *
 * @param {number} amountOre whole øre.
 */
export function formatKroner(amountOre) {
  return `kr\u00a0${formatAmount(amountOre)}`;
}

/**
 * The figures alone, for columns: `1 234,50`.
 *
 * @param {number} amountOre whole øre.
 */
export function formatAmount(amountOre) {
  return KRONER.format(amountOre / 100).replace(/\s/g, '\u00a0');
}

/**
 * An amount where room is short: without `,00`.
 *
 * @param {number} amountOre whole øre.
 */
export function formatShortKroner(amountOre) {
  return formatKroner(amountOre).replace(/,00$/, '');
}

/** @param {number} count */
export function formatCount(count) {
  return WHOLE.format(count).replace(/\s/g, '\u00a0');
}

/**
 * @param {number} distanceM metres.
 * @param {Language} language
 * @returns {string} such as `7,8 km` or `207 km`.
 */
export function formatDistance(distanceM, language) {
  const km = distanceM / 1000;
  const digits = km < 100 ? 1 : 0;
  const number = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number.format(km).replace(/\s/g, '\u00a0')}\u00a0km`;
}

/**
 * @param {number} durationMin minutes.
 * @param {Language} language
 * @returns {string} such as `7 min` or `3 t 48 min`.
 */
export function formatDuration(durationMin, language) {
  const min = Math.max(1, Math.round(durationMin));
  const hour = language === 'nb' ? 't' : 'h';
  const parts = [];
  if (min >= 60) parts.push(`${Math.floor(min / 60)}\u00a0${hour}`);
  if (min % 60 > 0) parts.push(`${min % 60}\u00a0min`);
  return parts.join('\u00a0');
}

/**
 * The wall clock of an instant in Norway: `08:01`.
 *
 * @param {string} instant ISO 8601.
 */
export function formatClock(instant) {
  return inOslo('nb', { hour: '2-digit', minute: '2-digit' }).format(Date.parse(instant));
}

/**
 * @param {string} instant ISO 8601.
 * @param {Language} language
 * @returns {string} day and wall clock in Norway, such as `20. nov. 2026, 08:00`.
 */
export function formatMoment(instant, language) {
  const day = inOslo(language, { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day.format(Date.parse(instant))}, ${formatClock(instant)}`;
}

/**
 * @param {string} day `YYYY-MM-DD`.
 * @param {Language} language
 * @returns {string} such as `fre. 20. nov.`
 */
export function formatDay(day, language) {
  const form = inOslo(language, { weekday: 'short', day: 'numeric', month: 'short' });
  return form.format(Date.parse(`${day}T12:00:00Z`));
}

/**
 * @param {Language} language
 * @param {Intl.DateTimeFormatOptions} options
 */
function inOslo(language, options) {
  const hourCycle = /** @type {const} */ ('h23');
  return new Intl.DateTimeFormat(LOCALES[language], {
    ...options,
    ...(options.hour !== undefined && { hourCycle }),
    timeZone: 'Europe/Oslo',
  });
}
