import { fromNok } from '../base/nok.ts';
import { parseClock } from '../base/oslo-time.ts';
import { FERRY_CLASSES } from '../base/vehicle.ts';
import type { ClassFares, FareRow, FerryConnection, FerryTariffs } from '../pricing/ferry/law.ts';
import type { FerryEstimate, FerryService, Sailing } from '../trip/ferry-service.ts';
import type { FerryCatalogue, Quay } from '../trip/ports.ts';
import { checkQuays } from './check/check-quays.ts';
import { type DataPlace, readFact } from './data-place.ts';
import { buildCrossingMatcher } from './match-crossings.ts';
import type {
  ConnectionRecord,
  FareRowRecord,
  FerryServices,
  QuayRecord,
  SailingRecord,
  TariffFile,
} from './schema/ferries.ts';
import { readBundled } from './schema/read-bundled.ts';

/**
 * Reads `ferry-quays.json`, `ferry-connections.json`, `ferry-tariffs.json` and `ferry-payments.json`.
 *
 * @throws Error with one sentence when a file is damaged, or renewed quays do not fit the connections.
 */
export function loadFerries(
  place: DataPlace,
): FerryCatalogue & { readonly quays: readonly Quay[] } {
  const quayFile = readFact(place, 'ferry-quays.json').content;
  const connectionFile = readFact(place, 'ferry-connections.json').content;
  const tariffFile = readFact(place, 'ferry-tariffs.json').content;
  if (place.renewed !== undefined) checkQuays(quayFile, connectionFile);
  const quays = quayFile.quays.map(toQuay);
  return {
    matchCrossings: buildCrossingMatcher(connectionFile.connections.map(toConnection), quays),
    tariffs: {
      ...toFares(tariffFile),
      payments: readFact(place, 'ferry-payments.json').content,
    },
    quays,
  };
}

function toQuay(record: QuayRecord): Quay {
  const { id, name, lat, lon, municipality, status, usableByCars, connectionIds } = record;
  const quay = { id, name, at: { lat, lon }, municipality, status, usableByCars, connectionIds };
  return record.duplicateOf === undefined ? quay : { ...quay, duplicateOf: record.duplicateOf };
}

function toConnection(record: ConnectionRecord): FerryConnection {
  const { id, name, authority, quayIds, fare, agreementUnsure, operation, endedOn, addedToll } =
    record;
  const ended = endedOn !== undefined && { endedOn };
  const toll = addedToll !== undefined && { addedToll };
  const connection = { id, name, authority, quayIds, fare, agreementUnsure, ...ended, ...toll };
  return operation === 'summer' ? { ...connection, summerOnly: true } : connection;
}

/** The bounds and the agreement of the national tariff. The zone table uses them. */
const NATIONAL = { bounds: 'national', agreement: 'autopass-private' };

/**
 * The fares of `ferry-tariffs.json` in the kernel's form.
 *
 * @throws when a table names bounds or an agreement that the file does not have.
 */
function toFares(file: TariffFile): Omit<FerryTariffs, 'payments'> {
  const breaks = file.breaks.map(({ day }) => day);
  const terms = ({ bounds, agreement }: typeof NATIONAL) => ({
    bounds: getNamed(file.bounds, bounds),
    agreement: getNamed(file.agreements, agreement),
  });
  const tables = file.tables.map((table) => ({
    name: table.name,
    ...terms(table),
    ...(table.zeroEmissionFlat && { zeroEmissionFlat: table.zeroEmissionFlat }),
    breaks: table.ownTariff ? [] : breaks,
    rows: file.fares.filter((row) => row.table === table.name).map(toFareRow),
  }));
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    zoneTable: {
      ...terms(NATIONAL),
      breaks,
      fares: new Map(file.zones.map(({ zone, faresNok }) => [zone, toOre(faresNok)])),
      periods: file.zonePeriods,
    },
    zeroEmission: file.zeroEmission,
  };
}

