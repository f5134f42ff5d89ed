/** What of a drawn map is driven, which turns it bans, and where its stations stand. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flatLengthM } from '../../../src/geo/on-line.ts';
import { compileOsm, type OsmTerms, readOsmTerms } from '../../../src/network/osm/compile-osm.ts';
import type { OsmTags } from '../../../src/network/osm/read-elements.ts';
import type { StationToPlace } from '../../../src/network/placement/place.ts';
import { sailingMin } from '../../../src/network/speeds.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { compileMap, drawnMap } from '../../support/drawn-map.ts';
import { formatOsmFile, type OsmData, type OsmWay } from '../../support/osm-file.ts';
import { tempHome } from '../../support/temp-home.ts';

/** One character is 100 m. The way over p and q is the longer one from b to c. */
const map = drawnMap(
  `
   p-------------q
   |             |
   |            .
 a-b----1-v----c-----d
          |
          |
          u
`,
  100,
);
const ROADS = ['ab', 'bvc', 'cd', 'bp', 'pq', 'qc'];
const STREET: OsmTags = { highway: 'residential' };

/** Ways by the letters of their nodes, with tags of their own. */
function draw(
  tags: Readonly<Record<string, OsmTags>> = {},
  nodes: Readonly<Record<string, OsmTags>> = {},
): { readonly data: OsmData; readonly idOf: (names: string) => number } {
  const names = [...ROADS, ...Object.keys(tags).filter((name) => !ROADS.includes(name))];
  const ways = names.map((name) => map.way(name, { ...STREET, ...tags[name] }));
  const ids = new Map(names.map((name, i) => [name, (ways[i] as OsmWay).id]));
  return { data: map.data(ways, nodes), idOf: (name) => ids.get(name) ?? 0 };
}

/** The map with a ferry from b to c, and no road round it. */
function drawFerry(tags: OsmTags): OsmData {
  const { data, idOf } = draw();
  const ways = data.ways
    .filter(({ id }) => id !== idOf('pq'))
    .map((way) => (way.id === idOf('bvc') ? { ...way, tags: { route: 'ferry', ...tags } } : way));
  return { ...data, ways };
}

async function compile(
  data: OsmData,
  stations: readonly StationToPlace[] = [],
  terms: Partial<OsmTerms> = {},
) {
  const compiled = await compileMap(data, { facts: { stations }, ...terms });
  const drive = (names: string) => compiled.drive(map.line(names));
  /** Metres, to the nearest hundred; undefined without a way. */
  const wayM = (names: string) => {
    const driven = drive(names);
    return driven && Math.round(driven.lengthM / 100) * 100;
  };
  return { ...compiled, drive, wayM };
}

/** A relation from a way over a node or ways into a way. */
const restrict = (
  { data, idOf }: ReturnType<typeof draw>,
  kind: string,
  [from, via, to]: readonly [string, string, string],
  tags: OsmTags = {},
): OsmData => ({
  ...data,
  relations: [
    {
      id: 1,
      tags: { type: 'restriction', restriction: kind, ...tags },
      members: [
        { type: 'way', id: idOf(from), role: 'from' },
        ...(via.length === 1
          ? [{ type: 'node' as const, id: map.idOf(via), role: 'via' }]
          : via.split('+').map((way) => ({ type: 'way' as const, id: idOf(way), role: 'via' }))),
        { type: 'way', id: idOf(to), role: 'to' },
      ],
    },
  ],
});

