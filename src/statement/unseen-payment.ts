/** A passage that costs something and is billed nothing, where what pays for it lies outside of the statement. */
import { MINUTE_MS } from '../base/duration.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import { chargeOf } from './mistaken-prices.ts';
import type { Compared } from './paid-hour.ts';
import type { ReconcileTerms } from './statement.ts';

/**
 * Tells of an hour that is billed nothing whether it may be paid all the same.
 *
 * @param lines of the bill.
 * @param beginMs the first passage of the vehicle, Unix milliseconds.
 * @param month of which `usedBefore` tells, `YYYY-MM`.
 */
export function openUnseen(
  lines: readonly TollLine[],
  beginMs: number,
  month: string,
  terms: ReconcileTerms,
): (hour: readonly Compared[]) => boolean {
  const ends = new Set(lines.flatMap((line) => endOfHour(line, terms) ?? []));
  const mayBePaid = ({ line, row }: Compared) =>
    row?.ore === 0 &&
    (isCapOpen(line, month, terms) ||
      isOfHourBefore(line, beginMs, terms) ||
      isCutByMinute(line, ends, terms));
  return (hour) => hour.length > 0 && hour.every(mayBePaid);
}

/** A monthly cap can have been met by passages that are not told of. */
function isCapOpen(
  line: TollLine,
  month: string,
  { usedBefore = {}, ...terms }: ReconcileTerms,
): boolean {
  const { cap } = chargeOf(line, terms);
  return cap !== undefined && !(cap.month === month && cap.cap.key in usedBefore);
}

/** An hour can have been opened before the first passage, on an earlier statement. */
function isOfHourBefore(
  { price }: TollLine,
  beginMs: number,
  { vehicle }: ReconcileTerms,
): boolean {
  const rule = hourRuleFor(price, vehicle);
  if (rule === undefined) return false;
  if (price.atMs < beginMs + rule.windowMin * MINUTE_MS) return true;
  const { fromMin, untilMin } = price.hour?.terms.onceBetween ?? {};
  if (rule.onceUntilMs === undefined || fromMin === undefined || untilMin === undefined)
    return false;
  return rule.onceUntilMs - (untilMin - fromMin) * MINUTE_MS < beginMs;
}

/** Where clocks show no seconds, what is exactly the length of an hour later may be seconds less. */
function isCutByMinute(
  { price }: TollLine,
  ends: ReadonlySet<string>,
  { vehicle }: ReconcileTerms,
): boolean {
  const { group } = hourRuleFor(price, vehicle) ?? {};
  return price.atMs % MINUTE_MS === 0 && ends.has(`${group} ${price.atMs}`);
}

function endOfHour(line: TollLine, terms: ReconcileTerms): string | undefined {
  const { window } = chargeOf(line, terms);
  const { group } = hourRuleFor(line.price, terms.vehicle) ?? {};
  return window && `${group} ${window.untilMs}`;
}
