/** Driven edges as runs over the links of data/road-network/links.ndjson. */
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM, flatLengthM, pointAlong } from '../../src/geo/on-line.ts';
import type { RoadLink } from '../../src/network/link.ts';
import type { DrawnRoad } from '../../src/network/ramp-turns.ts';
import { keyOf } from '../../src/network/vertex.ts';
import type { EdgePlaces } from './edge-places.ts';
import type { TileEdge } from './tiles.ts';
import type { Driven } from './trace.ts';

/** Metres along a link, in the order of its points; the second less than the first: driven backwards. */
export interface LinkRun {
  /** Its line in the file, from 1. */
  readonly link: number;
  readonly fromM: number;
  readonly toM: number;
  /** From one end of the link to the other. */
  readonly isWhole: boolean;
}

/** Gives the runs of driven edges, those that follow each other on one link joined. */
export type ToLinkRuns = (driven: readonly Driven[]) => LinkRun[];

/** The carriageways of a gate lie a metre beside the link, and ends between vertices are rounded. Metres. */
const SAME_M = 2;
/** What is missing at the ends of a link that is driven wholly. Metres. */
const WHOLE_M = 0.5;

export function openLinkRuns(
  links: readonly RoadLink[],
  roads: readonly DrawnRoad[],
  places: EdgePlaces,
): ToLinkRuns {
  const parts = placeParts(links, roads);
  const runOf = ({ edge, fromM, toM }: Driven): Omit<LinkRun, 'isWhole'> => {
    const part = parts[edge.wayId - 1] as Part;
    const [start, end] = part.endsOf(edge);
    const alongM = (m: number) => start + ((end - start) * m) / places.lengthM(edge);
    return { link: part.link, fromM: alongM(fromM), toM: alongM(toM) };
  };
  const isWhole = ({ link, fromM, toM }: Omit<LinkRun, 'isWhole'>) => {
    const lengthM = flatLengthM(links[link - 1]?.line ?? []);
    return Math.min(fromM, toM) < WHOLE_M && Math.max(fromM, toM) > lengthM - WHOLE_M;
  };
  return (driven) => {
    const runs: Omit<LinkRun, 'isWhole'>[] = [];
    for (const piece of driven) {
      const run = runOf(piece);
      const last = runs.at(-1);
      const goesOn =
        last?.link === run.link &&
        Math.abs(last.toM - run.fromM) <= SAME_M &&
        Math.sign(last.toM - last.fromM) === Math.sign(run.toM - run.fromM);
      if (goesOn) runs[runs.length - 1] = { ...last, toM: run.toM };
      else runs.push(run);
    }
    return runs.map((run) => ({ ...run, isWhole: isWhole(run) }));
  };
}

/** A way: a link, or a part of one between and at gates. */
interface Part {
  /** Line in the file. */
  readonly link: number;
  /** Metres along the link at both ends of an edge of the way. */
  endsOf(edge: TileEdge): readonly [fromM: number, toM: number];
}

/** Ways come in the order of their links, and of a link from its beginning to its end. */
function placeParts(links: readonly RoadLink[], roads: readonly DrawnRoad[]): Part[] {
  const numbers = new Map(links.map((link, i) => [link, i + 1]));
  let atM = 0;
  let last: RoadLink | undefined;
  return roads.map(({ link, line }) => {
    if (link !== last) atM = 0;
    last = link;
    const wayM = flatLengthM(line);
    // The second carriageway of a gate leads back to where the first one began.
    const ahead = pointAlong(link.line, atM + wayM).at;
    const isBack = flatDistanceM(ahead, line.at(-1) as LatLon) > SAME_M;
    const fromM = atM;
    if (!isBack) atM += wayM;
    const alongM = (index: number) =>
      fromM + (isBack ? -1 : 1) * flatLengthM(line.slice(0, index + 1));
    const keys = line.map(keyOf);
    return {
      link: numbers.get(link) ?? 0,
      endsOf: ({ points }) => {
        const [first, second] = points.map(([lat, lon]) => `${lat},${lon}`);
        const index = keys.findIndex(
          (key, i) => key === first && (keys[i + 1] === second || keys[i - 1] === second),
        );
        const step = keys[index + 1] === second ? 1 : -1;
        return [alongM(index), alongM(index + step * (points.length - 1))];
      },
    };
  });
}
