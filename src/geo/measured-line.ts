/** What lines are measured by, worked out once for each line, however often it is asked for. */
import { memoize } from '../base/memoize.ts';
import type { LatLon, Utm33 } from '../base/point.ts';
import { haversineM } from './on-line.ts';
import { projectUtm33 } from './utm33-cells.ts';

/** The points of a line in UTM 33. */
export const utmLineOf = memoize((line: readonly LatLon[]): readonly Utm33[] =>
  line.map(projectUtm33),
);

/** Metres from the start at each point of a line; `[]` for no points. */
export const distancesAlongM = memoize((line: readonly LatLon[]): readonly number[] => {
  const alongM = new Array<number>(line.length);
  let walkedM = 0;
  let before = line[0];
  for (let i = 0; i < line.length; i++) {
    const point = line[i] as LatLon;
    if (before !== undefined && i > 0) walkedM += haversineM(before, point);
    alongM[i] = walkedM;
    before = point;
  }
  return alongM;
});
