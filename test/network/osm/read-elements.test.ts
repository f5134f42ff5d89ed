import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FileForm, formatOsmFile } from '../../support/osm-file.ts';
import { readOsm } from '../../support/read-osm.ts';
import { tempHome } from '../../support/temp-home.ts';

const MAP = {
  nodes: [1, 2, 3, 4, 5].map((id) => ({
    id: 12_400_000_000 + id,
    at: { lat: 60 + id / 1000, lon: 10 - id / 1000 },
    ...(id % 2 === 0 && { tags: { highway: 'crossing', name: `Kryss ${id}` } }),
  })),
  ways: [
    { id: 7, nodeIds: [12_400_000_001, 12_400_000_002], tags: { highway: 'trunk', ref: 'E 6' } },
    { id: 8, nodeIds: [12_400_000_005, 12_400_000_003], tags: {} },
  ],
  relations: [
    {
      id: 1,
      members: [
        { type: 'way', id: 7, role: 'from' },
        { type: 'node', id: 12_400_000_002, role: 'via' },
        { type: 'way', id: 8, role: 'to' },
      ],
      tags: { type: 'restriction', restriction: 'no_left_turn' },
    },
  ],
} as const;

test.each<[string, FileForm]>([
  ['as the usual extracts are', {}],
  ['with its nodes one by one', { plainNodes: true }],
  ['in many blocks', { blockSize: 2 }],
  ['in one block', { oneBlock: true }],
  [
    'in millionths of a degree from another place than 0, 0',
    { granularity: 1000, offset: { lat: 59_000_000_000, lon: -3_000_000_000 } },
  ],
  [
    'with its nodes one by one, in tenths of the usual units, in many blocks',
    { plainNodes: true, granularity: 10, offset: { lat: -7, lon: 3 }, blockSize: 2 },
  ],
])('a map %s is the same map', async (_how, form) => {
  const path = join(tempHome(), 'map.osm.pbf');
  await writeFile(path, formatOsmFile(MAP, form));
  expect(await readOsm(path)).toEqual(MAP);
});
