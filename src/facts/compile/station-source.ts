import type { LatLon } from '../../base/point.ts';
import type { LinkPosition } from '../../geo/road-link.ts';

/** A row of the toll-station extract of the national road database (NVDB type 45). */
export interface SourceStation {
  readonly nvdbId: number;
  readonly name: string | null;
  readonly category: string;
  readonly operator: string | null;
  /** Category letter and number, `E39`. */
  readonly road: string;
  readonly municipality: number | null;
  readonly lon: number;
  readonly lat: number;
  readonly smallNok: number | null;
  readonly largeNok: number | null;
  readonly smallRushNok: number | null;
  readonly largeRushNok?: number | null;
  readonly rushMorning: string | null;
  readonly rushAfternoon: string | null;
  /** Relative to the metering of the road, which may run either way; `unknown`: unheard of. */
  readonly direction: 'with' | 'against' | 'both' | 'unknown' | null;
  readonly hourRule: 'first' | 'dearest' | 'none' | 'unknown' | null;
  readonly hourRuleMin: number | null;
  /** Stations with an equal number share an hour rule. The extract lacks this and all below. */
  readonly hourGroupNo?: number | null;
  /** Together the station's name in AutoPASS: one passage, however many objects it has. */
  readonly operatorId?: number | null;
  readonly stationCode?: number | null;
  /** On the links of the road database. */
  readonly positions?: readonly LinkPosition[];
  /** Where the station lies on the metering of its road. */
  readonly metering?: readonly { readonly at?: MeteringPlace }[];
}

/** A place on a metered road: stretches and their parts are numbered along it. */
export interface MeteringPlace {
  readonly section: number;
  readonly part: number;
  readonly metre: number;
}

/** The centre line of a road link and the road it belongs to. */
export interface StationRoad {
  /** `E39`; the letter alone where the link has no number. */
  readonly road: string;
  readonly line: readonly LatLon[];
}
