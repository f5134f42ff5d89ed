import type { Static } from 'typebox';
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { checkFerryTariffs } from './check-ferry-tariffs.ts';
import { checkCount, checkOnce, factFault } from './check-records.ts';
import type { FerryPaymentsFile } from './ferry-payment-schema.ts';
import type {
  ConnectionFile,
  ConnectionRecord,
  LegRecord,
  QuayFile,
  QuayRecord,
  TariffFile,
} from './ferry-schema.ts';

/** The four files about ferries, each of the form of its schema. */
export interface FerryFiles {
  readonly quays: QuayFile;
  readonly connections: ConnectionFile;
  readonly tariffs: TariffFile;
  readonly payments: Static<typeof FerryPaymentsFile>;
}

/**
 * Checks what schemas cannot: that every reference between the files leads somewhere, that sailing
 * lines lie between their quays, and that fares are in order.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function checkFerryFacts(files: FerryFiles): void {
  const { quays } = files.quays;
  const { connections } = files.connections;
  checkCount(QUAYS, files.quays.meta, { quays });
  checkCount(CONNECTIONS, files.connections.meta, { connections });
  for (const [file, records] of [[QUAYS, quays] as const, [CONNECTIONS, connections] as const])
    checkOnce(
      file,
      'the id',
      records.map(({ id }) => id),
    );
  checkFerryTariffs(files.tariffs);
  const terms = { quays: byId(quays), connections: byId(connections), tariffs: files.tariffs };
  for (const connection of connections) checkCalls(connection, terms.quays);
  for (const quay of quays) {
    checkQuay(quay, terms.quays);
    checkConnectionsOf(quay, terms.connections);
  }
  for (const connection of connections) {
    checkNamed(connection, terms.quays);
    checkFare(connection, terms.tariffs);
    checkLine(connection, terms.quays);
  }
  checkAuthorities(files.tariffs, connections);
  checkPayments(files);
}

const QUAYS = 'ferry-quays.json';
const CONNECTIONS = 'ferry-connections.json';

type ById<T> = ReadonlyMap<string, T>;

const byId = <T extends { readonly id: string }>(records: readonly T[]) =>
  new Map(records.map((record) => [record.id, record]));

const connectionFault = ({ id, name }: ConnectionRecord, rule: string) =>
  factFault(CONNECTIONS, `${id} (${name})`, rule);

const quayFault = ({ id, name }: QuayRecord, rule: string) =>
  factFault(QUAYS, `${id} (${name})`, rule);

function checkQuay(quay: QuayRecord, quays: ById<QuayRecord>): void {
  const { id, duplicateOf, status, usableByCars } = quay;
  if (duplicateOf !== undefined && (duplicateOf === id || !quays.has(duplicateOf)))
    throw quayFault(quay, `there is no other quay ${duplicateOf} that it is a double of`);
  if (usableByCars && status !== 'in-use')
    throw quayFault(quay, `cars can use it, though its status is ${status}`);
}

function checkConnectionsOf(quay: QuayRecord, connections: ById<ConnectionRecord>): void {
  for (const connectionId of quay.connectionIds) {
    const connection = connections.get(connectionId);
    if (connection === undefined)
      throw quayFault(quay, `the connection ${connectionId} is not in ${CONNECTIONS}`);
    if (!connection.quayIds.includes(quay.id))
      throw quayFault(quay, `the connection ${connectionId} does not call there`);
  }
}

function checkCalls(connection: ConnectionRecord, quays: ById<QuayRecord>): void {
  const { quayIds } = connection;
  quayIds.forEach((quayId, i) => {
    if (!quays.has(quayId)) throw connectionFault(connection, `quay ${quayId} is not in ${QUAYS}`);
    if (quayIds.indexOf(quayId) !== i)
      throw connectionFault(connection, `it calls at quay ${quayId} twice`);
  });
}

function checkNamed(connection: ConnectionRecord, quays: ById<QuayRecord>): void {
  const calls = connection.quayIds.flatMap((id) => quays.get(id) ?? []);
  const silent = calls.find(({ connectionIds }) => !connectionIds.includes(connection.id));
  if (silent !== undefined)
    throw connectionFault(connection, `quay ${silent.id} (${silent.name}) does not name it`);
}

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

/** How far the end of a sailing line may lie from the nearest quay; 0.2 km is the most of 2026. */
const END_KM = 5;

function checkLine(connection: ConnectionRecord, quays: ById<QuayRecord>): void {
  const { line, quayIds, straightKm } = connection;
  const calls = quayIds.flatMap((id) => quays.get(id) ?? []);
  const offKm = (point: LatLon) =>
    Math.min(...calls.map((quay) => flatDistanceM(quay, point))) / 1000;
  line?.forEach(([lon, lat], i) => {
    const isEnd = i === 0 || i === line.length - 1;
    if (offKm({ lat, lon }) > (isEnd ? END_KM : END_KM + straightKm))
      throw connectionFault(
        connection,
        `point ${i} of its line, ${lon} ${lat}, is far from its quays; longitude goes first`,
      );
  });
}

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

function checkPayments({ payments: { payments, trailer }, tariffs }: FerryFiles): void {
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
