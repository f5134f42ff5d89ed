/** Everything that a renewal works with besides the rows, read from the bundled data and the data in force. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../../base/day.ts';
import { CamerasFile } from '../camera-schema.ts';
import type { SpeedCamera } from '../compile/speed-cameras.ts';
import { readStationCuration } from '../compile/station-curation.ts';
import type { StationRecord } from '../compile/station-record.ts';
import { readCurated } from '../curated-schema.ts';
import { type DataPlace, pathOf } from '../data-place.ts';
import { ConnectionFile, QuayFile } from '../ferry-schema.ts';
import { readChecked } from '../read-checked.ts';
import { TollProjectsFile } from '../toll-projects-schema.ts';
import { TollStationsFile } from '../toll-stations-schema.ts';
import { loadRenewalLimits } from './load-limits.ts';
import type { ProjectTraits, RenewalSources } from './renew-data.ts';
import type { DatedStation, KeptQuay, RenewableData } from './renewed-data.ts';

/** Raised when the same rows and decisions would be compiled to something else than before. */
const FORMAT = '1';

/**
 * @param data the bundled data.
 * @throws Error that names the file that is wrong.
 */
export function loadRenewalSources(
  data: string,
  today: Day,
): Omit<RenewalSources, 'rows' | 'before' | 'roads'> {
  const bundled = loadRenewable(data).stations;
  const connections = readChecked(join(data, 'ferry-connections.json'), ConnectionFile).content;
  return {
    bundled: new Map(bundled.map((station): [string, StationRecord] => [station.id, station])),
    curation: readStationCuration(data),
    quayDecisions: readCurated(data, 'ferries.json'),
    connections: connections.connections,
    projects: loadTraits(data, today),
    movedM: loadRenewalLimits(data).movedM,
    today,
  };
}

/** The renewable part of the data in force. */
export function loadRenewable(place: DataPlace): RenewableData {
  const file = readChecked(pathOf(place, 'toll-stations.json'), TollStationsFile).content;
  const { quays } = readChecked(pathOf(place, 'ferry-quays.json'), QuayFile).content;
  const { cameras } = readChecked(pathOf(place, 'speed-cameras.json'), CamerasFile).content;
  return {
    // The schemas check what is priced by; the rest was written by the compilation.
    stations: file.stations as unknown as readonly DatedStation[],
    gone: file.gone ?? [],
    quays: quays as readonly KeptQuay[],
    cameras: cameras as unknown as readonly SpeedCamera[],
    day: file.meta.date,
  };
}

function loadTraits(data: string, today: Day): ProjectTraits {
  const { projects } = readChecked(join(data, 'toll-projects.json'), TollProjectsFile).content;
  const byId = new Map(projects.map((project) => [project.id, project]));
  return {
    hasHourRules: (id) => byId.get(id)?.hourRules !== undefined,
    hasRushTerms: (id, passageKey) =>
      (byId.get(id)?.rush ?? []).some(
        ({ from = today, until, stations }) =>
          from <= today &&
          (until === undefined || today < until) &&
          (stations?.includes(passageKey) ?? true),
      ),
  };
}

/**
 * A hash of all decisions and rules that rows are compiled with: with others, the same rows must be
 * compiled again.
 */
export async function hashDecisions(data: string): Promise<string> {
  const curated = (await readdir(join(data, 'curated'))).sort().map((file) => `curated/${file}`);
  const hash = createHash('sha256').update(FORMAT);
  for (const file of [...curated, ...DECIDED_BY])
    hash.update(await readFile(join(data, file))).update('\0');
  return hash.digest('hex').slice(0, 16);
}

const DECIDED_BY = [
  'toll-stations.json',
  'toll-projects.json',
  'ferry-connections.json',
  'road-network/links.ndjson',
  'road-network/placing.json',
];
