/** Rows that an operator of this service adds to `toll-projects.json`, in a file of its own. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { checkOnce, factFault, idsOf } from './check/check-records.ts';
import { readChecked } from './schema/read-data.ts';
import {
  type OwnTariffs,
  OwnTariffsFile,
  type ProjectRecord,
  ROW_LISTS,
  type TollProjects,
} from './schema/toll-projects.ts';

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
export function addOwnTariffs(
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
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new OwnTariffsFault(message.replace(/^toll-projects\.json/, file), { cause });
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
