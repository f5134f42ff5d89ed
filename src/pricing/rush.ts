import type { Calendar } from '../base/calendar.ts';
import type { OsloTime } from '../base/oslo-time.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { RushRule } from './tariff.ts';

/**
 * Does the rush price hold at this moment for this size? Never on Saturday and Sunday, and not on
 * the days that the rule excepts.
 *
 * Source: the operators' windows, all "Monday to Friday": fjellinjen.no, ferde.no, vegamot.no,
 * tenktromso.no, bypakka.no; NVDB object type 45, properties 9405-9408.
 */
export function isRush(
  rule: RushRule,
  time: OsloTime,
  calendar: Calendar,
  size: VehicleSize,
): boolean {
  if (time.weekday > 5 || !rule.sizes.includes(size)) return false;
  const isInWindow = rule.windows.some(
    ({ fromMin, untilMin }) => fromMin <= time.minuteOfDay && time.minuteOfDay < untilMin,
  );
  if (!isInWindow) return false;
  const kinds = calendar(time.day);
  return !rule.except.some((kind) => kinds.has(kind));
}
