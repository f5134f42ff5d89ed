import type { Seen } from './under-load.ts';

/** Something that goes wrong. */
export interface Fault {
  readonly name: string;
  /** A sentence for the table. */
  readonly expected: string;
  /**
   * @param pace some faults can be seen only in `FULL_PACE`, and ignore it.
   * @throws CannotMake with the reason if this machine can not make the fault.
   */
  run(pace: Pace): Promise<Seen>;
}

/** Thrown by a fault that this machine can not make. */
export class CannotMake extends Error {
  override readonly name = 'CannotMake';
}

/** Makes a fault and reports the result. An error that it throws counts as a broken promise. */
export async function see(fault: Fault, pace: Pace): Promise<Seen | CannotMake> {
  try {
    return await fault.run(pace);
  } catch (error) {
    if (error instanceof CannotMake) return error;
    return { text: '', broken: [error instanceof Error ? error.message : String(error)], made: [] };
  }
}

/** How long and how often the service is asked around a fault, and how it is judged. */
export interface Pace {
  /** Calls a second. */
  readonly perS: number;
  /** Calls are made for this time before the fault, and for this time after its healing. */
  readonly beforeMs: number;
  readonly afterMs: number;
  /** How long a foreign service fails. */
  readonly hurtMs: number;
  /** The number of kinds of a fault that are made, from the first on. */
  readonly kinds: number;
  /**
   * Other programs use the machine as well. Promises in seconds are not judged, and calls may be shed.
   */
  readonly isBusy: boolean;
}

/** The pace of `npm run chaos`. */
export const FULL_PACE: Pace = {
  perS: 20,
  beforeMs: 2000,
  afterMs: 3000,
  hurtMs: 6000,
  kinds: Number.POSITIVE_INFINITY,
  isBusy: false,
};
