import type { Day } from '../../src/base/day.ts';
import { FERRY_CLASSES, type FerryClass } from '../../src/base/vehicle.ts';
import { checkOnce, factFault } from '../../src/facts/check/check-records.ts';
import type {
  ConnectionFile,
  ConnectionRecord,
  FareRowRecord,
  FerryPayments,
  FerryServices,
  LegRecord,
  TariffFile,
} from '../../src/facts/schema/ferries.ts';
import { checkCount } from './check-count.ts';

/**
 * Checks what schemas can not: that every reference between the files has a target, and that fares are in order.
 * `checkQuays` does the same for quays.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function checkFares(
  { connections }: ConnectionFile,
  tariffs: TariffFile,
  payments: FerryPayments,
): void {
  checkTariffs(tariffs);
  for (const connection of connections) checkFare(connection, tariffs);
  checkAuthorities(tariffs, connections);
  checkPayments(payments, tariffs);
}

const SERVICES = 'ferry-service.json';

/**
 * Checks that the quays of crossing times and departures are calls of their connection, and that each quay has only one
 * row for a day of the week.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function checkFerryServices(
  { meta, services }: FerryServices,
  { connections }: ConnectionFile,
): void {
  checkCount(SERVICES, meta, { services });
  for (const { connectionId, name, crossings = [], sailings = [] } of services) {
    const record = `${connectionId} (${name})`;
    const connection = connections.find(({ id }) => id === connectionId);
    if (connection?.name !== name)
      throw factFault(SERVICES, record, 'no connection has this id and name');
    const stray = [
      ...crossings.flatMap(({ quayIds }) => quayIds),
      ...sailings.map(({ fromQuayId }) => fromQuayId),
    ].find((id) => !connection.quayIds.includes(id));
    if (stray !== undefined)
      throw factFault(SERVICES, record, `it names quay ${stray}, at which it does not call`);
    const days = sailings.flatMap((row) =>
      row.days.map((day) => `day ${day} from quay ${row.fromQuayId} of ${name}`),
    );
    checkOnce(SERVICES, 'the row', days);
  }
}

const CONNECTIONS = 'ferry-connections.json';

const connectionFault = ({ id, name }: ConnectionRecord, rule: string) =>
  factFault(CONNECTIONS, `${id} (${name})`, rule);

function checkFare(connection: ConnectionRecord, { tables, zones }: TariffFile): void {
  const { fare, quayIds } = connection;
  const terms = 'terms' in fare ? fare.terms : [];
  const free = terms.flatMap(({ touching = [], between = [] }) => [...touching, ...between]);
  const legs = 'legs' in fare ? fare.legs : [];
  const stray = [...free, ...legs.flatMap((leg) => leg.quayIds)].find(
    (id) => !quayIds.includes(id),
  );
  if (stray !== undefined)
    throw connectionFault(connection, `its fare names quay ${stray}, at which it does not call`);
  if (fare.kind === 'zone' && legs.length === 0)
    throw connectionFault(connection, 'no leg of it has a zone');
  checkOnce(CONNECTIONS, `the leg of ${connection.id}`, legs.map(nameLeg));
  for (const leg of legs) {
    if (leg.quayIds[0] === leg.quayIds[1])
      throw connectionFault(connection, `a leg goes from quay ${leg.quayIds[0]} to itself`);
    if (!zones.some(({ zone }) => zone === leg.zone))
      throw connectionFault(connection, `zone ${leg.zone} is not in ferry-tariffs.json`);
  }
  const named = fare.kind === 'own-table' ? [fare.table] : legs.flatMap(({ table }) => table ?? []);
  const missing = named.find((table) => !tables.some(({ name }) => name === table));
  if (missing !== undefined)
    throw connectionFault(connection, `the fare table ${missing} is not in ferry-tariffs.json`);
}

/** A leg is the same in either direction. */
const nameLeg = ({ quayIds }: LegRecord) => quayIds.toSorted().join('-');

function checkAuthorities(
  { zeroEmission }: TariffFile,
  connections: readonly ConnectionRecord[],
): void {
  const known = new Set(connections.map(({ authority }) => authority));
  for (const { from, authorities = [] } of zeroEmission) {
    const stray = authorities.find((authority) => !known.has(authority));
    if (stray !== undefined)
      throw factFault(
        'ferry-tariffs.json',
        `zeroEmission of ${from}`,
        `no connection has the authority ${stray}`,
      );
  }
}

function checkPayments({ payments, trailer }: FerryPayments, tariffs: TariffFile): void {
  const file = 'ferry-payments.json';
  checkOnce(
    file,
    'the payment',
    payments.map(({ agreement, kind }) => `${agreement} ${kind}`),
  );
  const known = new Set(tariffs.agreements.map(({ name }) => name));
  const stray = payments.find(({ agreement }) => !known.has(agreement));
  if (stray !== undefined)
    throw factFault(file, stray.agreement, 'the agreement is not in ferry-tariffs.json');
  const rows = trailer.fares.map(({ upToM = Number.POSITIVE_INFINITY, times }) => [upToM, times]);
  rows.forEach(([upToM = 0, times = 0], i) => {
    const [shorter = 0, fewer = 0] = rows[i - 1] ?? [];
    if (upToM <= shorter || times <= fewer)
      throw factFault(file, `trailer fares ${i}`, 'a longer trailer must cost more than a shorter');
  });
  if (rows.at(-1)?.[0] !== Number.POSITIVE_INFINITY)
    throw factFault(
      file,
      'trailer fares',
      'the last has an upToM, so that a longer one has no fare',
    );
}