describe('roads', () => {
  test.each<[string, Readonly<Record<string, OsmTags>>, there: number, back: number]>([
    ['both ways', {}, 2000, 2000],
    ['with its nodes', { bvc: { oneway: 'yes' } }, 2000, 2900],
    ['against its nodes', { bvc: { oneway: '-1' } }, 2900, 2000],
    ['not at all', { bvc: { access: 'no' } }, 2900, 2900],
    ['by residents alone, round it', { bvc: { motor_vehicle: 'destination' } }, 2900, 2900],
    ['as a track, round it', { bvc: { highway: 'track' } }, 2900, 2900],
  ])('a road is driven %s', async (_, tags, there, back) => {
    const { wayM } = await compile(draw(tags).data);
    expect([wayM('ad'), wayM('da')]).toEqual([there, back]);
  });

  test('a private road is driven to the house on it', async () => {
    const { wayM } = await compile(draw({ vu: { access: 'private' } }).data);
    expect(wayM('au')).toBe(1200);
  });

  test('the house behind a private gate is driven to, and it is no way through', async () => {
    const gate = { barrier: 'gate', access: 'private' };
    const { wayM, report } = await compile(draw({}, { b: gate }).data);
    expect([wayM('ad'), wayM('da')]).toEqual([2000, 2000]);
    expect(report).toMatchObject({ bars: 0 });
    const locked = await compile(draw({}, { b: { barrier: 'gate', locked: 'yes' } }).data);
    expect(locked.report).toMatchObject({ bars: 1 });
  });

  test.each<[string, OsmTags, number]>([
    ['a bollard closes its road', { barrier: 'bollard' }, 2900],
    ['a gate without access tags is open', { barrier: 'gate' }, 2000],
    ['a private gate is gone round', { barrier: 'gate', access: 'private' }, 2900],
  ])('%s', async (_, tags, there) => {
    const { wayM, report } = await compile(draw({}, { v: tags }).data);
    expect(wayM('ad')).toBe(there);
    expect(report.bars).toBe(tags.barrier === 'bollard' ? 1 : 0);
  });

  test.each([
    ['yes', [2000, undefined]],
    ['1', [2000, undefined]],
    ['reversible', [undefined, undefined]],
    ['-1', [undefined, 2000]],
    ['no', [2000, 2000]],
  ])('a ferry with oneway=%s sails there and back: %j', async (oneway, metres) => {
    const { wayM } = await compile(drawFerry({ motor_vehicle: 'yes', duration: '00:05', oneway }));
    expect([wayM('ad'), wayM('da')]).toEqual(metres);
  });

  test('a ferry takes as long as the map says, and else as long as it sails at the usual speed', async () => {
    const minutes = async (tags: OsmTags) => {
      const { drive } = await compile(drawFerry({ motor_vehicle: 'yes', ...tags }));
      return (drive('ad')?.durationMs ?? 0) / 60_000;
    };
    const short = await minutes({ duration: '00:05' });
    expect((await minutes({ duration: 'PT25M' })) - short).toBeCloseTo(20);
    const { speeds } = readOsmTerms(DATA_DIR);
    const sailed = flatLengthM(map.line('bvc'));
    expect((await minutes({})) - short).toBeCloseTo(sailingMin(sailed, speeds.ferry) - 5, 1);
  });

  test.each<[string, OsmTags, number | undefined]>([
    ['that says nothing of cars takes them', {}, 2000],
    ['for passengers takes none', { motor_vehicle: 'no' }, undefined],
  ])('between two quays of one connection a ferry %s', async (_, tags, there) => {
    const quays = ['b', 'c'].map((id) => ({ id, at: map.at(id), connectionIds: ['bc'] }));
    const { wayM } = await compile(drawFerry(tags), [], { ferries: { quays, quayM: 100 } });
    expect(wayM('ad')).toBe(there);
  });

  test('a way that leaves the map ends at its last node there', async () => {
    const { data } = draw();
    const nodes = data.nodes.filter(({ id }) => id !== map.idOf('v'));
    const { wayM } = await compile({ ...data, nodes });
    expect(wayM('ad')).toBe(2900);
  });

  test('a map whose last part may be missing says so', async () => {
    const { data } = draw();
    const turns = restrict(draw(), 'no_left_turn', ['ab', 'b', 'bp']);
    const saysOf = async (map: OsmData) =>
      (await compile(map)).report.notes.filter((note) => /may not be whole/.test(note)).length;
    expect([await saysOf(data), await saysOf(turns)]).toEqual([1, 0]);
  });

  test('what is left out is counted by reason', async () => {
    const { report } = await compile(
      draw({ vu: { access: 'no' }, uv: { highway: 'footway' }, cq: { area: 'yes' } }).data,
    );
    expect(report).toMatchObject({ rows: 8, dropped: { 'closed to cars': 1, 'no road': 1 } });
  });

  test('what holds on a way or a barrier at certain times is counted, and not used', async () => {
    const { wayM, report } = await compile(
      draw(
        {
          bvc: { 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)', oneway: 'no' },
          ab: { 'maxspeed:forward:conditional': '30 @ (Oct-Apr)', 'bicycle:conditional': 'no' },
          cd: { 'bicycle:conditional': 'no @ (sunset-sunrise)' },
        },
        { v: { barrier: 'gate', 'access:conditional': 'no @ (Nov-Apr)' } },
      ).data,
    );
    expect([wayM('ad'), wayM('da')]).toEqual([2000, 2000]);
    expect(report.notes).toContain(
      '3 ways and barriers have access or limits at certain times, which are not used',
    );
  });

  test('the same map gives the same network', async () => {
    const { data } = draw();
    const [one, other] = [await compile(data), await compile(data)];
    expect(one.prepared).toEqual(other.prepared);
  });
});

