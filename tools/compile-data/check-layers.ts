/** The layers of the map: what is drawn lies in Norway, or is the blank land beside it. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parsePlausible } from '../../src/facts/check/check-plausible.ts';
import { MAP_FILES } from '../../src/facts/schema/country.ts';
import { areDrawn, type Box } from './drawn-coordinates.ts';

export type LayerFile = keyof typeof MAP_FILES;

export const LAYER_FILES = Object.keys(MAP_FILES) as readonly LayerFile[];

/** Norway with its islands near the coast, half a degree wider than what is drawn there. */
const NORWAY: Box = { west: 4, south: 57.4, east: 31.7, north: 71.7 };
/** The neighbours, which are left blank, from Jutland to the White Sea. */
const AROUND: Box = { west: 4, south: 54, east: 46, north: 71.7 };

/**
 * @param data the folder `data/`.
 * @throws Error with one line that names the file, the place in it and what is wrong.
 */
export function checkLayer(data: string, file: LayerFile): void {
  const name = basename(file);
  const [text, taken] = takeCoordinates(readFileSync(join(data, file), 'utf8'));
  const { features } = parsePlausible(text, MAP_FILES[file], name);
  let next = 0;
  features.forEach(({ properties, geometry: { type, coordinates } }, i) => {
    const box = 'kind' in properties && properties.kind === 'abroad' ? AROUND : NORWAY;
    const drawn = coordinates === next ? taken[next++] : JSON.stringify(coordinates);
    if (drawn === undefined || !areDrawn(type, drawn, box))
      throw new Error(`${name}, features ${i}: not a ${type} in or beside Norway.`);
  });
}

/**
 * The text of a layer with numbers from 0 on in the place of its coordinates, and what stood there:
 * as arrays they would take more time and memory than all else that a start reads. What is written
 * otherwise, with blanks for one, stays where it is.
 */
function takeCoordinates(text: string): [rest: string, taken: readonly string[]] {
  const taken: string[] = [];
  const rest = text.replace(COORDINATES, (found) => String(taken.push(found) - 1));
  return [rest, taken];
}

const COORDINATES = /(?<="coordinates":)\[[-\d.,[\]]*\]/g;
