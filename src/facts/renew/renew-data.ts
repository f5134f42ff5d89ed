/**
 * New data from the rows of the road database, by the same steps as the bundled data. Decisions by hand come first. A
 * fact that is not decided yet stays as it was, or is as the row says.
 */
import { type Day, nextDay, nextNewYear } from '../../base/day.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import { compileFerryQuays, compileSpeedCameras } from '../compile/quays-and-cameras.ts';
import type { StationCuration } from '../compile/station-curation.ts';
import { listMilestones } from '../compile/station-direction.ts';
import type { StationRoad } from '../compile/station-roads.ts';
import { tariffOf } from '../compile/station-rush.ts';
import { compileTollStations } from '../compile/toll-stations.ts';
import type { FerryDecisions } from '../schema/curated.ts';
import type { QuayRecord } from '../schema/ferries.ts';
import type { GoneStation, ObservedTariff, StationRecord } from '../schema/toll-stations.ts';
import { compileClosures, compileConnections } from './renew-overlays.ts';
import type { KeptRows, RenewableData, RoadRows, Undecided } from './renewed-data.ts';

export interface RenewalSources {
  readonly rows: RoadRows & Pick<KeptRows, 'keptStations'>;
  /** The data in force. */
  readonly before: RenewableData;
  /** The data of this program. Our rules and tariffs name its passage keys. */
  readonly bundled: Pick<RenewableData, 'stations' | 'connections' | 'closures'>;
  readonly curation: StationCuration;
  readonly quayDecisions: Pick<FerryDecisions, 'quayNames' | 'duplicateQuays'>;
  readonly roads: readonly StationRoad[];
  readonly projects: ProjectTraits;
  /** A station that moves by less counts as not moved. Metres. */
  readonly movedM: number;
  readonly today: Day;
}

/** The rules that the projects of `toll-projects.json` have. */
export interface ProjectTraits {
  hasHourRules(project: string): boolean;
  /** Do rush terms hold at the station today? */
  hasRushTerms(project: string, passageKey: string): boolean;
}

export interface RenewedData extends RenewableData {
  /** The open questions, by id. */
  readonly undecided: readonly Undecided[];
}

/** Compiles the rows. It never throws because of a row: the guard refuses rows that can not be used. */
export function renewData(sources: RenewalSources): RenewedData {
  const { rows, before, bundled, today } = sources;
  const questions: { id: string; what: string }[] = [];
  const onUndecided = (id: string, what: string) => questions.push({ id, what });
  const stations = renewStations(sources, onUndecided);
  const quays = renewQuays(sources, onUndecided);
  const cameras = compileSpeedCameras(rows.cameras);
  const names = new Map([...stations, ...quays].map(({ id, name }) => [id, name]));
  const seasons = new Map(
    rows.ferries.flatMap(({ nvdbId, season }) => (season ? [[String(nvdbId), season]] : [])),
  );
  return {
    stations,
    gone: listGone(stations, before, today),
    quays,
    connections: compileConnections(bundled.connections, before.connections, rows.ferries, today),
    cameras,
    closures: compileClosures(
      bundled.closures,
      before.closures,
      { rows: rows.closures, seasons },
      today,
    ),
    day: today,
    undecided: questions.map(({ id, what }) => ({ id, name: names.get(id) ?? id, what })),
  };
}

const byId = (stations: readonly StationRecord[]) =>
  new Map(stations.map((station) => [station.id, station]));

type OnUndecided = (id: string, what: string) => unknown;

function renewStations(sources: RenewalSources, onUndecided: OnUndecided): StationRecord[] {
  const { rows, before, bundled, curation, roads, projects, movedM, today } = sources;
  const previous = byId(before.stations);
  const known = byId([...before.stations, ...bundled.stations]);
  const { stations } = compileTollStations({
    stations: rows.stations,
    roads,
    curation,
    milestones: listMilestones(rows.cameras),
    known,
    onUndecided,
  });
  const renewed = stations.map((compiled) => {
    const station = keepDirection(compiled, known.get(compiled.id), movedM);
    if (!known.has(station.id)) askAboutNew(station, onUndecided);
    const checked = withKnownRules(station, projects, onUndecided);
    return keepHistory(checked, previous.get(station.id), before.day, today);
  });
  const kept = (rows.keptStations ?? []).flatMap((id) => {
    const station = previous.get(id);
    return station === undefined ? [] : { ...seenOn(before.day), ...station };
  });
  return [...renewed, ...kept].sort((a, b) => Number(a.id) - Number(b.id));
}

/** The days of a tariff that was seen on one day; a station that has days of its own keeps them. */
const seenOn = (day: Day) => ({ observedFrom: day, observedUntil: day });

/** The sources of a direction that do not depend on the road database. */
const LASTING: readonly StationRecord['chargedBy'][] = [
  'override',
  'name',
  'inbound',
  'ramp',
  'twin',
];

/** A station that still charges one way at the same place keeps the decided direction. */
function keepDirection(
  station: StationRecord,
  known: StationRecord | undefined,
  movedM: number,
): StationRecord {
  const isSettled =
    known?.charged === 'one-way' &&
    station.charged !== 'both' &&
    LASTING.includes(known.chargedBy) &&
    station.road === known.road &&
    flatDistanceM(station, known) <= movedM;
  if (!isSettled) return station;
  const { charged, chargedBearingDeg, chargedBy, chargedWhy } = known;
  return { ...station, charged, chargedBearingDeg, chargedBy, chargedWhy };
}

