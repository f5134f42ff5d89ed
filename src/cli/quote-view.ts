import type { VehicleSize } from '../base/vehicle.ts';

/** What a printed quote shows besides the answer itself. */
export interface QuoteView {
  /** Departure, ISO 8601 with the Oslo offset. */
  readonly startTime: string;
  /** The tariff group whose amounts stand beside each station. */
  readonly size: VehicleSize;
}
