import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOsmPbf, type OsmData } from '../../src/network/osm-pbf.ts';
import { readPbf } from '../support/read-pbf.ts';

const id = fc.integer({ min: 1, max: 2 ** 40 });
const tags = fc.dictionary(fc.constantFrom('highway', 'oneway', 'navn'), fc.string());
const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((e6) => e6 / 1e6 + 0);
const node = fc.record({
  id,
  at: fc.record({ lat: degrees(90), lon: degrees(180) }),
  tags: tags.filter((some) => Object.keys(some).length > 0),
});
const way = fc.record({ id, nodeIds: fc.array(id, { minLength: 2 }), tags });
const relation = fc.record({
  id,
  members: fc.array(
    fc.record({
      type: fc.constantFrom('node' as const, 'way' as const),
      id,
      role: fc.constantFrom('outer', 'inner', 'via'),
    }),
    { minLength: 1 },
  ),
  tags,
});
const byId = { selector: ({ id: key }: { id: number }) => key };

test('nodes, ways and relations are read as they were written, in the order of their ids', () => {
  const entities = fc.record({
    nodes: fc.uniqueArray(node, byId),
    ways: fc.uniqueArray(way, byId),
    relations: fc.uniqueArray(relation, byId),
  });
  fc.assert(
    fc.property(entities, (written) => {
      const { nodes, ways, relations } = readPbf(formatOsmPbf(written));
      const sorted = <Entity extends { id: number }>(some: readonly Entity[]) =>
        some.toSorted((a, b) => a.id - b.id);
      expect(nodes).toEqual(sorted(written.nodes));
      expect(ways).toEqual(
        sorted(written.ways.map((some) => ({ ...some, tags: { ...some.tags } }))),
      );
      expect(relations).toEqual(sorted(written.relations));
    }),
  );
});

test('a node without tags stays without, between nodes that have some', () => {
  const nodes: OsmData['nodes'] = [
    { id: 1, at: { lat: 60, lon: 10 }, tags: { barrier: 'toll_booth' } },
    { id: 2, at: { lat: 61, lon: 11 } },
    { id: 3, at: { lat: 62, lon: 12 }, tags: { barrier: 'toll_booth' } },
  ];
  expect(readPbf(formatOsmPbf({ nodes, ways: [] })).nodes).toEqual(nodes);
});

test('no block holds more than 8 000 entities or two kinds of them, and none is lost', () => {
  const nodes = Array.from({ length: 20_001 }, (_, i) => ({
    id: i + 1,
    at: { lat: (60e6 + i) / 1e6, lon: 10 },
  }));
  const ways = Array.from({ length: 8_001 }, (_, i) => ({
    id: i + 1,
    nodeIds: [i + 1, i + 2],
    tags: { highway: 'primary' },
  }));
  const read = readPbf(formatOsmPbf({ nodes, ways }));
  expect(read.blocks.map(({ entities }) => entities)).toEqual([0, 8000, 8000, 4001, 8000, 1]);
  expect(read.nodes).toEqual(nodes);
  expect(read.ways).toEqual(ways);
});

test('the header comes first and names what a reader has to understand', () => {
  const { blocks, features } = readPbf(formatOsmPbf({ nodes: [], ways: [] }));
  expect(blocks).toEqual([{ type: 'OSMHeader', entities: 0 }]);
  expect(features).toEqual(['OsmSchema-V0.6', 'DenseNodes']);
});
