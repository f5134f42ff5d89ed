/**
 * Numbers the nodes of the official network: by their ids, and where an end has none by its place. An end without id
 * belongs to the node with an id at the same millimetre. Two ids are never one node, wherever they lie.
 */
import { doubles, type LinkColumns } from '../compile/link-columns.ts';

export interface NumberedNodes {
  /** With nodes by their last numbers. */
  readonly links: LinkColumns;
  readonly nodeCount: number;
  readonly nodeOf: ReadonlyMap<number, number>;
}

export function openNodes() {
  const nodeOf = new Map<number, number>();
  const blanks = new Map<string, number>();
  /** Of each node, where its first link ends. */
  const [x, y] = [doubles(), doubles()];
  const add = (east: number, north: number): number => {
    x.add(east);
    y.add(north);
    return x.length() - 1;
  };
  return {
    /** @param id NaN for an end without. */
    numberOf(id: number, east: number, north: number): number {
      if (Number.isNaN(id)) {
        const place = nameMillimetre(east, north);
        const node = blanks.get(place) ?? add(east, north);
        blanks.set(place, node);
        return node;
      }
      const known = nodeOf.get(id);
      if (known !== undefined) return known;
      const node = add(east, north);
      nodeOf.set(id, node);
      return node;
    },
    finish(links: LinkColumns): NumberedNodes {
      const numbered = { links, nodeCount: x.length(), nodeOf };
      if (blanks.size === 0) return numbered;
      const ownerOf = new Map<number, number>();
      for (const node of nodeOf.values()) {
        const blank = blanks.get(nameMillimetre(x.at(node), y.at(node)));
        if (blank !== undefined && !ownerOf.has(blank)) ownerOf.set(blank, node);
      }
      const own = (node: number) => ownerOf.get(node) ?? node;
      return { ...numbered, links: { ...links, from: links.from.map(own), to: links.to.map(own) } };
    },
  };
}

const nameMillimetre = (east: number, north: number): string =>
  `${Math.round(east * 1000)} ${Math.round(north * 1000)}`;
