// @ts-check
import { formatCount } from '../base/format.js';
import { el } from '../dom.js';
import { language, t } from '../i18n/language.js';

/** @typedef {import('./answer.js').IdentifiedVehicle} IdentifiedVehicle */
/** @typedef {'plate' | 'parameter' | 'default'} From */

/**
 * What the vehicle was taken for, by where each fact came from.
 *
 * @param {IdentifiedVehicle} vehicle
 */
export function vehicleFacts(vehicle) {
  const facts = Object.entries(TEXTS).flatMap(([name, text]) => {
    const fact = vehicle[/** @type {keyof IdentifiedVehicle} */ (name)];
    return fact === undefined ? [] : [{ from: fact.from, text: text(fact.value) }];
  });
  const groups = /** @type {From[]} */ (['plate', 'parameter', 'default']).flatMap((from) => {
    const texts = facts.filter((fact) => fact.from === from).map(({ text }) => text);
    if (texts.length === 0) return [];
    return [el('dt', {}, t(`facts.from-${from}`)), el('dd', {}, texts.join(' · '))];
  });
  return el('dl', { class: 'vehicle-facts', id: 'vehicle-facts' }, ...groups);
}

/** @type {Record<string, (value: any) => string>} */
const TEXTS = {
  vehicleType: (value) => t(`type.${value}`),
  technicalCode: (value) => String(value),
  fuel: (value) => t(`fuel.${value}`),
  euroClass: (value) => t(`euro.${value}`),
  weightKg: (value) => `${formatCount(value)}\u00a0kg`,
  lengthM: (value) => metres(value),
  trailerLengthM: (value) => t('facts.trailer', { length: metres(value) }),
  tariffGroup: (value) => t(value === 2 ? 'facts.group-2' : 'facts.group-1'),
  tag: (value) => t(value ? 'receipt.with-tag' : 'receipt.without-tag'),
  ferryClass: (value) => t('facts.ferry-class', { name: String(value) }),
  ferryAgreement: (value) => t(`agreement.${value}`),
};

/** @param {number} lengthM */
function metres(lengthM) {
  const number = new Intl.NumberFormat(language() === 'nb' ? 'nb-NO' : 'en-GB');
  return `${number.format(lengthM)}\u00a0m`;
}
