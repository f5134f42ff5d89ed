// @ts-check
import { language, t } from '../i18n/language.js';

/**
 * The name or the row of a ferry tariff in the language of the page. The API names it in English.
 *
 * @param {string} tariff
 */
export function tariffText(tariff) {
  if (language() === 'en') return tariff;
  return WORDS.reduce((text, [english, norwegian]) => text.replaceAll(english, norwegian), tariff);
}

/**
 * Where a tariff is from, as the data names it, in the words of the page.
 *
 * @param {string} source
 */
export const sourceText = (source) =>
  tariffText(source.replaceAll('NVDB object type', t('proof.object-type')));

/** @type {readonly (readonly [RegExp, string])[]} */
const WORDS = [
  [/own reconstruction of the zone table/g, 'egen rekonstruksjon av sonetabellen'],
  [/public (?:travel-site )?code citing (\S+) and (\S+)/g, 'åpen kildekode som viser til $1 og $2'],
  [/reconstructed zone table/g, 'rekonstruert sonetabell'],
  [/\bscaled to\b/g, 'regnet om til'],
  [/\bzone\b/g, 'sone'],
  [/\(estimate\)/g, '(anslag)'],
  [/published, date inferred/g, 'offentliggjort, dato utledet'],
  [/\bpublished\b/g, 'offentliggjort'],
  [/the nearest to/g, 'nærmest'],
  [/probably free from (\S+) on/g, 'trolig gratis fra $1'],
  [/free from (\S+) on/g, 'gratis fra $1'],
  [/, first day assumed/g, ', første dag antatt'],
  [/\bas of\b/g, 'per'],
  [/\bundated\b/g, 'udatert'],
];
