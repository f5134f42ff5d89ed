/**
 * Turn restrictions as bans between two links. For a restriction over several ways the links in between are copied.
 * Traffic from the first way uses the copies. The copies have all turns of the original links except the banned turns.
 *
 * Source: wiki.openstreetmap.org/wiki/Relation:restriction.
 */
import { groupBy } from '../../base/lists.ts';
import { LINK, type TurnBan } from '../../routing/graph.ts';
import { isOneWay } from '../../routing/network.ts';
import type { LinkToll } from '../compile/compile-links.ts';
import { factsOf, type LinkColumns, openLinkWriter } from '../compile/link-columns.ts';
import { drawLine } from '../compile/merge-links.ts';
import type { StationCut } from '../compile/place-on-links.ts';
import type { OsmRoads } from './read-roads.ts';

/** A copy of one direction of a link. */
interface LinkCopy {
  readonly of: number;
  /** The copy runs against the order of the points of its link. */
  readonly isBackward: boolean;
  /** The only link, or copy of a link, that leads into the copy. Restrictions that begin alike share their copies. */
  readonly after: number;
}

export function listTurnBans(read: OsmRoads) {
  const { links, restrictions } = read;
  const ends = openEnds(read);
  const copies = openCopies(links.count);
  const found = restrictions.map((restriction) => listBans(restriction, ends, copies));
  const bans = found.flatMap((some) => some ?? []);
  const made = copies.list;
  const whole = withCopies(links, made);
  return {
    /** The links, followed by the copies. */
    links: whole,
    bans: [
      ...onAllCopies(bans, whole, copies, links.count),
      ...guardCopies(whole, copies, links.count),
    ],
    /** Number of restrictions whose ways do not meet. */
    notMet: found.filter((some) => some === undefined).length,
    /** The link that a link is a copy of, or itself. */
    original: copies.original,
    /** Stations of a link stand on its copies, too. */
    onCopies: (cuts: readonly StationCut[]) => [
      ...cuts,
      ...made.flatMap((copy, i) => cutCopy(copy, links.count + i, cuts)),
    ],
    /** Tolls of a link hold on its copies, too. */
    tollsOnCopies: (tolls: readonly LinkToll[]): LinkToll[] =>
      tolls.map(({ id, pieces }) => ({
        id,
        pieces: [
          ...pieces,
          ...made.flatMap((copy, i) => copyPieces(copy, links.count + i, pieces)),
        ],
      })),
  };
}

/** The bans of a restriction; `undefined`: its ways do not meet. */
function listBans(
  { isOnly, from, to, via }: OsmRoads['restrictions'][number],
  ends: Ends,
  copies: Copies,
): TurnBan[] | undefined {
  const after = (start: number) =>
    'node' in via ? ends.over(start, via.node) : ends.along(start, via.ways);
  const ways = ends.ofWays(from).flatMap((start) => after(start).map((way) => ({ start, ...way })));
  const targets = ends.ofWays(to);
  if (!ways.some(({ node }) => targets.some((link) => ends.touches(link, node)))) return undefined;
  return ways.flatMap(({ start, path, node }) => {
    const named = targets.filter((link) => ends.leaves(link, node));
    if (named.length === 0) return [];
    const last = path.reduce((link, step) => copies.follow(link, step), start);
    const banned = isOnly ? ends.leaving(node).filter((link) => !named.includes(link)) : named;
    return banned
      .filter((link) => link !== last)
      .map((link) => ({ from: last, via: node, to: link }));
  });
}

/** Copies of links. Their numbers follow the numbers of the links. */
function openCopies(count: number) {
  const list: LinkCopy[] = [];
  const original = (link: number): number => list[link - count]?.of ?? link;
  /** The links by which traffic on a link has come, as far as that matters, and the link. */
  const wayTo = (link: number): number[] => {
    const copy = list[link - count];
    return copy === undefined ? [link] : [...wayTo(copy.after), copy.of];
  };
  return {
    list: list as readonly LinkCopy[],
    original,
    /** Has traffic on a link come the way that leads to and over another link? A link without copies tells of itself. */
    follows: (link: number, other: number): boolean => {
      const [way, wanted] = [wayTo(link), wayTo(other)];
      return wanted.every((step, i) => way[way.length - wanted.length + i] === step);
    },
    /** The copy of a link into which the link or copy `after` leads. It is made if there is none. */
    follow(after: number, { link, isBackward }: Step): number {
      const known = list.findIndex(
        (one) => one.of === link && one.isBackward === isBackward && one.after === after,
      );
      return count + (known === -1 ? list.push({ of: link, isBackward, after }) - 1 : known);
    },
  };
}

type Copies = ReturnType<typeof openCopies>;
type Ends = ReturnType<typeof openEnds>;

/** The stations of a link on a copy of it. */
const cutCopy = (
  { of, isBackward }: LinkCopy,
  link: number,
  cuts: readonly StationCut[],
): StationCut[] =>
  cuts
    .filter((cut) => cut.link === of && (isBackward ? cut.backward : cut.forward))
    .map(({ stationId, share }) => ({
      stationId,
      link,
      share: isBackward ? 1 - share : share,
      forward: true,
      backward: false,
    }));

