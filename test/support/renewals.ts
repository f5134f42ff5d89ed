import type { RenewalSources } from '../../src/facts/renew/renew-data.ts';
import type { RenewableData, RoadRows } from '../../src/facts/renew/renewed-data.ts';
import type { ConnectionFile, QuayRecord } from '../../src/facts/schema/ferries.ts';
import type { RoadClosures } from '../../src/facts/schema/road-closures.ts';
import type { StationRecord } from '../../src/facts/schema/toll-stations.ts';
import type { CameraRow, QuayRow } from '../../src/upstream/road-database/parse-objects.ts';
import type { StationRow } from '../../src/upstream/road-database/parse-station.ts';
import { LACKING, NO_DECISIONS } from './invented-stations.ts';

/** A station in the data in force. It is an AutoPASS station near Oslo that charges both directions. */
export function record(id: number | string, facts: Partial<StationRecord> = {}): StationRecord {
  return {
    id: String(id),
    name: `Station ${id}`,
    kind: 'autopass',
    project: 'bro',
    operator: 'Bro AS',
    road: 'E39',
    municipality: 301,
    lat: 60,
    lon: 10 + Number(id) / 100,
    passageKey: `bro/station-${id}`,
    smallNok: 20,
    largeNok: 40,
    smallRushNok: null,
    rush: null,
    hourGroup: null,
    charged: 'both',
    chargedBearingDeg: null,
    chargedBy: 'source-both',
    chargedWhy: 'The source says both directions.',
    ...facts,
  };
}

/** The row of the road database that the record above comes from. */
export function stationRow(id: number, facts: Partial<StationRow> = {}): StationRow {
  return {
    nvdbId: id,
    name: `Station ${id}`,
    category: 'AutoPASS bomstasjon',
    operator: 'Bro AS',
    road: 'E39',
    municipality: 301,
    lat: 60,
    lon: 10 + id / 100,
    smallNok: 20,
    largeNok: 40,
    smallRushNok: null,
    rushMorning: null,
    rushAfternoon: null,
    direction: 'both',
    hourRule: 'none',
    hourRuleMin: null,
    ...LACKING,
    ...facts,
  };
}

export const quayRecord = (id: number, facts: Partial<QuayRecord> = {}): QuayRecord => ({
  id: String(id),
  name: `Quay ${id}`,
  lat: 60,
  lon: 5,
  municipality: 301,
  status: 'in-use',
  usableByCars: true,
  ramps: null,
  waitingRoom: null,
  owner: null,
  connectionIds: [],
  ...facts,
});

export const quayRow = (id: number, facts: Partial<QuayRow> = {}): QuayRow => ({
  nvdbId: id,
  name: `Quay ${id}`,
  lat: 60,
  lon: 5,
  municipality: 301,
  status: 'Trafikkeres',
  ramps: null,
  waitingRoom: null,
  owner: null,
  ...facts,
});

export const cameraRow = (id: number, facts: Partial<CameraRow> = {}): CameraRow => ({
  nvdbId: id,
  lat: 60,
  lon: 10,
  road: 'E6',
  name: `Camera ${id}`,
  metering: [],
  ...facts,
});

const NO_CONNECTIONS: ConnectionFile = {
  meta: { source: 'none', date: '2026-11-19', licence: 'none', attribution: 'none', counts: {} },
  connections: [],
};

export const NO_CLOSURES: RoadClosures = {
  meta: { source: 'none', date: '2026-11-19', licence: 'none', attribution: 'none', counts: {} },
  convoyWinter: { from: '10-18', to: '05-31' },
  sections: [],
  ferries: [],
};

export const dataOf = (facts: Partial<RenewableData> = {}): RenewableData => ({
  stations: [],
  gone: [],
  quays: [],
  cameras: [],
  closures: NO_CLOSURES,
  connections: NO_CONNECTIONS,
  day: '2026-11-19',
  ...facts,
});

export const rowsOf = (facts: Partial<RoadRows> = {}): RoadRows => ({
  stations: [],
  quays: [],
  cameras: [],
  closures: [],
  ferries: [],
  ...facts,
});

/** A renewal on 2026-11-20 of stations of the project "bro", which has no rules. */
export function sourcesOf(
  facts: Partial<RenewalSources> & {
    readonly bundledStations?: readonly StationRecord[];
    readonly bundledConnections?: ConnectionFile['connections'];
  } = {},
): RenewalSources {
  const { bundledStations: stations = [], bundledConnections: connections = [], ...rest } = facts;
  return {
    rows: rowsOf(),
    before: dataOf(),
    bundled: {
      stations,
      connections: { ...NO_CONNECTIONS, connections },
      closures: NO_CLOSURES,
    },
    curation: NO_DECISIONS,
    quayDecisions: { quayNames: [], duplicateQuays: [] },
    roads: [],
    projects: { hasHourRules: () => true, hasRushTerms: () => true },
    movedM: 10,
    today: '2026-11-20',
    ...rest,
  };
}
