import type { LatLon } from '../../base/point.ts';
import { distancesAlongM } from '../../geo/distance.ts';
import type { RoutePart } from './parse-part.ts';

/** The parts of a route as one line, and when each of its points is reached. */
export interface LaidParts {
  readonly line: readonly LatLon[];
  /** Seconds after departure at each point; never falls. */
  readonly secondsAt: readonly number[];
  /** Metres from the start at each point, as the line is drawn. */
  readonly alongM: readonly number[];
  /** First and last point of each part; equal for a part without a line of its own. */
  readonly spans: readonly { readonly fromIndex: number; readonly toIndex: number }[];
}

/**
 * Joins the parts, whose end vertices are shared, and spreads the time of each over its length.
 *
 * @param timesS seconds of each part.
 * @returns `undefined` when there is no line; a route from a place to itself is two equal points.
 */
export function layParts(
  parts: readonly RoutePart[],
  timesS: readonly number[],
): LaidParts | undefined {
  const line: LatLon[] = [];
  const spans: { fromIndex: number; toIndex: number }[] = [];
  for (const part of parts) {
    const lastIndex = Math.max(0, line.length - 1);
    const joins = isSame(part.line[0], line.at(-1));
    const fromIndex = joins || part.line.length === 0 ? lastIndex : line.length;
    for (const vertex of part.line) if (!isSame(vertex, line.at(-1))) line.push(vertex);
    spans.push({ fromIndex, toIndex: Math.max(fromIndex, line.length - 1) });
  }
  const [only] = line;
  if (only === undefined) return undefined;
  if (line.length === 1) line.push(only);

  const alongM = distancesAlongM(line);
  const secondsAt = new Array<number>(line.length).fill(0);
  let beforeS = 0;
  spans.forEach(({ fromIndex, toIndex }, i) => {
    const timeS = timesS[i] ?? 0;
    const startM = alongM[fromIndex] ?? 0;
    const partM = (alongM[toIndex] ?? 0) - startM;
    for (let at = fromIndex + 1; at <= toIndex; at++) {
      const share = partM === 0 ? 1 : ((alongM[at] ?? 0) - startM) / partM;
      secondsAt[at] = beforeS + timeS * share;
    }
    beforeS += timeS;
    // A part without a line of its own has its time at the point where it lies.
    secondsAt[toIndex] = toIndex === 0 ? 0 : beforeS;
    // Where parts do not join, the next one begins when this one ends.
    if (toIndex + 1 < line.length) secondsAt[toIndex + 1] = beforeS;
  });
  secondsAt[line.length - 1] = beforeS;
  return { line, secondsAt, alongM, spans };
}

const isSame = (a: LatLon | undefined, b: LatLon | undefined): boolean =>
  a !== undefined && b !== undefined && a.lat === b.lat && a.lon === b.lon;