function getNamed<T extends { readonly name: string }>(rows: readonly T[], name: string): T {
  const found = rows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`ferry-tariffs.json: ${name} is missing.`);
  return found;
}

const toFareRow = ({ ordinaryNok, zeroEmissionNok, ...row }: FareRowRecord): FareRow => ({
  ...row,
  ordinary: toOre(ordinaryNok),
  zeroEmission: toOre(zeroEmissionNok),
});

function toOre(nok: FareRowRecord['ordinaryNok']): ClassFares {
  return Object.fromEntries(
    FERRY_CLASSES.flatMap((ferryClass) => {
      const fare = nok[ferryClass];
      return fare === undefined ? [] : [[ferryClass, fromNok(fare)]];
    }),
  );
}

const COUNTY = /^county (\d+)$/;

/** The connections with their facts or estimates by `ferry-service.json`. @throws Error when a file is damaged. */
export function loadFerryServices(place: DataPlace): readonly FerryService[] {
  const file = readBundled(place.bundled, 'ferry-service.json');
  const known = new Map(file.services.map((service) => [service.connectionId, service]));
  const quays = new Map(
    readFact(place, 'ferry-quays.json').content.quays.map(({ id, lat, lon }) => [
      id,
      { id, at: { lat, lon } },
    ]),
  );
  return readFact(place, 'ferry-connections.json').content.connections.map((connection) => {
    const { id, name, quayIds, endedOn } = connection;
    const { crossings = [], sailings = [] } = known.get(id) ?? {};
    return {
      id,
      name,
      quays: quayIds.flatMap((quayId) => quays.get(quayId) ?? []),
      crossings,
      sailings: sailings.map(toSailing),
      estimate: estimateOf(connection, file),
      ...(endedOn !== undefined && { endedOn }),
    };
  });
}

function toSailing({
  fromQuayId,
  days,
  perDay,
  headwayMin,
  nightHeadwayMin,
  ...clocks
}: SailingRecord): Sailing {
  const hours = toHours(clocks);
  const lastMin = lastOf(hours, perDay, headwayMin);
  return {
    fromQuayId,
    days,
    headwayMin,
    ...(nightHeadwayMin !== undefined && { nightHeadwayMin }),
    ...hours,
    ...(lastMin !== undefined && { lastMin }),
  };
}

/** The last departure. If it is not told, it follows from the first departure, the number in a day and the headway. */
const lastOf = (
  { firstMin, lastMin }: Pick<Sailing, 'firstMin' | 'lastMin'>,
  perDay: number | undefined,
  headwayMin: number,
): number | undefined =>
  lastMin === undefined && firstMin !== undefined && perDay !== undefined
    ? firstMin + (perDay - 1) * headwayMin
    : lastMin;

function estimateOf(
  { road, authority, name, quayIds }: ConnectionRecord,
  { estimates, turnaroundMin }: FerryServices,
): FerryEstimate {
  const county = COUNTY.exec(authority)?.[1];
  const row = estimates.find(
    (estimate) =>
      road.startsWith(estimate.road) &&
      (estimate.county === undefined || estimate.county === county) &&
      (estimate.withStops === undefined || quayIds.length > 2),
  );
  if (row === undefined)
    throw new Error(`ferry-service.json has no estimate for ${name} (${road}).`);
  const { vessels, leastHeadwayMin, sailsAtNight = false, ...hours } = row;
  return { vessels, turnaroundMin, leastHeadwayMin, sailsAtNight, ...toHours(hours) };
}

function toHours({
  first,
  last,
}: {
  readonly first?: string;
  readonly last?: string;
}): Pick<Sailing, 'firstMin' | 'lastMin'> {
  const firstMin = first === undefined ? undefined : parseClock(first);
  const lastMin = last === undefined ? undefined : parseClock(last);
  const isNextDay = firstMin !== undefined && lastMin !== undefined && lastMin < firstMin;
  return {
    ...(firstMin !== undefined && { firstMin }),
    ...(lastMin !== undefined && { lastMin: isNextDay ? lastMin + 1440 : lastMin }),
  };
}
