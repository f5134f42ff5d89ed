// @ts-check

/** @typedef {{ readonly lat: number, readonly lon: number }} LatLon WGS84, degrees. */

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const WITH_POINT = new RegExp(`^${NUMBER}\\s*[,;\\s]\\s*${NUMBER}$`);
const WITH_COMMA = /^(-?\d{1,3},\d+)\s*(?:[;\s]|,\s)\s*(-?\d{1,3},\d+)$/;

/**
 * The point of a text such as `59.91, 10.75`, `59,91; 10,75` or `59.91° N 10.75° E`.
 *
 * @param {string} text latitude first.
 * @returns {LatLon | undefined} `undefined` when it is no pair of coordinates on Earth.
 */
export function parseCoordinates(text) {
  const bare = text
    .replace(/[°NnEeØø()]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim();
  const found = WITH_COMMA.exec(bare) ?? WITH_POINT.exec(bare);
  if (found === null) return undefined;
  const [lat, lon] = found.slice(1).map((number) => Number(number.replace(',', '.')));
  if (lat === undefined || lon === undefined) return undefined;
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return undefined;
  return { lat, lon };
}

/**
 * A point as the API reads it, to about a metre.
 *
 * @param {LatLon} point
 * @returns {string} such as `59.9139,10.7522`.
 */
export function formatCoordinates({ lat, lon }) {
  return `${round(lat)},${round(lon)}`;
}

/** @param {number} degrees */
function round(degrees) {
  return Math.round(degrees * 1e5) / 1e5;
}
