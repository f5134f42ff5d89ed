import { randomUUID } from 'node:crypto';

let latest = 0n;

/**
 * An id that no other row has. Ids of one process sort in the order they were made in, also
 * within a millisecond and when its clock is set back; ids of several processes sort by their clocks.
 *
 * Source: RFC 9562, section 5.7 (UUID version 7) and 6.2, method 1, with a counter of 12 bits
 * that runs on into the next millisecond, May 2024.
 *
 * @param atMs Unix time, milliseconds.
 */
export function newId(atMs: number): string {
  const tick = BigInt(atMs) << 12n;
  latest = tick > latest ? tick : latest + 1n;
  const ticks = latest.toString(16).padStart(15, '0');
  const random = randomUUID().slice('00000000-0000-0000-'.length);
  return `${ticks.slice(0, 8)}-${ticks.slice(8, 12)}-7${ticks.slice(12)}-${random}`;
}
