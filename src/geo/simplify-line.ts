import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from './on-line.ts';

/**
 * A line with fewer points that leaves the old one by `toleranceM` metres at most; its ends stay.
 *
 * Source: Douglas and Peucker, Algorithms for the reduction of the number of points, 1973.
 */
export function simplifyLine(line: readonly LatLon[], toleranceM: number): LatLon[] {
  const kept = new Set([0, line.length - 1]);
  const spans: [from: number, to: number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span;
    const farthest = findFarthest(line, from, to);
    if (farthest === undefined || farthest.offM <= toleranceM) continue;
    kept.add(farthest.index);
    spans.push([from, farthest.index], [farthest.index, to]);
  }
  return line.filter((_, index) => kept.has(index));
}

/** The point between two others that lies farthest from the straight way; `undefined`: none does. */
function findFarthest(line: readonly LatLon[], from: number, to: number) {
  const [a, b] = [line[from], line[to]];
  if (a === undefined || b === undefined) return undefined;
  let farthest: { readonly index: number; readonly offM: number } | undefined;
  for (let index = from + 1; index < to; index++) {
    const offM = offLegM(line[index] ?? a, a, b);
    if (offM > (farthest?.offM ?? -1)) farthest = { index, offM };
  }
  return farthest;
}

/** Metres from a point to the straight way between two others. */
function offLegM(point: LatLon, a: LatLon, b: LatLon): number {
  const lonScale = Math.cos((point.lat * Math.PI) / 180);
  const [dx, dy] = [(b.lon - a.lon) * lonScale, b.lat - a.lat];
  const [px, py] = [(point.lon - a.lon) * lonScale, point.lat - a.lat];
  const leg2 = dx * dx + dy * dy;
  const share = leg2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / leg2));
  return Math.hypot(px - share * dx, py - share * dy) * M_PER_DEG;
}
