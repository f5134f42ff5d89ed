import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Day } from '../base/day.ts';
import { reasonIn } from '../base/fault.ts';
import { isDirectionDecided, listPositions } from '../network/placement/place.ts';
import type { TollSite, TollSites } from '../passages/toll-site.ts';
import type { TollStation, ValueAddedTax } from '../pricing/toll/law.ts';
import type { TollCatalogue } from '../trip/ports.ts';
import { checkOnce, factFault, idsOf } from './check/check-records.ts';
import { checkTollPrices } from './check/check-toll-prices.ts';
import { checkTollProjects, checkTollStations } from './check/check-tolls.ts';
import { type DataPlace, readFact } from './data-place.ts';
import { loadNorway, loadRenewalLimits } from './load-country.ts';
import { readChecked } from './schema/read-bundled.ts';
import {
  type OwnTariffs,
  OwnTariffsFile,
  type ProjectRecord,
  ROW_LISTS,
  type TollProjects,
} from './schema/toll-projects.ts';
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

/** The file of an operator is wrong. The facts must not be opened without it. */
export class OwnTariffsFault extends Error {}

/**
 * Adds the rows of an operator to the rows of the projects. A row replaces a row of the same list that begins on the
 * same day for the same stations, size and fuels.
 *
 * @param path of the file. If there is no file, the projects are returned unchanged.
 * @param check throws if the projects are not possible. It must already have accepted `projects`.
 * @throws OwnTariffsFault with one sentence that names the file, the row and what is wrong with it.
 */
function addOwnTariffs(
  projects: TollProjects,
  path: string | undefined,
  check: (projects: TollProjects) => void,
): TollProjects {
  if (path === undefined || !existsSync(path)) return projects;
  const file = basename(path);
  try {
    const own = readChecked(path, OwnTariffsFile);
    const merged = merge(projects, own, file);
    check(merged);
    return merged;
  } catch (cause) {
    throw new OwnTariffsFault(reasonIn(cause).replace(/^toll-projects\.json/, file), { cause });
  }
}

function merge(bundled: TollProjects, own: OwnTariffs, file: string): TollProjects {
  const byId = new Map(own.projects.map((project) => [project.id, project]));
  checkOnce(file, 'the id', idsOf(own.projects));
  const unknown = own.projects.find(({ id }) => !bundled.projects.some((one) => one.id === id));
  if (unknown !== undefined) throw factFault(file, unknown.id, 'there is no such project');
  const projects = bundled.projects.map((project) => {
    const added = byId.get(project.id);
    return added === undefined ? project : addRows(project, added);
  });
  const date = own.meta.date > bundled.meta.date ? own.meta.date : bundled.meta.date;
  return { ...bundled, meta: { ...bundled.meta, date }, projects };
}

function addRows(project: ProjectRecord, own: OwnTariffs['projects'][number]): ProjectRecord {
  const names = Object.keys(ROW_LISTS) as (keyof typeof ROW_LISTS)[];
  const bundled = withoutKnown(project, own);
  const lists = names.flatMap((name) => {
    const added: readonly object[] = own[name] ?? [];
    if (added.length === 0) return [];
    const taken = new Set(added.map(placeOf));
    const kept: readonly object[] = bundled[name] ?? [];
    return [[name, [...kept.filter((row) => !taken.has(placeOf(row))), ...added]]];
  });
  return { ...bundled, ...Object.fromEntries(lists) };
}

/**
 * The project without the facts that the operator knows better. These are the days of the stations that its rows name,
 * and the rules that are not applied because it is not known whether stations are one payment. An operator with an
 * empty list of such rules says that no rule is left: each passage is a payment.
 */
function withoutKnown(project: ProjectRecord, own: OwnTariffs['projects'][number]): ProjectRecord {
  const { collection = [], unappliedRules = [], ...rest } = project;
  const dated = new Set(own.collection?.flatMap(({ stations = [] }) => stations));
  const linked = new Set(own.linkedStations?.flatMap(({ paid, free }) => [...paid, ...free]));
  const stillDated = collection.flatMap(({ stations, ...record }) => {
    const others = stations?.filter((key) => !dated.has(key));
    return others?.length === 0 ? [] : [{ ...record, ...(others && { stations: others }) }];
  });
  const stillUnapplied = unappliedRules.filter(
    ({ stations, mayBeOnePayment }) =>
      !(mayBeOnePayment === true && stations.every((key) => linked.has(key))),
  );
  const areAllKnown = own.unappliedRules?.length === 0 || stillUnapplied.length === 0;
  return {
    ...rest,
    ...(stillDated.length > 0 && { collection: stillDated }),
    ...(!areAllKnown && { unappliedRules: stillUnapplied }),
  };
}

/** A key for the place of a row in its list. Two rows with the same key can not both hold. */
const placeOf = (row: object): string =>
  JSON.stringify(PLACE.map((name) => (row as Readonly<Record<string, unknown>>)[name] ?? null));

const PLACE = ['from', 'fromTime', 'stations', 'size', 'fuels', 'key', 'group', 'paid', 'free'];
