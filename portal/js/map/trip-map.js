// @ts-check
import { byId } from '../dom.js';
import { isDark } from '../header.js';
import { t } from '../i18n/language.js';
import { dragRoute } from './drag-route.js';
import { DAY, NIGHT } from './palette.js';
import { pointLayers } from './point-layers.js';
import {
  addRouteLayers,
  emptyCollection,
  PREVIEW_SOURCE,
  previewOf,
  ROUTE_SOURCE,
  routeCollection,
} from './route-layers.js';
import { stationMarkers } from './station-markers.js';
import { stopMarkers } from './stop-markers.js';
import { LOCAL_ZOOM, mapStyle, roads } from './style.js';

/** @typedef {import('../base/coordinates.js').LatLon} LatLon */
/** @typedef {import('../trip/answer.js').Answer} Answer */

/** Norway without Svalbard, and where the map opens; lon, lat. */
const NORWAY = /** @type {[[number, number], [number, number]]} */ ([
  [4.2, 57.8],
  [31.4, 71.3],
]);
const REACH = /** @type {[[number, number], [number, number]]} */ ([
  [-12, 53],
  [48, 76],
]);

/** From this zoom on one sees that the own map is drawn for a scale of 1:1 000 000. */
const COARSE_ZOOM = 12.5;

/**
 * @typedef {object} On
 * @property {(point: LatLon) => void} clicked an empty place of the map.
 * @property {(at: number, point: LatLon) => void} stopMoved
 * @property {(grabbed: LatLon, dropped: LatLon) => void} routeDragged
 * @property {(route: number) => void} routeChosen
 * @property {(id: string | undefined) => void} stationPointed
 * @property {(id: string) => void} stationOpened
 * @property {(isCoarse: boolean) => void} zoomed `isCoarse`: nearer than the own map is drawn for.
 */

const WORKER = '/portal/vendor/maplibre-gl-worker.mjs';

/** Takes what the page asks for beforehand: the browser keeps it for the worker. What does not come now is asked for again then. */
export function keepMapWorker() {
  fetch(WORKER).catch(() => undefined);
}

/**
 * Opens the map; MapLibre is read only now, so that the form does not wait for it.
 *
 * @param {string | null} styleUrl of another style than our own, which is drawn where that one can
 *   not be had.
 * @param {On} on
 * @throws Error when the browser can not draw it.
 */
