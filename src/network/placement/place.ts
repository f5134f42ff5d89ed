import type { LatLon } from '../../base/point.ts';
import type { DataFile } from '../../facts/schema/data-files.ts';
import type { StationRecord } from '../../facts/schema/toll-stations.ts';
import type { CarriagewayPiece, LinkPosition } from '../../geo/road-link.ts';
import type { FerryService } from '../../trip/ferry-service.ts';
import type { RoadSection } from '../../trip/road-section.ts';

/** The facts that are put on a network. */
export interface FactsToPlace {
  readonly stations: readonly StationToPlace[];
  /** Absent: none. */
  readonly sections?: readonly SectionToPlace[];
  /** Pieces of carriageway on the roads of the stations; absent: not known. */
  readonly carriageways?: readonly CarriagewayPiece[];
  /** Ferry connections; absent: none. */
  readonly services?: readonly FerryService[];
}

/** The facts of a section that decide where it lies. */
export type SectionToPlace = Pick<RoadSection, 'id' | 'line' | 'road' | 'ends'> &
  Partial<Pick<RoadSection, 'name'>>;

/** A toll station as the placement needs it. The number of its road may be missing in the network. */
export interface StationToPlace
  extends Pick<StationRecord, 'id' | 'name' | 'project' | 'kind' | 'road' | 'charged'> {
  readonly at: LatLon;
  /** It stands on a ramp. The bundled network has only the ramps that we drew. */
  readonly onRamp: boolean;
  /** Bearing of travel in the charged direction; only with `one-way`. */
  readonly chargedBearingDeg?: number;
  /** Places on the link sequences of the road database; absent: not known. */
  readonly positions?: readonly LinkPosition[];
  /** The direction follows from what the operator says, and not from the links. */
  readonly isDirectionDecided?: true;
}

/** A decision by hand where a station lies on the network, or that it has no place there. */
export type PlaceOverride = DataFile<'curated/station-places.json'>['places'][number];

/** A station on a link of the network. */
export interface PlacedStation {
  readonly id: string;
  /** Index into the list of links. */
  readonly link: number;
  /** Metres from the start of the link. */
  readonly alongM: number;
  /** Metres from the published position to the link. */
  readonly offM: number;
  /** Directions of travel that are charged, relative to the order of the link's points. */
  readonly forward: boolean;
  readonly backward: boolean;
  /** How the link was chosen. */
  readonly by:
    | 'link-position'
    | 'road-number'
    | 'ramp'
    | 'street-nearby'
    | 'nearest-road'
    | 'gantry'
    | 'override';
}

export interface UnplacedStation {
  readonly id: string;
  /** One English sentence without full stop. */
  readonly why: string;
  /** Is its road in the network at all? Then the station should have been placed. */
  readonly roadInNetwork: boolean;
}

export interface Placement {
  readonly placed: readonly PlacedStation[];
  readonly unplaced: readonly UnplacedStation[];
}

/**
 * The sources of a direction that rest on what the operator says of the station. The other sources rest on the road
 * database. Its links give the direction more exactly.
 */
const DECIDED_BY: readonly StationRecord['chargedBy'][] = ['override', 'name', 'inbound', 'ramp'];

export const isDirectionDecided = ({ charged, chargedBy }: StationRecord): boolean =>
  DECIDED_BY.includes(chargedBy) && charged !== 'undecided-one-way';

/** The places of a station on link sequences, including those of records that only repeat the station. */
export const listPositions = (
  station: StationRecord,
  stations: readonly StationRecord[],
): readonly LinkPosition[] =>
  [station, ...stations.filter(({ staleTwinOf }) => staleTwinOf === station.id)].flatMap(
    ({ positions = [] }) => positions,
  );

/** The stations to place, by id. Records that only repeat another record are left out. */
export const toStationsToPlace = (stations: readonly StationRecord[]): StationToPlace[] =>
  stations
    .filter(({ staleTwinOf }) => staleTwinOf === undefined)
    .map((station): StationToPlace => {
      const { id, name, project, kind, road, lat, lon, charged, chargedBearingDeg } = station;
      const positions = listPositions(station, stations);
      return {
        ...{ id, name, project, kind, road, charged },
        at: { lat, lon },
        onRamp: station.onRamp === true,
        ...(chargedBearingDeg === null ? {} : { chargedBearingDeg }),
        ...(positions.length > 0 && { positions }),
        ...(isDirectionDecided(station) && { isDirectionDecided: true }),
      };
    })
    .sort((a, b) => Number(a.id) - Number(b.id));
