/**
 * Turn restrictions as bans between two links. One over several ways becomes copies of the links between: who comes from
 * the first way drives on the copies, which have all turns of the links but those that are banned.
 *
 * Source: wiki.openstreetmap.org/wiki/Relation:restriction.
 */
import { LINK, type TurnBan } from '../../routing/graph.ts';
import { type LinkColumns, openLinkPen } from '../compile/link-columns.ts';
import { drawLine, factsOf } from '../compile/merge-links.ts';
import type { StationCut } from '../compile/place-on-links.ts';
import type { OsmRoads } from './read-roads.ts';

/** A second link for one direction of a link. */
interface LinkCopy {
  readonly of: number;
  /** It is driven against the order of the points of its link. */
  readonly isBackward: boolean;
  /** The only link that one comes from, or a copy of it; restrictions with the same beginning share its copies. */
  readonly after: number;
}

export interface TurnBans {
  /** With the copies behind them. */
  readonly links: LinkColumns;
  readonly bans: readonly TurnBan[];
  /** Restrictions whose ways do not meet there. */
  readonly notMet: number;
  /** The link that a link is a copy of, or itself. */
  original(link: number): number;
  /** Stations of a link stand on its copies, too. */
  onCopies(cuts: readonly StationCut[]): readonly StationCut[];
}

export function listTurnBans(read: OsmRoads): TurnBans {
  const { links, restrictions } = read;
  const bans: TurnBan[] = [];
  const copies: LinkCopy[] = [];
  const ends = openEnds(read);
  let notMet = 0;
  for (const { isOnly, from, to, via } of restrictions) {
    let isMet = false;
    for (const start of ends.ofWays(from))
      for (const { path, node } of 'node' in via
        ? ends.over(start, via.node)
        : ends.along(start, via.ways)) {
        const touching = ends.ofWays(to).filter((link) => ends.touches(link, node));
        isMet ||= touching.length > 0;
        const named = touching.filter((link) => ends.leaves(link, node));
        if (named.length === 0) continue;
        const last = path.reduce((after, { link, isBackward }) => {
          const shared = copies.findIndex(
            (one) => one.of === link && one.isBackward === isBackward && one.after === after,
          );
          if (shared !== -1) return links.count + shared;
          copies.push({ of: link, isBackward, after });
          return links.count + copies.length - 1;
        }, start);
        const banned = isOnly ? ends.leaving(node).filter((link) => !named.includes(link)) : named;
        for (const link of banned)
          if (link !== last) bans.push({ from: last, via: node, to: link });
      }
    if (!isMet) notMet++;
  }
  const whole = withCopies(links, copies);
  const original = (link: number) => copies[link - links.count]?.of ?? link;
  return {
    links: whole,
    bans: [
      ...onAllCopies(bans, whole, copies, links.count),
      ...guardCopies(whole, copies, links.count),
    ],
    notMet,
    original,
    onCopies: (cuts) => [
      ...cuts,
      ...copies.flatMap(({ of, isBackward }, i) =>
        cuts
          .filter(({ link, forward, backward }) => link === of && (isBackward ? backward : forward))
          .map(({ stationId, share }) => ({
            stationId,
            link: links.count + i,
            share: isBackward ? 1 - share : share,
            forward: true,
            backward: false,
          })),
      ),
    ],
  };
}

/** A link in the direction in which it is driven. */
interface Step {
  readonly link: number;
  readonly isBackward: boolean;
}

