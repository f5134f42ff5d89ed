// @ts-check
import { byId } from '../dom.js';
import { t } from '../i18n/language.js';

/** NOK an hour, from the fastest way to the cheapest. */
const VALUES = ['', '800', '400', '200', '100', '50', '0'];

/** What an hour is worth: the slider between the fastest way and the cheapest. */
export function moneyField() {
  const slider = byId('value-of-time', HTMLInputElement);
  const told = byId('value-told', HTMLElement);
  slider.max = String(VALUES.length - 1);
  const read = () => VALUES[Number(slider.value)] ?? '';
  const tell = () => {
    const text = nameOf(read());
    told.textContent = text;
    slider.setAttribute('aria-valuetext', text);
  };
  slider.addEventListener('input', tell);

  return {
    read,
    tell,
    /** @param {string} value NOK an hour; the nearest that can be chosen is taken. */
    set(value) {
      const at = VALUES.findIndex((one) => one !== '' && Number(one) <= Number(value));
      slider.value = String(value === '' ? 0 : at);
      tell();
    },
  };
}

/**
 * What a choice is called.
 *
 * @param {string} value
 */
function nameOf(value) {
  if (value === '') return t('value.fastest');
  return value === '0' ? t('value.cheapest') : t('value.hour', { amount: value });
}
