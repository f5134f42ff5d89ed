/** One snapshot of all facts, read and checked. In force is the newest sound renewed data, or the bundled data. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Calendar } from '../base/calendar.ts';
import { parseClock } from '../base/oslo-time.ts';
import type { Area } from '../geo/area.ts';
import type { Land } from '../geo/land.ts';
import type { CarriagewayPiece } from '../geo/road-link.ts';
import type { NetworkFolders } from '../network/open-network.ts';
import { type StationToPlace, toStationsToPlace } from '../network/placement/place.ts';
import type { Place } from '../places/place.ts';
import type { AllowanceRate } from '../pricing/allowance.ts';
import type { FareTable } from '../pricing/ferry/law.ts';
import type { FerryService } from '../trip/ferry-service.ts';
import type { FerryCatalogue, Quay } from '../trip/ports.ts';
import type { NightClosure, RoadSection, SectionRule, YearPeriod } from '../trip/road-section.ts';
import type { VehicleRules } from '../vehicle/vehicle.ts';
import { type DataPlace, type Fact, readFact } from './data-place.ts';
import { hashDecisions, openDataVersions, type SoundVersion } from './data-versions.ts';
import { loadAllowance, loadCalendar, loadLand, loadNorway, loadPlaces } from './load-country.ts';
import { loadFerries, loadFerryServices } from './load-ferries.ts';
import { loadTolls, OwnTariffsFault, type TollData } from './load-tolls.ts';
import { loadVehicleRules } from './load-vehicles.ts';
import type { RenewedFileName } from './schema/data-files.ts';
import { readBundled } from './schema/read-bundled.ts';
import type {
  ClosedPeriodRecord,
  FerrySectionRecord,
  RoadClosures,
  SectionRecord,
} from './schema/road-closures.ts';
import type { MatchingRules } from './schema/road-network.ts';

export interface OpenFacts {
  readonly facts: Facts;
  /** Absent: the bundled data is in force. */
  readonly version?: SoundVersion;
  /** The version was compiled with decisions that differ from those of this program. */
  readonly isOutdated: boolean;
  /** Why a version that should be in force is not, one sentence each; `[]`: there is no problem. */
  readonly problems: readonly string[];
}

/**
 * Opens the facts in force. A version that is damaged or no longer fits this program is skipped: then the version
 * before it is used, and finally the bundled data.
 *
 * The rows of the operator, `own-tariffs.json` beside the versions, are added to the data in force.
 *
 * @throws Error when the bundled data itself, or the file of the operator, is wrong.
 */
export async function openFacts({ data, home }: NetworkFolders): Promise<OpenFacts> {
  const versions = openDataVersions(home);
  const current = await versions.readCurrent();
  const ownTariffs = join(home, 'data', OWN_TARIFFS);
  if (current === undefined) return openBundled({ bundled: data, ownTariffs }, []);
  const bundledDay = readBundled(data, 'toll-stations.json').meta.date;
  const older = (await versions.list()).filter((version) => version !== current);
  const problems: string[] = [];
  for (const name of [current, ...older]) {
    try {
      const version = await versions.check(name);
      // A new release may bring data that is newer than the renewed version.
      if (version.day < bundledDay) continue;
      const facts = await loadFacts({ bundled: data, renewed: version.folder, ownTariffs });
      const isOutdated = version.decisions !== (await hashDecisions(data));
      return { facts, version, isOutdated, problems };
    } catch (cause) {
      if (cause instanceof OwnTariffsFault) throw cause;
      problems.push(cause instanceof Error ? cause.message : String(cause));
    }
  }
  return openBundled({ bundled: data, ownTariffs }, problems);
}

const OWN_TARIFFS = 'own-tariffs.json';

const openBundled = async (place: DataPlace, problems: readonly string[]): Promise<OpenFacts> => ({
  facts: await loadFacts(place),
  isOutdated: false,
  problems,
});

export interface Facts {
  readonly place: DataPlace;
  readonly tolls: TollData;
  readonly ferries: FerryCatalogue;
  readonly vehicleRules: VehicleRules;
  /** The state's kilometre allowance, oldest first. */
  readonly allowance: readonly AllowanceRate[];
  readonly calendar: Calendar;
  /** The country with its waters. */
  readonly norway: Area;
  readonly land: Land;
  /** The bundled places that a trip may begin or end at. */
  readonly places: readonly Place[];
  /** The stations in the form in which the road network places them. */
  readonly stations: readonly StationToPlace[];
  /** Pieces of carriageway on the roads of the stations; `[]`: not known. */
  readonly carriageways: readonly CarriagewayPiece[];
  /** Roads and ferries that are closed on some days, and private toll roads. */
  readonly sections: readonly RoadSection[];
  /** Assumptions about recorded drives. */
  readonly matching: MatchingRules;
  /** When ferries sail, and how long they take. */
  readonly services: readonly FerryService[];
  /** The published file. */
  readonly tollStations: Dump;
  readonly speedCameras: Dump;
  readonly quays: { readonly list: readonly Quay[]; readonly date: string };
  /** The facts for lists of price changes, past and future. */
  readonly tariffs: {
    readonly stations: TollData['stations'];
    readonly fareTables: readonly FareTable[];
    readonly date: string;
  };
}

