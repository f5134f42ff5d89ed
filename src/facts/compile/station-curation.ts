/** The decisions by hand about toll stations, each with its reason, and the callback for missing decisions. */
import type { DataFile, DataFileName } from '../schema/data-files.ts';

/** All of them, as `readStationCuration` gives them. */
export type StationCuration = ReturnType<typeof readStationCuration>;

/** A project whose one-way stations charge towards the inside of a ring, or in one direction of the compass. */
export type ChargedRing = DataFile<'curated/toll-stations-rings.json'>['rings'][number];
/** What is known about the charged direction of one station. */
export type DirectionDecision =
  DataFile<'curated/toll-stations-directions.json'>['directions'][number];
/** The road of the network on which a station lies, if its road number does not tell it. */
export type RoadDecision = DataFile<'curated/station-places.json'>['places'][number];
/** The greatest distances between a station and its road. */
export type RoadLimits = Pick<
  DataFile<'road-network/placing.json'>['limits'],
  'sameRoadM' | 'streetM'
>;

/** Reads a file of `data/`. The compilation reads the edited files, a renewal reads the bundled files. */
export type ReadData = <Name extends DataFileName>(name: Name) => DataFile<Name>;

/** Reads all decisions about stations. @throws Error as `read` does. */
export function readStationCuration(read: ReadData) {
  const limits: RoadLimits = read('road-network/placing.json').limits;
  return {
    /** All spellings of one operator in the source, and the project they stand for. */
    operators: read('curated/toll-stations-operators.json').operators,
    /** Rows whose operator belongs to no project or to several, or to the wrong project. */
    ties: read('curated/toll-stations-ties.json').ties,
    names: read('curated/toll-stations-names.json').names,
    /** Records that are one station although their names differ. */
    keys: read('curated/toll-stations-keys.json').keys,
    /** Hour groups that are not the group of the project, or that differ from the source row. */
    hourGroups: read('curated/toll-stations-hour-groups.json').hourGroups,
    osloRings: read('curated/toll-stations-oslo-rings.json').osloRings,
    ramps: read('curated/toll-stations-ramps.json').ramps,
    rings: read('curated/toll-stations-rings.json').rings,
    directions: read('curated/toll-stations-directions.json').directions,
    places: read('curated/station-places.json').places,
    /** The projects tell from when until when their stations collect. */
    projects: read('toll-projects.json').projects,
    /** The road network places stations by the same limits. */
    limits,
  };
}

/**
 * Is called for each row that needs a decision by hand. The compilation then continues without the decision.
 *
 * @param id of the row.
 * @param question what is expected, such as `an Oslo ring`.
 */
export type OnUndecided = (id: string, question: string) => void;

/** For the bundled facts: they are compiled only when everything is decided. @throws Error for every open question. */
export const refuseUndecided: OnUndecided = (id, question) => {
  throw new Error(`Expected ${question} for ${id}.`);
};
