// @ts-check

/** @typedef {import('/portal/vendor/maplibre-gl.mjs').ExpressionSpecification} Expression */
/** @typedef {import('/portal/vendor/maplibre-gl.mjs').StyleSpecification} StyleSpecification */
/** @typedef {import('/portal/vendor/maplibre-gl.mjs').LayerSpecification} LayerSpecification */
/** @typedef {import('./palette.js').Palette} Palette */

/** Fonts of the visitor's machine: without an address for glyphs MapLibre draws with these. */
const FONT = ['Helvetica Neue', 'Arial', 'sans-serif'];
const BOLD = ['Arial Bold', 'Helvetica Neue', 'Arial', 'sans-serif'];

/** From this zoom on the smaller roads are drawn, and loaded. */
export const LOCAL_ZOOM = 8.5;

/**
 * The background of the map, from our own open data alone.
 *
 * @param {Palette} palette
 * @returns {StyleSpecification}
 */
export function mapStyle(palette) {
  /** @param {string} name */
  const source = (name) =>
    /** @type {const} */ ({ type: 'geojson', data: `/portal/map/${name}.json`, tolerance: 0.4 });
  return {
    version: 8,
    sources: {
      land: source('land'),
      'built-up': source('built-up'),
      water: source('water'),
      'roads-main': source('roads-main'),
      places: source('places'),
    },
    layers: [...ground(palette), ...roads('roads-main', palette), ...names(palette)],
  };
}

/**
 * @param {Palette} palette
 * @returns {LayerSpecification[]}
 */
function ground({ sea, land, abroad, coast, builtUp, water, ice }) {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': sea } },
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: { 'fill-color': ['match', ['get', 'kind'], 'abroad', abroad, land] },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'land',
      filter: ['!=', ['get', 'kind'], 'abroad'],
      paint: {
        'line-color': coast,
        'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.4, 10, 1],
      },
    },
    { id: 'built-up', type: 'fill', source: 'built-up', paint: { 'fill-color': builtUp } },
    {
      id: 'water',
      type: 'fill',
      source: 'water',
      paint: { 'fill-color': ['match', ['get', 'kind'], 'glacier', ice, water] },
    },
  ];
}

/**
 * Casing, road and ferry lines of one source of roads.
 *
 * @param {'roads-main' | 'roads-local'} source
 * @param {Palette} palette
 * @returns {LayerSpecification[]}
 */
export function roads(source, palette) {
  const isLocal = source === 'roads-local';
  /** @param {number} grow */
  const width = (grow) =>
    /** @type {Expression} */ ([
      'interpolate',
      ['exponential', 1.5],
      ['zoom'],
      ...(isLocal
        ? [8, 0.3 + grow * 0.4, 11, 1 + grow, 15, 5 + grow * 2]
        : [4, 0.5 + grow * 0.3, 8, 1.3 + grow, 11, 2.6 + grow * 1.4, 15, 9 + grow * 2]),
    ]);
  const minzoom = isLocal ? LOCAL_ZOOM : 4;
  const [edge, plain] = isLocal
    ? [palette.localEdge, palette.local]
    : [palette.mainEdge, palette.main];
  const isRoad = /** @type {Expression} */ (['!=', ['get', 'ferry'], true]);
  const isMotor = /** @type {Expression} */ (['==', ['get', 'motor'], true]);
  return [
    {
      id: `${source}-edge`,
      type: 'line',
      source,
      minzoom,
      filter: isRoad,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': ['case', isMotor, palette.motorEdge, edge],
        'line-width': width(1),
        'line-opacity': ['case', ['==', ['get', 'tunnel'], true], 0.35, 1],
      },
    },
    {
      id: source,
      type: 'line',
      source,
      minzoom,
      filter: isRoad,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': ['case', isMotor, palette.motor, plain],
        'line-width': width(0),
        'line-opacity': ['case', ['==', ['get', 'tunnel'], true], 0.55, 1],
      },
    },
    {
      id: `${source}-ferry`,
      type: 'line',
      source,
      minzoom: isLocal ? LOCAL_ZOOM : 5.5,
      filter: ['==', ['get', 'ferry'], true],
      paint: { 'line-color': palette.ferry, 'line-width': 1.1, 'line-dasharray': [3, 3] },
    },
  ];
}

/**
 * @param {Palette} palette
 * @returns {LayerSpecification[]}
 */
function names({ label, labelFaint, labelSea, halo }) {
  const isWater = /** @type {Expression} */ ([
    'in',
    ['get', 'kind'],
    ['literal', ['fjord', 'lake', 'river']],
  ]);
  const isTown = /** @type {Expression} */ ([
    'in',
    ['get', 'kind'],
    ['literal', ['town', 'settlement', 'hamlet']],
  ]);
  return [
    {
      id: 'road-numbers',
      type: 'symbol',
      source: 'roads-main',
      minzoom: 7,
      filter: ['all', ['has', 'road'], ['!=', ['get', 'ferry'], true]],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        // As Norwegians write them: E39, Rv. 150.
        'text-field': /** @type {Expression} */ ([
          'case',
          ['==', ['slice', ['get', 'road'], 0, 1], 'R'],
          ['concat', 'Rv. ', ['slice', ['get', 'road'], 1]],
          ['get', 'road'],
        ]),
        'text-font': BOLD,
        'text-size': 10.5,
        'text-rotation-alignment': 'viewport',
        'text-padding': 12,
      },
      paint: { 'text-color': labelFaint, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
    {
      id: 'names-nature',
      type: 'symbol',
      source: 'places',
      minzoom: 8.5,
      filter: ['all', ['!', isTown], ['!=', ['get', 'kind'], 'district']],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 11,
        'text-padding': 8,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: {
        'text-color': ['case', isWater, labelSea, labelFaint],
        'text-halo-color': halo,
        'text-halo-width': 1,
      },
    },
    {
      id: 'names-districts',
      type: 'symbol',
      source: 'places',
      minzoom: 10.5,
      filter: ['==', ['get', 'kind'], 'district'],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 11.5,
        'text-letter-spacing': 0.04,
        'text-padding': 10,
        'text-max-width': 7,
      },
      paint: { 'text-color': labelFaint, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
    ...[1, 2, 3, 4, 5].map((rank) => townNames(rank, { label, labelFaint, halo })).toReversed(),
  ];
}

/** The zoom at which places of a rank show, and the size of their names. */
const BY_RANK = [
  [3, 13.5],
  [5, 13],
  [6.5, 12],
  [8.2, 11.5],
  [9.6, 11],
];

/**
 * @param {number} rank
 * @param {{ label: string, labelFaint: string, halo: string }} colours
 * @returns {LayerSpecification}
 */
function townNames(rank, { label, labelFaint, halo }) {
  const [minzoom = 9, size = 11] = BY_RANK[rank - 1] ?? [];
  return {
    id: `names-${rank}`,
    type: 'symbol',
    source: 'places',
    minzoom,
    filter: [
      'all',
      ['==', ['get', 'rank'], rank],
      ['in', ['get', 'kind'], ['literal', ['town', 'settlement', 'hamlet']]],
    ],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': rank < 3 ? BOLD : FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], minzoom, size, minzoom + 5, size + 4],
      'text-padding': 6,
      'text-max-width': 8,
    },
    paint: {
      'text-color': rank < 4 ? label : labelFaint,
      'text-halo-color': halo,
      'text-halo-width': 1.5,
    },
  };
}
