// @ts-check
import { ask } from '../api.js';
import { el } from '../dom.js';
import { t } from '../i18n/language.js';
import { OURS } from './route-layers.js';

/** @typedef {typeof import('/portal/vendor/maplibre-gl.mjs')} MapLibre */
/** @typedef {import('/portal/vendor/maplibre-gl.mjs').Map} MapLibreMap */
/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {'cameras' | 'stations' | 'quays'} PointLayer */

/** @type {Record<PointLayer, { name: string, color: keyof Palette }>} */
const LAYERS = {
  cameras: { name: 'map.camera', color: 'camera' },
  stations: { name: 'map.station', color: 'station' },
  quays: { name: 'map.quay', color: 'quay' },
};

/**
 * Its source and layer on the map.
 *
 * @param {PointLayer} kind
 */
const idOf = (kind) => `${OURS}${kind}`;

/**
 * Cameras, toll stations and quays as points that can be switched on; each is fetched when it is
 * wanted for the first time.
 *
 * @param {MapLibre} maplibre
 * @param {MapLibreMap} map
 */
export function pointLayers(maplibre, map) {
  /** @type {Map<PointLayer, import('geojson').FeatureCollection>} */
  const fetched = new Map();
  /** @type {Set<PointLayer>} */
  const shown = new Set();

  /**
   * @param {PointLayer} kind
   * @param {Palette} palette
   */
  const draw = (kind, palette) => {
    const data = fetched.get(kind);
    const id = idOf(kind);
    if (data === undefined || map.getLayer(id) !== undefined) return;
    map.addSource(id, { type: 'geojson', data });
    map.addLayer({
      id,
      type: 'circle',
      source: id,
      paint: {
        'circle-color': palette[LAYERS[kind].color],
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 2.2, 9, 4.5, 13, 7],
        'circle-stroke-color': palette.halo,
        'circle-stroke-width': 1.4,
      },
    });
  };
  for (const kind of /** @type {PointLayer[]} */ (Object.keys(LAYERS)))
    map.on('click', idOf(kind), (event) => {
      const feature = event.features?.[0];
      if (feature === undefined) return;
      event.preventDefault();
      const { name, road } = feature.properties;
      const title = el('strong', {}, String(name ?? t(LAYERS[kind].name)));
      const note = [t(LAYERS[kind].name), road].filter(Boolean).join(' · ');
      const popup = new maplibre.Popup({ closeButton: false, maxWidth: '260px' });
      popup
        .setLngLat(event.lngLat)
        .setDOMContent(el('div', {}, title, el('span', {}, note)))
        .addTo(map);
    });

  return {
    /**
     * @param {PointLayer} kind
     * @param {boolean} wanted
     * @param {Palette} palette
     * @throws ApiError
     */
    async toggle(kind, wanted, palette) {
      if (!wanted) {
        shown.delete(kind);
        const id = idOf(kind);
        if (map.getLayer(id) !== undefined) map.removeLayer(id);
        if (map.getSource(id) !== undefined) map.removeSource(id);
        return;
      }
      shown.add(kind);
      if (!fetched.has(kind)) fetched.set(kind, (await ask('GET', kind)).body);
      if (shown.has(kind)) draw(kind, palette);
    },
    /**
     * Draws again what is switched on, after the style was changed.
     *
     * @param {Palette} palette
     */
    redraw(palette) {
      for (const kind of shown) draw(kind, palette);
    },
  };
}