function askAboutNew({ id, project, charged }: StationRecord, onUndecided: OnUndecided): void {
  if (project === 'unknown') onUndecided(id, 'a project');
  if (charged === 'undecided-one-way') onUndecided(id, 'its charged direction');
}

/**
 * An hour rule that the project does not have is left out until it is decided. Without rush terms of the project the
 * national terms hold until then.
 */
function withKnownRules(
  station: StationRecord,
  { hasHourRules, hasRushTerms }: ProjectTraits,
  onUndecided: OnUndecided,
): StationRecord {
  const { id, project, passageKey, rush, hourGroup } = station;
  if (rush !== null && !hasRushTerms(project, passageKey))
    onUndecided(id, `rush terms of ${project}; the national ones hold until then`);
  if (hourGroup === null || hasHourRules(project)) return station;
  onUndecided(id, `hour rules of ${project}; it has none until then`);
  return { ...station, hourGroup: null };
}

/** The stations that are gone: no record with their passage key is left. */
function listGone(
  stations: readonly StationRecord[],
  before: RenewableData,
  today: Day,
): GoneStation[] {
  const present = new Set(stations.map(({ passageKey }) => passageKey));
  const ended = before.stations
    .filter(({ staleTwinOf }) => staleTwinOf === undefined)
    .map(({ id, name, project, passageKey }) => ({ id, name, project, passageKey, until: today }));
  const gone = new Map<string, GoneStation>();
  for (const station of [...before.gone, ...ended])
    if (!present.has(station.passageKey) && !gone.has(station.passageKey))
      gone.set(station.passageKey, station);
  return [...gone.values()];
}

function renewQuays(
  { rows, before, quayDecisions, bundled, today }: RenewalSources,
  onUndecided: OnUndecided,
): QuayRecord[] {
  const { connections } = bundled.connections;
  const known = new Map(before.quays.map((quay) => [quay.id, quay]));
  const quays = compileFerryQuays(rows.quays, connections, quayDecisions, { known, onUndecided });
  const present = new Set(quays.map(({ id }) => id));
  const called = new Set(connections.flatMap(({ quayIds }) => quayIds));
  const kept = before.quays
    .filter(({ id }) => called.has(id) && !present.has(id))
    .map((quay) => ({ ...quay, goneSince: quay.goneSince ?? today }));
  for (const { id } of kept)
    onUndecided(id, 'another quay for its connection; the road database has it no more');
  return [...quays, ...kept].sort((a, b) => Number(a.id) - Number(b.id));
}

/**
 * The station with the history of its tariff, so that a trip of last week keeps its price. An unchanged tariff keeps
 * the day on which it was first seen. A changed tariff ends the previous tariff.
 *
 * @param before the station in the data in force; absent: it is new.
 * @param dayBefore the day of the data in force.
 * @internal Outside this file only its tests use it.
 */
export function keepHistory(
  station: StationRecord,
  before: StationRecord | undefined,
  dayBefore: Day,
  today: Day,
): StationRecord {
  if (before === undefined) return station;
  const { earlier = [], observedFrom: seenFrom = dayBefore, observedUntil = dayBefore } = before;
  if (isSameTariff(station, before))
    return {
      ...station,
      ...keepLargeRush(station, before),
      ...(seenFrom !== today && { observedFrom: seenFrom }),
      ...(earlier.length > 0 && { earlier }),
    };
  const ended = {
    from: seenFrom,
    until: findEnd(observedUntil, today),
    ...tariffOf(before),
  };
  const isKnown = ended.smallNok !== null || ended.largeNok !== null;
  const all = isKnown && ended.from < ended.until ? [...earlier, ended] : earlier;
  return { ...station, ...(all.length > 0 && { earlier: all }) };
}

/**
 * The first day for which a tariff is not known any more. Tariffs change at the turn of the year more often than within
 * it, so a tariff that is another one in a later year holds to the end of the year in which it was last seen.
 */
function findEnd(lastSeen: Day, today: Day): Day {
  const newYear = nextNewYear(lastSeen);
  if (newYear <= today) return newYear;
  const dayAfter = nextDay(lastSeen);
  return dayAfter < today ? dayAfter : today;
}

/** Keeps a known rush price of large vehicles while the rest of the tariff is unchanged. */
const keepLargeRush = (
  { largeRushNok }: ObservedTariff,
  before: ObservedTariff,
): Pick<ObservedTariff, 'largeRushNok'> =>
  largeRushNok === undefined && before.largeRushNok !== undefined
    ? { largeRushNok: before.largeRushNok }
    : {};

/**
 * Do two tariffs charge the same at the same hours? A rush price of large vehicles that only one of them has is no
 * change.
 */
export function isSameTariff(a: ObservedTariff, b: ObservedTariff): boolean {
  const isKnownToBoth = a.largeRushNok !== undefined && b.largeRushNok !== undefined;
  const [one, other] = [a, b].map((tariff) => {
    const { largeRushNok, ...rest } = tariffOf(tariff);
    return JSON.stringify(isKnownToBoth ? { ...rest, largeRushNok } : rest);
  });
  return one === other;
}
