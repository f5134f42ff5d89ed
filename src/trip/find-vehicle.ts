import { Fault } from '../base/fault.ts';
import { parsePlate } from './parse-plate.ts';
import type { VehicleRegister } from './ports.ts';

/**
 * Gives the record of a vehicle as JSON text, as its register wrote it.
 *
 * @param signal ends the work early: nobody waits for the record any more.
 * @throws Fault `invalid_parameter` for a text that is no plate, `not_found` for a plate that the
 * register does not know, and what the register throws.
 */
export type FindVehicle = (plate: string, signal?: AbortSignal) => Promise<string>;

/** Makes the use case "find a vehicle". */
export function findVehicle(register: VehicleRegister): FindVehicle {
  return async (text, signal) => {
    const plate = parsePlate(text);
    // The sentence does not repeat the text: a plate may point to a person.
    if (plate === undefined)
      throw new Fault(
        'invalid_parameter',
        'plate must be 2 to 7 letters A to Å and digits, such as "QQ 12345".',
      );
    const record = await register.findVehicle(plate, signal);
    if (record === undefined) throw new Fault('not_found', register.whyUnknown ?? UNKNOWN);
    return record;
  };
}

const UNKNOWN = 'The vehicle register knows no vehicle with this registration number.';
