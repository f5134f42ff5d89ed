import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadOwnInputs } from '../../../src/network/osm/own-inputs.ts';
import { type PreparedMap, prepareMap } from '../../../src/network/osm/prepare-map.ts';
import { readBlocks } from '../../../src/network/osm/read-blocks.ts';
import type { OsmData, OsmRelation } from '../../../src/network/osm-pbf.ts';
import { drawnMap } from '../../support/drawn-map.ts';
import { DATA } from '../../support/network-home.ts';
import { type FileForm, formatOsmFile } from '../../support/osm-file.ts';
import { type ReadPbf, readPbf } from '../../support/read-pbf.ts';

/** One character is 20 m: a dual carriageway, a county road with side roads, and a ferry. */
const map = drawnMap(
  `
  b-------------------2-----------a

  c-------------------1-z---------d
                      u

  g-------h-------4-----------i---k
          |                   |
          m                   n
          p- - - - - - - - - -q
  x-------5-------y
`,
  20,
);
const county = map.way('ghik', {
  highway: 'secondary',
  ref: '456',
  toll: 'yes',
  'maxspeed:forward': '50',
  'maxspeed:backward': '60',
});
const WAYS = {
  west: map.way('ab', { highway: 'trunk', ref: 'E 18', oneway: 'yes' }),
  east: map.way('dzc', { highway: 'trunk', ref: 'E 18', oneway: '-1' }),
  county,
  sideM: map.way('hm', { highway: 'residential', name: 'Vest' }),
  sideN: map.way('in', { highway: 'residential', name: 'Øst' }),
  ferry: map.way('pq', { route: 'ferry', motor_vehicle: 'yes', duration: '25' }),
  boat: map.way('mn', { route: 'ferry', foot: 'yes' }),
  private: map.way('xy', { highway: 'track', toll: 'yes' }),
  house: map.way('ug', { building: 'yes' }),
};
const restriction = (id: number, from: number, via: string, to: number): OsmRelation => ({
  id,
  members: [
    { type: 'way', id: from, role: 'from' },
    { type: 'node', id: map.idOf(via), role: 'via' },
    { type: 'way', id: to, role: 'to' },
  ],
  tags: { type: 'restriction', restriction: 'no_left_turn' },
});
const RELATIONS: readonly OsmRelation[] = [
  restriction(1, county.id, 'h', WAYS.sideM.id),
  restriction(2, WAYS.sideN.id, 'i', county.id),
  restriction(3, WAYS.sideM.id, 'h', WAYS.sideM.id),
  {
    id: 4,
    members: [
      { type: 'way', id: county.id, role: 'forward' },
      { type: 'way', id: WAYS.sideM.id, role: '' },
    ],
    tags: { type: 'route', route: 'road', ref: '456' },
  },
];
const SOURCE: OsmData = {
  ...map.data(Object.values(WAYS), {
    z: { barrier: 'toll_booth', name: 'Bommen' },
    x: { barrier: 'toll_booth' },
    b: { highway: 'crossing' },
  }),
  relations: RELATIONS,
};
const STATIONS = [
  map.station('1', 'E18'),
  map.station('4', 'F456', { charged: 'one-way', chargedBearingDeg: 90 }),
];

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'veipris-map-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function prepare(
  data: OsmData,
  form: FileForm = {},
): Promise<PreparedMap & { map: ReadPbf }> {
  const [from, to] = [join(root, 'from.osm.pbf'), join(root, 'to.osm.pbf')];
  await writeFile(from, formatOsmFile(data, form));
  const inputs = await loadOwnInputs(DATA);
  const prepared = await prepareMap(from, to, inputs, STATIONS, () => {});
  return { ...prepared, map: readPbf(await readFile(to)) };
}

