import type { Violation } from './guard-renewal.ts';

/** How many reasons are told. */
const TOLD = 5;

/** The harvest is not sound; nothing was changed. Anybody may read the message. */
export class RefusedRenewal extends Error {
  override readonly name = 'RefusedRenewal';

  constructor(violations: readonly Violation[]) {
    const told = violations.slice(0, TOLD).map(({ line }) => line);
    const more = violations.length - told.length;
    const reasons = [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
    const hint = violations.every(({ mayBeForced }) => mayBeForced)
      ? ' With --force they are taken all the same.'
      : '';
    super(`The renewal is refused, and the data in force stays: ${reasons}.${hint}`);
  }
}
