// @ts-check
import { byId, el } from '../dom.js';
import { t } from '../i18n/language.js';

const CLASSES = ['MC', 'AP1', 'AP2', 'AP3', 'AP4', 'AP5', 'AP6', 'AP7', 'AP8', 'AP9'];
const FUELS = ['', 'petrol', 'diesel', 'electric', 'hydrogen', 'plugin-hybrid', 'gas'];

/** The fields that say what is driven. */
export function vehicleFields() {
  const ferryClass = byId('ferry-class', HTMLSelectElement);
  const fuel = byId('fuel', HTMLSelectElement);
  const length = byId('vehicle-length', HTMLInputElement);
  const plate = byId('plate', HTMLInputElement);
  const heavy = byId('heavy', HTMLInputElement);

  const render = () => {
    fill(ferryClass, 'class', CLASSES, ferryClass.value || 'AP1');
    fill(fuel, 'fuel', FUELS, fuel.value);
    summarise();
  };
  const summarise = () => {
    byId('vehicle-summary', HTMLElement).textContent = summary(read());
  };
  const read = () => ({
    ferryClass: ferryClass.value,
    vehicleLength: length.value.trim(),
    plate: plate.value.trim().toUpperCase(),
    fuel: fuel.value,
    heavy: heavy.checked,
  });
  for (const field of [ferryClass, fuel, length, plate, heavy])
    field.addEventListener('input', summarise);
  render();

  return {
    render,
    read,
    /** @returns {boolean} false when the length is no length. */
    isValid() {
      const text = length.value.trim().replace(',', '.');
      const metres = Number(text);
      const valid = text === '' || (metres > 0 && metres <= MOST_M);
      length.setAttribute('aria-invalid', String(!valid));
      return valid;
    },
    /** @param {Partial<ReturnType<typeof read>>} values */
    set(values) {
      ferryClass.value = values.ferryClass ?? 'AP1';
      length.value = values.vehicleLength ?? '';
      plate.value = values.plate ?? '';
      fuel.value = values.fuel ?? '';
      heavy.checked = values.heavy ?? false;
      summarise();
    },
  };
}

/** Source: docs/interface.md, "`vehicleLength`". */
const MOST_M = 60;

/**
 * @param {HTMLSelectElement} select
 * @param {string} kind
 * @param {readonly string[]} values
 * @param {string} chosen
 */
function fill(select, kind, values, chosen) {
  select.replaceChildren(...values.map((value) => el('option', { value }, t(`${kind}.${value}`))));
  select.value = chosen;
}

/** @param {{ ferryClass: string, vehicleLength: string, plate: string, fuel: string, heavy: boolean }} vehicle */
function summary({ ferryClass, vehicleLength, plate, fuel, heavy }) {
  const size =
    vehicleLength === ''
      ? t(`class.${ferryClass}`)
      : t('vehicle.metres', { length: vehicleLength });
  const parts = [plate, size];
  if (fuel !== '') parts.push(t(`fuel.${fuel}`));
  if (heavy) parts.push(t('vehicle.heavy'));
  return parts.filter((part) => part !== '').join(' · ');
}