describe('turn restrictions', () => {
  test.each<[kind: string, over: [string, string, string], trips: Record<string, number>]>([
    // Straight on at b it is 2 000 m from a to d, and 2 900 over p and q.
    ['no_straight_on', ['ab', 'b', 'bvc'], { ad: 2900, da: 2000, pd: 2100 }],
    ['only_left_turn', ['ab', 'b', 'bp'], { ad: 2900, da: 2000, pd: 2100 }],
    ['only_straight_on', ['ab', 'b', 'bvc'], { ad: 2000, ap: 3200, pa: 500 }],
    // From a over bvc into cd, and not from p.
    ['no_straight_on', ['ab', 'bvc', 'cd'], { ad: 2900, da: 2000, av: 900, aq: 1800 }],
    ['only_left_turn', ['ab', 'bvc', 'qc'], { ad: 2900, da: 2000, av: 900 }],
    ['no_straight_on', ['bp', 'bvc', 'cd'], { ad: 2000, pd: 2400 }],
  ])('%s over %j is kept: %j', async (kind, over, trips) => {
    const { wayM, report } = await compile(restrict(draw(), kind, over));
    for (const [trip, metres] of Object.entries(trips))
      expect([trip, wayM(trip)]).toEqual([trip, metres]);
    expect(report.bansNotMet).toBe(0);
  });

  test('one over ways with negative ids, as editors give them to new ways, is kept', async () => {
    const { data, idOf } = draw();
    const ways = data.ways.map((way) => ({ ...way, id: -way.id }));
    const negative = { data: { ...data, ways }, idOf: (name: string) => -idOf(name) };
    const { wayM } = await compile(restrict(negative, 'no_straight_on', ['ab', 'b', 'bvc']));
    expect(['ad', 'da'].map(wayM)).toEqual([2900, 2000]);
  });

  test('one over a way with a side road holds for those alone that come from its first way', async () => {
    const restricted = restrict(draw({ vu: {} }), 'no_straight_on', ['ab', 'bvc', 'cd']);
    const { wayM } = await compile(restricted);
    expect(['ad', 'pd', 'ud', 'au'].map(wayM)).toEqual([2600, 2100, 1400, 1200]);
  });

  test('two over the same ways hold both', async () => {
    const drawn = draw();
    const [one, other] = ['cd', 'qc'].map((to) =>
      restrict(drawn, 'no_left_turn', ['ab', 'bvc', to]),
    );
    const relations = [one, other].flatMap((data) => data?.relations ?? []);
    const { wayM } = await compile({ ...drawn.data, relations });
    expect(['ad', 'aq', 'av'].map(wayM)).toEqual([2900, 1900, 900]);
  });

  test('one that begins on a way over which another leads is no way round the other', async () => {
    const drawn = draw({ bp: { oneway: '-1' }, qd: {} });
    const first = restrict(drawn, 'no_left_turn', ['ab', 'bvc+qc', 'pq']);
    const second = restrict(drawn, 'no_right_turn', ['bvc', 'qc', 'qd']);
    const metresOf = async (...some: readonly OsmData[]) => {
      const relations = some.flatMap((data) => data.relations ?? []);
      return (await compile({ ...drawn.data, relations })).wayM('ap');
    };
    const round = 3900;
    expect([await metresOf(first), await metresOf(first, second)]).toEqual([round, round]);
    expect(await metresOf(second)).toBeLessThan(round);
  });

  test.each<[kind: string, over: [string, string, string], trips: Record<string, number>]>([
    ['no_straight_on', ['ab', 'b', 'bvc'], { ad: 2900, av: 2800 }],
    ['only_left_turn', ['ab', 'b', 'bp'], { ad: 2900, av: 2800 }],
    ['only_left_turn', ['ab', 'bvc', 'qc'], { ad: 2900, av: 900 }],
  ])('%s over %j is kept beside one over the same way', async (kind, over, trips) => {
    const drawn = draw();
    const relations = [
      restrict(drawn, kind, over),
      restrict(drawn, 'no_left_turn', ['ab', 'bvc', 'qc']),
    ].flatMap((data) => data.relations ?? []);
    const { wayM } = await compile({ ...drawn.data, relations });
    for (const [trip, metres] of Object.entries(trips))
      expect([trip, wayM(trip)]).toEqual([trip, metres]);
  });

  test.each<[string, OsmTags]>([
    ['excepts cars', { except: 'motorcar' }],
    ['names other vehicles', { restriction: '', 'restriction:hgv': 'no_straight_on' }],
  ])('one that %s is none', async (_, tags) => {
    const { wayM } = await compile(restrict(draw(), 'no_straight_on', ['ab', 'b', 'bvc'], tags));
    expect(wayM('ad')).toBe(2000);
  });

  test.each(['restriction:conditional', 'restriction:motorcar:conditional'])(
    'a %s is counted, and not used',
    async (key) => {
      const tags = { restriction: '', [key]: 'no_straight_on @ (07:00-09:00)' };
      const { data, idOf } = draw();
      const timed = restrict({ data, idOf }, '', ['ab', 'b', 'bvc'], tags);
      const { wayM, report } = await compile(timed);
      expect(wayM('ad')).toBe(2000);
      expect(report.notes).toContain('1 turn restrictions hold at certain times, and are not used');
    },
  );

  test('one whose ways do not meet is counted', async () => {
    const { report } = await compile(restrict(draw(), 'no_left_turn', ['ab', 'c', 'cd']));
    expect([report.bans, report.bansNotMet]).toEqual([0, 1]);
  });

  test('a station on a way that a restriction leads over charges each direction once, whoever comes', async () => {
    const restricted = restrict(draw(), 'no_left_turn', ['ab', 'bvc', 'qc']);
    const { drive } = await compile(restricted, [map.station('1', 'K')]);
    const passed = (trip: string) => drive(trip)?.passages.length;
    expect(['ad', 'da', 'pd', 'av', 'ap'].map(passed)).toEqual([1, 1, 1, 1, 0]);
  });
});

