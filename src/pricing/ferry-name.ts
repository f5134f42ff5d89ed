import type { FerryCrossing } from './ferry.ts';

/**
 * A name for a crossing: the connection's, with the quays behind it where only a part of a line
 * with more stops is sailed. Where no connection is known, what the planner calls it, or the quays.
 */
export function nameCrossing({
  connection,
  fromQuay,
  toQuay,
  plannedName,
}: Omit<FerryCrossing, 'lengthM' | 'durationS'>): string {
  const leg = [fromQuay, toQuay].map((quay) => shortQuayName(quay?.name)).join('-');
  if (connection === undefined) return plannedName ?? `Ferry ${leg}`;
  return connection.quayIds.length > 2 ? `${connection.name} (${leg})` : connection.name;
}

/** Moss ferjekai becomes Moss. */
function shortQuayName(name = 'unknown quay'): string {
  const short = name.replace(/\s+(?:ferjekai|ferjeleie|fergeleie|kai|brygge)\b/i, '').trim();
  return short === '' ? name : short;
}