const TARIFFS = 'ferry-tariffs.json';
const fault = (record: string, rule: string) => factFault(TARIFFS, record, rule);

/**
 * Checks what a schema can not: that names are unique and have a target, that rows follow one another in time, and that
 * a longer vehicle or a longer way never costs less.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
function checkTariffs(file: TariffFile): void {
  const { bounds, agreements, zeroEmission, breaks, tables, fares, zonePeriods, zones } = file;
  checkCount(TARIFFS, file.meta, { fares, tables, zones });
  for (const list of [bounds, agreements, tables])
    checkOnce(
      TARIFFS,
      'the name',
      list.map(({ name }) => name),
    );
  bounds.forEach(checkBounds);
  checkTables(file);
  fares.forEach(checkFareRow);
  checkOrder('breaks', breaks, ({ day }) => day);
  checkOrder('zeroEmission', zeroEmission, ({ from }) => from);
  checkPeriods(zonePeriods);
  checkZones(zones);
}

/** Checks that lengths rise from class to class, and that the last class has no limit. */
function checkBounds({ name, classes }: TariffFile['bounds'][number]): void {
  const lengths = classes.map(({ upToM = Number.POSITIVE_INFINITY }) => upToM);
  if (lengths.some((upToM, i) => upToM <= (lengths[i - 1] ?? 0)))
    throw fault(name, 'upToM does not rise from class to class');
  if (lengths.at(-1) !== Number.POSITIVE_INFINITY)
    throw fault(name, 'its last class has an upToM, so that the longest vehicles have no class');
  const places = classes.map(({ ferryClass }) => FERRY_CLASSES.indexOf(ferryClass));
  if (places.some((place, i) => place <= (places[i - 1] ?? 0)))
    throw fault(name, 'its classes are not in the order of AP1 to AP9');
}

/** Checks that every row belongs to a table, and that every table has rows that follow one another. */
function checkTables({ tables, fares, bounds, agreements }: TariffFile): void {
  const isThere = (list: readonly { readonly name: string }[], wanted: string) =>
    list.some(({ name }) => name === wanted);
  for (const table of tables) {
    if (!isThere(bounds, table.bounds))
      throw fault(table.name, `the bounds ${table.bounds} are not in the file`);
    if (!isThere(agreements, table.agreement))
      throw fault(table.name, `the agreement ${table.agreement} is not in the file`);
    const rows = fares.filter((row) => row.table === table.name);
    if (rows.length === 0) throw fault(table.name, 'the table has no fares');
    checkPeriods(rows);
  }
  const stray = fares.find((row) => !isThere(tables, row.table));
  if (stray !== undefined) throw fault(stray.label, `the table ${stray.table} is not in the file`);
}

interface Period {
  readonly label: string;
  readonly from: Day;
  /** The first day after the period. */
  readonly until: Day;
}

function checkPeriods(periods: readonly Period[]): void {
  periods.forEach(({ label, from, until }, i) => {
    if (until <= from) throw fault(label, `it ends on ${until}, and begins on ${from}`);
    const before = periods[i - 1];
    if (before !== undefined && from < before.until)
      throw fault(label, `it begins on ${from}, before the row above it ends on ${before.until}`);
  });
}

/** Checks that rows are in the order of time: the last row that has begun holds. */
function checkOrder<T>(what: string, rows: readonly T[], dayOf: (row: T) => Day): void {
  const days = rows.map(dayOf);
  const late = days.find((day, i) => day < (days[i - 1] ?? ''));
  if (late !== undefined) throw fault(`${what} of ${late}`, 'it stands below a later day');
}

type FaresNok = FareRowRecord['zeroEmissionNok'];

function checkFareRow({ label, ordinaryNok, zeroEmissionNok }: FareRowRecord): void {
  checkClasses(label, ordinaryNok);
  checkClasses(`${label}, zero emission`, zeroEmissionNok);
  for (const ferryClass of FERRY_CLASSES) {
    const reduced = zeroEmissionNok[ferryClass];
    const ordinary = ordinaryNok[ferryClass];
    if (reduced !== undefined && (ordinary === undefined || reduced > ordinary))
      throw fault(
        label,
        `zero emission costs ${reduced} kr in ${ferryClass}, ordinary ${ordinary ?? 'nothing known'}`,
      );
  }
}

/** Checks that a motorcycle pays no more than a car, and a vehicle no more than a longer vehicle. */
function checkClasses(record: string, fares: FaresNok): void {
  let before: { readonly ferryClass: FerryClass; readonly nok: number } | undefined;
  for (const ferryClass of FERRY_CLASSES) {
    const nok = fares[ferryClass];
    if (nok === undefined) continue;
    if (before !== undefined && nok < before.nok)
      throw fault(record, `${ferryClass} costs ${nok} kr, less than ${before.ferryClass}`);
    before = { ferryClass, nok };
  }
}

/** Checks that zones are numbered from 1, and that none costs less than the previous zone. */
function checkZones(zones: TariffFile['zones']): void {
  zones.forEach(({ zone, faresNok }, i) => {
    const record = `zone ${zone}`;
    if (zone !== i + 1) throw fault(record, `it stands where zone ${i + 1} is expected`);
    checkClasses(record, faresNok);
    const nearer = zones[i - 1]?.faresNok;
    const cheaper = FERRY_CLASSES.find(
      (ferryClass) => nearer !== undefined && faresNok[ferryClass] < nearer[ferryClass],
    );
    if (cheaper !== undefined)
      throw fault(record, `${cheaper} costs ${faresNok[cheaper]} kr, less than in zone ${i}`);
  });
}
