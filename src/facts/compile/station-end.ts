import type { Day } from '../../base/day.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import { listPeriods } from '../toll-project.ts';
import type { StationCuration } from './station-curation.ts';

type Ended = Pick<StationRecord, 'passageKey' | 'project' | 'smallNok' | 'largeNok' | 'tariffNote'>;

/** A station that collects no more says so, and that it is not for want of a tariff that it has none. */
export function withEnd<Station extends Ended>(
  station: Station,
  { projects }: Pick<StationCuration, 'projects'>,
): Station & Pick<StationRecord, 'collectedUntil'> {
  const project = projects.find(({ id }) => id === station.project);
  const collectedUntil = project && findEnd(station.passageKey, project);
  if (collectedUntil === undefined) return station;
  if (station.smallNok !== null || station.largeNok !== null) return { ...station, collectedUntil };
  const tariffNote = 'The source has no price above 0: no toll is collected any more.';
  return { ...station, tariffNote, collectedUntil };
}

/** The first day on which it surely collects no more; `undefined`: it still does, or will again. */
function findEnd(
  passageKey: string,
  project: StationCuration['projects'][number],
): Day | undefined {
  const { periods = [] } = listPeriods(passageKey, project);
  return periods.every(({ openTo }) => openTo !== undefined)
    ? periods.at(-1)?.openTo?.day
    : undefined;
}
