import { PbfReader } from 'pbf';
import { deltas, GROUP } from './parse-block.ts';

/** A way as it stands in its group; what is not asked for is not read. */
export interface PbfWay {
  readonly id: number;
  /** Indices into the texts of the block, pairwise. */
  readonly keys: readonly number[];
  readonly values: readonly number[];
  nodeIds(): number[];
}

/** Fields of `Way`. Source: osmformat.proto of OSM-binary. */
const WAY = { id: 1, keys: 2, values: 3, nodes: 8 } as const;

/** Visits the ways of a group in order. */
export function visitWays(group: Uint8Array, visit: (way: PbfWay) => void): void {
  const reader = new PbfReader(group);
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field !== GROUP.way) continue;
    const end = reader.readVarint() + reader.pos;
    visit(readWay(reader, group, end));
    reader.pos = end;
  }
}

function readWay(reader: PbfReader, group: Uint8Array, end: number): PbfWay {
  let [id, nodesAt] = [0, -1];
  let keys: number[] = [];
  let values: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === WAY.id) id = reader.readVarint();
    else if (field === WAY.keys) keys = reader.readPackedVarint();
    else if (field === WAY.values) values = reader.readPackedVarint();
    else if (field === WAY.nodes) nodesAt = reader.pos;
  }
  return { id, keys, values, nodeIds: () => (nodesAt < 0 ? [] : readNodeIds(group, nodesAt)) };
}

function readNodeIds(group: Uint8Array, at: number): number[] {
  const reader = new PbfReader(group);
  reader.pos = at;
  return deltas(reader);
}
