// @ts-check
/**
 * The colours of the map by day and by night.
 *
 * @typedef {typeof DAY} Palette
 */
export const DAY = {
  sea: '#cfdfe4',
  land: '#f5f3ec',
  abroad: '#dfe6e5',
  coast: '#b4c9d0',
  builtUp: '#e8e3d8',
  water: '#cfdfe4',
  ice: '#e9f2f5',
  local: '#ffffff',
  localEdge: '#d9d4c7',
  main: '#ffffff',
  mainEdge: '#bfb08c',
  motor: '#ffe9b0',
  motorEdge: '#d0aa4e',
  ferry: '#7f9fac',
  label: '#33474e',
  labelFaint: '#5c7178',
  labelSea: '#4c7685',
  halo: '#f9f8f3',
  route: '#0b6478',
  routeEdge: '#ffffff',
  other: '#8fa3a9',
  otherEdge: '#ffffff',
  routeFerry: '#2d7fae',
  camera: '#b3402a',
  station: '#0b4f5c',
  quay: '#2d7fae',
};

/** @type {Palette} */
export const NIGHT = {
  sea: '#0a161b',
  land: '#1a2930',
  abroad: '#0f1b20',
  coast: '#25404b',
  builtUp: '#22343c',
  water: '#0a161b',
  ice: '#2c414a',
  local: '#283d46',
  localEdge: '#1a2930',
  main: '#3b5560',
  mainEdge: '#1a2930',
  motor: '#6b5a2c',
  motorEdge: '#1a2930',
  ferry: '#41606d',
  label: '#c3d3d8',
  labelFaint: '#94a9b0',
  labelSea: '#6f97a6',
  halo: '#121c21',
  route: '#5cd0e6',
  routeEdge: '#0a161b',
  other: '#6d828a',
  otherEdge: '#0a161b',
  routeFerry: '#7dbdf0',
  camera: '#ff8f73',
  station: '#5cd0e6',
  quay: '#7dbdf0',
};
