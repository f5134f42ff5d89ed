/** The decisions by hand about toll stations, each with its reason, and what hears of one that lacks. */
import type { DataFile, DataFileName } from '../schema/data-files.ts';

/** All of them, as `readStationCuration` gives them. */
export type StationCuration = ReturnType<typeof readStationCuration>;

/** A project whose one-way stations charge towards the inside of a ring, or one way of the compass. */
export type ChargedRing = DataFile<'curated/toll-stations-rings.json'>['rings'][number];
/** What is known about the charged direction of one station. */
export type DirectionDecision =
  DataFile<'curated/toll-stations-directions.json'>['directions'][number];
/** On which road of the network a station lies, where its number does not tell it. */
export type RoadDecision = DataFile<'curated/station-places.json'>['places'][number];
/** How far off the road of a station may be. */
export type RoadLimits = Pick<
  DataFile<'road-network/placing.json'>['limits'],
  'sameRoadM' | 'streetM'
>;

/** Reads a file of `data/`: those who compile, what they have just edited; a renewal, what is bundled. */
export type ReadData = <Name extends DataFileName>(name: Name) => DataFile<Name>;

/** Reads all decisions about stations. @throws Error as `read` does. */
export function readStationCuration(read: ReadData) {
  const limits: RoadLimits = read('road-network/placing.json').limits;
  return {
    /** All spellings of one operator in the source, and the project they stand for. */
    operators: read('curated/toll-stations-operators.json').operators,
    /** Rows that their operator alone does not tie to a project, or ties to the wrong one. */
    ties: read('curated/toll-stations-ties.json').ties,
    names: read('curated/toll-stations-names.json').names,
    /** Records that are one station although their names differ. */
    keys: read('curated/toll-stations-keys.json').keys,
    /** Hour groups that are not the project's, or that the source row denies. */
    hourGroups: read('curated/toll-stations-hour-groups.json').hourGroups,
    osloRings: read('curated/toll-stations-oslo-rings.json').osloRings,
    ramps: read('curated/toll-stations-ramps.json').ramps,
    rings: read('curated/toll-stations-rings.json').rings,
    directions: read('curated/toll-stations-directions.json').directions,
    places: read('curated/station-places.json').places,
    /** Since when, and until when, their stations collect. */
    projects: read('toll-projects.json').projects,
    /** By which the road network places stations, too. */
    limits,
  };
}

/**
 * Hears of a row that needs a decision by hand, and lets the compilation go on without one.
 *
 * @param id of the row.
 * @param question what is expected, such as `an Oslo ring`.
 */
export type OnUndecided = (id: string, question: string) => void;

/** For facts of our own: nothing is compiled before everything is decided. */
export const refuseUndecided: OnUndecided = (id, question) => {
  throw new Error(`Expected ${question} for ${id}.`);
};
