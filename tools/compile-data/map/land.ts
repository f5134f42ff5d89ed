import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import type { FileContent } from '../all-files.ts';
import { type Feature, fromPosition, type Position, toRing } from './map-layer.ts';

/** A piece of the coast of the map extract. */
export interface SourceCoast {
  /** An island. */
  readonly properties: { readonly closed: boolean };
  readonly geometry: { readonly coordinates: readonly Position[] };
}

/** The land around Norway, only for the look of the map. `beside` goes from the south of the border to its north. */
type Abroad = Pick<FileContent<'curated/abroad.json'>, 'beside' | 'apart'>;

/** The coast is simplified by 100 m already. */
const TOLERANCE_M = 30;

/** Pieces of the mainland's coast end at river mouths and narrows, up to this far apart. Metres. */
const MOST_GAP_M = 2000;

/**
 * The land: the mainland, closed along the national border, and every island. The sources have no land beyond the
 * border: `abroad` is drawn roughly by hand, and left blank on the map.
 *
 * @param outline the ring around Norway with its sea.
 */
export function compileLand(
  coast: readonly SourceCoast[],
  outline: readonly LatLon[],
  abroad: Abroad,
): Feature[] {
  const linesOf = (closed: boolean) =>
    coast
      .filter(({ properties }) => properties.closed === closed)
      .map(({ geometry }) => geometry.coordinates.map(fromPosition));
  const mainland = joinPieces(linesOf(false));
  const border = findLandBorder(outline, mainland);
  const islands = linesOf(true).map((line) => toArea('land', line));
  return [
    toArea('abroad', [...border, ...toWayBack(abroad.beside, border)]),
    ...abroad.apart.map((ring) => toArea('abroad', ring.map(fromPosition))),
    toArea('land', [...mainland, ...border]),
    ...islands,
  ].flatMap((area) => area ?? []);
}

function toArea(kind: 'land' | 'abroad', line: readonly LatLon[]): Feature | undefined {
  const ring = toRing(line, TOLERANCE_M);
  if (ring.length === 0) return undefined;
  return { properties: { kind }, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/** All pieces as one line. Each is joined to the piece that begins or ends nearest to it. */
function joinPieces([first = [], ...others]: readonly (readonly LatLon[])[]): LatLon[] {
  let line = [...first];
  const left = new Set(others);
  while (left.size > 0) {
    const next = [...left]
      .flatMap((piece) => [
        { piece, gapM: gapM(line.at(-1), piece[0]), join: () => [...line, ...piece] },
        {
          piece,
          gapM: gapM(line.at(-1), piece.at(-1)),
          join: () => [...line, ...piece.toReversed()],
        },
        { piece, gapM: gapM(line[0], piece.at(-1)), join: () => [...piece, ...line] },
        { piece, gapM: gapM(line[0], piece[0]), join: () => [...piece.toReversed(), ...line] },
      ])
      .reduce((a, b) => (a.gapM <= b.gapM ? a : b));
    if (next.gapM > MOST_GAP_M)
      throw new Error(
        `A piece of the mainland's coast ends ${Math.round(next.gapM)} m from the rest.`,
      );
    line = next.join();
    left.delete(next.piece);
  }
  return line;
}

const gapM = (a: LatLon | undefined, b: LatLon | undefined) =>
  a === undefined || b === undefined ? Number.POSITIVE_INFINITY : flatDistanceM(a, b);

/** The part of the outline from the end of the coast back to its beginning, over land. */
function findLandBorder(outline: readonly LatLon[], coast: readonly LatLon[]): LatLon[] {
  const [from, to] = [nearest(outline, coast.at(-1)), nearest(outline, coast[0])];
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const between = outline.slice(low, high + 1);
  const around = [...outline.slice(high), ...outline.slice(0, low + 1)];
  // The other way runs through the sea, west of the coast.
  const isBetween = meanLon(between) > meanLon(around);
  const border = isBetween ? between : around;
  return isBetween === from < to ? border : border.toReversed();
}

function nearest(line: readonly LatLon[], point: LatLon | undefined): number {
  const distances = line.map((at) => gapM(at, point));
  return distances.indexOf(distances.reduce((a, b) => Math.min(a, b)));
}

const meanLon = (line: readonly LatLon[]) =>
  line.reduce((sum, { lon }) => sum + lon, 0) / line.length;

/** The way around the neighbours from the end of the border back to its beginning. */
function toWayBack(beside: readonly Position[], border: readonly LatLon[]): LatLon[] {
  const way = beside.map(fromPosition);
  return gapM(border.at(-1), way[0]) <= gapM(border[0], way[0]) ? way : way.toReversed();
}
