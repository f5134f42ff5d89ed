import { join } from 'node:path';
import Type from 'typebox';
import type { LatLon } from '../../base/point.ts';
import { readCurated } from '../curated-schema.ts';
import { readChecked } from '../read-checked.ts';

/** Hand-written decisions about toll stations, each with its reason; `data/curated/toll-stations*.json`. */
export interface StationCuration {
  readonly operators: readonly OperatorSpelling[];
  readonly ties: readonly StationTie[];
  readonly names: readonly StationName[];
  readonly keys: readonly SharedKey[];
  readonly hourGroups: readonly HourGroupDecision[];
  readonly osloRings: readonly OsloRing[];
  readonly ramps: readonly Ramp[];
  readonly rings: readonly ChargedRing[];
  readonly directions: readonly DirectionDecision[];
  /** From `station-places.json`. */
  readonly places: readonly RoadDecision[];
  /** From `data/road-network/placing.json`, by which the road network places stations, too. */
  readonly limits: RoadLimits;
}

/** How far off the road of a station may be. */
export interface RoadLimits {
  /** A road of the station's own number counts within this distance. Metres. */
  readonly sameRoadM: number;
  /** A municipal or private road without number counts for such a station within this. Metres. */
  readonly streetM: number;
}

/** All spellings of one operator in the source, and the project they stand for. */
export interface OperatorSpelling {
  readonly written: readonly string[];
  /** The company, or the scheme where the source names no company. */
  readonly operator: string;
  readonly project: string;
}

/** A row that its operator alone does not tie to a project, or ties to the wrong one. */
export interface StationTie {
  readonly id: string;
  readonly project: string;
  /** Absent: the operator of the row, else unknown. */
  readonly operator?: string;
  readonly why: string;
}

export interface StationName {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

/** Records that are one station although their names differ. */
export interface SharedKey {
  readonly key: string;
  readonly ids: readonly string[];
  readonly why: string;
}

/** An hour group that is not the project's, or that the source row denies. */
export interface HourGroupDecision {
  readonly id: string;
  readonly hourGroup: string | null;
  readonly why: string;
}

export interface OsloRing {
  readonly id: string;
  readonly ring: 'indre ring' | 'osloringen' | 'bygrensen';
  readonly why: string;
}

export interface Ramp {
  readonly id: string;
  readonly why: string;
}

/** A project whose one-way stations charge towards the inside of a ring, or one way of the compass. */
export interface ChargedRing {
  readonly project: string;
  /** Only stations of this Oslo ring. */
  readonly ring?: OsloRing['ring'];
  /** Only these stations. */
  readonly ids?: readonly string[];
  /** Places inside the ring: the nearest one counts. */
  readonly inside?: readonly {
    readonly name: string;
    readonly lat: number;
    readonly lon: number;
  }[];
  /** Compass direction in which all of them charge, where the operator says so. */
  readonly towardsDeg?: number;
  readonly why: string;
  readonly source: string;
}

/** What is known about the charged direction of one station. */
export interface DirectionDecision {
  readonly id: string;
  readonly charged: 'both' | 'one-way' | 'undecided-one-way';
  /** Rough bearing; the bearing of the road nearest to it is used. */
  readonly towardsDeg?: number;
  readonly by: 'override' | 'ramp' | 'name' | 'twin' | 'metering' | 'none';
  readonly why: string;
}

/** On which road of the network a station lies, where its number does not tell it. */
export interface RoadDecision {
  readonly id: string;
  /** `none`: no road of the network leads past it. */
  readonly place?: 'none';
  /** The network's name of the road; `null`: any. Absent: the station's own. */
  readonly road?: string | null;
  /** Distance within which that road is looked for. Metres. */
  readonly maxM?: number;
  /** Where on the network it is looked for; absent: at the published position. */
  readonly at?: LatLon;
}

/** What the compilation reads of `placing.json`. */
const PlacingFile = Type.Object({
  limits: Type.Object({ sameRoadM: Type.Number(), streetM: Type.Number() }),
});

/**
 * Reads the decisions by hand about stations.
 *
 * @throws Error with one line that names the file that is wrong.
 */
export function readStationCuration(data: string): StationCuration {
  const { limits } = readChecked(join(data, 'road-network/placing.json'), PlacingFile).content;
  return {
    operators: readCurated(data, 'toll-stations-operators.json').operators,
    ties: readCurated(data, 'toll-stations-ties.json').ties,
    names: readCurated(data, 'toll-stations-names.json').names,
    keys: readCurated(data, 'toll-stations-keys.json').keys,
    hourGroups: readCurated(data, 'toll-stations-hour-groups.json').hourGroups,
    osloRings: readCurated(data, 'toll-stations-oslo-rings.json').osloRings,
    ramps: readCurated(data, 'toll-stations-ramps.json').ramps,
    rings: readCurated(data, 'toll-stations-rings.json').rings,
    directions: readCurated(data, 'toll-stations-directions.json').directions,
    places: readCurated(data, 'station-places.json').places,
    limits,
  };
}
