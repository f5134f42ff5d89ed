import type { Warning } from '../base/warning.ts';
import { nameStop } from './name-stop.ts';

/**
 * A warning for each stop that was moved farther than `limitM` to reach a road; `[]` when none was.
 *
 * @param movedM metres per stop, in travel order: start, via points, end.
 */
export function listMovedStops(movedM: readonly number[], limitM: number): Warning[] {
  return movedM.flatMap((offM, i) =>
    offM > limitM
      ? [
          {
            code: 'point_moved',
            message: `${nameStop(i, movedM.length)} was moved ${(offM / 1000).toFixed(1)} km to the nearest road.`,
            about: nameStop(i, movedM.length),
          },
        ]
      : [],
  );
}
