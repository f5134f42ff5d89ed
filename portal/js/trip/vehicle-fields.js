// @ts-check
import { button, byId, el } from '../dom.js';
import { hasText, t } from '../i18n/language.js';
import { toDecimal } from './trip-query.js';

const CLASSES = ['', 'MC', 'AP1', 'AP2', 'AP3', 'AP4', 'AP5', 'AP6', 'AP7', 'AP8', 'AP9'];
export const FUELS = ['', 'petrol', 'diesel', 'electric', 'hydrogen', 'plugin-hybrid', 'gas'];
const CHOICES = /** @type {const} */ ([
  ['ferry-class', 'class', CLASSES],
  ['vehicle-type', 'type', ['', 'car', 'van', 'camper', 'motorcycle', 'bus', 'truck']],
  ['fuel', 'fuel', FUELS],
  ['euro-class', 'euro', ['', '1', '2', '3', '4', '5', '6']],
  ['ferry-agreement', 'agreement', ['', 'none', 'tag', 'private', 'business']],
  ['tag', 'tag', ['', '1', '0']],
]);
/** Fields that hold a measure, with its parameter and the most that it can be. Source: docs/parameters.md. */
const MEASURES = /** @type {const} */ ([
  ['vehicle-length', 'vehicleLength', 60],
  ['trailer-length', 'trailerLength', 60],
  ['weight', 'weight', 200_000],
]);

/** A number as the API reads it: digits, and perhaps a point with digits after it. */
const PLAIN = /^\d+(?:\.\d+)?$/;

/** Fields of the very vehicle by their ids. */
const NAMED = /** @type {const} */ ([
  ['vehicle-type', 'vehicleType'],
  ['fuel', 'fuel'],
  ['euro-class', 'euroClass'],
  ['weight', 'weight'],
  ['trailer-length', 'trailerLength'],
  ['ferry-agreement', 'ferryAgreement'],
  ['tag', 'tag'],
]);

/** The fields that say what is driven, in `#vehicle-fields`; the fuel stands before them on the page. */
export function vehicleFields() {
  const place = byId('vehicle-fields', HTMLElement);
  place.replaceChildren(...content());
  const heavy = byId('heavy', HTMLInputElement);
  /** @param {string} id */
  const select = (id) => byId(id, HTMLSelectElement);
  /** @param {string} id */
  const text = (id) => byId(id, HTMLInputElement).value.trim();

  const read = () => ({
    ferryClass: select('ferry-class').value,
    vehicleLength: text('vehicle-length'),
    heavy: heavy.checked,
    vehicle: {
      plate: text('plate').toUpperCase(),
      vehicleType: select('vehicle-type').value,
      fuel: select('fuel').value,
      euroClass: select('euro-class').value,
      weight: text('weight'),
      trailerLength: text('trailer-length'),
      ferryAgreement: select('ferry-agreement').value,
      tag: select('tag').value,
    },
  });
  const summarise = () => {
    byId('vehicle-summary', HTMLElement).textContent = summary(read());
  };
  const render = () => {
    for (const [id, kind, values] of CHOICES) fill(select(id), kind, values);
    summarise();
  };
  place.closest('form')?.addEventListener('input', summarise);
  render();

  return {
    render,
    read,
    /** @returns {{ id: string, why: string } | undefined} the first field that holds no such measure, and the key of its rule. */
    findWrong() {
      const wrong = MEASURES.find(([id, , most]) => {
        const written = toDecimal(text(id));
        return (
          written !== '' && !(PLAIN.test(written) && Number(written) > 0 && Number(written) <= most)
        );
      });
      return wrong && { id: wrong[0], why: `refused.${wrong[1]}` };
    },
    /** The key of the sentence for a plate that the register lacks. The demo register has invented vehicles alone. */
    unknownPlate: () =>
      byId('demo-plates', HTMLElement).hidden ? 'error.plate' : 'error.plate-demo',
    /**
     * What the address says; a plate never stands there.
     *
     * @param {{ ferryClass: string, vehicleLength: string, heavy: boolean, vehicle: Readonly<Record<string, string>> }} written
     */
    restore({ ferryClass, vehicleLength, heavy: isHeavy, vehicle }) {
      select('ferry-class').value = ferryClass;
      byId('vehicle-length', HTMLInputElement).value = vehicleLength;
      heavy.checked = isHeavy;
      for (const [id, name] of NAMED) {
        const field = document.getElementById(id);
        if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement)
          field.value = vehicle[name] ?? '';
      }
      summarise();
    },
    /**
     * Plates of invented vehicles as buttons.
     *
     * @param {readonly import('../session.js').DemoPlate[]} plates
     * @param {() => void} chosen
     */
    offerPlates(plates, chosen) {
      const list = byId('demo-plates', HTMLElement);
      list.hidden = plates.length === 0;
      list.replaceChildren(
        ...plates.map(({ plate }) => {
          const take = () => {
            byId('plate', HTMLInputElement).value = plate;
            summarise();
            chosen();
          };
          const key = `demo-plate.${plate}`;
          const chip = button(plate, take, { class: 'chip' });
          if (hasText(key)) chip.append(el('small', { 'data-i18n': key }, t(key)));
          return chip;
        }),
      );
    },
    /**
     * Everything as it is at first, but the length.
     *
     * @param {string} vehicleLength
     */
    reset(vehicleLength) {
      for (const [id] of CHOICES) select(id).value = '';
      for (const [id] of MEASURES) byId(id, HTMLInputElement).value = '';
      byId('plate', HTMLInputElement).value = '';
      byId('vehicle-length', HTMLInputElement).value = vehicleLength;
      heavy.checked = false;
      summarise();
    },
  };
}

