import type { StationCuration } from '../../src/facts/compile/station-curation.ts';
import type { StationRoad } from '../../src/facts/compile/station-roads.ts';
import type { StationRow } from '../../src/upstream/road-database/parse-station.ts';

/**
 * Metres per degree of latitude. The invented land lies on the equator, where a degree of longitude has the same
 * length.
 */
const M_PER_DEG = 111_195;

/** A place `eastM` and `northM` metres from the invented town at 0, 0. */
export const at = (eastM: number, northM: number) => ({
  lat: northM / M_PER_DEG,
  lon: eastM / M_PER_DEG,
});

/** Members that the road database does not give for most stations. */
export const LACKING = {
  largeRushNok: null,
  hourGroupNo: null,
  operatorId: null,
  stationCode: null,
  positions: [],
  metering: [],
  doubts: [],
} as const;

/** A row of the source. By default it is a one-way AutoPASS station of `Bro AS`. */
export const row = (nvdbId: number, given: Partial<StationRow> = {}): StationRow => ({
  nvdbId,
  name: `Station ${nvdbId}`,
  category: 'AutoPASS bomstasjon',
  operator: 'Bro AS',
  road: 'E1',
  municipality: 301,
  ...at(0, 1000),
  smallNok: 20,
  largeNok: 40,
  smallRushNok: null,
  rushMorning: null,
  rushAfternoon: null,
  direction: 'with',
  hourRule: 'first',
  hourRuleMin: 60,
  ...LACKING,
  ...given,
});

/** A road through places given as `[eastM, northM]`. */
export const road = (name: string, ...places: (readonly [number, number])[]): StationRoad => ({
  road: name,
  line: places.map(([eastM, northM]) => at(eastM, northM)),
});

/** Decisions of which only one is set: it ties `Bro AS` to the project `bro`. */
export const NO_DECISIONS: StationCuration = {
  operators: [{ written: ['Bro AS'], operator: 'Bro AS', project: 'bro' }],
  ties: [],
  names: [],
  keys: [],
  hourGroups: [],
  osloRings: [],
  ramps: [],
  rings: [],
  directions: [],
  places: [],
  projects: [],
  limits: { sameRoadM: 500, streetM: 100 },
};