/** A published file of `data/`. */
interface Dump {
  /** JSON text, unchanged. */
  readonly json: string;
  /** The day that the facts stand for, `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * Reads one file after the other, and lets other work run in between: a server that takes over new facts answers calls
 * in the meantime.
 *
 * @throws Error with one sentence that names the file and what is wrong with it.
 */
export async function loadFacts(place: DataPlace): Promise<Facts> {
  const { bundled: data } = place;
  const tolls = loadTolls(place);
  await setImmediate();
  const ferries = loadFerries(place);
  await setImmediate();
  const tollStations = readFact(place, 'toll-stations.json');
  await setImmediate();
  const speedCameras = readFact(place, 'speed-cameras.json');
  await setImmediate();
  const land = loadLand(data);
  await setImmediate();
  const { date } = readFact(place, 'ferry-quays.json').content.meta;
  return {
    place,
    tolls,
    ferries,
    vehicleRules: loadVehicleRules(data),
    allowance: loadAllowance(data),
    calendar: loadCalendar(data),
    norway: loadNorway(data),
    land,
    places: loadPlaces(data),
    stations: toStationsToPlace(tollStations.content.stations),
    carriageways: tolls.sites.carriageways,
    sections: loadRoadSections(place),
    matching: readBundled(data, 'road-network/matching.json'),
    services: loadFerryServices(place),
    tollStations: toDump(tollStations),
    speedCameras: toDump(speedCameras),
    quays: { list: ferries.quays, date },
    tariffs: {
      stations: tolls.stations,
      fareTables: [...ferries.tariffs.tables.values()],
      date: tolls.day,
    },
  };
}

const toDump = ({ content, text }: Fact<RenewedFileName>): Dump => ({
  json: text,
  date: content.meta.date,
});

/**
 * The sections of `road-closures.json`, roads first.
 *
 * @throws Error when it is damaged.
 * @internal Outside this file only tests use it.
 */
export function loadRoadSections(place: DataPlace): readonly RoadSection[] {
  const closures = readFact(place, 'road-closures.json').content;
  const { sections, ferries } = closures;
  return [...sections.map((row) => toSection(row, closures)), ...ferries.map(toFerrySection)];
}

function toSection(row: SectionRecord, closures: RoadClosures): RoadSection {
  const { id, name, ends, road, networkRoad = road } = row;
  return { id, name, line: 'road', road: networkRoad, ends, rule: toRule(row, closures) };
}

function toRule(row: SectionRecord, { convoyWinter, nightHours }: RoadClosures): SectionRule {
  if (row.kind === 'closed')
    return { kind: 'closed', closed: toPeriod(row.closed), ...toNight(row, nightHours) };
  if (row.kind === 'convoy') return { kind: 'convoy', winter: convoyWinter };
  return { kind: 'private-toll', ...(row.formerFee && { formerFee: row.formerFee }) };
}

const toFerrySection = ({ id, name, ends, road, closed }: FerrySectionRecord): RoadSection => ({
  id,
  name,
  line: 'ferry',
  ...(road !== undefined && { road }),
  ends,
  rule: { kind: 'closed', closed: toPeriod(closed) },
});

const toNight = (
  { id, closed: { night: days } }: Extract<SectionRecord, { kind: 'closed' }>,
  hours: RoadClosures['nightHours'],
): { readonly night?: NightClosure } =>
  days === undefined || hours === undefined
    ? {}
    : {
        night: {
          days,
          closesMinute: parseClock(hours.from),
          opensMinute: parseClock(hours.to),
          ...(!hours.publishedFor?.includes(id) && { isAssumed: true }),
        },
      };

const toPeriod = ({ from, to, surely, days, night, others }: ClosedPeriodRecord): YearPeriod => ({
  ...(from !== null && { from }),
  ...(to !== null && { to }),
  ...(surely && { surely }),
  ...(days !== undefined && { days }),
  maybe: [night, others].flatMap((period) => period ?? []),
});
