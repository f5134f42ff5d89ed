import type { FourCharges } from './four-ways.ts';
import type { PassagePrice } from './price-passage.ts';
import type { VehicleCharge } from './vehicle-toll.ts';

/** A passage with what it is charged, and the prices that this began with. */
export interface TollLine {
  readonly price: PassagePrice;
  readonly charges: FourCharges;
  readonly vehicle?: VehicleCharge;
}
