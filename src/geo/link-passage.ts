/**
 * Which toll sites a route drives over, by the links of the road database.
 *
 * Stretches are half-open, so a site on the joint of two of them is driven over once; the end of a
 * stretch belongs to it only where no other one goes on there.
 */
import { toRoadLink } from './carriageway.ts';
import type { CarriagewayPiece, DrivenLink, LinkPosition } from './road-link.ts';
import type { TollSite, TollSites } from './toll-site.ts';

/** Sites by the links on which they lie; see `buildLinkIndex`. */
export interface LinkIndex {
  readonly positions: ReadonlyMap<number, readonly SitePosition[]>;
  readonly carriageways: ReadonlyMap<number, readonly CarriagewayPiece[]>;
}

interface SitePosition {
  readonly site: TollSite;
  readonly position: LinkPosition;
}

/** A drive over a site. */
export interface LinkPassage {
  readonly site: TollSite;
  /** Place among the driven links: 2.5 is the middle of the third. */
  readonly linkAt: number;
  /** By the links alone, the direction driven is the charged one. */
  readonly isCharged: boolean;
  /** The links tell one direction; where they say both, that may be for want of knowledge. */
  readonly isOneWay: boolean;
}

/** An index over sites; those without a position on a link are never found. */
export function buildLinkIndex({ sites, carriageways }: TollSites): LinkIndex {
  const positions = sites.flatMap((site) => site.positions.map((position) => ({ site, position })));
  return {
    positions: groupBy(positions, ({ position }) => position.linkId),
    carriageways: groupBy(carriageways, ({ linkId }) => linkId),
  };
}

/** The sites that a route drives over, in travel order, each once for each drive. */
export function findLinkPassages(links: readonly DrivenLink[], index: LinkIndex): LinkPassage[] {
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

/** What is found of one site on one link, or on two that follow each other, is one drive. */
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

/** Turned round, the same link is driven the other way. */
const isBack = (before: DrivenLink | undefined, after: DrivenLink | undefined): boolean =>
  before?.linkId === after?.linkId && before?.direction !== after?.direction;

/** How much of a stretch is driven before a position of it, 0 … 1. */
function shareOf({ from, to, direction }: DrivenLink, at: number): number {
  const share = to === from ? 0 : (at - from) / (to - from);
  return direction === 'with' ? share : 1 - share;
}

function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