export async function openTripMap(styleUrl, on) {
  const maplibre = await import('/portal/vendor/maplibre-gl.mjs');
  maplibre.setWorkerUrl(WORKER);
  const palette = () => (isDark() ? NIGHT : DAY);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isOwn = styleUrl === null;
  const map = new maplibre.Map({
    container: byId('map', HTMLElement),
    style: styleUrl ?? mapStyle(palette()),
    bounds: NORWAY,
    fitBoundsOptions: { padding: { top: 24, bottom: 52, left: 16, right: 16 } },
    maxBounds: REACH,
    maxZoom: 16,
    attributionControl: styleUrl === null ? false : { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    ...(calm && { fadeDuration: 0 }),
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'bottom-right');
  map.addControl(new maplibre.ScaleControl({ maxWidth: 90 }), 'bottom-right');

  const points = pointLayers(maplibre, map);
  const stops = stopMarkers(maplibre, map, on.stopMoved);
  const stations = stationMarkers(maplibre, map, {
    point: on.stationPointed,
    open: on.stationOpened,
    pins: stops.places,
  });
  /** @type {{ answer: Answer, chosen: number } | undefined} */
  let drawn;

  const drawRoutes = () => {
    const source = map.getSource(ROUTE_SOURCE);
    if (!(source instanceof maplibre.GeoJSONSource)) return;
    source.setData(
      drawn === undefined
        ? emptyCollection()
        : routeCollection(drawn.answer.routes, drawn.chosen, drawn.answer.match),
    );
  };
  map.on('style.load', () => {
    addRouteLayers(map, palette());
    points.redraw(palette());
    drawRoutes();
    addLocalRoads();
  });
  // The smaller roads are most of the data: they come when they can be seen.
  const addLocalRoads = () => {
    if (!isOwn || map.getZoom() < LOCAL_ZOOM || map.getSource('roads-local') !== undefined) return;
    if (map.getLayer('roads-main-edge') === undefined) return;
    map.addSource('roads-local', {
      type: 'geojson',
      data: '/portal/map/roads-local.json',
      tolerance: 0.4,
    });
    for (const layer of roads('roads-local', palette())) map.addLayer(layer, 'roads-main-edge');
  };
  map.on('zoom', addLocalRoads);
  map.on('zoomend', () => on.zoomed(isOwn && map.getZoom() >= COARSE_ZOOM));
  const drawOwn = () => map.setStyle(mapStyle(palette()), { diff: false });
  addEventListener('themechange', () => {
    if (isOwn) drawOwn();
  });
  /**
   * @param {LatLon} grabbed
   * @param {LatLon | undefined} at
   */
  const preview = (grabbed, at) => {
    const source = map.getSource(PREVIEW_SOURCE);
    const route = drawn?.answer.routes[drawn.chosen];
    if (!(source instanceof maplibre.GeoJSONSource)) return;
    source.setData(
      at === undefined || route === undefined ? emptyCollection() : previewOf(route, grabbed, at),
    );
  };
  dragRoute(maplibre, map, {
    dragged: on.routeDragged,
    dragging: preview,
    chosen: on.routeChosen,
  });
  map.on('click', (event) => {
    const isOnMap = event.originalEvent.target === map.getCanvas();
    if (isOnMap && !event.defaultPrevented)
      on.clicked({ lat: event.lngLat.lat, lon: event.lngLat.lng });
  });
  if (!isOwn && !(await hasStyle(map))) {
    isOwn = true;
    drawOwn();
  }
  if (isOwn) await map.once('style.load');
  label(map.getContainer());

  return {
    /** Names the controls in the language of the page. */
    relabel: () => label(map.getContainer()),
    /** @param {readonly import('../trip/stops.js').Stop[]} list */
    showStops(list) {
      stops.show(list);
      stations.arrange();
    },
    /**
     * @param {Answer | undefined} answer `undefined`: none.
     * @param {number} chosen
     * @param {import('../trip/bill.js').TollView} view
     */
    showRoutes(answer, chosen, view) {
      drawn = answer === undefined ? undefined : { answer, chosen };
      drawRoutes();
      stations.show(answer?._billing.routes[chosen], view, answer?.match?.possibleStations);
    },
    /**
     * Brings all routes into sight.
     *
     * @param {Answer} answer
     */
    fit(answer) {
      const bounds = answer.routes
        .flatMap(({ features }) => features)
        .flatMap(({ geometry }) => geometry.coordinates)
        .reduce((box, position) => box.extend(position), new maplibre.LngLatBounds());
      if (!bounds.isEmpty())
        map.fitBounds(bounds, {
          padding: { top: 72, bottom: 72, left: 56, right: 56 },
          maxZoom: 13.5,
          duration: calm ? 0 : 700,
        });
    },
    /** @param {string} id */
    goTo(id) {
      const marker = stations.find(id)?.marker;
      if (marker !== undefined)
        map.easeTo({
          center: marker.getLngLat(),
          zoom: Math.max(map.getZoom(), 12),
          duration: calm ? 0 : 600,
        });
    },
    /** @param {string | undefined} id */
    highlight: (id) => stations.highlight(id),
    /**
     * @param {import('./point-layers.js').PointLayer} kind
     * @param {boolean} wanted
     */
    toggle: (kind, wanted) => points.toggle(kind, wanted, palette()),
  };
}

/**
 * Waits for the first style of a map.
 *
 * @param {import('/portal/vendor/maplibre-gl.mjs').Map} map
 * @returns {Promise<boolean>} false: it can not be had, or is none.
 */
function hasStyle(map) {
  return new Promise((resolve) => {
    /** @param {import('/portal/vendor/maplibre-gl.mjs').ErrorEvent} event */
    const failed = ({ error }) => {
      // biome-ignore lint/suspicious/noConsole: where MapLibre says it, and the operator looks.
      console.error(error);
      // After what hinders nothing the style stands within the same turn.
      queueMicrotask(() => settle(false));
    };
    /** @param {boolean} isThere */
    const settle = (isThere) => {
      map.off('error', failed);
      resolve(isThere);
    };
    map.on('error', failed);
    map.once('style.load', () => settle(true));
  });
}

/** What MapLibre names in English, and the texts of ours. */
const LABELS = /** @type {const} */ ([
  ['.maplibregl-canvas', 'map.label'],
  ['.maplibregl-ctrl-zoom-in', 'map.zoom-in'],
  ['.maplibregl-ctrl-zoom-out', 'map.zoom-out'],
]);

/** @param {HTMLElement} container */
function label(container) {
  for (const [selector, key] of LABELS) {
    const element = container.querySelector(selector);
    element?.setAttribute('aria-label', t(key));
    element?.removeAttribute('title');
  }
}
