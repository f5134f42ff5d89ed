/** A passage that costs something and is billed nothing, where what pays for it lies outside of the statement. */
import { MINUTE_MS } from '../base/duration.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import type { VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import type { Compared } from './paid-hour.ts';

/** What is told of the time before the statement. */
interface Told {
  /** The first passage of the vehicle, Unix milliseconds. */
  readonly beginMs: number;
  /** The month of which `usedBefore` tells, `YYYY-MM`. */
  readonly month: string;
  readonly usedBefore?: Readonly<Record<string, number>>;
}

/**
 * Tells of an hour that is billed nothing whether it may be paid all the same.
 *
 * @param lines of the bill.
 */
export function openUnseen(
  lines: readonly VehicleCharge[],
  { beginMs, month, usedBefore = {} }: Told,
): (hour: readonly Compared[]) => boolean {
  const ends = new Set(lines.map((line) => `${groupOf(line)} ${line.charge.window?.untilMs}`));
  /** A monthly cap can have been met by passages that are not told of. */
  const isCapOpen = ({ charge: { cap } }: VehicleCharge) =>
    cap !== undefined && !(cap.month === month && cap.cap.key in usedBefore);
  /** Where clocks show no seconds, what is exactly the length of an hour later may be seconds less. */
  const isCutByMinute = (line: VehicleCharge) =>
    line.passage.atMs % MINUTE_MS === 0 && ends.has(`${groupOf(line)} ${line.passage.atMs}`);
  const mayBePaid = ({ line, row }: Compared) =>
    row?.ore === 0 && (isCapOpen(line) || isOfHourBefore(line, beginMs) || isCutByMinute(line));
  return (hour) => hour.every(mayBePaid);
}

const groupOf = ({ passage, vehicle }: VehicleCharge) => hourRuleFor(passage, vehicle)?.group;

/** An hour can have been opened before the first passage, on an earlier statement. */
function isOfHourBefore({ passage, vehicle }: VehicleCharge, beginMs: number): boolean {
  const rule = hourRuleFor(passage, vehicle);
  if (rule === undefined) return false;
  if (passage.atMs < beginMs + rule.windowMin * MINUTE_MS) return true;
  const { fromMin = 0, untilMin = 0 } = passage.hour?.terms.onceBetween ?? {};
  return (
    rule.onceUntilMs !== undefined && rule.onceUntilMs - (untilMin - fromMin) * MINUTE_MS < beginMs
  );
}
