import type { TSchema } from 'typebox';
import type { FerryConnection } from '../pricing/ferry/law.ts';
import type { FerryCatalogue, Quay, QuayCatalogue } from '../trip/ports.ts';
import { checkFerryFacts, type FerryFiles } from './check-ferry-facts.ts';
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
 * @throws Error with one sentence when a file does not have the form of its schema, or breaks a
 * rule of `check-ferry-facts.ts`.
 */
export function loadFerries(place: DataPlace): FerryCatalogue & QuayCatalogue {
  const read = <S extends TSchema>(file: string, schema: S) =>
    readChecked(pathOf(place, file), schema).content;
  const files: FerryFiles = {
    quays: read('ferry-quays.json', QuayFile),
    connections: read('ferry-connections.json', ConnectionFile),
    tariffs: read('ferry-tariffs.json', TariffFile),
    payments: read('ferry-payments.json', FerryPaymentsFile),
  };
  checkFerryFacts(files);
  const quays = files.quays.quays.map(toQuay);
  return {
    matchCrossings: buildCrossingMatcher(files.connections.connections.map(toConnection), quays),
    tariffs: { ...toFerryTariffs(files.tariffs), payments: files.payments },
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
