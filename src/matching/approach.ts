/** Where a recorded drive comes by a place, how near, and how sure that is. */
import type { Fix, LatLon } from '../base/point.ts';
import type { MatchingRules } from '../facts/schema/road-network.ts';
import { boxAround } from '../geo/area.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM, openPlane } from '../geo/on-line.ts';
import { footOfLeg } from '../geo/utm33.ts';
import { median } from './estimate-model.ts';
import type { PreparedTrace } from './trace.ts';

/** Where a trace comes by a place. */
export interface Approach {
  /** The fix before it, and the share of the way to the next one. */
  readonly fix: number;
  readonly share: number;
  /** The first and the last fix before a step that comes near. */
  readonly fromFix: number;
  readonly toFix: number;
  /** Distance from the place to the line of the trace, and its standard error. Metres. */
  readonly offM: number;
  readonly errorM: number;
  /** `offM` is the mean of several fixes, and not the distance of a line between two. */
  readonly isMean: boolean;
  readonly headingDeg: number;
  /** The farthest from the place at which it would still have been found. Metres. */
  readonly reachM: number;
  /** The trace comes from one side of the place and leaves to another one: it did not turn or stay beside it. */
  readonly isThrough: boolean;
  /** Metres between the fixes, and the pace there, metres a second; undefined: the trace has no times. */
  readonly stepM: number;
  readonly paceMs?: number;
}

/** The noise of a receiver is estimated by at most this many fixes, spread evenly. */
const MOST_NOISE_FIXES = 2000;
/** Steps in one box. The steps of a trace are only looked at where the box around them is near. */
const BOX_FIXES = 32;

/**
 * Opens a trace to find each time that it comes by a place, in travel order.
 *
 * @returns what gives where it comes by a place; `moreM` is how much farther than usual it may come by, metres.
 */
export function openApproaches(
  trace: PreparedTrace & { readonly afterSilence: ReadonlySet<number> },
  terms: MatchingRules,
) {
  const { fixes, afterSilence } = trace;
  const noiseM = estimateNoise(trace.sound.filter(isElsewhere), terms);
  const { reachM, reachSigmas, reachShare } = terms.approach;
  const reachOf = (stepM: number) => reachM + reachSigmas * noiseM + reachShare * stepM;
  const boxes = listBoxes(fixes, reachOf, afterSilence);
  return (at: LatLon, moreM: number): Approach[] => {
    const found: Approach[] = [];
    const around = boxAround([at], moreM);
    let near: NearStep | undefined;
    const close = () => {
      if (near !== undefined)
        found.push(measure(trace, at, near, { noiseM, reachOf, terms, moreM }));
      near = undefined;
    };
    for (let fix = 0; fix + 1 < fixes.length; fix++) {
      if (fix % BOX_FIXES === 0 && areApart(boxes[fix / BOX_FIXES] as Box, around)) {
        fix += BOX_FIXES - 1;
        continue;
      }
      // Nothing is known of the line across a silence.
      if (afterSilence.has(fix + 1)) {
        close();
        continue;
      }
      const step = lookAt(at, fixes[fix] as Fix, fixes[fix + 1] as Fix);
      if (step.offM > reachOf(step.stepM) + moreM) {
        if (near !== undefined && fix > near.toFix + 1) close();
        continue;
      }
      const best: Pick<NearStep, 'fix' | 'offM' | 'share'> =
        near === undefined || step.offM < near.offM ? { ...step, fix } : near;
      near = { ...best, fromFix: near?.fromFix ?? fix, toFix: fix };
    }
    close();
    return found;
  };
}

/** The step of a trace that is nearest to a place, and the steps around it that are near. */
type NearStep = Pick<Approach, 'fix' | 'share' | 'offM' | 'fromFix' | 'toFix'>;

/**
 * Does a trace come from one side of a place and leave to another one? Nearer than `clearM` fixes do not tell on which
 * side they are. Where it begins or ends so near, it does not.
 */
function leadsThrough(
  fixes: readonly Fix[],
  at: LatLon,
  { fix, clearM, leastDeg }: Readonly<Record<'fix' | 'clearM' | 'leastDeg', number>>,
): boolean {
  const isBeside = (one: Fix | undefined) => one !== undefined && flatDistanceM(one, at) <= clearM;
  let [before, after] = [fix, fix + 1];
  while (isBeside(fixes[before])) before--;
  while (isBeside(fixes[after])) after++;
  const [came, left] = [fixes[before], fixes[after]];
  if (came === undefined || left === undefined) return false;
  return angleBetweenDeg(flatBearingDeg(at, came), flatBearingDeg(at, left)) >= leastDeg;
}

/** How far a place lies from the line between two fixes, and where on it. */
function lookAt(at: LatLon, a: Fix, b: Fix) {
  const toPlane = openPlane(at);
  const [[ax, ay], [bx, by]] = [toPlane(a), toPlane(b)];
  const [dx, dy] = [bx - ax, by - ay];
  const stepM = Math.hypot(dx, dy);
  const share = footOfLeg(ax, ay, dx, dy);
  return { stepM, share, offM: Math.hypot(ax + share * dx, ay + share * dy) };
}

type Box = ReturnType<typeof boxAround>;

const areApart = (one: Box, other: Box): boolean =>
  one.north < other.south ||
  other.north < one.south ||
  one.east < other.west ||
  other.east < one.west;

