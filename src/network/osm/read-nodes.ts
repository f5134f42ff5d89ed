import {
  deltas,
  GROUP,
  type OsmBlock,
  type OsmTags,
  packed,
  readLists,
  signed,
  toTags,
  visitMessages,
} from './parse-block.ts';

/** A node, in units of 100 nanodegrees. @param tags undefined where it has none, or they are not asked for. */
type VisitNode = (id: number, lat: number, lon: number, tags: OsmTags | undefined) => void;

/** Fields of `Node` and of `DenseNodes`. Source: osmformat.proto of OSM-binary. */
const NODE = { ids: [1, signed], lats: [8, signed], lons: [9, signed] } as const;
const NODE_TAGS = { keys: [2, packed], values: [3, packed] } as const;
const DENSE = { ids: [1, deltas], lats: [8, deltas], lons: [9, deltas] } as const;
const DENSE_TAGS = { keysAndValues: [10, packed] } as const;

/** Visits the nodes of a group in order. @param withTags tags are read, too. */
export function visitNodes(
  group: Uint8Array,
  { toUnits, texts }: Pick<OsmBlock, 'toUnits' | 'texts'>,
  withTags: boolean,
  visit: VisitNode,
): void {
  visitMessages(group, [GROUP.node, GROUP.dense], (message, field) => {
    const isDense = field === GROUP.dense;
    const { ids, lats, lons } = readLists(message, isDense ? DENSE : NODE);
    const tags = withTags ? readTags(message, isDense) : undefined;
    for (let i = 0; i < ids.length; i++) {
      const own = tags?.get(i);
      visit(
        ids[i] as number,
        toUnits.lat(lats[i] as number),
        toUnits.lon(lons[i] as number),
        own && toTags(own, texts),
      );
    }
  });
}

interface Pairs {
  readonly keys: readonly number[];
  readonly values: readonly number[];
}

/** Texts of keys and values, by the place of the node in its message; those without tags are absent. */
function readTags(message: Uint8Array, isDense: boolean): ReadonlyMap<number, Pairs> {
  if (isDense) return splitTags(readLists(message, DENSE_TAGS).keysAndValues);
  const pairs = readLists(message, NODE_TAGS);
  return new Map(pairs.keys.length > 0 ? [[0, pairs]] : []);
}

/** Keys and values of all nodes stand in one list, with a 0 behind those of each node. */
function splitTags(texts: readonly number[]): ReadonlyMap<number, Pairs> {
  const tags = new Map<number, { readonly keys: number[]; readonly values: number[] }>();
  let node = 0;
  for (let i = 0; i < texts.length; ) {
    if (texts[i] === 0) {
      node++;
      i++;
      continue;
    }
    const { keys, values } = tags.get(node) ?? { keys: [], values: [] };
    keys.push(texts[i] ?? 0);
    values.push(texts[i + 1] ?? 0);
    tags.set(node, { keys, values });
    i += 2;
  }
  return tags;
}
