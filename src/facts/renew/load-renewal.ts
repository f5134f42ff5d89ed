/** Loads the inputs of a renewal other than the rows, from the bundled data and the data in force. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../../base/day.ts';
import { loadNetworkInputs, roadName } from '../../network/link.ts';
import { readStationCuration } from '../compile/station-curation.ts';
import { type DataPlace, readFact } from '../data-place.ts';
import { loadRenewalLimits } from '../load-country.ts';
import { readBundled } from '../schema/data-files.ts';
import { findRushTerms } from '../station-tariffs.ts';
import type { ProjectTraits, RenewalSources } from './renew-data.ts';
import type { RenewableData } from './renewed-data.ts';

/** Is raised when the same rows and decisions compile to other data than before. */
const FORMAT = '1';

/**
 * @param data the bundled data.
 * @throws Error that names the file that is wrong.
 */
export function loadRenewalSources(
  data: string,
  today: Day,
): Omit<RenewalSources, 'rows' | 'before'> {
  return {
    bundled: loadRenewable({ bundled: data }),
    curation: readStationCuration((name) => readBundled(data, name)),
    quayDecisions: readBundled(data, 'curated/ferries.json'),
    roads: loadRoads(data),
    projects: loadTraits(data, today),
    movedM: loadRenewalLimits(data).movedM,
    today,
  };
}

/** The roads by which the bundled data was compiled: with the roads that we drew, without ramps and links at quays. */
const loadRoads = (data: string): RenewalSources['roads'] =>
  loadNetworkInputs(data)
    .readLinks()
    .filter(({ kind, added, ramp }) => kind === 'road' && added === undefined && ramp !== true)
    .map((link) => ({ road: roadName(link), line: link.line }));

/** The renewable part of the data in force. */
export function loadRenewable(place: DataPlace): RenewableData {
  const { stations, gone = [], meta } = readFact(place, 'toll-stations.json').content;
  const { quays } = readFact(place, 'ferry-quays.json').content;
  const connections = readFact(place, 'ferry-connections.json').content;
  const { cameras } = readFact(place, 'speed-cameras.json').content;
  const closures = readFact(place, 'road-closures.json').content;
  return { stations, gone, quays, connections, cameras, closures, day: meta.date };
}

function loadTraits(data: string, today: Day): ProjectTraits {
  const { projects } = readBundled(data, 'toll-projects.json');
  const byId = new Map(projects.map((project) => [project.id, project]));
  return {
    hasHourRules: (id) => byId.get(id)?.hourRules !== undefined,
    hasRushTerms: (id, passageKey) =>
      findRushTerms(byId.get(id) ?? {}, passageKey, today) !== undefined,
  };
}

/**
 * A hash of all decisions and rules for the compilation of rows. When it changes, the rows must be compiled again.
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
  'road-closures.json',
  'ferry-connections.json',
  'road-network/links.ndjson',
  'road-network/placing.json',
];
