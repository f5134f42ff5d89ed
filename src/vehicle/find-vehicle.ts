import { Fault, refusedValue } from '../base/fault.ts';

/** Technical data of vehicles by their plate. */
export interface VehicleRegister {
  /**
   * The record of a vehicle as the register wrote it: JSON text, an object with the list
   * `kjoretoydataListe`.
   *
   * @param plate as `parsePlate` gives it.
   * @param signal ends the work early: the record is not waited for any more.
   * @returns `undefined` when the register does not know the plate, or tells nothing of it: it
   * does not say which.
   * @throws Fault `upstream_broken` or `upstream_down` when the register fails.
   */
  findVehicle(plate: string, signal?: AbortSignal): Promise<string | undefined>;
  /** What to tell a caller whose plate is not known; absent: nothing beyond that. */
  readonly whyUnknown?: string;
}

/**
 * Gives the record of a vehicle as JSON text, as its register wrote it.
 *
 * @param signal ends the work early: the record is not waited for any more.
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
      throw refusedValue(
        'plate',
        'plate must be 2 to 7 letters A to Å and digits, such as "QQ 12345".',
      );
    const record = await register.findVehicle(plate, signal);
    if (record === undefined) throw new Fault('not_found', register.whyUnknown ?? UNKNOWN);
    return record;
  };
}

const UNKNOWN = 'The vehicle register knows no vehicle with this registration number.';

/**
 * A Norwegian registration number in the form that the register wants: capitals and digits,
 * without the blanks, hyphens and dots that people write. Personal plates have any letters, so
 * there is no closer look.
 *
 * Source: the road authority's rules for ordinary, personal, diplomatic and veteran plates, 2026.
 *
 * @returns `undefined` when no plate can look like this.
 */
export function parsePlate(text: string): string | undefined {
  const plate = text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s\u00a0\-.]+/g, '');
  return /^[A-ZÆØÅ0-9]{2,7}$/.test(plate) ? plate : undefined;
}
