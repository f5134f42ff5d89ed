import type { LatLon } from '../base/point.ts';
import type { CarriagewayPiece, LinkPosition } from '../geo/road-link.ts';

/** Where a toll station stands and which travel it charges, for matching with routes. */
export interface TollSite {
  /** NVDB object id. */
  readonly stationId: string;
  readonly name: string;
  /** Ids of other rows that mean the same payment; absent: there are none. */
  readonly otherIds?: readonly string[];
  readonly at: LatLon;
  /** Bearing of travel in the charged direction, degrees; absent: both, or it can not be told. */
  readonly chargedBearingDeg?: number;
  /**
   * Somebody decided the direction by what the operator says: it goes before what the links say.
   * Without a bearing it is both. Absent: the links know better.
   */
  readonly isDirectionDecided?: boolean;
  /** On the links of the road database; `[]` where the data does not know. */
  readonly positions: readonly LinkPosition[];
}

/** All toll stations as a route meets them, and the carriageways of the roads they stand on. */
export interface TollSites {
  readonly sites: readonly TollSite[];
  /** `[]` where the data does not know any. */
  readonly carriageways: readonly CarriagewayPiece[];
}
