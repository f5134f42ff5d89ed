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

/** How long and how hard the service is looked at around a fault, and by what it is judged. */
export interface Pace {
  /** Calls a second. */
  readonly perS: number;
  /** They go on so long before the fault, and after its healing. */
  readonly beforeMs: number;
  readonly afterMs: number;
  /** How long a foreign service fails. */
  readonly hurtMs: number;
  /** Of the kinds that a fault comes in, so many are made: the first ones. */
  readonly kinds: number;
  /**
   * Others use the machine as well: a promise in seconds is not judged, and calls may be put off.
   */
  readonly isBusy: boolean;
}

/** What `npm run chaos` goes by. */
export const FULL_PACE: Pace = {
  perS: 20,
  beforeMs: 2000,
  afterMs: 3000,
  hurtMs: 6000,
  kinds: Number.POSITIVE_INFINITY,
  isBusy: false,
};