/** The links at which restrictions begin, lead on and end. */
function openEnds({ links, linksOf, nodeOf, restrictions }: OsmRoads) {
  const isOneWay = (link: number) => ((links.flags[link] as number) & LINK.oneWay) !== 0;
  const ofWays = (ways: readonly number[]) => ways.flatMap((way) => linksOf.get(way) ?? []);
  const leaves = (link: number, node: number) =>
    links.from[link] === node || (!isOneWay(link) && links.to[link] === node);
  const arrives = (link: number, node: number) =>
    links.to[link] === node || (!isOneWay(link) && links.from[link] === node);
  // All links at nodes that a prescribed turn may lead over.
  const told = new Set(
    restrictions
      .filter(({ isOnly }) => isOnly)
      .flatMap(({ to }) => ofWays(to))
      .flatMap((link) => [links.from[link] as number, links.to[link] as number]),
  );
  const at = new Map<number, number[]>();
  for (let link = 0; link < links.count; link++)
    for (const node of new Set([links.from[link] as number, links.to[link] as number]))
      if (told.has(node)) at.set(node, [...(at.get(node) ?? []), link]);
  return {
    ofWays,
    leaves,
    touches: (link: number, node: number) => links.from[link] === node || links.to[link] === node,
    leaving: (node: number) => (at.get(node) ?? []).filter((link) => leaves(link, node)),
    /** The node itself, where the link comes to it. */
    over(start: number, id: number): { path: Step[]; node: number }[] {
      const node = nodeOf(id);
      return arrives(start, node) ? [{ path: [], node }] : [];
    },
    /** The way along all links of some ways, each once, from an end of the first link. */
    along(start: number, ways: readonly number[]): { path: Step[]; node: number }[] {
      const all = ofWays(ways);
      return [links.to[start] as number, links.from[start] as number]
        .filter((node) => arrives(start, node))
        .flatMap((first) => {
          const left = new Set(all);
          const path: Step[] = [];
          let node = first;
          while (left.size > 0) {
            const link = [...left].find((one) => leaves(one, node));
            if (link === undefined) return [];
            left.delete(link);
            const isBackward = links.from[link] !== node;
            path.push({ link, isBackward });
            node = (isBackward ? links.from : links.to)[link] as number;
          }
          return path.length === 0 ? [] : [{ path, node }];
        });
    },
  };
}

/** What is banned from a link into another is banned from and into those of their copies that meet there, too. */
const onAllCopies = (
  bans: readonly TurnBan[],
  { from, to }: LinkColumns,
  copies: readonly LinkCopy[],
  count: number,
): TurnBan[] => {
  const withCopiesOf = (link: number, node: number, ends: LinkColumns['from']) => [
    link,
    ...copies.flatMap(({ of }, i) => (of === link && ends[count + i] === node ? [count + i] : [])),
  ];
  return bans.flatMap((ban) =>
    withCopiesOf(ban.from, ban.via, to).flatMap((start) =>
      withCopiesOf(ban.to, ban.via, from).map((end) => ({ ...ban, from: start, to: end })),
    ),
  );
};

/** A copy is entered from its one link, which does not lead into what it is a copy of; one does not turn back on it. */
function guardCopies(
  { count: all, from, to, flags }: LinkColumns,
  copies: readonly LinkCopy[],
  count: number,
): TurnBan[] {
  const starts = new Set(copies.map((_, i) => from[count + i] as number));
  const arriving = new Map<number, number[]>();
  for (let link = 0; link < all; link++) {
    const isOneWay = ((flags[link] as number) & LINK.oneWay) !== 0;
    for (const node of new Set([to[link] as number, ...(isOneWay ? [] : [from[link] as number])]))
      if (starts.has(node)) arriving.set(node, [...(arriving.get(node) ?? []), link]);
  }
  const original = (link: number) => copies[link - count]?.of ?? link;
  return copies.flatMap(({ of, after }, i) => {
    const copy = count + i;
    const [start, end] = [from[copy] as number, to[copy] as number];
    const isAfter = (link: number) => link === after || (after < count && original(link) === after);
    return [
      { from: copy, via: end, to: of },
      ...(arriving.get(start) ?? []).map((link) =>
        isAfter(link) ? { from: link, via: start, to: of } : { from: link, via: start, to: copy },
      ),
    ];
  });
}

function withCopies(links: LinkColumns, copies: readonly LinkCopy[]): LinkColumns {
  if (copies.length === 0) return links;
  const pen = openLinkPen(links);
  const { from, to, withMs, againstMs, lengthM } = links;
  for (const { of, isBackward } of copies) {
    drawLine(pen, links, of, isBackward);
    const facing = (row: Int32Array | Float64Array, turned: Int32Array | Float64Array) =>
      (isBackward ? turned : row)[of] as number;
    const facts = factsOf(links, of);
    pen.addLink(
      facing(from, to),
      facing(to, from),
      { ...facts, flags: facts.flags | LINK.oneWay },
      {
        withMs: facing(withMs, againstMs),
        againstMs: facing(againstMs, withMs),
        lengthM: lengthM[of] as number,
      },
    );
  }
  return pen.finish();
}