/** The pieces of a link on a copy of it. */
const copyPieces = (
  { of, isBackward }: LinkCopy,
  link: number,
  pieces: LinkToll['pieces'],
): LinkToll['pieces'] =>
  pieces
    .filter((piece) => piece.link === of)
    .map(({ from, to }) =>
      isBackward ? { link, from: 1 - to, to: 1 - from } : { link, from, to },
    );

/** A link in the direction in which it is driven. */
interface Step {
  readonly link: number;
  readonly isBackward: boolean;
}

/** The links at which restrictions begin, lead on and end. */
function openEnds({ links, linksOf, nodeOf, restrictions }: OsmRoads) {
  const ofWays = (ways: readonly number[]) => ways.flatMap((way) => linksOf.get(way) ?? []);
  const leaves = (link: number, node: number) =>
    links.from[link] === node || (!isOneWay(links, link) && links.to[link] === node);
  const arrives = (link: number, node: number) =>
    links.to[link] === node || (!isOneWay(links, link) && links.from[link] === node);
  /** The way from a node along all the links, each once; undefined: the links are not connected in such a way. */
  const walk = (first: number, all: readonly number[]) => {
    const left = new Set(all);
    const path: Step[] = [];
    let node = first;
    while (left.size > 0) {
      const link = [...left].find((one) => leaves(one, node));
      if (link === undefined) return undefined;
      left.delete(link);
      const isBackward = links.from[link] !== node;
      path.push({ link, isBackward });
      node = (isBackward ? links.from : links.to)[link] as number;
    }
    return path.length === 0 ? undefined : { path, node };
  };
  // The nodes that a prescribed turn may lead over: all links there are needed.
  const told = new Set(
    restrictions
      .filter(({ isOnly }) => isOnly)
      .flatMap(({ to }) => ofWays(to))
      .flatMap((link) => [links.from[link] as number, links.to[link] as number]),
  );
  const at = listAt(told, links.count, (link) => [links.from[link], links.to[link]]);
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
        .flatMap((node) => walk(node, all) ?? []);
    },
  };
}

/** The links at some nodes. @param endsOf the nodes of a link that count. */
function listAt(
  nodes: ReadonlySet<number>,
  count: number,
  endsOf: (link: number) => readonly (number | undefined)[],
): ReadonlyMap<number, readonly number[]> {
  const at = new Map<number, number[]>();
  for (let link = 0; link < count; link++)
    for (const node of new Set(endsOf(link)))
      if (node !== undefined && nodes.has(node)) at.set(node, [...(at.get(node) ?? []), link]);
  return at;
}

/** Extends the bans to the copies of both links that meet at the node of the ban. */
const onAllCopies = (
  bans: readonly TurnBan[],
  { from, to }: LinkColumns,
  { list, original, follows }: Copies,
  count: number,
): TurnBan[] => {
  const copiesAt = (node: number, ends: LinkColumns['from']) =>
    list.flatMap((_, i) => (ends[count + i] === node ? [count + i] : []));
  return bans.flatMap((ban) => {
    const starts = copiesAt(ban.via, to).filter((copy) => follows(copy, ban.from));
    const ends = copiesAt(ban.via, from).filter((copy) => original(copy) === ban.to);
    return [...new Set([ban.from, ...starts])].flatMap((start) =>
      [ban.to, ...ends].map((end) => ({ ...ban, from: start, to: end })),
    );
  });
};

/**
 * The bans that keep traffic on the copies. Traffic enters the copy of a link that follows most of the way that it has
 * come, and no other one and not the original. No U-turn leads from a copy into its original.
 */
function guardCopies(links: LinkColumns, copies: Copies, count: number): TurnBan[] {
  const { from, to } = links;
  const { list, follows } = copies;
  const starts = new Set(list.map((_, i) => from[count + i] as number));
  const arriving = listAt(starts, links.count, (link) => [
    to[link],
    isOneWay(links, link) ? undefined : from[link],
  ]);
  const rivalsOf = groupBy(list, ({ of, isBackward }) => `${of} ${isBackward}`);
  return list.flatMap((one, i) => {
    const { of, isBackward, after } = one;
    const copy = count + i;
    const [start, end] = [from[copy] as number, to[copy] as number];
    const rivals = (rivalsOf.get(`${of} ${isBackward}`) ?? []).filter(
      (other) => other !== one && follows(other.after, after),
    );
    const isEntered = (link: number) =>
      follows(link, after) && !rivals.some((other) => follows(link, other.after));
    return [
      { from: copy, via: end, to: of },
      ...(arriving.get(start) ?? []).map((link) => ({
        from: link,
        via: start,
        to: isEntered(link) ? of : copy,
      })),
    ];
  });
}

function withCopies(links: LinkColumns, copies: readonly LinkCopy[]): LinkColumns {
  if (copies.length === 0) return links;
  const writer = openLinkWriter(links);
  for (const { of, isBackward } of copies) {
    drawLine(writer, links, of, isBackward);
    const facts = factsOf(links, of);
    const { from, to, withMs, againstMs } = facts;
    writer.addLink({
      ...facts,
      flags: facts.flags | LINK.oneWay,
      ...(isBackward && { from: to, to: from, withMs: againstMs, againstMs: withMs }),
    });
  }
  return writer.finish();
}
