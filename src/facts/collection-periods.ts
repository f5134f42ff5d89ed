import type { Day } from '../base/day.ts';
import type { Moment } from '../pricing/dated.ts';
import type { CollectionPeriod } from '../pricing/toll/law.ts';
import { factFault } from './check-records.ts';
import { parseClock } from './clock-window.ts';
import type { ProjectRecord } from './toll-projects-schema.ts';
import type { CollectionRecord } from './toll-rule-schema.ts';

/** When a station collects, oldest first: by the records that name it, else by those of the project. */
export function listPeriods(
  passageKey: string,
  { collection = [] }: Pick<ProjectRecord, 'collection'>,
): { readonly periods?: readonly CollectionPeriod[] } {
  const named = collection.filter(({ stations }) => stations?.includes(passageKey));
  const own = named.length > 0 ? named : collection.filter(({ stations }) => !stations);
  if (own.length === 0) return {};
  return {
    periods: own
      .map(({ openFrom, openFromTime, openBy, openTo, openToTime, openUntil }) => ({
        ...(openFrom !== undefined && { openFrom: toMoment(openFrom, openFromTime) }),
        ...(openBy !== undefined && { openBy }),
        ...(openTo !== undefined && { openTo: toMoment(openTo, openToTime) }),
        ...(openUntil !== undefined && { openUntil }),
      }))
      .sort((a, b) => ((a.openFrom?.day ?? '') < (b.openFrom?.day ?? '') ? -1 : 1)),
  };
}

const toMoment = (day: Day, time = '00:00'): Moment => ({ day, minuteOfDay: parseClock(time) });

/**
 * Checks that the days of the stations can be true: each record tells one, a station closes after it
 * has opened and opens again after it has closed, and no tariff is known from before it opens.
 *
 * @throws Error with one sentence that names the file, the project and the rule that it breaks.
 */
export function checkCollection(project: ProjectRecord, keys: readonly string[]): void {
  const { id, collection = [], tariffs = [] } = project;
  const rule = collection.map(judgeRecord).find((found) => found !== undefined);
  if (rule !== undefined) throw factFault('toll-projects.json', id, rule);
  for (const key of keys) {
    const { periods = [] } = listPeriods(key, project);
    const early = periods.find(
      ({ openFrom }, i) => i > 0 && (openFrom?.day ?? '') < (periods[i - 1]?.openTo?.day ?? '9'),
    );
    if (early !== undefined)
      throw factFault('toll-projects.json', id, `${key} opens again before it has closed`);
    const opened = periods[0]?.openFrom?.day ?? '';
    const row = tariffs.find(
      ({ from, dateKnown, stations }) =>
        dateKnown === undefined && from < opened && stations?.includes(key),
    );
    if (row !== undefined)
      throw factFault(
        'toll-projects.json',
        id,
        `${key} has a tariff of ${row.from}, before it opens on ${opened}`,
      );
  }
}

function judgeRecord(record: CollectionRecord): string | undefined {
  const { openFrom, openFromTime, openBy, openUntil, openTo, openToTime } = record;
  if ((openFrom ?? openBy ?? openTo) === undefined) return 'a record of its collection has no day';
  const isTimeAlone =
    (openFrom === undefined && openFromTime !== undefined) ||
    (openTo === undefined && (openToTime ?? openUntil) !== undefined);
  if (isTimeAlone) return 'a record of its collection tells more of a day that it has not';
  const days = [openFrom, openBy, openUntil, openTo].filter((day) => day !== undefined);
  const isInOrder = days.every((day, i) => i === 0 || (days[i - 1] ?? '') <= day);
  return isInOrder ? undefined : `its collection ends before it begins, ${days.join(', ')}`;
}
