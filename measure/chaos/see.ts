import { CannotMake, type Fault } from './fault.ts';
import type { Pace } from './pace.ts';
import type { Seen } from './under-load.ts';

/** Makes a fault and tells what became of it: what it throws is a broken promise. */
export async function see(fault: Fault, pace: Pace): Promise<Seen | CannotMake> {
  try {
    return await fault.run(pace);
  } catch (error) {
    if (error instanceof CannotMake) return error;
    return { text: '', broken: [error instanceof Error ? error.message : String(error)], made: [] };
  }
}
