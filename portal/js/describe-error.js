// @ts-check
import { ApiError } from './api.js';
import { formatClock, formatDuration } from './base/format.js';
import { language, t } from './i18n/language.js';

/**
 * What went wrong, in one sentence for a visitor.
 *
 * @param {unknown} error
 */
export function describeError(error) {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, message, requestId = '–' } = error;
  if (status === 0) return t('error.offline');
  if (status === 401) return t('error.signed-out');
  if (code === 'subscription_inactive') return t('error.subscription');
  if (status === 429) return describeLimit(error);
  if (code === 'route_not_possible') return t('error.no-route');
  if (code === 'link_not_valid') return t('sign-in.link-not-valid');
  if (status === 502 || status === 503) return t('error.busy');
  if (status >= 500) return t('error.unknown', { requestId });
  return t('error.refused', { message });
}

/** @param {ApiError} error */
function describeLimit({ code, retryAfterS = 60 }) {
  const again = new Date(Date.now() + retryAfterS * 1000).toISOString();
  if (code === 'quota_exceeded') return t('error.quota', { time: formatClock(again) });
  return t('error.limited', { wait: formatDuration(retryAfterS / 60, language()) });
}
