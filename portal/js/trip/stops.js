// @ts-check
import { formatCoordinates, parseCoordinates } from '../base/coordinates.js';
import { button, byId, el, icon } from '../dom.js';
import { hasText, t } from '../i18n/language.js';
import { ICONS } from '../icons.js';
import { combobox } from './combobox.js';
import { findMeant, findPlaces } from './find-places.js';

/** @typedef {import('../base/coordinates.js').LatLon} LatLon */
/**
 * @typedef {object} Stop
 * @property {string} text
 * @property {LatLon | undefined} point once known.
 * @property {string} [typed] what the place of another name was taken for; absent: it was chosen, or is called so.
 * @property {Stop} [before] the place that is typed over; absent: none is.
 */

/** Source: docs/interface.md, "Via points". */
const MOST_VIAS = 8;

/**
 * The fields of start, stops on the way, and destination.
 *
 * @param {object} on
 * @param {() => void} on.changed the stops are others.
 * @param {() => void} on.typing a field is written in: which place it means is not known yet.
 */
export function stopFields(on) {
  const list = byId('stops', HTMLElement);
  /** @type {Stop[]} */
  let stops = [EMPTY, EMPTY];
  /** Streets and addresses are looked up, as long as the server does not tell otherwise. */
  let hasAddresses = true;

  const settle = () => {
    render();
    on.changed();
  };
  /**
   * @param {number} at
   * @param {Stop} stop
   */
  const put = (at, stop) => {
    stops = stops.with(at, stop);
  };
  const render = () => {
    const focused = document.activeElement;
    const rows = stops.map(row);
    keepMarks(rows);
    list.replaceChildren(...rows);
    byId('add-stop', HTMLButtonElement).disabled = stops.length >= MOST_VIAS + 2;
    if (focused instanceof HTMLInputElement && focused.id.startsWith('stop-')) keepFocus(focused);
  };
  /**
   * A field that is written anew stays marked as wrong, with the sentence that says why. A stop is added before the
   * last one.
   *
   * @param {readonly HTMLElement[]} rows
   */
  const keepMarks = (rows) => {
    const old = [...list.querySelectorAll('input')];
    for (const [at, { ariaInvalid, attributes }] of old.entries()) {
      if (ariaInvalid === null) continue;
      const input = rows.at(at === old.length - 1 ? -1 : at)?.querySelector('input');
      const notes = [attributes.getNamedItem('aria-describedby')?.value.split(' ')[0] ?? ''];
      const own = input?.getAttribute('aria-describedby') ?? '';
      input?.setAttribute('aria-invalid', ariaInvalid);
      input?.setAttribute('aria-describedby', [...notes, own].join(' ').trim());
    }
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
      const typed = typeOver(stop, input.value);
      put(at, typed);
      if (typed.before === undefined) head.append(taken ?? '');
      else taken?.remove();
      on.typing();
    });
    const helpers = combobox({
      input,
      find: findPlaces,
      describe: (place) => ({ text: place.name, note: noteOf(place) }),
      none: () =>
        hasAddresses ? t('stop.none-found') : `${t('stop.none-found')}. ${t('stop.no-addresses')}`,
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
    clear() {
      stops = [EMPTY, EMPTY];
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
     * The stops with the places that were found for them.
     *
     * @param {readonly Stop[]} found
     */
    settle(found) {
      if (found.every((stop, at) => stop === stops[at])) return;
      stops = [...found];
      render();
    },
    /**
     * The ids of the fields by the parameters of their stops. Of several stops on the way none is known.
     *
     * @returns {Readonly<Record<string, string>>}
     */
    idsOf: () => ({
      from: 'stop-0',
      to: `stop-${stops.length - 1}`,
      via: stops.length === 3 ? 'stop-1' : '',
    }),
    /** Whether each field is written in. */
    isFilled: () => stops.every(({ text }) => text.trim() !== ''),
    /** @param {boolean} has */
    tellAddresses(has) {
      hasAddresses = has;
    },
    /**
     * The stops, those as well that were typed and not chosen.
     *
     * @returns {Promise<{ stops: readonly Stop[] } | { at: number, tell: () => string }>} `at`: the number of the first
     *   field without a place; `tell`: why.
     * @throws ApiError
     */
    async find() {
      const found = [];
      for (const [at, stop] of stops.entries()) {
        const meant = stop.point === undefined ? await findMeant(stop.text) : stop;
        if ('candidates' in meant) {
          const field = { at, count: stops.length, name: stop.text.trim(), hasAddresses };
          return { at, tell: () => whyNone(field, meant) };
        }
        found.push('place' in meant ? toStop(meant) : meant);
      }
      return { stops: found };
    },
  };
}

/**
 * Gives a field that was written anew the focus, with what was chosen in it.
 *
 * @param {HTMLInputElement} old
 */
function keepFocus({ id, selectionStart, selectionEnd }) {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * @param {{ place: import('./find-places.js').NamedPlace, typed?: string }} meant
 * @returns {Stop}
 */
const toStop = ({ place: { name, lat, lon }, ...typed }) => ({
  text: name,
  point: { lat, lon },
  ...typed,
});

/**
 * Why a field names no place.
 *
 * @param {{ at: number, count: number, name: string, hasAddresses: boolean }} field
 * @param {Readonly<Record<'candidates' | 'far', readonly import('./find-places.js').NamedPlace[]>>} meant
 */
function whyNone({ at, count, name, hasAddresses }, { candidates, far }) {
  const field = labelOf(at, count);
  const farOff = far.map((place) => {
    const nearest = formatCoordinates(place).replace(',', ', ');
    return t('form.far-stop', { place: `${place.name} (${noteOf(place)})`, nearest });
  });
  return [...farOff, whyNoneNear()].join(' ');

  function whyNoneNear() {
    if (candidates.length > 0) {
      const places = candidates.map((place) => `${place.name} (${noteOf(place)})`).join('; ');
      const key = candidates.length === 1 ? 'form.meant-stop' : 'form.which-stop';
      return t(key, { field, name, places });
    }
    const need = t('form.need-stop', { field });
    if (name === '' || far.length > 0) return need;
    const more = hasAddresses ? '' : ` ${t('stop.no-addresses')}`;
    return `${t('form.unknown-stop', { name })}${more} ${need}`;
  }
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
 * A stop that is typed over; with its own text it is the place again.
 *
 * @param {Stop} stop
 * @param {string} text
 * @returns {Stop}
 */
function typeOver({ before, ...stop }, text) {
  const place = before ?? stop;
  return text === place.text ? place : { ...read(text), before: place };
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
function labelOf(at, count) {
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
