import { FERRY_CLASSES } from '../../src/base/vehicle.ts';
import type { LengthBounds } from '../../src/pricing/ferry/law.ts';

const UP_TO_M = [6, 8, 10, 12.5, 14.5, 17.5, 19.5, 22, undefined];

/** The bounds of docs/interface.md: AP1 up to 6 m … AP9 above 22 m. */
export const NATIONAL_BOUNDS: LengthBounds = {
  name: 'national',
  classes: FERRY_CLASSES.slice(1).map((ferryClass, i) => {
    const upToM = UP_TO_M[i];
    return upToM === undefined ? { ferryClass } : { ferryClass, upToM };
  }),
};
