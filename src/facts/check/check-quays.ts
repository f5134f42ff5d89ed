import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { ConnectionFile, ConnectionRecord, QuayFile, QuayRecord } from '../schema/ferries.ts';
import { checkOnce, factFault, idsOf } from './check-records.ts';

/**
 * Checks what schemas cannot: that connections and quays name each other, that a quay for cars is in
 * use, and that sailing lines lie between their quays.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function checkQuays(
  { quays }: Pick<QuayFile, 'quays'>,
  { connections }: Pick<ConnectionFile, 'connections'>,
): void {
  checkOnce(QUAYS, 'the id', idsOf(quays));
  checkOnce(CONNECTIONS, 'the id', idsOf(connections));
  const quayOf = byId(quays);
  const connectionOf = byId(connections);
  for (const connection of connections) checkCalls(connection, quayOf);
  for (const quay of quays) {
    checkQuay(quay, quayOf);
    checkConnectionsOf(quay, connectionOf);
  }
  for (const connection of connections) {
    checkNamed(connection, quayOf);
    checkLine(connection, quayOf);
  }
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

/** The end of a sailing line may lie this far from the nearest quay. The most in the data of 2026 is 0.2 km. */
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
