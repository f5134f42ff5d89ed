import { type CarriagewayPiece, type DrivenLink, roundPosition } from './road-link.ts';

/**
 * The stretch of the road's own link sequence on which a driven stretch of carriageway lies.
 *
 * Positions are mapped in proportion, and clamped to the piece on the road. A carriageway that runs
 * against its road turns the direction round.
 *
 * Source: github.com/LtGlahn/ruteplan mappingRoute2nvdb.md, 2024-06-27; that "MOT" turns the
 * direction is inferred.
 *
 * @returns `undefined` when the piece is not driven, or is merely touched.
 */
export function toRoadLink(driven: DrivenLink, piece: CarriagewayPiece): DrivenLink | undefined {
  const from = Math.max(driven.from, piece.from);
  const to = Math.min(driven.to, piece.to);
  if (driven.linkId !== piece.linkId || from >= to) return undefined;

  const { road, isReversed } = piece;
  const toRoad = (position: number) => {
    const share = (position - piece.from) / (piece.to - piece.from);
    const onRoad = road.from + (isReversed ? 1 - share : share) * (road.to - road.from);
    return roundPosition(Math.min(road.to, Math.max(road.from, onRoad)));
  };
  const [a, b] = [toRoad(from), toRoad(to)];
  const opposite = driven.direction === 'with' ? 'against' : 'with';
  return {
    linkId: road.linkId,
    from: Math.min(a, b),
    to: Math.max(a, b),
    direction: isReversed ? opposite : driven.direction,
  };
}
