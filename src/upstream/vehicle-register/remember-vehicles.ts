import { LRUCache } from 'lru-cache';
import type { VehicleRegister } from '../../vehicle/find-vehicle.ts';
import { askOnce } from './vehicle-register.ts';

/** A vehicle's data changes rarely, and is kept as briefly as serves the callers all the same. */
const KNOWN_MS = 3_600_000;
/** A vehicle may be registered at any minute. */
const UNKNOWN_MS = 600_000;

const MOST_ENTRIES = 5000;
/** Characters of all records together; one has some ten thousand. */
const MOST_CHARACTERS = 20_000_000;

/**
 * Remembers what the register has said for an hour at most, in the memory of this process only,
 * and asks it once for those who want the same plate at the same time. Faults are not remembered.
 *
 * @param nowMs a clock that never goes back.
 */
export function rememberVehicles(register: VehicleRegister, nowMs: () => number): VehicleRegister {
  const cache = new LRUCache<string, { readonly record: string | undefined }>({
    max: MOST_ENTRIES,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ record = '' }, plate) => plate.length + record.length,
    perf: { now: nowMs },
    ttlResolution: 0,
  });
  const find = askOnce(async (plate, signal) => {
    const record = await register.findVehicle(plate, signal);
    cache.set(plate, { record }, { ttl: record === undefined ? UNKNOWN_MS : KNOWN_MS });
    return record;
  });
  return {
    ...register,
    async findVehicle(plate, signal) {
      const known = cache.get(plate);
      return known === undefined ? find(plate, signal) : known.record;
    },
  };
}
