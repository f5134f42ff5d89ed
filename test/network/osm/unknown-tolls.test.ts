/** Which tolls of a drawn map no station takes, and what routes over them say. */
import { describe, expect, test } from 'vitest';
import { listMapTolls } from '../../../src/network/map-tolls.ts';
import type { OsmTerms } from '../../../src/network/osm/compile-osm.ts';
import type { OsmTags } from '../../../src/network/osm/read-elements.ts';
import type { StationToPlace } from '../../../src/network/placement/place.ts';
import { openKernelPlanner } from '../../../src/network/planning/kernel-planner.ts';
import { countUnknownTolls, listRoadWarnings } from '../../../src/trip/road-section.ts';
import { compileMap, drawnMap } from '../../support/drawn-map.ts';
import type { OsmRelation } from '../../support/osm-file.ts';

/** One character is 100 m: a straight road from a to f, and one round it from b to e. Stations stand at 1 and 2. */
const map = drawnMap(
  `
    p-----------------------q
   .                         .
 a-b--1s------u---c---v---2--e-f
                  |
                  w
`,
  100,
);
const ROADS = ['ab', 'bsuc', 'cve', 'ef', 'bp', 'pq', 'qe', 'cw'];
const TOLL = { toll: 'yes' };
const station = (name: '1' | '2', id: string = name): StationToPlace => ({
  ...map.station(name, 'K'),
  id,
});

interface Drawn {
  readonly ways?: Readonly<Record<string, OsmTags>>;
  readonly nodes?: Readonly<Record<string, OsmTags>>;
  readonly stations?: readonly StationToPlace[];
  readonly relations?: (idOf: (way: string) => number) => readonly OsmRelation[];
  readonly ferries?: OsmTerms['ferries'];
}

