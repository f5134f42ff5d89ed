import type { Day } from '../base/day.ts';
import { isDirectionDecided, listPositions } from '../network/placement/place.ts';
import type { TollSite, TollSites } from '../passages/toll-site.ts';
import type { TollStation, ValueAddedTax } from '../pricing/toll/law.ts';
import type { TollCatalogue } from '../trip/ports.ts';
import { checkTollPrices } from './check/check-toll-prices.ts';
import { checkTollProjects } from './check/check-toll-projects.ts';
import { checkTollStations } from './check/check-toll-stations.ts';
import { type DataPlace, readFact } from './data-place.ts';
import { loadNorway, loadRenewalLimits } from './load-country.ts';
import { addOwnTariffs } from './own-tariffs.ts';
import type { TollProjects } from './schema/toll-projects.ts';
import type { TollStations } from './schema/toll-stations.ts';
import { listStationTariffs } from './station-tariffs.ts';
import { findMonthlyCap, listCapGroups, listPeriods, toTollProject } from './toll-project.ts';
import { listVehicleTariffs } from './vehicle-tariffs.ts';

/**
 * All toll stations with their rules and tariffs, in the kernel's types. `findStation` finds a station also by the id
 * of a row that only repeats it with last year's tariff. `absentStations` has those of all projects.
 */
export interface TollData extends Required<TollCatalogue> {
  /** By id. Rows that only repeat a station are left out. */
  readonly stations: readonly TollStation[];
  /** General rate of value added tax, oldest first. Tolls have no value added tax. */
  readonly valueAddedTax: readonly ValueAddedTax[];
  /** Where they stand, for matching with routes. */
  readonly sites: TollSites;
  /** Day of the station extract. */
  readonly day: Day;
}

/**
 * Reads `toll-stations.json` and `toll-projects.json`, with the rows of the operator. Data that is not bundled is
 * checked by `norway.json` and the limits of `renewal.json`.
 *
 * @throws Error with one sentence when a file or a reference between them is wrong.
 */
export function loadTolls(place: DataPlace): TollData {
  const stationsFile = readFact(place, 'toll-stations.json').content;
  const bundled = readFact(place, 'toll-projects.json').content;
  const limits = loadRenewalLimits(place.bundled);
  const check = (projects: TollProjects) => {
    checkTollPrices(stationsFile, projects, limits);
    checkTollProjects(stationsFile, projects);
  };
  if (place.renewed !== undefined) {
    checkTollStations(stationsFile, loadNorway(place.bundled), limits);
    check(bundled);
  }
  const projectsFile = addOwnTariffs(bundled, place.ownTariffs, check);
  const stations = buildTollStations(stationsFile, projectsFile);

  const byId = new Map(stations.map((station) => [station.id, station]));
  const repeated = new Map(stationsFile.stations.map(({ id, staleTwinOf }) => [id, staleTwinOf]));
  return {
    stations,
    findStation: (id) => byId.get(repeated.get(id) ?? id),
    capGroups: listCapGroups(stations),
    otherProject: toTollProject(OTHER_PROJECT, projectsFile.national),
    valueAddedTax: projectsFile.national.valueAddedTax ?? [],
    sites: listTollSites(stationsFile),
    absentStations: projectsFile.projects.flatMap(
      (project) => toTollProject(project, projectsFile.national, stationsFile.gone).absentStations,
    ),
    day: stationsFile.meta.date,
    seenFrom: findSeenFrom(stationsFile),
  };
}

/** The first day on which a tariff in the file was seen: the day of the extract, or an earlier day after a renewal. */
function findSeenFrom({ meta, stations }: TollStations): Day {
  const days = stations.flatMap(({ earlier = [], observedFrom }) => [
    ...earlier.map(({ from }) => from),
    observedFrom ?? meta.date,
  ]);
  return days.reduce((first, day) => (day < first ? day : first), meta.date);
}

const OTHER_PROJECT = { id: 'other', name: 'stations that are not in the data', operator: '' };

/**
 * The stations of both files, by id. This part of loading reads and checks nothing.
 *
 * @internal Outside this file only tests use it.
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
      const { id, name, written, lat, lon, passageKey, hourGroup, charged, chargedBy } = station;
      return {
        id,
        name,
        ...(written !== undefined && { alsoWritten: written }),
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

/**
 * The places of the stations, by id. The positions of a row that only repeats a station count as positions of the
 * station.
 *
 * @internal Outside this file only tests use it.
 */
export function listTollSites({ stations, carriageways = [] }: TollStations): TollSites {
  const sites = stations
    .filter(({ staleTwinOf }) => staleTwinOf === undefined)
    .map((station): TollSite => {
      const { id, name, lat, lon, chargedBearingDeg } = station;
      const otherIds = stations
        .filter((row) => row.passageKey === station.passageKey || row.staleTwinOf === id)
        .flatMap((row) => (row.id === id ? [] : [row.id]));
      return {
        stationId: id,
        name,
        ...(otherIds.length > 0 && { otherIds }),
        at: { lat, lon },
        ...(chargedBearingDeg != null && { chargedBearingDeg }),
        ...(isDirectionDecided(station) && { isDirectionDecided: true }),
        positions: listPositions(station, stations),
      };
    });
  return { sites, carriageways };
}
