import type { BrowserContext } from 'playwright-core';

/** Draws the map with a quarter of its pixels. The layout of the page stays. */
const COARSE = `Object.defineProperty(window, 'devicePixelRatio', { get: () => 0.5 })`;

const layerOf = (...features: readonly object[]) => ({ type: 'FeatureCollection', features });

const [WEST, SOUTH, EAST, NORTH] = [4, 57.5, 32, 71.5];
const LAND = layerOf({
  type: 'Feature',
  properties: { kind: 'land' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [WEST, SOUTH],
        [EAST, SOUTH],
        [EAST, NORTH],
        [WEST, NORTH],
        [WEST, SOUTH],
      ],
    ],
  },
});

/**
 * Gives the pages of a visitor a map of land alone, drawn coarsely. Emulated graphics draw the map, which takes most of
 * the time of a page. Routes, stations and stops are drawn as usual.
 */
export async function drawLittle(context: BrowserContext): Promise<void> {
  await context.addInitScript(COARSE);
  await context.route('**/portal/map/*.json', (route) =>
    route.fulfill({ json: route.request().url().endsWith('/land.json') ? LAND : layerOf() }),
  );
}
