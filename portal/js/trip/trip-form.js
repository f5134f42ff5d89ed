// @ts-check
import { ApiError } from '../api.js';
import { nextWeekday, toStartTime, toWallTime } from '../base/oslo-time.js';
import { describeError } from '../describe-error.js';
import { byId, el } from '../dom.js';
import { formRefusal, refusedField } from '../form-refusal.js';
import { onLanguageChange, t } from '../i18n/language.js';
import { drivenFile } from './driven-file.js';
import { EXAMPLES } from './examples.js';
import { readFragment, toFragment } from './fragment.js';
import { moneyField } from './money-field.js';
import { stopFields } from './stops.js';
import { driveName, traceQuery } from './trip-query.js';
import { fill, vehicleFields } from './vehicle-fields.js';

/** @typedef {import('../base/coordinates.js').LatLon} LatLon */
/** @typedef {import('./trip-query.js').Trip} Trip */
/** @typedef {import('../form-refusal.js').Refusal} Refusal */

/** So long a change waits for the next one, milliseconds. */
const PAUSE_MS = 350;

/** Minutes before the way back; empty: there is none. */
const STAYS = ['', '0', '60', '120', '240', '480', '1440'];

/**
 * The form that says which trip is meant.
 *
 * @param {object} on
 * @param {(trip: Trip, names: readonly string[], isByHand: boolean) => void} on.ask price this trip; `isByHand`: the visitor
 *   asks for it, and does not just go on to another field.
 * @param {(trip: Trip, file: File) => void} on.drive price this recording.
 * @param {() => void} on.forget there is neither a trip nor a recording.
 * @param {() => void} on.moved the stops are others than before.
 * @param {() => void} on.changed the trip is another one than before, and will be priced.
 * @param {() => void} on.outdated it is another one, and what is priced is not known yet.
 * @param {() => void} on.returned it is again the one that was asked for last.
 */
export function tripForm(on) {
  /** The departure was named, by hand or by an example; else a trip is about now. */
  let isTimed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  /** How often the form was read. A reading that still waits for its places ends where another one begins. */
  let readings = 0;
  /** What was asked for last, as `written` gives it; '': nothing. */
  let asked = '';
  const form = byId('trip-form', HTMLFormElement);
  const startTime = byId('start-time', HTMLInputElement);
  const avoidTolls = byId('avoid-tolls', HTMLInputElement);
  const stay = byId('stay', HTMLSelectElement);
  const vehicle = vehicleFields();
  const money = moneyField();
  const showError = formRefusal(form, 'form-error');
  const stops = stopFields({
    changed() {
      on.moved();
      if (isWhole()) void submit();
      else leave();
    },
    typing: () => leave(),
  });
  startTime.value = toWallTime(Date.now());
  fill(stay, 'stay', STAYS);

  const driven = drivenFile({
    taken: () => void submit(),
    removed() {
      clearTimeout(asking);
      readings += 1;
      showError();
      on.forget();
      on.moved();
    },
    refused: (text) => showError({ tell: () => t(text) }),
  });
  const isWhole = () => driven.get() !== undefined || stops.isFilled();
  /** What was to be priced is so no more. */
  const leave = () => {
    clearTimeout(asking);
    readings += 1;
    showError();
    if (isAsked()) on.returned();
    else on.outdated();
  };
  /** @param {boolean} isByHand the visitor asks for it, and is led to what is wrong. */
  const submit = async (isByHand = true) => {
    clearTimeout(asking);
    readings += 1;
    const reading = readings;
    showError();
    const file = driven.get();
    const refusal = await findRefusal(file).catch(refusalOf);
    if (reading !== readings) return;
    on.moved();
    if (refusal !== undefined) {
      on.outdated();
      showError(refusal, isByHand);
      return;
    }
    asked = written();
    const names = stops.get().map(({ text }) => text);
    if (file === undefined) on.ask(readTrip(), names, isByHand);
    else on.drive(readTrip(), file);
  };
  /**
   * What is wrong with the form; undefined: nothing, and its stops are places.
   *
   * @param {File | undefined} file
   * @returns {Promise<Refusal | undefined>}
   */
  const findRefusal = async (file) => {
    const wrongTrip = file === undefined ? await findWrongTrip() : undefined;
    if (wrongTrip !== undefined) return wrongTrip;
    const wrong = vehicle.findWrong();
    return wrong && { tell: () => t(wrong.why), field: wrong.id };
  };
  const findWrongTrip = async () => {
    const before = stops.get();
    const found = await stops.find();
    if ('at' in found) return { tell: found.tell, field: `stop-${found.at}` };
    // What is written in the meantime stays.
    if (stops.get() === before) stops.settle(found.stops);
    if (toStartTime(startTime.value) !== undefined) return undefined;
    return { tell: () => t('form.bad-time'), field: 'start-time' };
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
  /** All that the form says of a trip, or of how a recording is priced. A stop without a text says nothing. */
  const written = () => {
    const file = driven.get();
    if (file !== undefined) return driveName(file, traceQuery(readTrip()));
    const names = stops.get().flatMap(({ text }) => (text.trim() === '' ? [] : [text]));
    return JSON.stringify([names, readTrip()]);
  };
  const isAsked = () => written() === asked;
  const points = () => stops.get().flatMap(({ point }) => (point === undefined ? [] : [point]));

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  const askSoon = () => {
    if (!isWhole() || isAsked()) return leave();
    clearTimeout(asking);
    on.changed();
    asking = setTimeout(() => void submit(false), PAUSE_MS);
  };
  form.addEventListener('change', ({ target }) => {
    if (target === startTime) isTimed = true;
    // Typed coordinates show on the map at once.
    on.moved();
    askSoon();
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
  });

  /** Takes the trip over that the address names. @returns {boolean} false: it names none, and the form is empty. */
  const restore = () => {
    const written = readFragment(location.hash.slice(1));
    const isTrip = written.stops.length >= 2;
    clearTimeout(asking);
    readings += 1;
    showError();
    driven.remove();
    isTimed = written.wallTime !== undefined;
    startTime.value = written.wallTime ?? toWallTime(Date.now());
    avoidTolls.checked = written.avoidTolls;
    money.set(written.valueOfTime);
    stay.value = STAYS.includes(written.stayMin) ? written.stayMin : '';
    vehicle.restore(written);
    if (isTrip) stops.set(written.stops);
    else stops.clear();
    return isTrip;
  };

  return {
    stops,
    submit,
    restore,
    /** @param {boolean} timed the recording has times of its own: no departure is asked for. */
    tellTimed: (timed) => form.toggleAttribute('data-untimed', !timed),
    isDriven: () => driven.get() !== undefined,
    /**
     * Tells at its field what the server refuses.
     *
     * @param {unknown} error
     * @param {boolean} isByHand the visitor is led to the field.
     * @returns {boolean} false: it is no value of a field.
     */
    refuse(error, isByHand) {
      const field = refusedField(error, stops.idsOf());
      if (field === undefined) return false;
      const isUnknown = error instanceof ApiError && error.code === 'not_found';
      const tell = () => (isUnknown ? t(vehicle.unknownPlate()) : describeError(error));
      showError({ tell, field }, isByHand);
      return true;
    },
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
    tellAddresses: stops.tellAddresses,
    /** @param {boolean} allowed false: the visitor must sign in first. */
    allow(allowed) {
      byId('price-trip', HTMLButtonElement).disabled = !allowed;
      byId('examples', HTMLElement).hidden = !allowed;
    },
  };
}

/**
 * @param {unknown} error
 * @returns {Refusal}
 */
const refusalOf = (error) => ({ tell: () => describeError(error) });
