/**
 * A map as the former engine reads it. It ignores access by direction, lets everybody through private gates, and takes
 * tracks for ordinary roads.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledFile } from '../../src/network/compile/compile-links.ts';
import { compileOsm, readOsmTerms } from '../../src/network/osm/compile-osm.ts';
import type { OsmTags } from '../../src/network/osm/read-elements.ts';
import { formatOsmFile, type OsmData } from './osm-file.ts';
import { readOsm } from './read-osm.ts';

export interface Readings {
  readonly ours: CompiledFile['prepared'];
  readonly former: CompiledFile['prepared'];
}

/** A map without stations, by our reading and by that of the former engine. */
export async function compileReadings(path: string, data: string): Promise<Readings> {
  const terms = { ...readOsmTerms(data), facts: { stations: [] } };
  const compile = async (file: string) => (await compileOsm(file, terms, () => {})).prepared;
  const folder = await mkdtemp(join(tmpdir(), 'veipris-reading-'));
  try {
    const file = join(folder, 'map.osm.pbf');
    await writeFile(file, formatOsmFile(asFormerEngine(await readOsm(path))));
    return { ours: await compile(path), former: await compile(file) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const asFormerEngine = ({ nodes, ways, relations = [] }: OsmData): OsmData => ({
  nodes: nodes.map(({ tags, ...node }) => ({
    ...node,
    ...(tags && { tags: isPrivateGate(tags) ? {} : tags }),
  })),
  ways: ways.map((way) => ({ ...way, tags: openWay(way.tags) })),
  relations,
});

const isPrivateGate = ({ barrier, access }: OsmTags) =>
  barrier !== undefined && access === 'private';

const openWay = ({
  'access:forward': _with,
  'access:backward': _against,
  ...tags
}: OsmTags): OsmTags => (tags.highway === 'track' ? { ...tags, highway: 'service' } : tags);
