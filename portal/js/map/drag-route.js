// @ts-check
import { el } from '../dom.js';
import { ROUTE_HIT } from './route-layers.js';
import { snapToRoad } from './snap-to-road.js';

/** @typedef {typeof import('/portal/vendor/maplibre-gl.mjs')} MapLibre */
/** @typedef {import('/portal/vendor/maplibre-gl.mjs').Map} MapLibreMap */
/** @typedef {import('../base/coordinates.js').LatLon} LatLon */

/** Less is a click, not a drag; pixels. */
const LEAST_DRAG = 6;

/**
 * Lets the drawn route be taken hold of and pulled over another place, and be chosen by a click.
 *
 * @param {MapLibre} maplibre
 * @param {MapLibreMap} map
 * @param {object} on
 * @param {(grabbed: LatLon, dropped: LatLon) => void} on.dragged
 * @param {(grabbed: LatLon, at: LatLon | undefined) => void} on.dragging where the route would pass; `undefined`: let go.
 * @param {(route: number) => void} on.chosen another route than the chosen one was clicked.
 */
export function dragRoute(maplibre, map, on) {
  const canvas = map.getCanvas();
  map.on('mouseenter', ROUTE_HIT, () => {
    canvas.style.cursor = 'grab';
  });
  map.on('mouseleave', ROUTE_HIT, () => {
    canvas.style.cursor = '';
  });
  map.on('mousedown', ROUTE_HIT, (event) => {
    // Pins and signs stand on the route, and the map hears of them as well.
    if (event.originalEvent.target !== canvas) return;
    const route = topRoute(event.features);
    // Only the chosen route is pulled; the others are clicked, which the map tells by itself.
    if (route === undefined || !route.chosen || event.originalEvent.button !== 0) return;
    event.preventDefault();
    const start = event.point;
    const grabbed = toLatLon(event.lngLat);
    const element = el('div', { class: 'pin', 'data-kind': 'via' });
    const marker = new maplibre.Marker({ element }).setLngLat(event.lngLat);
    let moved = false;
    /** @param {import('/portal/vendor/maplibre-gl.mjs').MapMouseEvent} move */
    const follow = (move) => {
      if (!moved && start.dist(move.point) < LEAST_DRAG) return;
      if (!moved) marker.addTo(map);
      moved = true;
      canvas.style.cursor = 'grabbing';
      marker.setLngLat(snapToRoad(map, move.point) ?? move.lngLat);
      on.dragging(grabbed, toLatLon(marker.getLngLat()));
    };
    map.on('mousemove', follow);
    map.once('mouseup', () => {
      map.off('mousemove', follow);
      canvas.style.cursor = '';
      marker.remove();
      on.dragging(grabbed, undefined);
      if (moved) on.dragged(grabbed, toLatLon(marker.getLngLat()));
    });
  });
  map.on('click', ROUTE_HIT, (event) => {
    const route = topRoute(event.features);
    event.preventDefault();
    if (route !== undefined && !route.chosen) on.chosen(route.at);
  });
}

/** @param {readonly { properties: any }[] | undefined} features the chosen route wins. */
function topRoute(features = []) {
  const best = features.find(({ properties }) => properties.chosen === true) ?? features[0];
  if (best === undefined) return undefined;
  return { at: Number(best.properties.route), chosen: best.properties.chosen === true };
}

/** @param {{ lat: number, lng: number }} place */
function toLatLon({ lat, lng }) {
  return { lat, lon: lng };
}
