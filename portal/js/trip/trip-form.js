// @ts-check
import { nextWeekday, toStartTime, toWallTime } from '../base/oslo-time.js';
import { byId, el, tell } from '../dom.js';
import { onLanguageChange, t } from '../i18n/language.js';
import { drivenFile } from './driven-file.js';
import { EXAMPLES } from './examples.js';
import { readFragment, toFragment } from './fragment.js';
import { moneyField } from './money-field.js';
import { labelOf, stopFields } from './stops.js';
import { fill, vehicleFields } from './vehicle-fields.js';

/** @typedef {import('../base/coordinates.js').LatLon} LatLon */
/** @typedef {import('./trip-query.js').Trip} Trip */

/** So long a change waits for the next one, milliseconds. */
const PAUSE_MS = 350;

/** Minutes before the way back; empty: there is none. */
const STAYS = ['', '0', '60', '120', '240', '480', '1440'];

/**
 * The form that says which trip is meant.
 *
 * @param {object} on
 * @param {(trip: Trip, names: readonly string[]) => void} on.ask price this trip.
 * @param {(trip: Trip, file: File) => void} on.drive price this recording.
 * @param {() => void} on.forget there is neither a trip nor a recording.
 * @param {() => void} on.moved the stops are others than before.
 * @param {() => void} on.changed departure or vehicle are: what was priced is another trip.
 */
export function tripForm(on) {
  /** The departure was named, by hand or by an example; else a trip is about now. */
  let isTimed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  const form = byId('trip-form', HTMLFormElement);
  const startTime = byId('start-time', HTMLInputElement);
  const avoidTolls = byId('avoid-tolls', HTMLInputElement);
  const stay = byId('stay', HTMLSelectElement);
  const vehicle = vehicleFields();
  const money = moneyField();
  const stops = stopFields((complete) => {
    on.moved();
    if (complete) void submit();
  });
  startTime.value = toWallTime(Date.now());
  fill(stay, 'stay', STAYS);

  const driven = drivenFile({
    taken: () => void submit(),
    removed() {
      showError(undefined);
      on.forget();
      on.moved();
    },
    refused: (text) => showError(text),
  });
  const submit = async () => {
    showError(undefined);
    const file = driven.get();
    if (file !== undefined) return submitDrive(file);
    const missing = await stops.complete();
    const count = stops.get().length;
    if (missing !== undefined) {
      const { at, several: name } = missing;
      const field = labelOf(at, count);
      const text =
        name === undefined ? t('form.need-stop', { field }) : t('form.which-stop', { field, name });
      return showError(text, `stop-${at}`);
    }
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
  /** @param {File} file */
  const submitDrive = (file) => {
    const wrong = vehicle.findWrong();
    if (wrong !== undefined) return showError(t(`form.bad-${wrong}`), wrong);
    on.moved();
    return on.drive(readTrip(), file);
  };
  /** @returns {Trip} */
  const readTrip = () => ({
    stops: points(),
    wallTime: startTime.value,
    avoidTolls: avoidTolls.checked,
    valueOfTime: money.read(),
    stayMin: stay.value,
    ...vehicle.read(),
  });
  const points = () => stops.get().flatMap(({ point }) => (point === undefined ? [] : [point]));

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(asking);
    void submit();
  });
  const askSoon = () => {
    on.changed();
    clearTimeout(asking);
    const isWhole = points().length === stops.get().length || driven.get() !== undefined;
    if (isWhole) asking = setTimeout(() => void submit(), PAUSE_MS);
  };
  form.addEventListener('change', ({ target }) => {
    if (target === startTime) isTimed = true;
    if (target instanceof HTMLElement && target.closest('#stops') === null) askSoon();
  });
  byId('start-now', HTMLButtonElement).addEventListener('click', () => {
    startTime.value = toWallTime(Date.now());
    isTimed = false;
    askSoon();
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
      driven.remove();
      const now = toWallTime(Date.now());
      startTime.value =
        example.time === undefined ? now : `${nextWeekday(now.slice(0, 10))}T${example.time}`;
      isTimed = example.time !== undefined;
      avoidTolls.checked = false;
      stay.value = '';
      money.set('');
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
    money.tell();
    fill(stay, 'stay', STAYS);
    renderExamples();
    showError(undefined);
  });

  /** Takes the trip over that the address names. @returns {boolean} false: it names none. */
  const restore = () => {
    const written = readFragment(location.hash.slice(1));
    if (written.stops.length < 2) return false;
    driven.remove();
    isTimed = written.wallTime !== undefined;
    startTime.value = written.wallTime ?? toWallTime(Date.now());
    avoidTolls.checked = written.avoidTolls;
    money.set(written.valueOfTime);
    stay.value = STAYS.includes(written.stayMin) ? written.stayMin : '';
    vehicle.restore(written);
    stops.set(written.stops);
    return true;
  };

  return {
    stops,
    submit,
    restore,
    /** @param {boolean} timed the recording has times of its own: no departure is asked for. */
    tellTimed: (timed) => form.toggleAttribute('data-untimed', !timed),
    isDriven: () => driven.get() !== undefined,
    /** @param {string} at another departure, ISO 8601. */
    leaveAt(at) {
      startTime.value = toWallTime(Date.parse(at));
      isTimed = true;
      askSoon();
    },
    /** The trip as the address has it. */
    fragment: () => toFragment(readTrip(), stops.get(), !isTimed),
    /** @param {readonly import('../session.js').DemoPlate[]} plates */
    offerPlates: (plates) => vehicle.offerPlates(plates, askSoon),
    /** @param {boolean} allowed false: the visitor must sign in first. */
    allow(allowed) {
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
  tell('form-error', text ?? '');
  for (const old of document.querySelectorAll('#trip-form [aria-invalid]'))
    old.removeAttribute('aria-invalid');
  if (field === undefined) return;
  const input = document.getElementById(field);
  input?.setAttribute('aria-invalid', 'true');
  input?.setAttribute('aria-describedby', 'form-error');
  input?.closest('details')?.setAttribute('open', '');
  input?.focus();
}
