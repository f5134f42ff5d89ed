/** Toll sites on the links of the road database: which travel they charge, and which routes drive over them. */
import { groupBy } from '../base/lists.ts';
import type { LatLon } from '../base/point.ts';
import {
  type CarriagewayPiece,
  type DrivenLink,
  type LinkDirection,
  type LinkPosition,
  roundPosition,
} from '../geo/road-link.ts';

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

/**
 * The sites that a route drives over, by the links of the road database, in travel order, each once for each drive.
 *
 * Stretches are half-open, so a site on the joint of two of them is driven over once; the end of a
 * stretch belongs to it only where no other one goes on there.
 */
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
