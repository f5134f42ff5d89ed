import { PbfReader } from 'pbf';

/** Features that a reader must have, and we do. */
const KNOWN_FEATURES = ['OsmSchema-V0.6', 'DenseNodes'];
/** Fields of `HeaderBlock`. Source: osmformat.proto of OSM-binary. */
const REQUIRED_FEATURES = 4;

/**
 * Looks whether the file is one that we can read.
 *
 * @param path names the file in the sentence.
 * @throws Error with one sentence when it is damaged, or needs a reader that knows more.
 */
export function parseHeader(content: Uint8Array, path: string): void {
  for (const feature of listRequired(content, path)) {
    if (feature === 'HistoricalInformation')
      throw new Error(`${path} holds the history of the map: an extract of the present is needed.`);
    if (!KNOWN_FEATURES.includes(feature))
      throw new Error(`${path} needs a reader with the feature "${feature}", which is not known.`);
  }
}

function listRequired(content: Uint8Array, path: string): readonly string[] {
  const features: string[] = [];
  try {
    new PbfReader(content).readFields((field, _, reader) => {
      if (field === REQUIRED_FEATURES) features.push(reader.readString());
    }, undefined);
  } catch (cause) {
    throw new Error(`${path} is damaged.`, { cause });
  }
  return features;
}
