/**
 * What a road network tells of a line that was driven on it: where it can turn, and where it sails.
 *
 * An engine's lines run through the very vertices of its network, so a look at each point is enough,
 * and the engine need not say it. Between two vertices lie stops alone: a trip that begins, stops or
 * ends at a ferry line is not to be read so.
 */
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from './on-line.ts';
import { createVertexMap } from './vertex.ts';

/** The lines and places of a network that a chart is made of. */
export interface ChartLines {
  /** Vertices at which more than two edges meet, roads and ferries alike. */
  readonly junctions: readonly LatLon[];
  /** Lines that only ferries follow, from quay to quay or in parts. */
  readonly ferries: readonly (readonly LatLon[])[];
  /** Parts of ferry lines that a road follows, too: who drives there stays ashore. */
  readonly paved: readonly (readonly LatLon[])[];
}

export interface RoadChart {
  read(line: readonly LatLon[]): ChartedLine;
}

export interface ChartedLine {
  isJunction(index: number): boolean;
  /** Runs of ferry without road between, in travel order; `[]` for a line on land. */
  readonly sailed: readonly Sailed[];
}

/** Points `fromIndex` to `toIndex` of a line, both inside. */
export interface Sailed {
  readonly fromIndex: number;
  readonly toIndex: number;
}

/** What is known of a vertex. */
interface Mark {
  isJunction: boolean;
  /**
   * Places on ferry lines. Those that follow each other on a line differ by one, all others by more;
   * a quay has one for each line.
   */
  readonly ferries: number[];
  /** The same on the paved parts. */
  readonly paved: number[];
}

export function buildRoadChart({ junctions, ferries, paved }: ChartLines): RoadChart {
  const marks = createVertexMap<Mark>();
  const markAt = (at: LatLon): Mark => {
    const known = marks.get(at);
    if (known !== undefined) return known;
    const mark: Mark = { isJunction: false, ferries: [], paved: [] };
    marks.set(at, mark);
    return mark;
  };
  for (const at of junctions) markAt(at).isJunction = true;
  numberVertices(ferries, (at, number) => markAt(at).ferries.push(number));
  numberVertices(paved, (at, number) => markAt(at).paved.push(number));

  return {
    read(line) {
      const found = line.map(marks.get);
      return {
        isJunction: (index) => found[index]?.isJunction === true,
        sailed: listSailed(line, found),
      };
    },
  };
}

type Marks = readonly (Mark | undefined)[];

function listSailed(line: readonly LatLon[], marks: Marks): Sailed[] {
  const sailed: Sailed[] = [];
  /** How far one stays aboard after the last run, if a ferry goes on from there. */
  let aboardTo = -1;
  for (let i = 1; i < line.length; i++) {
    const isAboard = aboardTo === i - 1;
    const isFerry = follow(marks[i - 1]?.ferries, marks[i]?.ferries);
    if (isFerry) addLeg(sailed, i, isAboard);
    if (isFerry || (isAboard && (isStill(line, i) || isPaved(marks, i)))) aboardTo = i;
  }
  return sailed;
}

/** Does one of the places follow one of the others? */
const follow = (some: readonly number[] = NONE, others: readonly number[] = NONE): boolean =>
  some.length > 0 && some.some((a) => others.some((b) => Math.abs(a - b) === 1));

const NONE: readonly number[] = [];

const isPaved = (marks: Marks, i: number) => follow(marks[i - 1]?.paved, marks[i]?.paved);

/** The leg that ends at a point goes on with the last run, or begins one. */
function addLeg(sailed: Sailed[], toIndex: number, goesOn: boolean): void {
  const last = goesOn ? sailed.pop() : undefined;
  sailed.push({ fromIndex: last?.fromIndex ?? toIndex - 1, toIndex });
}

/** An engine may leave out vertices as near to the one before as this. Metres. */
const SAME_M = 1;

/** A point that is repeated, as at a via point, or a step of a quay. */
const isStill = (line: readonly LatLon[], i: number): boolean =>
  flatDistanceM(line[i - 1] as LatLon, line[i] as LatLon) <= SAME_M;

/** Numbers the vertices of lines, see `Mark`; those at the same place have the same number. */
function numberVertices(
  lines: readonly (readonly LatLon[])[],
  tell: (at: LatLon, number: number) => void,
): void {
  let number = 0;
  for (const line of lines) {
    let place: LatLon | undefined;
    for (const vertex of line) {
      if (place === undefined || flatDistanceM(place, vertex) > SAME_M) {
        place = vertex;
        number++;
      }
      tell(vertex, number);
    }
    number++;
  }
}
