import { PbfReader } from 'pbf';
import type { OsmTags } from './parse-block.ts';
import { GROUP, type OsmBlock } from './parse-block.ts';
import { readDeltas, toTags } from './read-ways.ts';

/** A node, in units of 100 nanodegrees. @param tags undefined where it has none, or they are not asked for. */
type VisitNode = (id: number, lat: number, lon: number, tags: OsmTags | undefined) => void;

/** Fields of `Node` and of `DenseNodes`. Source: osmformat.proto of OSM-binary. */
const NODE = { id: 1, keys: 2, values: 3, lat: 8, lon: 9 } as const;
const DENSE = { ids: 1, lats: 8, lons: 9, keysAndValues: 10 } as const;

/** Visits the nodes of a group in order. @param withTags tags are read, too. */
export function visitNodes(
  group: Uint8Array,
  { toUnits, texts }: Pick<OsmBlock, 'toUnits' | 'texts'>,
  withTags: boolean,
  visit: VisitNode,
): void {
  const reader = new PbfReader(group);
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field !== GROUP.node && field !== GROUP.dense) continue;
    const message = reader.readBytes();
    const { ids, lats, lons, tags } =
      field === GROUP.dense ? readDense(message, withTags) : readOne(message, withTags);
    for (let i = 0; i < ids.length; i++) {
      const own = tags.get(i);
      visit(
        ids[i] as number,
        toUnits.lat(lats[i] as number),
        toUnits.lon(lons[i] as number),
        own && toTags(own, texts),
      );
    }
  }
}

interface Pairs {
  readonly keys: readonly number[];
  readonly values: readonly number[];
}

interface Columns {
  readonly ids: readonly number[];
  readonly lats: readonly number[];
  readonly lons: readonly number[];
  /** Texts of keys and values, by the place of the node. */
  readonly tags: ReadonlyMap<number, Pairs>;
}

function readDense(message: Uint8Array, withTags: boolean): Columns {
  const reader = new PbfReader(message);
  let [ids, lats, lons]: number[][] = [[], [], []];
  let texts: number[] = [];
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === DENSE.ids) ids = readDeltas(message, reader.pos);
    else if (field === DENSE.lats) lats = readDeltas(message, reader.pos);
    else if (field === DENSE.lons) lons = readDeltas(message, reader.pos);
    else if (field === DENSE.keysAndValues && withTags) texts = reader.readPackedVarint();
  }
  return { ids: ids ?? [], lats: lats ?? [], lons: lons ?? [], tags: splitTags(texts) };
}

/** Keys and values of all nodes stand in one list, with a 0 behind those of each node. */
function splitTags(texts: readonly number[]): ReadonlyMap<number, Pairs> {
  const tags = new Map<number, Pairs>();
  let node = 0;
  for (let i = 0; i < texts.length; ) {
    if (texts[i] === 0) {
      node++;
      i++;
      continue;
    }
    const { keys, values } = tags.get(node) ?? { keys: [], values: [] };
    const pair = { keys: [...keys, texts[i] ?? 0], values: [...values, texts[i + 1] ?? 0] };
    tags.set(node, pair);
    i += 2;
  }
  return tags;
}

function readOne(message: Uint8Array, withTags: boolean): Columns {
  const reader = new PbfReader(message);
  let [id, lat, lon] = [0, 0, 0];
  let [keys, values]: number[][] = [[], []];
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === NODE.id) id = reader.readSVarint();
    else if (field === NODE.lat) lat = reader.readSVarint();
    else if (field === NODE.lon) lon = reader.readSVarint();
    else if (field === NODE.keys && withTags) keys = reader.readPackedVarint();
    else if (field === NODE.values && withTags) values = reader.readPackedVarint();
  }
  const pairs = { keys: keys ?? [], values: values ?? [] };
  const tags = new Map(pairs.keys.length > 0 ? [[0, pairs]] : []);
  return { ids: [id], lats: [lat], lons: [lon], tags };
}
