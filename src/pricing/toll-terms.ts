import type { VehicleSize } from '../base/vehicle.ts';
import type { CapUse } from './monthly-cap.ts';
import type { TollVehicle } from './toll-vehicle.ts';

/** What a toll bill is worked out for. */
export interface TollTerms {
  /**
   * The tariff group that `count`, `rush`, `reason` and `free` are worked out for: with a tag, but for
   * a vehicle without one.
   */
  readonly size: VehicleSize;
  /** False for a preliminary bill: every passage is charged, no rule between passages. */
  readonly rulesBetweenPassages: boolean;
  /** Priced beside the four ways to pay; absent: none. */
  readonly vehicle?: TollVehicle;
  /** How far monthly caps are used; absent: not known, and none is applied. */
  readonly capUse?: CapUse;
}
