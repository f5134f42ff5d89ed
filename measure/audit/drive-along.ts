import type { LatLon } from '../../src/base/point.ts';
import { findPlaceOnLine, flatLengthM } from '../../src/geo/on-line.ts';
import type { AskProduct, AuditAnswer } from './product.ts';
import type { RoadPath } from './road-path.ts';

/** The product's answer for a drive, or why there is none. */
export type Drive = { readonly answer: AuditAnswer } | { readonly problem: string };

/** The carriageways at a station lie 1 m off the centre line. Metres. */
const OFF_M = 5;
/** A drive along the path is no longer than the path by more than this share and these metres. */
const LONGER = { share: 0.02, m: 40 };

/**
 * Makes the product drive a path: between its ends, or also over points of the path if another way between the ends is
 * faster.
 */
export async function driveAlong(path: RoadPath, ask: AskProduct): Promise<Drive> {
  const [from, to] = [path.line[0], path.line.at(-1)] as [LatLon, LatLon];
  let problem = '';
  for (const via of [[], path.near, path.all]) {
    try {
      const answer = await ask({ from, via, to, refine: true });
      const elsewhere = tellApart(answer.line, path.line);
      if (elsewhere === undefined) return { answer };
      problem = `another way is driven: ${elsewhere}`;
    } catch (error) {
      problem = `no way: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return { problem };
}

/** The difference between a driven line and the path; undefined: there is none. */
function tellApart(driven: readonly LatLon[], path: readonly LatLon[]): string | undefined {
  const offM = Math.max(
    ...path.map((point) => findPlaceOnLine(driven, point)?.offM ?? Number.POSITIVE_INFINITY),
  );
  if (offM > OFF_M) return `it leaves the road by ${Math.round(offM)} m`;
  const [drivenM, pathM] = [flatLengthM(driven), flatLengthM(path)];
  if (drivenM > pathM * (1 + LONGER.share) + LONGER.m)
    return `it is ${Math.round(drivenM)} m long instead of ${Math.round(pathM)} m`;
  return undefined;
}
