/** Warns a caller who tells of a passage where no toll is collected. On a route such a station is part of the road. */
import { toOsloTime } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import { isBefore } from '../pricing/dated.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';

/** `[]`: the station collects at that moment, or may. */
export function tellUncollected({ station, atMs }: TollPassage): Warning[] {
  const time = toOsloTime(atMs);
  if (isCollecting(station, time)) return [];
  const { name: about, periods = [] } = station;
  const later = periods.find(({ openFrom }) => openFrom && isBefore(time, openFrom));
  const when =
    later === undefined
      ? `it ended by ${periods.at(-1)?.openTo?.day}`
      : `it begins on ${later.openFrom?.day} at the earliest`;
  const message = `${about} collects no toll on ${time.day}, ${when}: nothing is charged for the passage.`;
  return [{ code: 'station_not_collecting', message, about }];
}
