import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { RoutePart } from './parse-part.ts';

/** The parts of one crossing, including the first and the last. */
export interface FerryRun {
  readonly first: number;
  readonly last: number;
  /** Name of the ferry; absent: none is given. */
  readonly name?: string;
}

export interface FerryClues {
  /** Metres sailed on the whole route, by the sum of the planner; absent: not told. */
  readonly ferryM?: number;
  /** Where car ferries call. */
  readonly quays: readonly LatLon[];
}

/** A sailed part may end this far from a quay. Metres. */
const QUAY_M = 1500;
/** The words include definite forms, as in "ta ferja". */
const FERRY_WORDS = /fer[jg][ea]|ferry/i;

/**
 * The crossings of a route, in travel order.
 *
 * A crossing is a run of parts with a ferry, as long as the names do not change. If no part names a ferry although some
 * of the route is sailed, the text of the manoeuvre decides, and then the quays.
 *
 * @returns `[]` when no part is sailed, or the sailed parts can not be found.
 */
export function findFerryRuns(
  parts: readonly RoutePart[],
  { ferryM = 0, quays }: FerryClues,
): FerryRun[] {
  if (parts.some(({ ferryNames }) => ferryNames !== undefined))
    return joinRuns(parts, ({ ferryNames }) => ferryNames);
  if (ferryM <= 0) return [];

  const isBetweenQuays = (part: RoutePart) => endsAtQuays(part, quays);
  const isNamed = ({ text, line }: RoutePart) => line.length > 1 && FERRY_WORDS.test(text);
  // A street can be named after a ferry. So parts that also lie between two quays come first.
  const isSailed = [
    (part: RoutePart) => isNamed(part) && isBetweenQuays(part),
    isNamed,
    isBetweenQuays,
  ].find((is) => parts.some(is));
  return isSailed === undefined ? [] : joinRuns(parts, (part) => (isSailed(part) ? [] : undefined));
}

/** @param namesOf the ferries of a part; `undefined`: it is not sailed. */
function joinRuns(
  parts: readonly RoutePart[],
  namesOf: (part: RoutePart) => readonly string[] | undefined,
): FerryRun[] {
  const runs: (FerryRun & { readonly names: readonly string[] })[] = [];
  parts.forEach((part, i) => {
    const names = namesOf(part);
    if (names === undefined) return;
    const before = runs.at(-1);
    if (before?.last === i - 1 && isSameFerry(before.names, names))
      runs[runs.length - 1] = { first: before.first, last: i, names: [...before.names, ...names] };
    else runs.push({ first: i, last: i, names });
  });
  return runs.map(({ first, last, names: [name] }) => ({
    first,
    last,
    ...(name !== undefined && { name }),
  }));
}

const isSameFerry = (before: readonly string[], after: readonly string[]) =>
  before.length === 0 || after.length === 0 || after.some((name) => before.includes(name));

function endsAtQuays({ line }: RoutePart, quays: readonly LatLon[]): boolean {
  const from = findQuay(quays, line[0]);
  const to = findQuay(quays, line.at(-1));
  return from !== undefined && to !== undefined && from !== to;
}

/** The nearest quay within the limit; `undefined`: there is none. */
function findQuay(quays: readonly LatLon[], end: LatLon | undefined): LatLon | undefined {
  if (end === undefined) return undefined;
  let best: { readonly quay: LatLon; readonly offM: number } | undefined;
  for (const quay of quays) {
    const offM = flatDistanceM(quay, end);
    if (offM <= (best?.offM ?? QUAY_M)) best = { quay, offM };
  }
  return best?.quay;
}
