import type { LatLon } from '../../base/point.ts';
import { distancesAlongM } from '../../geo/measured-line.ts';
import type { RoutePart } from './parse-part.ts';

/** The parts of a route as one line, and when each of its points is reached. */
export interface LaidParts {
  readonly line: readonly LatLon[];
  /** Seconds after departure at each point; never falls. */
  readonly secondsAt: readonly number[];
  /** Metres from the start at each point, as the line is drawn. */
  readonly alongM: readonly number[];
  /** First and last point of each part; equal for a part without a line of its own. */
  readonly spans: readonly Span[];
}

interface Span {
  readonly fromIndex: number;
  readonly toIndex: number;
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
  const { line, spans } = joinLines(parts);
  const [only] = line;
  if (only === undefined) return undefined;
  if (line.length === 1) line.push(only);
  const alongM = distancesAlongM(line);
  return { line, spans, alongM, secondsAt: spreadTimes(alongM, spans, timesS) };
}

function joinLines(parts: readonly RoutePart[]) {
  const line: LatLon[] = [];
  const spans = parts.map((part): Span => {
    const isJoined = part.line.length === 0 || isSame(part.line[0], line.at(-1));
    const fromIndex = isJoined ? Math.max(0, line.length - 1) : line.length;
    for (const vertex of part.line) if (!isSame(vertex, line.at(-1))) line.push(vertex);
    return { fromIndex, toIndex: Math.max(fromIndex, line.length - 1) };
  });
  return { line, spans };
}

/** The time of a part without a line of its own has passed at the next point of the line. */
function spreadTimes(
  alongM: readonly number[],
  spans: readonly Span[],
  timesS: readonly number[],
): number[] {
  const secondsAt = alongM.map(() => 0);
  let beforeS = 0;
  let reached = 0;
  spans.forEach(({ fromIndex, toIndex }, i) => {
    // Where parts do not join, the next one begins when the one before it ends.
    secondsAt.fill(beforeS, reached + 1, fromIndex + 1);
    const timeS = timesS[i] ?? 0;
    const startM = alongM[fromIndex] ?? 0;
    const partM = (alongM[toIndex] ?? 0) - startM;
    for (let at = fromIndex + 1; at <= toIndex; at++)
      secondsAt[at] = beforeS + timeS * (partM === 0 ? 1 : ((alongM[at] ?? 0) - startM) / partM);
    beforeS += timeS;
    reached = toIndex;
  });
  return secondsAt.fill(beforeS, Math.max(reached, 1), alongM.length);
}

const isSame = (a: LatLon | undefined, b: LatLon | undefined): boolean =>
  a !== undefined && b !== undefined && a.lat === b.lat && a.lon === b.lon;
