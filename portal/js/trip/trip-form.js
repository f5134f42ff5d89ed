// @ts-check
import { nextWeekday } from '../base/next-weekday.js';
import { toStartTime, toWallTime } from '../base/oslo-time.js';
import { byId, el } from '../dom.js';
import { onLanguageChange, t } from '../i18n/language.js';
import { EXAMPLES } from './examples.js';
import { labelOf, stopFields } from './stops.js';
import { vehicleFields } from './vehicle-fields.js';

/** @typedef {import('../base/coordinates.js').LatLon} LatLon */
/** @typedef {import('./trip-query.js').Trip} Trip */

/**
 * The form that says which trip is meant.
 *
 * @param {object} on
 * @param {(trip: Trip, names: readonly string[]) => void} on.ask price this trip.
 * @param {() => void} on.moved the stops are others than before.
 */
export function tripForm(on) {
  const form = byId('trip-form', HTMLFormElement);
  const startTime = byId('start-time', HTMLInputElement);
  const avoidTolls = byId('avoid-tolls', HTMLInputElement);
  const vehicle = vehicleFields();
  const stops = stopFields((complete) => {
    on.moved();
    if (complete) void submit();
  });
  startTime.value = toWallTime(Date.now());

  const submit = async () => {
    showError(undefined);
    const missing = await stops.complete();
    const count = stops.get().length;
    if (missing !== undefined)
      return showError(t('form.need-stop', { field: labelOf(missing, count) }), `stop-${missing}`);
    if (toStartTime(startTime.value) === undefined)
      return showError(t('form.bad-time'), 'start-time');
    const wrong = vehicle.findWrong();
    if (wrong !== undefined) return showError(t(`form.bad-${wrong}`), wrong);
    on.moved();
    on.ask(
      readTrip(),
      stops.get().map(({ text }) => text),
    );
    return undefined;
  };
  /** @returns {Trip} */
  const readTrip = () => ({
    stops: points(),
    wallTime: startTime.value,
    avoidTolls: avoidTolls.checked,
    ...vehicle.read(),
  });
  const points = () => stops.get().flatMap(({ point }) => (point === undefined ? [] : [point]));

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  byId('start-now', HTMLButtonElement).addEventListener('click', () => {
    startTime.value = toWallTime(Date.now());
  });
  const renderExamples = () => {
    byId('example-list', HTMLElement).replaceChildren(...EXAMPLES.map(exampleItem));
  };
  /** @param {import('./examples.js').Example} example */
  const exampleItem = (example) => {
    const title = el('strong', {}, t(`example.${example.id}`));
    const note = el('span', {}, t(`example.${example.id}-note`));
    const button = el('button', { type: 'button', id: `example-${example.id}` }, title, note);
    button.addEventListener('click', () => {
      const now = toWallTime(Date.now());
      startTime.value =
        example.time === undefined ? now : `${nextWeekday(now.slice(0, 10))}T${example.time}`;
      avoidTolls.checked = false;
      vehicle.reset(example.vehicleLength ?? '');
      stops.set(example.stops.map(([text, lat, lon]) => ({ text, point: { lat, lon } })));
      void submit();
    });
    return el('li', {}, button);
  };
  renderExamples();
  onLanguageChange(() => {
    stops.render();
    vehicle.render();
    renderExamples();
    showError(undefined);
  });

  return {
    stops,
    submit,
    /** @param {boolean} allowed false: the visitor must sign in first. */
    allow(allowed) {
      byId('invite', HTMLElement).hidden = allowed;
      byId('price-trip', HTMLButtonElement).disabled = !allowed;
      byId('examples', HTMLElement).hidden = !allowed;
    },
  };
}

/**
 * @param {string | undefined} text
 * @param {string} [field] the id of the field that is wrong.
 */
function showError(text, field) {
  const place = byId('form-error', HTMLElement);
  place.hidden = text === undefined;
  place.textContent = text ?? '';
  for (const old of document.querySelectorAll('#trip-form [aria-invalid]'))
    old.removeAttribute('aria-invalid');
  if (field === undefined) return;
  const input = document.getElementById(field);
  input?.setAttribute('aria-invalid', 'true');
  input?.setAttribute('aria-describedby', 'form-error');
  input?.closest('details')?.setAttribute('open', '');
  input?.focus();
}