async function open({ ways = {}, nodes = {}, stations = [], relations, ferries }: Drawn) {
  const drawn = ROADS.map((name) =>
    map.way(name, { highway: 'residential', name: `Road ${name}`, ...ways[name] }),
  );
  const idOf = (name: string) => drawn[ROADS.indexOf(name)]?.id ?? 0;
  const data = { ...map.data(drawn, nodes), relations: relations?.(idOf) ?? [] };
  const terms = { facts: { stations }, ...(ferries && { ferries }) };
  const { prepared, report } = await compileMap(data, terms);
  const sections = listMapTolls(prepared.network, []);
  const planner = openKernelPlanner({ source: 'map', prepared }, { sections });
  const byId = new Map(sections.map((section) => [section.id, section]));
  const drive = async ([from, to]: string, avoidTolls = false) => {
    const at = (name = '') => map.at(name);
    const trip = { from: at(from), to: at(to), via: [], startMs: 0, avoidTolls, alternatives: 0 };
    const [route] = await planner.planTrip(trip);
    if (route === undefined) throw new Error('Expected a route.');
    return {
      route,
      tolls: countUnknownTolls(route, byId),
      about: listRoadWarnings(route, byId, 0).map(({ code, about }) => [
        code,
        about?.replace(/ \(way.*/, ''),
      ]),
    };
  };
  return { drive, report, network: prepared.network };
}

describe('a toll of the map is known where a station takes it', () => {
  const BOOTH = { barrier: 'toll_booth' };
  const GANTRY = { highway: 'toll_gantry' };
  test.each<[what: string, tolls: number, Drawn]>([
    ['no toll', 0, {}],
    ['a tolled road without a station', 1, { ways: { bsuc: TOLL } }],
    ['two tolled roads that meet are one', 1, { ways: { bsuc: TOLL, cve: TOLL } }],
    ['one with a station on it', 0, { ways: { bsuc: TOLL }, stations: [station('1')] }],
    [
      'one with a station at its other end',
      0,
      { ways: { bsuc: TOLL, cve: TOLL }, stations: [station('1')] },
    ],
    ['one with a station elsewhere', 1, { ways: { bsuc: TOLL }, stations: [station('2')] }],
    [
      'a local road that leaves a tolled road with a station',
      1,
      { ways: { bsuc: { ...TOLL, highway: 'trunk' }, cve: TOLL }, stations: [station('1')] },
    ],
    ['cars free', 0, { ways: { bsuc: { ...TOLL, 'toll:motorcar': 'no' } } }],
    ['all motor vehicles free', 0, { ways: { bsuc: { ...TOLL, 'toll:motor_vehicle': 'no' } } }],
    ['cars alone pay', 1, { ways: { bsuc: { toll: 'no', 'toll:motorcar': 'yes' } } }],
    ['another word than yes', 1, { ways: { bsuc: { toll: 'automatic' } } }],
    ['lorries alone pay', 0, { ways: { bsuc: { 'toll:hgv': 'yes' } } }],
    ['toll=no', 0, { ways: { bsuc: { toll: 'no' } } }],
    ['a booth inside a road', 1, { nodes: { u: BOOTH } }],
    ['a gantry inside a road', 1, { nodes: { u: GANTRY } }],
    ['a booth where two roads meet', 1, { nodes: { c: BOOTH } }],
    ['a booth on a tolled road is the same toll', 1, { ways: { bsuc: TOLL }, nodes: { u: BOOTH } }],
    ['a gate with a toll', 1, { nodes: { u: { barrier: 'lift_gate', ...TOLL } } }],
    ['a gate', 0, { nodes: { u: { barrier: 'lift_gate' } } }],
    ['a booth where cars pay nothing', 0, { nodes: { u: { ...BOOTH, 'toll:motorcar': 'no' } } }],
    ['two booths, one behind the other', 2, { nodes: { u: BOOTH, v: BOOTH } }],
    ['a booth with a station', 0, { nodes: { s: BOOTH }, stations: [station('1')] }],
    [
      'a gantry with the id of a station',
      0,
      { nodes: { u: { ...GANTRY, 'ref:toll': '77' } }, stations: [station('1', '77')] },
    ],
    [
      'a gantry far from the station of its tolled road',
      1,
      { ways: { bsuc: TOLL, cve: TOLL }, nodes: { v: GANTRY }, stations: [station('1')] },
    ],
    [
      'a booth at a ferry quay',
      0,
      {
        nodes: { u: BOOTH },
        ferries: { quays: [{ id: 'q', at: map.at('u'), connectionIds: ['1'] }], quayM: 100 },
      },
    ],
  ])('%s: %j', async (_, tolls, drawn) => {
    const { drive } = await open(drawn);
    const [there, back] = [await drive('af'), await drive('fa')];
    expect([there.tolls, back.tolls]).toEqual([tolls, tolls]);
    expect(there.about).toHaveLength(tolls);
    const round = await drive('af', true);
    expect(round.tolls).toBe(0);
    const paid = tolls + (there.route.passages?.length ?? 0);
    expect(round.route.lengthM > there.route.lengthM + 1).toBe(paid > 0);
  });

  test('the warning names the road, and the report counts the tolls', async () => {
    const { drive, report } = await open({ ways: { bsuc: TOLL } });
    expect((await drive('af')).about).toEqual([['private_toll_not_known', 'Road bsuc']]);
    expect(report.notes).toContain(
      'tolls of the map that no station takes: 1; routes that pay one say so',
    );
  });

  test('a road whose toll is a known section of ours needs no other', async () => {
    const { network } = await open({ ways: { bsuc: TOLL } });
    const [toll] = listMapTolls(network, []);
    if (toll === undefined) throw new Error('Expected a toll.');
    expect(listMapTolls(network, [{ ...toll, rule: { kind: 'private-toll' } }])).toEqual([]);
  });

  test('a trip that does not come to the toll says nothing of it', async () => {
    const { drive } = await open({ nodes: { v: { barrier: 'toll_booth' } } });
    expect((await drive('aw')).tolls).toBe(0);
    expect((await drive('fw')).tolls).toBe(1);
  });

  test('a toll holds for traffic on the copies that a turn restriction makes', async () => {
    const member = (type: 'way', id: number, role: string) => ({ type, id, role });
    const { drive } = await open({
      nodes: { u: { barrier: 'toll_booth' } },
      relations: (idOf) => [
        {
          id: 1,
          tags: { type: 'restriction', restriction: 'no_right_turn' },
          members: [
            member('way', idOf('ab'), 'from'),
            member('way', idOf('bsuc'), 'via'),
            member('way', idOf('cw'), 'to'),
          ],
        },
      ],
    });
    expect([(await drive('af')).tolls, (await drive('fa')).tolls]).toEqual([1, 1]);
  });
});
