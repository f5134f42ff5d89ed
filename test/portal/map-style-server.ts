/** A map server as an operator may have one: a style, and the tiles, signs and letters it names. */
import { PbfWriter } from 'pbf';
import { type FakeAnswer, json } from '../support/fake-upstream/answer.ts';
import type { FakeRequest } from '../support/fake-upstream.ts';

/** The ground of every tile: red, green, blue. No colour of ours. */
export const GROUND = [200, 0, 200] as const;

/** Where the style of a map server is, below its address. */
export const STYLE_PATH = '/styles/own/style.json?key=of-the-operator';

/** Answers like a map server. */
export function mapServer(url: string, more: StyleParts = {}) {
  return ({ path }: FakeRequest): FakeAnswer => {
    const { headers, ...answer } = answerOf(path, url, more);
    return { ...answer, headers: { ...headers, 'access-control-allow-origin': '*' } };
  };
}

/** What a style has beside the ground, in the words of MapLibre. */
export interface StyleParts {
  readonly sources?: Readonly<Record<string, object>>;
  readonly layers?: readonly object[];
}

function answerOf(path: string, url: string, more: StyleParts): FakeAnswer {
  if (path === STYLE_PATH) return json(styleOf(url, more));
  if (path === '/tiles.json')
    return json({
      tilejson: '3.0.0',
      tiles: [`${url}/tiles/{z}/{x}/{y}.pbf`],
      maxzoom: 14,
      attribution: '© Own Maps',
    });
  if (path.startsWith('/tiles/')) return { body: TILE };
  if (/^\/sprite(?:@2x)?\.json$/.test(path)) return json({});
  if (/^\/sprite(?:@2x)?\.png$/.test(path)) return { body: PICTURE };
  // A range without a letter is a range.
  if (path.startsWith('/fonts/')) return {};
  return { status: 404 };
}

const styleOf = (url: string, { sources = {}, layers = [] }: StyleParts) => ({
  version: 8,
  glyphs: `${url}/fonts/{fontstack}/{range}.pbf`,
  sprite: `${url}/sprite`,
  sources: { world: { type: 'vector', url: `${url}/tiles.json` }, ...sources },
  layers: [
    {
      id: 'ground',
      type: 'fill',
      source: 'world',
      'source-layer': 'ground',
      paint: { 'fill-color': `rgb(${GROUND.join()})`, 'fill-antialias': false },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'world',
      'source-layer': 'ground',
      layout: { 'text-field': 'A', 'text-font': ['Own'] },
    },
    ...layers,
  ],
});

/** One square that fills its tile. Source: Mapbox Vector Tile Specification 2.1. */
const TILE = ((): Uint8Array => {
  const feature = new PbfWriter();
  feature.writeVarintField(3, 3);
  const [right, left] = [4096 * 2, 4096 * 2 - 1];
  feature.writePackedVarint(4, [9, 0, 0, 26, right, 0, 0, right, left, 0, 15]);
  const layer = new PbfWriter();
  layer.writeVarintField(15, 2);
  layer.writeStringField(1, 'ground');
  layer.writeBytesField(2, feature.finish());
  layer.writeVarintField(5, 4096);
  const tile = new PbfWriter();
  tile.writeBytesField(3, layer.finish());
  return tile.finish();
})();

/** A PNG of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
