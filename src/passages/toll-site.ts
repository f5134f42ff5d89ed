import type { LatLon } from '../base/point.ts';
import type { CarriagewayPiece, LinkDirection, LinkPosition } from '../geo/road-link.ts';

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
   * The direction was decided by hand, by what the operator says: this goes before what the links say.
   * Without a bearing it is both directions. Absent: the links decide.
   */
  readonly isDirectionDecided?: boolean;
  /** Positions on the links of the road database; `[]` where the data does not know any. */
  readonly positions: readonly LinkPosition[];
}

/** All toll stations as a route meets them, and the carriageways of the roads they stand on. */
export interface TollSites {
  readonly sites: readonly TollSite[];
  /** `[]` where the data does not know any. */
  readonly carriageways: readonly CarriagewayPiece[];
}

/** What the road database says of the charged direction at one position of a station. */
export interface ChargedFacts {
  /** Property 9414, relative to the metering of the road; absent: missing, or both directions. */
  readonly collection?: 'with-metering' | 'against-metering';
  /** How the metering runs on the link sequence (`strekning.retning`); absent: not known. */
  readonly metering?: LinkDirection;
  /** Lane codes of the position, such as "1" or "2K"; `[]` means every lane. */
  readonly lanes: readonly string[];
}

/** A charged direction, and whether lanes and metering contradict each other. */
interface ChargedOnLink {
  /** Absent: one direction, and it is not known which. */
  readonly charged?: LinkPosition['charged'];
  /** Worth a line in the log: the record itself is in doubt. */
  readonly isContradicted: boolean;
}

/**
 * The travel that a station charges, relative to its link sequence.
 *
 * Lanes of one direction decide, as in the road authority's own router. Lanes of both directions
 * and none at all say nothing, and the metering decides. `stedfesting.retning` has no value for
 * both directions and is never read.
 *
 * Source: NVDB properties 9414 and `kjørefelt`; github.com/LtGlahn/nvdbspeedlimit tollstation.md,
 * 2023-07-25, methods A and B.
 */
export function chargedOnLink(facts: ChargedFacts): ChargedOnLink {
  const byMetering = readMetering(facts);
  const byLanes = readLanes(facts.lanes);
  const isOneWay = byMetering === 'with' || byMetering === 'against';
  if (byLanes === 'with' || byLanes === 'against')
    return { charged: byLanes, isContradicted: isOneWay && byMetering !== byLanes };
  return {
    ...(byMetering !== undefined && { charged: byMetering }),
    isContradicted: byMetering !== 'both' && byLanes === 'both',
  };
}

/** Method A. `undefined`: one direction by the metering, whose own direction is not known. */
function readMetering({ collection, metering }: ChargedFacts): LinkPosition['charged'] | undefined {
  if (collection === undefined) return 'both';
  if (metering === undefined) return undefined;
  return (collection === 'with-metering') === (metering === 'with') ? 'with' : 'against';
}

/** Method B: odd lanes run with the link, even ones against it; `undefined` for no lanes. */
function readLanes(lanes: readonly string[]): LinkPosition['charged'] | undefined {
  const numbers = lanes.flatMap((code) => {
    const lane = Number.parseInt(code, 10);
    return Number.isNaN(lane) ? [] : [lane];
  });
  if (numbers.length === 0) return undefined;
  if (numbers.every((lane) => lane % 2 === 1)) return 'with';
  return numbers.every((lane) => lane % 2 === 0) ? 'against' : 'both';
}
