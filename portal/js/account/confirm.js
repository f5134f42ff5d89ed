// @ts-check
import { el } from '../dom.js';
import { t } from '../i18n/language.js';

/**
 * Asks before something that can not be undone.
 *
 * @param {{ title: string, text: string, action: string, danger?: boolean, field?: Node }} question
 *   `field` is asked beside it.
 * @returns {Promise<boolean>} true when it is wanted.
 */
export function confirmAction({ title, text, action, danger = false, field }) {
  const cancel = el('button', { type: 'button', id: 'confirm-no' }, t('keys.cancel'));
  const kind = danger ? 'danger solid' : 'primary';
  const yes = el('button', { type: 'button', id: 'confirm-yes', class: kind }, action);
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text', class: 'confirm' },
    el('h2', { id: 'confirm-title' }, title),
    el('p', { id: 'confirm-text' }, text),
    field ?? false,
    el('div', { class: 'buttons' }, cancel, yes),
  );
  document.body.append(dialog);
  dialog.showModal();
  cancel.focus();
  return new Promise((resolve) => {
    /** @param {boolean} wanted */
    const end = (wanted) => {
      resolve(wanted);
      dialog.close();
      dialog.remove();
    };
    cancel.addEventListener('click', () => end(false));
    yes.addEventListener('click', () => end(true));
    dialog.addEventListener('cancel', () => end(false));
  });
}
