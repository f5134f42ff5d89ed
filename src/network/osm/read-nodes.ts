import { PbfReader } from 'pbf';
import { GROUP, type OsmBlock } from './parse-block.ts';
import { readDeltas } from './read-ways.ts';

/** A node, in units of 100 nanodegrees. */
export type VisitNode = (id: number, lat: number, lon: number, index: number) => void;

/** Fields of `Node` and of `DenseNodes`. Source: osmformat.proto of OSM-binary. */
export const NODE = { id: 1, keys: 2, values: 3, lat: 8, lon: 9 } as const;
export const DENSE = { ids: 1, lats: 8, lons: 9, keysAndValues: 10 } as const;

/** Visits the nodes of a group in order; `index` counts them. */
export function visitNodes(
  group: Uint8Array,
  { toUnits }: Pick<OsmBlock, 'toUnits'>,
  visit: VisitNode,
): void {
  const reader = new PbfReader(group);
  let index = 0;
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field !== GROUP.node && field !== GROUP.dense) continue;
    const message = reader.readBytes();
    const { ids, lats, lons } = field === GROUP.dense ? readDense(message) : readOne(message);
    for (let i = 0; i < ids.length; i++)
      visit(
        ids[i] as number,
        toUnits.lat(lats[i] as number),
        toUnits.lon(lons[i] as number),
        index++,
      );
  }
}

interface Columns {
  readonly ids: readonly number[];
  readonly lats: readonly number[];
  readonly lons: readonly number[];
}

function readDense(message: Uint8Array): Columns {
  const reader = new PbfReader(message);
  let [ids, lats, lons]: number[][] = [[], [], []];
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === DENSE.ids) ids = readDeltas(message, reader.pos);
    else if (field === DENSE.lats) lats = readDeltas(message, reader.pos);
    else if (field === DENSE.lons) lons = readDeltas(message, reader.pos);
  }
  return { ids: ids ?? [], lats: lats ?? [], lons: lons ?? [] };
}

function readOne(message: Uint8Array): Columns {
  const reader = new PbfReader(message);
  let [id, lat, lon] = [0, 0, 0];
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === NODE.id) id = reader.readSVarint();
    else if (field === NODE.lat) lat = reader.readSVarint();
    else if (field === NODE.lon) lon = reader.readSVarint();
  }
  return { ids: [id], lats: [lat], lons: [lon] };
}