describe.each<[string, FileForm]>([
  ['as everybody downloads it', {}],
  ['in small blocks', { blockSize: 2 }],
  ['with nodes one by one', { plainNodes: true }],
  ['in one block of all kinds', { oneBlock: true }],
])('a map %s', (_, form) => {
  let prepared: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    prepared = await prepare(SOURCE, form);
  });
  const wayOf = (id: number) => prepared.map.ways.find((way) => way.id === id);
  const nodeOf = (name: string) => prepared.map.nodes.find(({ id }) => id === map.idOf(name));
  const newWays = () => prepared.map.ways.filter(({ id }) => id > WAYS.house.id);

  test('is still sorted, nodes before ways before relations', () => {
    const { nodes, ways, relations, blocks } = prepared.map;
    for (const list of [nodes, ways, relations])
      expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort((a, b) => a - b));
    expect(blocks[0]?.type).toBe('OSMHeader');
    expect(nodes).toHaveLength(SOURCE.nodes.length + prepared.gates.length * 3 + 1);
  });

  test('has a gate on each carriageway, and a node of the map for each gate', () => {
    expect(prepared.gates.map(({ stationId }) => stationId).sort()).toEqual(['1', '1', '4']);
    for (const { at } of prepared.gates) {
      const node = prepared.map.nodes.find((one) => one.at.lat === at.lat && one.at.lon === at.lon);
      expect(node?.tags).toEqual({ barrier: 'toll_booth' });
    }
  });

  test('one-way ways keep their direction, also against the order of their nodes', () => {
    expect(wayOf(WAYS.west.id)?.nodeIds).toHaveLength(5);
    const east = wayOf(WAYS.east.id);
    expect(east?.tags.oneway).toBe('-1');
    expect([east?.nodeIds[0], east?.nodeIds.at(-1)]).toEqual([map.idOf('d'), map.idOf('c')]);
  });

  test('the county road is parted around the station, with its tags turned round on the way back', () => {
    const [forward, backward, rest] = newWays();
    expect(wayOf(county.id)?.nodeIds.slice(0, 2)).toEqual([map.idOf('g'), map.idOf('h')]);
    expect(forward?.tags).toEqual({
      highway: 'secondary',
      ref: '456',
      oneway: 'yes',
      'maxspeed:forward': '50',
      'maxspeed:backward': '60',
    });
    expect(backward?.tags).toMatchObject({ 'maxspeed:forward': '60', 'maxspeed:backward': '50' });
    expect(rest?.nodeIds.slice(-2)).toEqual([map.idOf('i'), map.idOf('k')]);
    expect(rest?.tags.oneway).toBeUndefined();
  });

  test('turn restrictions hold on the part that touches the junction, and routes have all parts', () => {
    const [, , rest] = newWays();
    const members = (id: number) =>
      prepared.map.relations.find((relation) => relation.id === id)?.members;
    expect(members(1)).toEqual(RELATIONS[0]?.members);
    expect(members(2)?.at(-1)).toEqual({ type: 'way', id: rest?.id, role: 'to' });
    expect(members(3)).toEqual(RELATIONS[2]?.members);
    expect(members(4)?.map(({ id, role }) => [id, role])).toEqual([
      [county.id, 'forward'],
      ...newWays().map(({ id }) => [id, 'forward']),
      [WAYS.sideM.id, ''],
    ]);
  });

  test('a toll booth that our gate stands for is none any more; one elsewhere stays', () => {
    expect(nodeOf('z')?.tags).toEqual({ name: 'Bommen' });
    expect(nodeOf('x')?.tags).toEqual({ barrier: 'toll_booth' });
  });

  test('toll goes from numbered roads and stays on private ones', () => {
    expect(wayOf(county.id)?.tags.toll).toBeUndefined();
    expect(wayOf(WAYS.private.id)?.tags.toll).toBe('yes');
  });

  test('ferries tell the tile builder their time, and whether they take cars', () => {
    expect(wayOf(WAYS.ferry.id)?.tags).toMatchObject({
      motor_vehicle: 'yes',
      duration: '00:25:00',
    });
    expect(wayOf(WAYS.boat.id)?.tags).toMatchObject({ foot: 'yes', motor_vehicle: 'no' });
  });

  test('everything else is as it was', () => {
    expect(nodeOf('b')?.tags).toEqual({ highway: 'crossing' });
    for (const way of [WAYS.sideM, WAYS.sideN, WAYS.house]) expect(wayOf(way.id)).toEqual(way);
    for (const node of SOURCE.nodes)
      expect(prepared.map.nodes.find(({ id }) => id === node.id)?.at.lat).toBeCloseTo(
        node.at.lat,
        7,
      );
  });
});

