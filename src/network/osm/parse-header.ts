import { PbfReader } from 'pbf';

/** What an `.osm.pbf` says of itself. */
export interface OsmHeader {
  /** The moment whose map it is, Unix milliseconds; absent where it does not say. */
  readonly dateMs?: number;
}

/** Features that a reader must have, and we do. */
const KNOWN_FEATURES = ['OsmSchema-V0.6', 'DenseNodes'];
/** Fields of `HeaderBlock`. Source: osmformat.proto of OSM-binary. */
const REQUIRED_FEATURES = 4;
const REPLICATION_TIMESTAMP_S = 32;

/**
 * @param path names the file in the sentence.
 * @throws Error with one sentence when the file needs a reader that knows more.
 */
export function parseHeader(content: Uint8Array, path: string): OsmHeader {
  let dateMs: number | undefined;
  new PbfReader(content).readFields((field, _, reader) => {
    if (field === REPLICATION_TIMESTAMP_S) dateMs = reader.readVarint() * 1000;
    if (field !== REQUIRED_FEATURES) return;
    const feature = reader.readString();
    if (feature === 'HistoricalInformation')
      throw new Error(`${path} holds the history of the map: an extract of the present is needed.`);
    if (!KNOWN_FEATURES.includes(feature))
      throw new Error(`${path} needs a reader with the feature "${feature}", which is not known.`);
  }, undefined);
  return dateMs === undefined ? {} : { dateMs };
}
