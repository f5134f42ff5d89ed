import type { FerryConnection } from '../pricing/ferry.ts';
import type { FerryCatalogue, Quay, QuayCatalogue } from '../trip/ports.ts';
import { type DataPlace, pathOf } from './data-place.ts';
import { FerryPaymentsFile } from './ferry-payment-schema.ts';
import {
  ConnectionFile,
  type ConnectionRecord,
  QuayFile,
  type QuayRecord,
  TariffFile,
} from './ferry-schema.ts';
import { toFerryTariffs } from './ferry-schema-tariffs.ts';
import { buildCrossingMatcher } from './match-crossings.ts';
import { readChecked } from './read-checked.ts';

/**
 * Reads and checks `ferry-quays.json`, `ferry-connections.json`, `ferry-tariffs.json` and
 * `ferry-payments.json`.
 *
 * @throws when a file does not have the form of `ferry-schema.ts`, or names a quay or table that
 * is missing.
 */
export function loadFerries(place: DataPlace): FerryCatalogue & QuayCatalogue {
  const quayFile = readChecked(pathOf(place, 'ferry-quays.json'), QuayFile).content;
  const connectionFile = readChecked(
    pathOf(place, 'ferry-connections.json'),
    ConnectionFile,
  ).content;
  const tariffFile = readChecked(pathOf(place, 'ferry-tariffs.json'), TariffFile).content;
  const quays = quayFile.quays.map(toQuay);
  const connections = connectionFile.connections.map(toConnection);
  const payments = readChecked(pathOf(place, 'ferry-payments.json'), FerryPaymentsFile).content;
  const tariffs = { ...toFerryTariffs(tariffFile), payments };
  checkNames(connections, new Set(quays.map(({ id }) => id)), new Set(tariffs.tables.keys()));
  return {
    matchCrossings: buildCrossingMatcher(connections, quays),
    tariffs,
    listQuays: () => quays,
  };
}

function toQuay(record: QuayRecord): Quay {
  const { id, name, lat, lon, municipality, status, usableByCars, connectionIds } = record;
  const quay = { id, name, at: { lat, lon }, municipality, status, usableByCars, connectionIds };
  return record.duplicateOf === undefined ? quay : { ...quay, duplicateOf: record.duplicateOf };
}

function toConnection(record: ConnectionRecord): FerryConnection {
  const { id, name, authority, quayIds, fare, agreementUnsure, operation } = record;
  const connection = { id, name, authority, quayIds, fare, agreementUnsure };
  return operation === 'summer' ? { ...connection, summerOnly: true } : connection;
}

function checkNames(
  connections: readonly FerryConnection[],
  quayIds: ReadonlySet<string>,
  tables: ReadonlySet<string>,
): void {
  for (const { name, quayIds: called, fare } of connections) {
    const stray = called.find((id) => !quayIds.has(id));
    if (stray !== undefined) throw new Error(`Expected quay ${stray} of ${name}, got none.`);
    const missing = tablesOf(fare).find((table) => !tables.has(table));
    if (missing !== undefined) throw new Error(`Expected fare table ${missing} of ${name}.`);
  }
}

function tablesOf(fare: FerryConnection['fare']): string[] {
  if (fare.kind === 'own-table') return [fare.table];
  return 'legs' in fare ? fare.legs.flatMap(({ table }) => table ?? []) : [];
}
