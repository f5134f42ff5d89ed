/**
 * Finds the toll sites that a route drives over, by the links of the road database.
 *
 * Stretches are half-open, so a site on the joint of two of them is driven over once; the end of a
 * stretch belongs to it only where no other one goes on there.
 */
import { groupBy } from '../base/lists.ts';
import { type CarriagewayPiece, type DrivenLink, roundPosition } from '../geo/road-link.ts';
import type { TollSite, TollSites } from './toll-site.ts';

/** A drive over a site. */
export interface LinkPassage {
  readonly site: TollSite;
  /** Place among the driven links: 2.5 is the middle of the third. */
  readonly linkAt: number;
  /** By the links alone, the direction driven is the charged one. */
  readonly isCharged: boolean;
  /** The links tell a single direction. Where they tell both, it may be that the direction is not known. */
  readonly isOneWay: boolean;
}

/** Sites by the links on which they lie; those without a position on a link are never found. */
export function buildLinkIndex({ sites, carriageways }: TollSites) {
  const positions = sites.flatMap((site) => site.positions.map((position) => ({ site, position })));
  return {
    positions: groupBy(positions, ({ position }) => position.linkId),
    carriageways: groupBy(carriageways, ({ linkId }) => linkId),
  };
}

/** The sites that a route drives over, in travel order, each once for each drive. */
export function findLinkPassages(
  links: readonly DrivenLink[],
  index: ReturnType<typeof buildLinkIndex>,
): LinkPassage[] {
  // On the carriageway itself and on its road: a station may stand on either.
  const stretches = links.flatMap((link, i) => [
    { ...link, i },
    ...(index.carriageways.get(link.linkId) ?? []).flatMap((piece) => {
      const onRoad = toRoadLink(link, piece);
      return onRoad === undefined ? [] : [{ ...onRoad, i }];
    }),
  ]);
  const begins = groupBy(stretches, ({ linkId, from }) => `${from}@${linkId}`);
  const found = stretches.flatMap((stretch) => {
    const { linkId, from, to } = stretch;
    const goesOn = begins.get(`${to}@${linkId}`)?.some((next) => next !== stretch) ?? false;
    return (index.positions.get(linkId) ?? []).flatMap(({ site, position }) => {
      const { at, charged } = position;
      const isOn = (from <= at && at < to) || (at === to && !goesOn);
      if (!isOn) return [];
      const isCharged = charged === 'both' || charged === stretch.direction;
      const linkAt = stretch.i + shareOf(stretch, at);
      return [{ site, i: stretch.i, linkAt, isCharged, isOneWay: charged !== 'both' }];
    });
  });
  return joinDrives(found, links).map(({ i: _, ...passage }) => passage);
}

type Found = LinkPassage & { readonly i: number };

/** Joins what is found of one site on one link, or on two links that follow each other, to one drive. */
function joinDrives(found: readonly Found[], links: readonly DrivenLink[]): Found[] {
  const drives: Found[] = [];
  for (const here of found.toSorted((a, b) => a.linkAt - b.linkAt)) {
    const last = drives.findLastIndex(({ site }) => site === here.site);
    const before = drives[last];
    if (before === undefined || here.i - before.i > 1 || isBack(links[before.i], links[here.i]))
      drives.push(here);
    else drives[last] = join(before, here);
  }
  return drives;
}

const join = (before: Found, here: Found): Found => ({
  ...before,
  i: here.i,
  isCharged: before.isCharged || here.isCharged,
  isOneWay: before.isOneWay && here.isOneWay,
});

/** Is the same link driven the other way, because the drive turned round? */
const isBack = (before: DrivenLink | undefined, after: DrivenLink | undefined): boolean =>
  before?.linkId === after?.linkId && before?.direction !== after?.direction;

/** How much of a stretch is driven before a position of it, 0 … 1. */
function shareOf({ from, to, direction }: DrivenLink, at: number): number {
  const share = to === from ? 0 : (at - from) / (to - from);
  return direction === 'with' ? share : 1 - share;
}

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
 *
 * @internal Its tests ask it by itself.
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
