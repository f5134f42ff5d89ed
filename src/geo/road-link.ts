/**
 * Places on the road links of the road database. A link sequence has positions from 0 to 1. Objects on it and routes
 * along it are matched by its id and these positions.
 *
 * Source: NVDB API les V4, link sequences (`veglenkesekvens`) and levels (`topologinivå`),
 * November 2026.
 */

/** A stretch of a link sequence that a route drives. */
export interface DrivenLink {
  readonly linkId: number;
  /** Relative positions 0 … 1, `from` <= `to` for both directions. */
  readonly from: number;
  readonly to: number;
  /** Is it driven with the direction of the link sequence, or against it? */
  readonly direction: LinkDirection;
}

/** Travel relative to the direction of a link sequence. */
export type LinkDirection = 'with' | 'against';

/** A toll station on a link sequence. */
export interface LinkPosition {
  readonly linkId: number;
  /** Relative position 0 … 1; eight decimals are significant. */
  readonly at: number;
  /** The directions of travel that are charged here; see `chargedOnLink`. */
  readonly charged: LinkDirection | 'both';
}

/**
 * A piece of the link sequence of one carriageway, and its place on the link sequence of the whole road. Stations stand
 * on the sequence of the road, routes use the sequence of the carriageway.
 *
 * Source: NVDB, `superstedfesting` of a segment of level `Kjørebane`.
 */
export interface CarriagewayPiece {
  readonly linkId: number;
  /** Positions on the carriageway's sequence, `from` < `to`. */
  readonly from: number;
  readonly to: number;
  /** Positions on the road's sequence, `from` <= `to`. */
  readonly road: { readonly linkId: number; readonly from: number; readonly to: number };
  /** The sequence of the carriageway runs against the sequence of the road (`retning` "MOT"). */
  readonly isReversed: boolean;
}

/** Positions are compared with eight decimals, the precision of the road database. */
export const roundPosition = (position: number): number => Math.round(position * 1e8) / 1e8;
