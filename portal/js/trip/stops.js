// @ts-check
import { formatCoordinates, parseCoordinates } from '../base/coordinates.js';
import { button, byId, el, icon } from '../dom.js';
import { hasText, t } from '../i18n/language.js';
import { ICONS } from '../icons.js';
import { combobox } from './combobox.js';
import { findMeant, findPlaces, isCalled } from './find-places.js';

/** @typedef {import('../base/coordinates.js').LatLon} LatLon */
/**
 * @typedef {object} Stop
 * @property {string} text
 * @property {LatLon | undefined} point once known.
 * @property {string} [typed] what the place of another name was taken for; absent: it was chosen, or is called so.
 */

/** Source: docs/interface.md, "Via points". */
const MOST_VIAS = 8;

/**
 * The fields of start, stops on the way, and destination.
 *
 * @param {(complete: boolean) => void} changed called when the points are others;
 *   `complete`: all are chosen, and the trip may be priced.
 */
export function stopFields(changed) {
  const list = byId('stops', HTMLElement);
  /** @type {Stop[]} */
  let stops = [EMPTY, EMPTY];

  const isComplete = () => stops.every(({ point }) => point !== undefined);
  const settle = () => {
    render();
    changed(isComplete());
  };
  /**
   * @param {number} at
   * @param {Stop} stop
   */
  const put = (at, stop) => {
    stops = stops.with(at, stop);
  };
  const render = () => {
    const focused = document.activeElement?.id;
    list.replaceChildren(...stops.map(row));
    byId('add-stop', HTMLButtonElement).disabled = stops.length >= MOST_VIAS + 2;
    if (focused?.startsWith('stop-')) document.getElementById(focused)?.focus();
  };
  /**
   * @param {Stop} stop
   * @param {number} at
   */
  const row = (stop, at) => {
    const isEnd = at === 0 || at === stops.length - 1;
    const id = `stop-${at}`;
    const attributes = {
      id,
      type: 'text',
      placeholder: t('stop.placeholder'),
      spellcheck: 'false',
    };
    const input = el('input', attributes);
    input.value = stop.text;
    const taken = stop.typed === undefined ? undefined : takenNote(`${id}-taken`, stop.typed);
    if (taken !== undefined) input.setAttribute('aria-describedby', taken.id);
    input.addEventListener('input', () => {
      put(at, read(input.value));
      taken?.remove();
    });
    input.addEventListener('change', () => {
      // Typed coordinates show on the map at once, and are priced when the form is sent.
      if (stops[at]?.point !== undefined) changed(false);
    });
    const helpers = combobox({
      input,
      find: findPlaces,
      describe: (place) => ({ text: place.name, note: noteOf(place) }),
      choose: ({ name, lat, lon }) => {
        put(at, { text: name, point: { lat, lon } });
        settle();
      },
    });
    const label = el('label', { for: id, class: 'stop-label' }, labelOf(at, stops.length));
    const head = el('div', { class: 'stop-head' }, label, taken ?? '');
    const field = el('div', { class: 'stop-field' }, head, input, ...helpers);
    const kind = at === 0 ? 'from' : isEnd ? 'to' : 'via';
    return el('li', { class: 'stop', 'data-kind': kind }, field, !isEnd && removeButton(at, stop));
  };
  /**
   * @param {number} at
   * @param {Stop} stop
   */
  const removeButton = (at, stop) => {
    const remove = () => {
      stops = stops.toSpliced(at, 1);
      settle();
      document.getElementById(`stop-${Math.min(at, stops.length - 1)}`)?.focus();
    };
    const label = t('stop.remove', { name: stop.text });
    return button(icon(ICONS.close), remove, { class: 'bare', 'aria-label': label });
  };

  byId('add-stop', HTMLButtonElement).addEventListener('click', () => {
    stops = stops.toSpliced(-1, 0, EMPTY);
    render();
    document.getElementById(`stop-${stops.length - 2}`)?.focus();
  });
  byId('swap-stops', HTMLButtonElement).addEventListener('click', () => {
    stops = stops.toReversed();
    settle();
  });
  render();

  return {
    render,
    get: () => stops,
    /** @param {readonly Stop[]} next */
    set(next) {
      stops = [...next];
      render();
    },
    /**
     * A click on the map fills the first empty field; when none is left, nothing happens.
     *
     * @param {LatLon} point
     */
    fillNext(point) {
      const at = stops.findIndex((stop) => stop.point === undefined);
      if (at === -1) return;
      put(at, named(point));
      settle();
    },
    /**
     * @param {number} at
     * @param {LatLon} point
     */
    move(at, point) {
      put(at, named(point));
      settle();
    },
    /**
     * A stop on the way, before the one with the number.
     *
     * @param {number} before
     * @param {LatLon} point
     * @returns {boolean} false when there are as many as the API takes.
     */
    insert(before, point) {
      if (stops.length >= MOST_VIAS + 2) return false;
      stops = stops.toSpliced(before, 0, named(point));
      settle();
      return true;
    },
    /**
     * Finds the place of each text that was typed and not chosen.
     *
     * @returns {Promise<{ at: number, several?: string } | undefined>} the number of the first field without a place;
     *   `several`: the name that several places have.
     */
    async complete() {
      for (const [at, stop] of stops.entries()) {
        if (stop.point !== undefined) continue;
        const { place, ...left } = await findMeant(stop.text);
        if (place === undefined) return { at, ...left };
        const typed = isCalled(place, stop.text) ? {} : { typed: stop.text.trim() };
        put(at, { text: place.name, point: { lat: place.lat, lon: place.lon }, ...typed });
      }
      render();
      return undefined;
    },
  };
}

/**
 * Says that a place was taken for another text: `du skrev «Osloo»`.
 *
 * @param {string} id
 * @param {string} typed
 */
const takenNote = (id, typed) =>
  el('span', { id, class: 'stop-taken', role: 'status', title: typed }, t('stop.taken', { typed }));

/** @type {Stop} */
const EMPTY = { text: '', point: undefined };

/** @param {string} text */
function read(text) {
  return { text, point: parseCoordinates(text) };
}

/**
 * @param {LatLon} point
 * @returns {Stop}
 */
function named(point) {
  return { text: formatCoordinates(point).replace(',', ', '), point };
}

/**
 * What a field is called.
 *
 * @param {number} at
 * @param {number} count
 */
export function labelOf(at, count) {
  if (at === 0) return t('stop.from');
  return at === count - 1 ? t('stop.to') : t('stop.via');
}

/**
 * What tells a place from others of its name: `stasjon · Lillestrøm`.
 *
 * @param {import('./find-places.js').NamedPlace} place
 */
function noteOf({ name, kind, area }) {
  const word = hasText(`place.${kind}`) ? t(`place.${kind}`) : '';
  return [word, area === name ? '' : (area ?? '')].filter(Boolean).join(' · ');
}
