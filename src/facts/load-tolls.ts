import type { Day } from '../base/day.ts';
import type { Area } from '../geo/area.ts';
import type { TollSites } from '../geo/toll-site.ts';
import type { TollProject, TollStation } from '../pricing/toll/law.ts';
import { checkTollFacts } from './check-toll-facts.ts';
import { checkTollPrices } from './check-toll-prices.ts';
import { checkTollRules } from './check-toll-rules.ts';
import { checkTollStations } from './check-toll-stations.ts';
import { listPeriods } from './collection-periods.ts';
import { type DataPlace, ownTariffsOf, pathOf } from './data-place.ts';
import { findMonthlyCap, listCapGroups } from './monthly-caps.ts';
import { addOwnTariffs } from './own-tariffs.ts';
import { readChecked } from './read-checked.ts';
import { loadNorway, loadRenewalLimits } from './renew/load-limits.ts';
import { listStationTariffs } from './station-tariffs.ts';
import { toTollProject } from './toll-project.ts';
import { type TollProjects, TollProjectsFile } from './toll-projects-schema.ts';
import { listTollSites } from './toll-sites.ts';
import { type TollStations, TollStationsFile } from './toll-stations-schema.ts';
import { listVehicleTariffs } from './vehicle-tariffs.ts';

/** All toll stations with their rules and tariffs, in the kernel's types. */
export interface TollData {
  /** By id. Rows that only repeat a station with last year's tariff are left out. */
  readonly stations: readonly TollStation[];
  /**
   * `undefined` for an id that no station of the data has. The id of a row that only repeats a
   * station gives that station.
   */
  findStation(id: string): TollStation | undefined;
  /** National terms, for stations that the data does not have. */
  readonly otherProject: TollProject;
  /** What passages of a month are counted by. */
  readonly capGroups: readonly string[];
  /** Where they stand, for matching with routes. */
  readonly sites: TollSites;
  /** Day of the station extract. */
  readonly day: Day;
}

/**
 * Reads `toll-stations.json` and `toll-projects.json`, with the rows of the operator, and holds them
 * against `norway.json` and the limits of `renewal.json`.
 *
 * @param norway as `loadNorway` gives it, for whoever has it already.
 * @throws Error with one sentence when a file or a reference between them is wrong.
 */
export function loadTolls(place: DataPlace, norway?: Area): TollData {
  const stationsFile = readChecked(pathOf(place, 'toll-stations.json'), TollStationsFile).content;
  const bundled = readChecked(pathOf(place, 'toll-projects.json'), TollProjectsFile).content;
  const { besideNorwayM, mostSmallNok, mostLargeNok } = loadRenewalLimits(place);
  checkTollStations(stationsFile, { norway: norway ?? loadNorway(place), besideNorwayM });
  const check = (projects: TollProjects) => {
    checkTollRules(projects);
    checkTollPrices(stationsFile, projects, { small: mostSmallNok, large: mostLargeNok });
    checkTollFacts(stationsFile, projects);
  };
  check(bundled);
  const projectsFile = addOwnTariffs(bundled, ownTariffsOf(place), check);
  const stations = buildTollStations(stationsFile, projectsFile);

  const byId = new Map(stations.map((station) => [station.id, station]));
  const twins = new Map(stationsFile.stations.map(({ id, staleTwinOf }) => [id, staleTwinOf]));
  return {
    stations,
    findStation: (id) => byId.get(twins.get(id) ?? id),
    capGroups: listCapGroups(stations),
    otherProject: toTollProject(OTHER_PROJECT, projectsFile.national),
    sites: listTollSites(stationsFile),
    day: stationsFile.meta.date,
  };
}

const OTHER_PROJECT = { id: 'other', name: 'stations that are not in the data', operator: '' };

/**
 * The stations of both files, by id; the part of loading that reads and checks nothing.
 *
 * @internal Outside this file only tests ask for it.
 */
export function buildTollStations(
  stationsFile: TollStations,
  projectsFile: TollProjects,
): TollStation[] {
  const records = new Map(projectsFile.projects.map((project) => [project.id, project]));
  const rules = new Map(
    projectsFile.projects.map((project) => [
      project.id,
      toTollProject(project, projectsFile.national, stationsFile.gone),
    ]),
  );
  return stationsFile.stations
    .filter(({ staleTwinOf }) => staleTwinOf === undefined)
    .map((station): TollStation => {
      const record = getProject(records, station.project);
      const { id, name, lat, lon, passageKey, hourGroup, charged, chargedBy } = station;
      return {
        id,
        name,
        operator: station.operator ?? record.operator,
        at: { lat, lon },
        passageKey,
        project: getProject(rules, station.project),
        ...listPeriods(passageKey, record),
        tariffs: listStationTariffs(station, record, {
          observedOn: stationsFile.meta.date,
          nationalRush: projectsFile.national.rush,
        }),
        vehicleTariffs: listVehicleTariffs(passageKey, record, projectsFile.national.zeroEmission),
        ...(hourGroup !== null && { hourGroup }),
        ...findMonthlyCap(station, record),
        ...(station.road && { road: station.road }),
        ...(charged === 'undecided-one-way' && { directionUndecided: true }),
        ...(charged === 'one-way' && chargedBy === 'metering' && { directionInferred: true }),
      };
    })
    .sort((a, b) => Number(a.id) - Number(b.id));
}

function getProject<T>(projects: ReadonlyMap<string, T>, id: string): T {
  const project = projects.get(id);
  if (project === undefined) throw new Error(`Expected a checked project, got ${id}.`);
  return project;
}
