// @ts-check
import { nearestIndex } from '../trip/leg-of.js';
import { cutByDoubt } from './driven-line.js';

/** @typedef {import('/portal/vendor/maplibre-gl.mjs').ExpressionSpecification} Expression */
/** @typedef {import('/portal/vendor/maplibre-gl.mjs').Map} MapLibreMap */
/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {import('../trip/answer.js').PlannedRoute} PlannedRoute */
/** @typedef {import('../trip/answer.js').Match} Match */

/** A style of the operator's may have any names: ours begin as no other does. */
export const OURS = 'veipris-';

export const ROUTE_SOURCE = `${OURS}routes`;
/** The way to where a route is being pulled. */
export const PREVIEW_SOURCE = `${OURS}preview`;
/** Wide and unseen, so that a finger meets the line. */
export const ROUTE_HIT = `${OURS}route-hit`;

/**
 * The drawn routes: the chosen one on top, the others beneath it in grey, ferries dashed.
 *
 * @param {MapLibreMap} map
 * @param {Palette} palette
 */
export function addRouteLayers(map, palette) {
  map.addSource(ROUTE_SOURCE, { type: 'geojson', data: emptyCollection(), tolerance: 0.2 });
  const isChosen = /** @type {Expression} */ (['==', ['get', 'chosen'], true]);
  const isOther = /** @type {Expression} */ (['!=', ['get', 'chosen'], true]);
  const isFerry = /** @type {Expression} */ (['==', ['get', 'kind'], 'ferry']);
  const isRoad = /** @type {Expression} */ (['!=', ['get', 'kind'], 'ferry']);
  const layout = /** @type {const} */ ({ 'line-cap': 'round', 'line-join': 'round' });
  /**
   * @param {string} id
   * @param {Expression} filter
   * @param {string} color
   * @param {number} width
   */
  const line = (id, filter, color, width) =>
    map.addLayer({
      id: `${OURS}${id}`,
      type: 'line',
      source: ROUTE_SOURCE,
      filter,
      layout,
      paint: {
        'line-color': color,
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, width * 0.7, 12, width],
      },
    });
  line('route-other-edge', ['all', isOther, isRoad], palette.otherEdge, 7);
  line('route-other', ['all', isOther, isRoad], palette.other, 4);
  line('route-edge', ['all', isChosen, isRoad], palette.routeEdge, 9.5);
  const isDoubtful = /** @type {Expression} */ (['==', ['get', 'doubtful'], true]);
  const isSure = /** @type {Expression} */ (['!=', ['get', 'doubtful'], true]);
  line('route', ['all', isChosen, isRoad, isSure], palette.route, 6);
  /**
   * @param {string} id
   * @param {Expression} filter
   * @param {string} color
   * @param {number} width
   */
  const ferry = (id, filter, color, width) =>
    map.addLayer({
      id: `${OURS}${id}`,
      type: 'line',
      source: ROUTE_SOURCE,
      filter: ['all', filter, isFerry],
      paint: { 'line-color': color, 'line-width': width, 'line-dasharray': [1.4, 1.2] },
    });
  map.addLayer({
    id: `${OURS}route-doubt`,
    type: 'line',
    source: ROUTE_SOURCE,
    filter: ['all', isRoad, isDoubtful],
    paint: { 'line-color': palette.route, 'line-width': 5, 'line-dasharray': [1.6, 1.1] },
  });
  ferry('route-other-ferry', isOther, palette.other, 3);
  ferry('route-ferry', isChosen, palette.routeFerry, 4);
  map.addSource(PREVIEW_SOURCE, { type: 'geojson', data: emptyCollection() });
  map.addLayer({
    id: `${OURS}preview`,
    type: 'line',
    source: PREVIEW_SOURCE,
    layout,
    paint: { 'line-color': palette.route, 'line-width': 4, 'line-dasharray': [0.5, 1.8] },
  });
  map.addLayer({
    id: ROUTE_HIT,
    type: 'line',
    source: ROUTE_SOURCE,
    paint: { 'line-color': '#000', 'line-opacity': 0, 'line-width': 18 },
  });
}

/**
 * @param {readonly PlannedRoute[]} routes
 * @param {number} chosen
 * @param {Match} [match] of a recorded drive.
 * @returns {import('geojson').FeatureCollection}
 */
export function routeCollection(routes, chosen, match) {
  return {
    type: 'FeatureCollection',
    features: routes.flatMap((route, at) =>
      cut(route.features, match).map(({ geometry, properties }) => ({
        type: /** @type {const} */ ('Feature'),
        geometry,
        properties: {
          kind: properties.kind ?? 'road',
          route: at,
          chosen: at === chosen,
          doubtful: properties.doubtful === true,
        },
      })),
    ),
  };
}

/** A route that is pulled leaves its line so far before and behind the place, share of all its points. */
const BEND = 0.12;

/**
 * What a route that is being pulled may become: from its line to the place, and back to it.
 *
 * @param {PlannedRoute} route
 * @param {import('../base/coordinates.js').LatLon} grabbed
 * @param {import('../base/coordinates.js').LatLon} at
 * @returns {import('geojson').Feature}
 */
export function previewOf({ features }, grabbed, at) {
  const line = features.flatMap(({ geometry }) => geometry.coordinates);
  const held = nearestIndex(line, grabbed);
  const bend = Math.max(1, Math.round(line.length * BEND));
  const ends = [line[Math.max(0, held - bend)], line[Math.min(line.length - 1, held + bend)]];
  const [from, to] = ends.map((end) => end ?? [at.lon, at.lat]);
  const coordinates = [from ?? [], [at.lon, at.lat], to ?? []];
  return { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} };
}

/**
 * @param {PlannedRoute['features']} features
 * @param {Match | undefined} match
 */
function cut(features, match) {
  return match === undefined ? features : cutByDoubt(features, match);
}

/** @returns {import('geojson').FeatureCollection} */
export function emptyCollection() {
  return { type: 'FeatureCollection', features: [] };
}
