import { FERRY_PAYMENT } from '../../trip/settings.ts';
import type { PlacedStation, Placement, StationToPlace } from './place.ts';

/** The outcome for one station. */
interface AuditRow extends Pick<StationToPlace, 'id' | 'name' | 'project' | 'kind' | 'road'> {
  readonly placed: boolean;
  /** Absent: the station is placed. */
  readonly leftOut?: LeftOut;
  /** How it was placed, or why it was not. */
  readonly why: string;
  /** Metres from the published position to the network; absent: the station is not placed. */
  readonly offM?: number;
  /** It charges one direction, but it is not known which. Both are charged. */
  readonly directionUndecided: boolean;
}

/**
 * Why a station has no place: it stands on a ramp that the network lacks; it collects the fare of a ferry; the network
 * lacks its road; or the network has the road, and the station was `missed`.
 */
type LeftOut = 'ramp' | 'ferry-payment' | 'road-missing' | 'missed';

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
  /** AutoPASS stations on E and R roads that the network has; see `LeftOut` for the others. */
  readonly mainRoads: AuditShare;
  /** AutoPASS stations on E and R roads, including those on their ramps and side roads. */
  readonly allMainRoads: AuditShare;
  /** AutoPASS stations on any road that the network has. */
  readonly roadsInNetwork: AuditShare;
  readonly autopass: AuditShare;
  readonly all: AuditShare;
  /** AutoPASS stations without a place, by reason. */
  readonly leftOut: Readonly<Record<LeftOut, number>>;
}

/** Counts what was placed, and names what was not. */
export function auditPlacement(
  stations: readonly StationToPlace[],
  { placed, unplaced }: Placement,
): PlacementAudit {
  const placedOf = new Map(placed.map((place) => [place.id, place]));
  const unplacedOf = new Map(unplaced.map((station) => [station.id, station]));
  const reasonFor = ({ id, project, onRamp }: StationToPlace): LeftOut => {
    if (project === FERRY_PAYMENT) return 'ferry-payment';
    if (onRamp) return 'ramp';
    return unplacedOf.get(id)?.roadInNetwork === true ? 'missed' : 'road-missing';
  };

  const rows = stations
    .map((station): AuditRow => {
      const place = placedOf.get(station.id);
      const { id, name, project, kind, road } = station;
      const directionUndecided = station.charged === 'undecided-one-way';
      const facts = { id, name, project, kind, road, directionUndecided };
      if (place !== undefined)
        return { ...facts, placed: true, why: WAYS[place.by], offM: Math.round(place.offM) };
      const why = unplacedOf.get(id)?.why ?? 'not looked at';
      return { ...facts, placed: false, leftOut: reasonFor(station), why };
    })
    .toSorted((a, b) => a.project.localeCompare(b.project) || a.name.localeCompare(b.name));
  const autopass = rows.filter(({ kind }) => kind === 'autopass');
  const onKnownRoad = autopass.filter(({ placed, leftOut }) => placed || leftOut === 'missed');
  const count = (reason: LeftOut) => autopass.filter(({ leftOut }) => leftOut === reason).length;

  return {
    rows,
    projects: [...new Set(rows.map(({ project }) => project))].map((project) => {
      const own = rows.filter((row) => row.project === project);
      const directionUndecided = own.filter((row) => row.directionUndecided).length;
      return { project, ...share(own), directionUndecided };
    }),
    mainRoads: share(onKnownRoad.filter(isOnMainRoad)),
    allMainRoads: share(autopass.filter(isOnMainRoad)),
    roadsInNetwork: share(onKnownRoad),
    autopass: share(autopass),
    all: share(rows),
    leftOut: {
      ramp: count('ramp'),
      'ferry-payment': count('ferry-payment'),
      'road-missing': count('road-missing'),
      missed: count('missed'),
    },
  };
}

const WAYS: Record<PlacedStation['by'], string> = {
  'link-position': 'by its link position',
  'road-number': 'on the link of its road',
  ramp: 'on the ramp',
  'street-nearby': 'on the street beside it',
  'nearest-road': 'on the road nearest to it, which does not bear its number',
  gantry: 'at the toll gantry that the map shows near it',
  override: 'by a decision in station-places.json',
};

const isOnMainRoad = ({ road }: AuditRow) => /^[ER]/.test(road);

const share = (rows: readonly AuditRow[]): AuditShare => ({
  stations: rows.length,
  placed: rows.filter(({ placed }) => placed).length,
});
