// @ts-check
import { ApiError } from './api.js';
import { formatClock, formatDuration } from './base/format.js';
import { hasText, language, t } from './i18n/language.js';

/**
 * What went wrong, in one sentence for a visitor, by the stable code of the answer. The server's own sentence is
 * English, and stands on an English page alone.
 *
 * @param {unknown} error
 * @param {string} [page] that has hints of its own, by the first name of a value: `refused.statement.plate`.
 */
export function describeError(error, page = '') {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, requestId = '–' } = error;
  if (status === 0) return t('error.offline');
  if (status === 429) return describeLimit(error);
  if (code === 'invalid_parameter') return describeRefusal(error, page);
  if (code === 'route_not_possible') return describeNoWay(error);
  if (hasText(`error.${code}`)) return t(`error.${code}`, { requestId });
  if (status === 401) return t('error.signed_out');
  if (status === 502 || status === 503) return t('error.overloaded');
  if (status >= 500) return t('error.internal_error', { requestId });
  return t('error.other', { code: code === '' ? String(status) : code });
}

/** @param {ApiError} error */
function describeLimit({ code, atMs, retryAfterS = 60 }) {
  const again = new Date(atMs + retryAfterS * 1000).toISOString();
  if (code === 'quota_exceeded') return t('error.quota_exceeded', { time: formatClock(again) });
  return t('error.rate_limited', { wait: formatDuration(retryAfterS / 60, language()) });
}

/** @param {ApiError} error */
function describeNoWay({ parameters: [stop], message }) {
  // It says which place, and why.
  if (language() === 'en') return message;
  if (stop === undefined) return t('error.route_not_possible');
  return t('error.stop_not_possible', { name: nameOf(stop) });
}

/**
 * @param {ApiError} error
 * @param {string} page
 */
function describeRefusal({ parameters, message }, page) {
  const hintOf = (/** @type {string} */ parameter) =>
    [`refused.${page}.${firstNameOf(parameter)}`, `refused.${lastNameOf(parameter)}`].find(hasText);
  const hints = [...new Set(parameters.map(hintOf))].filter((hint) => hint !== undefined);
  const names = [...new Set(parameters.map(nameOf))].join(', ');
  const sentence = names === '' ? t('error.bad_request') : t('error.invalid_parameter', { names });
  const more = language() === 'en' ? [message] : hints.map((hint) => t(hint));
  return [sentence, ...more].join(' ');
}

/** @param {string} parameter such as `columns.plate`. */
const firstNameOf = (parameter) => /^\w*/.exec(parameter)?.[0] ?? '';

/** @param {string} parameter such as `drives[2].from`. */
function lastNameOf(parameter) {
  return (
    parameter
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? ''
  );
}

/**
 * What a value is called in the language of the page, and where it stands: in a body, or in the lines of a file.
 *
 * @param {string} parameter
 */
function nameOf(parameter) {
  const last = lastNameOf(parameter);
  const name = hasText(`parameter.${last}`) ? t(`parameter.${last}`) : last;
  const [, line] = /^statement\[(\d+)\]$/.exec(parameter) ?? [];
  const where = line === undefined ? parameter : t('statement.line', { line }).toLowerCase();
  return `${t('error.named', { name })}${last === parameter ? '' : ` (${where})`}`;
}
