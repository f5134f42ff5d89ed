// @ts-check
import { hasText, t } from '../i18n/language.js';

/**
 * Why a passage costs what it costs, for a reader.
 *
 * @param {{ reason: string, paidAtName: string | undefined }} passage `reason` in the words of the API.
 */
export function reasonText({ reason, paidAtName }) {
  if (paidAtName !== undefined && hasText(`reason.${reason}-paid`))
    return t(`reason.${reason}-paid`, { name: paidAtName });
  return hasText(`reason.${reason}`) ? t(`reason.${reason}`) : t('reason.other');
}
