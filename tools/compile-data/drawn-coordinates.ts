/** Coordinates of GeoJSON, read as they stand in a text: a look at half a million needs no arrays. */

/** Degrees; all of it lies a degree or more north of the equator and east of Greenwich. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Is a text, without blanks, the coordinates of such a geometry, all of them in a box? */
export function areDrawn(
  type: 'Point' | 'LineString' | 'Polygon',
  text: string,
  box: Box,
): boolean {
  if (type === 'Point') return endOfPosition(text, 0, box) === text.length;
  if (type === 'LineString') return endOfLine(text, 0, box, 2) === text.length;
  let at = text.charCodeAt(0) === OPEN ? 0 : NOWHERE;
  do at = endOfRing(text, at + 1, box);
  while (at !== NOWHERE && text.charCodeAt(at) === COMMA);
  return at === text.length - 1 && text.charCodeAt(at) === CLOSE;
}

const [COMMA, POINT, OPEN, CLOSE] = [0x2c, 0x2e, 0x5b, 0x5d];
const [ZERO, NINE] = [0x30, 0x39];

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** What stands in the text is something else: behind the end of any text, where nothing follows. */
const NOWHERE = Number.MAX_SAFE_INTEGER - 1;

/** The first position is the last one, too. */
function endOfRing(text: string, from: number, box: Box): number {
  const end = endOfLine(text, from, box, 4);
  const first = text.slice(from + 1, text.indexOf(']', from) + 1);
  return text.startsWith(first, end - 1 - first.length) ? end : NOWHERE;
}

function endOfLine(text: string, from: number, box: Box, least: number): number {
  let at = text.charCodeAt(from) === OPEN ? from : NOWHERE;
  let count = 0;
  do {
    at = endOfPosition(text, at + 1, box);
    count++;
  } while (text.charCodeAt(at) === COMMA);
  return count >= least && text.charCodeAt(at) === CLOSE ? at + 1 : NOWHERE;
}

function endOfPosition(text: string, from: number, { west, south, east, north }: Box): number {
  if (text.charCodeAt(from) !== OPEN) return NOWHERE;
  const lonEnd = endOfNumber(text, from + 1, west, east);
  if (text.charCodeAt(lonEnd) !== COMMA) return NOWHERE;
  const latEnd = endOfNumber(text, lonEnd + 1, south, north);
  return text.charCodeAt(latEnd) === CLOSE ? latEnd + 1 : NOWHERE;
}

/** A number of the form of JSON, without sign and exponent. */
function endOfNumber(text: string, from: number, least: number, most: number): number {
  let at = from;
  let digits = 0;
  let scale = 0;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits = 10 * digits + code - ZERO;
      scale *= 10;
    } else if (code === POINT && scale === 0) scale = 1;
    else break;
  }
  // Without a digit, with a zero too many before it, or with none behind the point.
  if (at === from || text.charCodeAt(from) === ZERO || scale === 1) return NOWHERE;
  const value = scale === 0 ? digits : digits / scale;
  return value >= least && value <= most ? at : NOWHERE;
}