test('blocks of which nothing changes are copied byte by byte', async () => {
  await prepare(SOURCE, { blockSize: 1 });
  const blocksOf = async (name: string) => {
    const texts: string[] = [];
    for await (const { bytes } of readBlocks(join(root, name)))
      texts.push(Buffer.from(bytes).toString('base64'));
    return texts;
  };
  const [before, after] = [await blocksOf('from.osm.pbf'), await blocksOf('to.osm.pbf')];
  // Five ways, a toll booth, and the relations, of which nobody knows before which ones change.
  expect(before.filter((block) => !after.includes(block))).toHaveLength(5 + 1 + RELATIONS.length);
  expect(before.length).toBe(1 + SOURCE.nodes.length + SOURCE.ways.length + RELATIONS.length);
});

test('nodes that the file lacks, as at the edge of an extract, are left out', async () => {
  const { gates, map: written } = await prepare({
    ...SOURCE,
    nodes: SOURCE.nodes.filter(({ id }) => id !== map.idOf('a')),
  });
  expect(gates.length).toBeGreaterThan(0);
  expect(written.ways.find(({ id }) => id === WAYS.west.id)).toBeDefined();
});

describe('a map that can not be used fails in one sentence', () => {
  const failure = (data: OsmData, form: FileForm = {}) =>
    prepare(data, form).then(
      () => undefined,
      (cause: Error) => cause.message.replace(/^\S+from/, 'FILE'),
    );
  const moved = (latBy: number, lonBy: number): OsmData => ({
    ...SOURCE,
    nodes: SOURCE.nodes.map((node) => ({
      ...node,
      at: { lat: node.at.lat + latBy, lon: node.at.lon + lonBy },
    })),
  });

  test.each<[string, OsmData, FileForm, string]>([
    [
      'of another country',
      moved(-4, 0.1),
      {},
      'FILE.osm.pbf is no map of Norway: hardly any of its roads lie there.',
    ],
    [
      'without roads',
      { nodes: SOURCE.nodes, ways: [WAYS.house] },
      {},
      'FILE.osm.pbf holds no road that cars may drive on.',
    ],
    [
      'without anything',
      { nodes: [], ways: [] },
      {},
      'FILE.osm.pbf holds no road that cars may drive on.',
    ],
    [
      'with its history',
      SOURCE,
      { features: ['OsmSchema-V0.6', 'HistoricalInformation'] },
      'FILE.osm.pbf holds the history of the map: an extract of the present is needed.',
    ],
    [
      'of a later format',
      SOURCE,
      { features: ['OsmSchema-V0.7'] },
      'FILE.osm.pbf needs a reader with the feature "OsmSchema-V0.7", which is not known.',
    ],
  ])('%s', async (_, data, form, sentence) => {
    expect(await failure(data, form)).toBe(sentence);
  });

  test('that is not sorted', async () => {
    const parts = [
      { nodes: [], ways: SOURCE.ways },
      { nodes: SOURCE.nodes, ways: [] },
    ];
    const [ways, nodes] = parts.map((part) => formatOsmFile(part)) as [Buffer, Buffer];
    const from = join(root, 'unsorted.osm.pbf');
    await writeFile(from, Buffer.concat([ways, nodes.subarray(nodes.indexOf('OSMData') - 6)]));
    const inputs = await loadOwnInputs(DATA);
    await expect(
      prepareMap(from, join(root, 'to.osm.pbf'), inputs, STATIONS, () => {}),
    ).rejects.toThrow(`${from} is not in order: sort it with "osmium sort".`);
  });
});
