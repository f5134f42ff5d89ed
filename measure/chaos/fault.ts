import type { Pace } from './pace.ts';
import type { Seen } from './under-load.ts';

/** Something that goes wrong. */
export interface Fault {
  readonly name: string;
  /** A sentence for the table. */
  readonly expected: string;
  /**
   * @param pace some faults are seen in `FULL_PACE` only, and leave it aside.
   * @throws CannotMake with the reason where this machine can not do it.
   */
  run(pace: Pace): Promise<Seen>;
}

/** Thrown by a fault that this machine can not make. */
export class CannotMake extends Error {
  override readonly name = 'CannotMake';
}

/** Makes a fault and tells what became of it: what it throws is a broken promise. */
export async function see(fault: Fault, pace: Pace): Promise<Seen | CannotMake> {
  try {
    return await fault.run(pace);
  } catch (error) {
    if (error instanceof CannotMake) return error;
    return { text: '', broken: [error instanceof Error ? error.message : String(error)], made: [] };
  }
}