function content() {
  const plate = field('plate', 'form.plate', {
    autocapitalize: 'characters',
    spellcheck: 'false',
    maxlength: '12',
  });
  const plates = el('fieldset', {
    class: 'chips wide',
    id: 'demo-plates',
    'data-i18n-label': 'form.demo-plates',
    'aria-label': t('form.demo-plates'),
    hidden: true,
  });
  const size = field('ferry-class', 'form.ferry-class');
  size.classList.add('wide');
  return [
    size,
    field('vehicle-length', 'form.length', DECIMAL),
    el(
      'label',
      { class: 'check wide' },
      el('input', { type: 'checkbox', id: 'heavy' }),
      ' ',
      said('span', 'form.heavy'),
    ),
    el(
      'fieldset',
      { class: 'very-vehicle wide' },
      said('legend', 'form.very-vehicle'),
      said('p', 'form.very-vehicle-note', { class: 'muted' }),
      plate,
      plates,
      field('vehicle-type', 'form.vehicle-type'),
      field('tag', 'form.tag'),
      field('ferry-agreement', 'form.ferry-agreement'),
      field('weight', 'form.weight', DECIMAL),
      field('euro-class', 'form.euro-class'),
      field('trailer-length', 'form.trailer-length', DECIMAL),
    ),
  ];
}

const DECIMAL = { inputmode: 'decimal' };

/**
 * A field with its name: a choice, or with attributes of its own a text.
 *
 * @param {string} id
 * @param {string} key
 * @param {Readonly<Record<string, string>>} [attributes]
 */
function field(id, key, attributes) {
  const input =
    attributes === undefined
      ? el('select', { id })
      : el('input', { id, autocomplete: 'off', ...attributes });
  return el('div', { class: 'field' }, said('label', key, { for: id }), input);
}

/**
 * An element with a text, which follows the language of the page.
 *
 * @param {'span' | 'p' | 'label' | 'legend'} tag
 * @param {string} key
 * @param {Readonly<Record<string, string>>} [attributes]
 */
function said(tag, key, attributes = {}) {
  return el(tag, { 'data-i18n': key, ...attributes }, t(key));
}

/**
 * Writes the choices of a field in the language of the page; what was chosen stays.
 *
 * @param {HTMLSelectElement} select
 * @param {string} kind of their texts.
 * @param {readonly string[]} values
 */
export function fill(select, kind, values) {
  const chosen = select.value;
  select.replaceChildren(...values.map((value) => el('option', { value }, t(`${kind}.${value}`))));
  select.value = chosen;
}

/** @param {ReturnType<ReturnType<typeof vehicleFields>['read']>} driven */
function summary({ ferryClass, vehicleLength, heavy, vehicle }) {
  const size =
    vehicleLength === ''
      ? t(ferryClass === '' ? 'vehicle.standard' : `class.${ferryClass}`)
      : t('vehicle.metres', { length: vehicleLength });
  const isNamed = vehicle.plate !== '' || vehicle.vehicleType !== '';
  const isSizeTold = ferryClass !== '' || vehicleLength !== '';
  const parts = [vehicle.plate, isNamed && !isSizeTold ? '' : size];
  if (vehicle.vehicleType !== '') parts.splice(1, 0, t(`type.${vehicle.vehicleType}`));
  if (vehicle.fuel !== '') parts.push(t(`fuel.${vehicle.fuel}`));
  if (heavy) parts.push(t('vehicle.heavy'));
  return parts.filter((part) => part !== '').join(' · ');
}
