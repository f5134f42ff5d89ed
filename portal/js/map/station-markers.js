// @ts-check
import { formatClock, formatShortKroner } from '../base/format.js';
import { el } from '../dom.js';
import { t } from '../i18n/language.js';
import { toBill } from '../trip/bill.js';
import { possibleAmount } from '../trip/match-view.js';
import { reasonText } from '../trip/reason-text.js';

/** @typedef {typeof import('/portal/vendor/maplibre-gl.mjs')} MapLibre */
/** @typedef {import('/portal/vendor/maplibre-gl.mjs').Map} MapLibreMap */
/** @typedef {import('../trip/answer.js').BilledRoute} BilledRoute */
/** @typedef {import('../trip/answer.js').PossibleStation} PossibleStation */
/** @typedef {{ id: string, name: string, lat: number, lon: number, kind: string, amount: string, clock: string, why: string }} Sign */

/**
 * The toll stations of a route as signs with amount and time. Signs that would cover each other
 * shrink to a point; pointing at one brings it back.
 *
 * @param {MapLibre} maplibre
 * @param {MapLibreMap} map
 * @param {{ point: (id: string | undefined) => void, open: (id: string) => void, pins: () => readonly { x: number, y: number }[] }} on
 */
export function stationMarkers(maplibre, map, on) {
  /** @type {{ id: string, element: HTMLElement, marker: import('/portal/vendor/maplibre-gl.mjs').Marker, wide: number }[]} */
  let markers = [];

  const declutter = () => {
    /** @type {Box[]} */
    const taken = on.pins().map(({ x, y }) => ({ x, y, wide: PIN, high: PIN }));
    for (const { element, marker, wide } of markers) {
      const { x, y } = map.project(marker.getLngLat());
      const side = sidesOf(wide).find(({ dx, dy }) =>
        taken.every((other) => isApart(other, { x: x + dx, y: y + dy, wide, high: HIGH })),
      );
      element.toggleAttribute('data-small', side === undefined);
      element.dataset.side = side?.name ?? 'above';
      marker.setOffset(side === undefined ? [0, 6] : [side.dx, side.dy + HIGH / 2]);
      if (side !== undefined) taken.push({ x: x + side.dx, y: y + side.dy, wide, high: HIGH });
    }
  };
  map.on('move', declutter);

  return {
    arrange: declutter,
    /**
     * @param {BilledRoute | undefined} route
     * @param {import('../trip/bill.js').TollView} view
     * @param {readonly PossibleStation[]} [possible] may have been passed.
     */
    show(route, view, possible = []) {
      for (const { marker } of markers) marker.remove();
      const signs =
        route === undefined
          ? []
          : [...signsOf(route, view), ...possible.map((one) => possibleSign(one, view))];
      markers = signs.map((sign) => {
        const element = signElement(sign);
        element.addEventListener('pointerenter', () => on.point(sign.id));
        element.addEventListener('pointerleave', () => on.point(undefined));
        element.addEventListener('click', (event) => {
          event.stopPropagation();
          on.open(sign.id);
        });
        const marker = new maplibre.Marker({ element, anchor: 'bottom' });
        marker.setLngLat([sign.lon, sign.lat]).addTo(map);
        // MapLibre labels every marker as such, which would hide what the sign says.
        element.removeAttribute('aria-label');
        element.removeAttribute('role');
        return { id: sign.id, element, marker, wide: Math.max(WIDE, element.offsetWidth + 4) };
      });
      declutter();
    },
    /** @param {string | undefined} id */
    highlight(id) {
      for (const { id: own, element } of markers)
        element.toggleAttribute('data-pointed', own === id);
    },
    /** @param {string} id */
    find: (id) => markers.find((marker) => marker.id === id),
  };
}

/** @typedef {{ x: number, y: number, wide: number, high: number }} Box its middle, pixels. */

/** Room that a sign and a pin take, pixels; as wide as a sign is at least. */
const WIDE = 58;
const HIGH = 40;
const PIN = 30;
/** Between a place and the edge of its sign. */
const GAP = 6;

/**
 * On which side of its place a sign may stand, the best first; the middle of the sign from there.
 *
 * @param {number} wide
 */
function sidesOf(wide) {
  return [
    { name: 'above', dx: 0, dy: -(HIGH / 2 + GAP) },
    { name: 'below', dx: 0, dy: HIGH / 2 + GAP },
    { name: 'right', dx: wide / 2 + GAP, dy: 0 },
    { name: 'left', dx: -(wide / 2 + GAP), dy: 0 },
  ];
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function isApart(one, other) {
  return (
    Math.abs(one.x - other.x) * 2 > one.wide + other.wide ||
    Math.abs(one.y - other.y) * 2 > one.high + other.high
  );
}

/**
 * Charged stations come first, so that they keep their sign where there is no room for all.
 *
 * @param {BilledRoute} route
 * @param {import('../trip/bill.js').TollView} view
 * @returns {Sign[]}
 */
function signsOf(route, view) {
  const { tolls } = toBill(route, view, 'nok');
  return tolls
    .map((line) => ({ ...line, amount: amountOf(line), why: reasonText(line) }))
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
    .map(toSign);
}

/** The first ones keep their place where signs would cover each other. */
const ORDER = ['charged', 'unpriced', 'free'];

/** @param {import('../trip/bill.js').BillLine} line */
function amountOf({ kind, amountOre }) {
  if (amountOre === undefined) return t('receipt.unknown');
  return kind === 'free' ? t('receipt.free') : formatShortKroner(amountOre);
}

/**
 * @param {PossibleStation} station
 * @param {import('../trip/bill.js').TollView} view
 */
function possibleSign(station, view) {
  const amount = possibleAmount(station, view);
  return toSign({ ...station, kind: 'possible', amount, why: t('trace.possible') });
}

/**
 * @param {Omit<Sign, 'clock'> & { passedAt: string }} passage
 * @returns {Sign}
 */
function toSign({ id, name, lat, lon, kind, amount, why, passedAt }) {
  return { id, name, lat, lon, kind, amount, why, clock: formatClock(passedAt) };
}

/** @param {Sign} sign */
function signElement(sign) {
  const { kind, amount, clock } = sign;
  return el(
    'button',
    {
      type: 'button',
      class: 'sign',
      'data-kind': kind,
      'data-station': sign.id,
      title: labelOf(sign),
    },
    el('span', { class: 'sign-amount' }, amount),
    ' ',
    el('span', { class: 'sign-clock' }, clock),
    el('span', { class: 'visually-hidden' }, ` ${sign.name}, ${sign.why}`),
  );
}

/** @param {Sign} sign */
function labelOf({ name, amount, clock, why }) {
  return [name, amount, clock, why].filter((part) => part !== '').join(', ');
}
