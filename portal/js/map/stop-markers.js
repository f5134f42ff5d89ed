// @ts-check
import { el } from '../dom.js';
import { t } from '../i18n/language.js';
import { snapToRoad } from './snap-to-road.js';

/** @typedef {typeof import('/portal/vendor/maplibre-gl.mjs')} MapLibre */
/** @typedef {import('/portal/vendor/maplibre-gl.mjs').Map} MapLibreMap */
/** @typedef {import('../trip/stops.js').Stop} Stop */

/**
 * Start, stops and destination as pins that can be dragged.
 *
 * @param {MapLibre} maplibre
 * @param {MapLibreMap} map
 * @param {(at: number, point: import('../base/coordinates.js').LatLon) => void} moved
 */
export function stopMarkers(maplibre, map, moved) {
  /** @type {import('/portal/vendor/maplibre-gl.mjs').Marker[]} */
  let markers = [];
  return {
    /** Where pins stand on the screen. */
    places: () => markers.map((marker) => map.project(marker.getLngLat())),
    /** @param {readonly Stop[]} stops */
    show(stops) {
      for (const marker of markers) marker.remove();
      markers = stops.flatMap(({ point, text }, at) => {
        if (point === undefined) return [];
        const isEnd = at === 0 || at === stops.length - 1;
        const element = el(
          'div',
          { class: 'pin', 'data-kind': isEnd ? 'end' : 'via' },
          nameOf(at, stops.length),
        );
        const marker = new maplibre.Marker({ element, draggable: true });
        marker.setLngLat([point.lon, point.lat]).addTo(map);
        element.setAttribute('aria-label', t('map.stop', { name: text }));
        element.setAttribute('role', 'img');
        marker.on('dragend', () => {
          const dropped = marker.getLngLat();
          const road = isEnd ? undefined : snapToRoad(map, map.project(dropped));
          const { lat, lng } = road ?? dropped;
          // MapLibre still needs the marker after this call, and the new stops replace it.
          queueMicrotask(() => moved(at, { lat, lon: lng }));
        });
        return [marker];
      });
    },
  };
}

/**
 * What stands on a pin.
 *
 * @param {number} at
 * @param {number} count
 */
function nameOf(at, count) {
  if (at === 0) return 'A';
  return at === count - 1 ? 'B' : String(at);
}
