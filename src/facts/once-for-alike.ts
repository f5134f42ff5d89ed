import { memoize } from '../base/memoize.ts';
import type { ProjectRecord } from './schema/toll-projects.ts';

/** Derives a result from the passage key and the project of a station. */
type OfStation<Result> = (passageKey: string, project: ProjectRecord) => Result;

/**
 * Work that is done once for all stations of a project at which the same of its tariffs, terms for zero emission and
 * rush terms hold.
 *
 * @param work must give the same for all of them.
 */
export function onceForAlike<Result>(work: OfStation<Result>): OfStation<Result> {
  const resultsOf = memoize((_project: ProjectRecord) => new Map<string, Result>());
  return (passageKey, project) => {
    const results = resultsOf(project);
    const which = whichHold(passageKey, project);
    const found = results.get(which);
    if (found !== undefined) return found;
    const result = work(passageKey, project);
    results.set(which, result);
    return result;
  };
}

/** A digit for each row: does it hold at the station? */
const whichHold = (
  passageKey: string,
  { tariffs = [], zeroEmission = [], rush = [] }: ProjectRecord,
): string =>
  [...tariffs, ...zeroEmission, ...rush]
    .map(({ stations }) => Number(stations?.includes(passageKey) ?? true))
    .join('');