describe('stations at gantries', () => {
  const far = { ...map.station('1', 'E6'), id: '7', at: map.at('u') };
  const gantry = (tags: OsmTags = {}) => ({ v: { highway: 'toll_gantry', ...tags } });
  const placedBy = async (nodes: Readonly<Record<string, OsmTags>>, station = far) => {
    const { placement } = await compile(draw({}, nodes).data, [station]);
    return placement.placed.map(({ by }) => by);
  };
  /** 100 m from the road. */
  const near = { ...far, at: { lat: map.at('v').lat - 0.0009, lon: map.at('v').lon } };

  test('what has no place by its road stands at the gantry with its id, or at one without', async () => {
    expect(await placedBy({}, near)).toEqual([]);
    expect(await placedBy(gantry({ 'ref:toll': '7' }), near)).toEqual(['gantry']);
    expect(await placedBy(gantry(), near)).toEqual(['gantry']);
    expect(await placedBy({ v: { barrier: 'toll_booth' } }, near)).toEqual(['gantry']);
  });

  test('it does not stand at the gantry of another station, nor at one far away', async () => {
    expect(await placedBy(gantry({ 'ref:toll': '8' }), near)).toEqual([]);
    expect(await placedBy(gantry({ 'ref:toll': '7' }))).toEqual([]);
  });

  test('what its road and place decide stays there, whatever gantry is near', async () => {
    expect(await placedBy(gantry({ 'ref:toll': '1' }), map.station('1', 'K'))).toEqual([
      'road-number',
    ]);
  });
});