function listBoxes(
  fixes: readonly Fix[],
  reachOf: (stepM: number) => number,
  afterSilence: ReadonlySet<number>,
): Box[] {
  return Array.from({ length: Math.ceil(fixes.length / BOX_FIXES) }, (_, i) => {
    const own = fixes.slice(i * BOX_FIXES, (i + 1) * BOX_FIXES + 1);
    const steps = own
      .slice(1)
      .map((fix, at) =>
        afterSilence.has(i * BOX_FIXES + at + 1) ? 0 : flatDistanceM(own[at] as Fix, fix),
      );
    return boxAround(own, reachOf(Math.max(0, ...steps)));
  });
}

interface MeasureTerms {
  readonly noiseM: number;
  readonly reachOf: (stepM: number) => number;
  readonly terms: MatchingRules;
  readonly moreM: number;
}

/** How far from a place the trace comes by: by the mean of the fixes near it where there are several. */
function measure(
  { fixes, sound, soundAt, isTimed }: PreparedTrace,
  at: LatLon,
  near: NearStep,
  { noiseM, reachOf, terms, moreM }: MeasureTerms,
): Approach {
  const { bend, approach } = terms;
  const { biasM, meanM, leastFixes } = approach;
  const { fix, share } = near;
  const [a, b] = [fixes[fix] as Fix, fixes[fix + 1] as Fix];
  const stepM = flatDistanceM(a, b);
  const isShort = (one: Fix, other: Fix | undefined) =>
    other !== undefined && flatDistanceM(one, other) <= 2 * meanM;
  const begin = isShort(a, fixes[fix - 1]) ? fix - 1 : fix;
  const end = isShort(b, fixes[fix + 2]) ? fix + 2 : fix + 1;
  const [from, to] = [fixes[begin] as Fix, fixes[end] as Fix];
  const headingDeg = headingAt(fixes, [begin, end], approach.clearSigmas * noiseM);
  const around = sound.slice(soundAt[begin], (soundAt[end] as number) + 1).filter(isElsewhere);
  const sides = listSides(at, around, headingDeg, meanM);
  const isMean = sides.length >= leastFixes;
  const mean = sides.reduce((sum, side) => sum + side, 0) / sides.length;
  const bendM = Math.min(bend.most, bend.perM * stepM) * stepM * 4 * share * (1 - share);
  // From twice its distance the directions to both ends of a straight way past a place differ by 120 degrees.
  const clearM = Math.max(moreM + approach.clearSigmas * noiseM, 2 * near.offM);
  const seconds = isTimed ? ((to.atMs ?? 0) - (from.atMs ?? 0)) / 1000 : 0;
  return {
    ...near,
    offM: isMean ? Math.abs(mean) : near.offM,
    errorM: isMean
      ? Math.hypot(noiseM / Math.sqrt(sides.length), biasM)
      : Math.hypot(noiseM * Math.hypot(1 - share, share), bendM, biasM),
    isMean,
    headingDeg,
    isThrough: leadsThrough(fixes, at, { fix, clearM, leastDeg: approach.throughDeg }),
    reachM: reachOf(stepM) + moreM,
    stepM,
    ...(seconds > 0 && { paceMs: flatDistanceM(from, to) / seconds }),
  };
}

/** The course of a trace around two fixes: over so long a way that noise does not lead it. */
function headingAt(fixes: readonly Fix[], [begin, end]: readonly [number, number], leastM: number) {
  let [from, to] = [begin, end];
  const ends = () => [fixes[from], fixes[to]] as [Fix, Fix];
  while (flatDistanceM(...ends()) < leastM && from > 0 && to + 1 < fixes.length) {
    from--;
    to++;
  }
  return flatBearingDeg(...ends());
}

/**
 * Does a fix lie elsewhere than the one before it? A fix that is written twice, or that a receiver repeats until it has
 * the next one, was measured once.
 */
const isElsewhere = ({ lat, lon }: Fix, i: number, fixes: readonly Fix[]): boolean =>
  lat !== fixes[i - 1]?.lat || lon !== fixes[i - 1]?.lon;

/** How far fixes that are about abeam of a place lie to the left of it, by the course of the trace. Metres. */
function listSides(at: LatLon, fixes: readonly Fix[], headingDeg: number, meanM: number): number[] {
  const toPlane = openPlane(at);
  const course = (headingDeg * Math.PI) / 180;
  const [sin, cos] = [Math.sin(course), Math.cos(course)];
  return fixes.flatMap((fix) => {
    const [x, y] = toPlane(fix);
    return Math.abs(x * sin + y * cos) <= meanM ? [x * cos - y * sin] : [];
  });
}

/**
 * Standard deviation of the fixes across their course. It comes from the median distance of each fix from the line
 * between its neighbours. Bends make that larger, so long steps are left out; where all are long it is not known.
 */
function estimateNoise(fixes: readonly Fix[], { approach }: MatchingRules): number {
  const { leastNoiseM, mostNoiseM, unknownNoiseM } = approach;
  const offs: number[] = [];
  const every = Math.max(1, Math.floor(fixes.length / MOST_NOISE_FIXES));
  for (let fix = 1; fix + 1 < fixes.length; fix += every) {
    const [a, b, c] = [fixes[fix - 1], fixes[fix], fixes[fix + 1]] as [Fix, Fix, Fix];
    const wayM = flatDistanceM(a, c);
    if (wayM === 0 || wayM > 250) continue;
    const angle = ((flatBearingDeg(a, b) - flatBearingDeg(a, c)) * Math.PI) / 180;
    offs.push(Math.abs(flatDistanceM(a, b) * Math.sin(angle)));
  }
  const offM = median(offs);
  // The variance of the middle fix is the square of sigma, and that of the line between its neighbours half of it.
  const sigma = offM === undefined ? unknownNoiseM : (1.4826 * offM) / Math.sqrt(1.5);
  return Math.min(mostNoiseM, Math.max(leastNoiseM, sigma));
}
