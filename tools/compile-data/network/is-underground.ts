import { flatLengthM } from '../../../src/geo/on-line.ts';
import type { NearPlace } from '../../../src/network/find-near.ts';
import type { RoadLink } from '../../../src/network/link.ts';

/** A place nearer to the mouth of a tunnel is reached from outside. Metres. */
const MOUTH_M = 50;

/** Does the place lie inside a tunnel? Nobody drives from a ferry into the tunnel below the quay. */
export function isUnderground({ tunnel, line }: RoadLink, { place }: NearPlace): boolean {
  const { alongM } = place;
  return tunnel === true && Math.min(alongM, flatLengthM(line) - alongM) > MOUTH_M;
}