describe('a file that can not be used is refused in one sentence', () => {
  const { data } = draw();
  const shifted = data.nodes.map((node) => ({ ...node, at: { ...node.at, lon: node.at.lon + 8 } }));
  const closed = data.ways.map((way) => ({ ...way, tags: { ...way.tags, access: 'no' } }));
  const paths = data.ways.map((way) => ({ ...way, tags: { highway: 'path' } }));
  test.each<[string, Buffer, RegExp]>([
    [
      'a map without roads',
      formatOsmFile({ ...data, ways: paths }),
      /holds no road that cars may drive on\.$/,
    ],
    [
      'a map whose roads are closed',
      formatOsmFile({ ...data, ways: closed }),
      /holds no road that cars may drive on\.$/,
    ],
    [
      'a map without nodes',
      formatOsmFile({ ...data, nodes: [] }),
      /has roads without the places of their nodes\.$/,
    ],
    [
      'a map of Sweden',
      formatOsmFile({ ...data, nodes: shifted }),
      /is no map of Norway: hardly any of its roads lie there\.$/,
    ],
    [
      'a map that is cut short',
      formatOsmFile(data).subarray(0, -9),
      /ends in the middle of a block/,
    ],
    ['XML', Buffer.from('<?xml version="1.0"?><osm/>'), /is XML, and no \.osm\.pbf/],
    [
      'ways before nodes',
      Buffer.concat([
        formatOsmFile({ nodes: [], ways: data.ways }),
        formatOsmFile({ nodes: data.nodes, ways: [] }).subarray(
          formatOsmFile({ nodes: [], ways: [] }).length,
        ),
      ]),
      /is not in order: sort it with "osmium sort"\.$/,
    ],
    [
      'the history of a map',
      formatOsmFile(data, { features: ['OsmSchema-V0.6', 'HistoricalInformation'] }),
      /holds the history of the map/,
    ],
  ])('%s', async (_, bytes, sentence) => {
    const path = join(tempHome(), 'map.osm.pbf');
    await writeFile(path, bytes);
    const compiling = compileOsm(
      path,
      { ...readOsmTerms(DATA_DIR), facts: { stations: [] } },
      () => {},
    );
    await expect(compiling).rejects.toThrow(sentence);
    await expect(compiling).rejects.toThrow(new RegExp(`^${path} [^\\n]+\\.$`));
  });

  test('a map with half of the roads is built, and the stations off it are named', async () => {
    const off = { ...map.station('1', 'E6'), id: '9', at: { lat: 69.6, lon: 18.9 } };
    const { placement } = await compile(data, [map.station('1', 'K'), off]);
    expect(placement.placed.map(({ id }) => id)).toEqual(['1']);
    expect(placement.unplaced.map(({ id }) => id)).toEqual(['9']);
  });
});
