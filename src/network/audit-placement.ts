import type { PlacedStation, Placement, StationToPlace } from './place.ts';

/** What became of one station. */
export interface AuditRow {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly kind: StationToPlace['kind'];
  readonly road: string;
  readonly placed: boolean;
  /** How it was placed, or why it was not. */
  readonly why: string;
  /** Metres from the published position to the network; absent where not placed. */
  readonly offM?: number;
  /** One-way, and nobody could tell which way: charged in both. */
  readonly directionUndecided: boolean;
}

export interface AuditShare {
  readonly stations: number;
  readonly placed: number;
}

export interface PlacementAudit {
  /** By project, then name. */
  readonly rows: readonly AuditRow[];
  readonly projects: readonly (AuditShare & {
    readonly project: string;
    readonly directionUndecided: number;
  })[];
  /** AutoPASS stations on E and R roads that the network has, ramps left out: it has none. */
  readonly mainRoads: AuditShare;
  /** AutoPASS stations on any road that the network has. */
  readonly roadsInNetwork: AuditShare;
  readonly autopass: AuditShare;
  readonly all: AuditShare;
}

/** Counts what was placed, and names what was not. */
export function auditPlacement(
  stations: readonly StationToPlace[],
  { placed, unplaced }: Placement,
): PlacementAudit {
  const placedOf = new Map(placed.map((place) => [place.id, place]));
  const unplacedOf = new Map(unplaced.map((station) => [station.id, station]));
  const isOnKnownRoad = ({ id }: { id: string }) =>
    placedOf.has(id) || unplacedOf.get(id)?.roadInNetwork === true;

  const rows = stations
    .map((station): AuditRow => {
      const place = placedOf.get(station.id);
      const { id, name, project, kind, road } = station;
      const directionUndecided = station.charged === 'undecided-one-way';
      const facts = { id, name, project, kind, road, directionUndecided };
      return place === undefined
        ? { ...facts, placed: false, why: unplacedOf.get(id)?.why ?? 'not looked at' }
        : { ...facts, placed: true, why: WAYS[place.by], offM: Math.round(place.offM) };
    })
    .toSorted((a, b) => a.project.localeCompare(b.project) || a.name.localeCompare(b.name));
  const autopass = rows.filter(({ kind }) => kind === 'autopass');
  const onKnownRoad = autopass.filter(isOnKnownRoad);

  return {
    rows,
    projects: [...new Set(rows.map(({ project }) => project))].map((project) => {
      const own = rows.filter((row) => row.project === project);
      const directionUndecided = own.filter((row) => row.directionUndecided).length;
      return { project, ...share(own), directionUndecided };
    }),
    mainRoads: share(onKnownRoad.filter(({ road }) => /^[ER]/.test(road))),
    roadsInNetwork: share(onKnownRoad),
    autopass: share(autopass),
    all: share(rows),
  };
}

const WAYS: Record<PlacedStation['by'], string> = {
  'road-number': 'on the link of its road',
  'street-nearby': 'on the street beside it',
  override: 'by a decision in station-places.json',
};

const share = (rows: readonly AuditRow[]): AuditShare => ({
  stations: rows.length,
  placed: rows.filter(({ placed }) => placed).length,
});
