import { groupBy } from '../../src/base/lists.ts';
import { toOsloTime } from '../../src/base/oslo-time.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { placeOnNetwork } from '../../src/network/n1000/compile.ts';
import {
  auditPlacement,
  type PlacementAudit,
} from '../../src/network/placement/audit-placement.ts';
import type {
  PlacedStation,
  Placement,
  StationToPlace,
} from '../../src/network/placement/place.ts';
import { isCollecting } from '../../src/pricing/toll/in-force.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { loadStations } from '../../test/support/bundled-facts.ts';
import { START_TIME } from './product.ts';

const AUDIT_TIME = toOsloTime(Date.parse(START_TIME));

/** A road network and the stations on it, as links: no gates, no engine. */
export interface AuditNetwork {
  readonly links: readonly RoadLink[];
  /** By id. */
  readonly placed: readonly PlacedStation[];
  readonly placement: PlacementAudit;
  /** The stations placed on a link; `[]` for none. */
  readonly listOnLink: (link: number) => readonly PlacedStation[];
  /** @throws Error for an id that no station has. */
  readonly getStation: (id: string) => StationToPlace;
  /** The passage key of the station that a record belongs to; the id if the record is unknown. */
  readonly passageKeyOf: (id: string) => string;
  /** Does the station collect toll at the time of the audit? */
  readonly collects: (id: string) => boolean;
  /** Does the record belong to the toll project, or to the hour group, of this id? */
  readonly isOf: (id: string, group: string) => boolean;
  /** Name of one of the records with this key; the key itself if there is no record. */
  readonly nameOfKey: (passageKey: string) => string;
}

/** The parts of an audited network. */
export interface AuditSources {
  readonly links: readonly RoadLink[];
  readonly stations: readonly StationToPlace[];
  readonly placement: Placement;
  readonly tolls: readonly Pick<
    TollStation,
    'id' | 'name' | 'passageKey' | 'hourGroup' | 'periods'
  >[];
}

/** Reads the bundled network and places the stations on it. */
export async function loadAuditNetwork(): Promise<AuditNetwork> {
  const stations = await loadStations(DATA_DIR);
  const { placement, links } = placeOnNetwork(DATA_DIR, stations);
  return buildAuditNetwork({
    stations,
    placement,
    links,
    tolls: loadTolls({ bundled: DATA_DIR }).stations,
  });
}

/** A network to audit from its parts. */
export function buildAuditNetwork(sources: AuditSources): AuditNetwork {
  const { stations, placement, links, tolls } = sources;
  const stationOf = new Map(stations.map((station) => [station.id, station]));
  const tollOf = new Map(tolls.map((toll) => [toll.id, toll]));
  const nameOf = new Map(tolls.map(({ name, passageKey }) => [passageKey, name]));
  const onLink = groupBy(placement.placed, ({ link }) => link);
  return {
    links,
    placed: placement.placed,
    placement: auditPlacement(stations, placement),
    listOnLink: (link) => onLink.get(link) ?? [],
    getStation: (id) => {
      const station = stationOf.get(id);
      if (station === undefined) throw new Error(`Expected a station ${id}; there is none.`);
      return station;
    },
    passageKeyOf: (id) => tollOf.get(id)?.passageKey ?? id,
    collects: (id) => {
      const toll = tollOf.get(id);
      return toll === undefined || isCollecting(toll, AUDIT_TIME);
    },
    isOf: (id, group) =>
      stationOf.get(id)?.project === group || tollOf.get(id)?.hourGroup === group,
    nameOfKey: (passageKey) => nameOf.get(passageKey) ?? passageKey,
  };
}
