/** Closed roads, convoys, private tolls and summer ferries lie on the links that they close. */
import { describe, expect, test } from 'vitest';
import { loadRoadSections } from '../../../src/facts/open-facts.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { loadNetworkInputs, type RoadLink } from '../../../src/network/link.ts';
import { drawGraph } from '../../../src/network/n1000/draw-graph.ts';
import type { SectionToPlace } from '../../../src/network/placement/place.ts';
import { placeSections } from '../../../src/network/placement/place-sections.ts';
import { placeStations } from '../../../src/network/placement/place-stations.ts';
import { nameUnplaced } from '../../../src/network/prepare-network.ts';
import { drawnLengths, measureAlong } from '../../../src/routing/network.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { loadStations } from '../../support/bundled-facts.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';
import { table } from '../../support/table.ts';

function draw(...terms: Parameters<typeof drawGraph>) {
  const drawn = drawGraph(...terms);
  return { ...drawn, drawnM: drawnLengths(drawn.links, measureAlong(drawn.links)) };
}

describe('on the bundled network', async () => {
  const inputs = loadNetworkInputs(DATA_DIR);
  const links = inputs.readLinks();
  const sections = loadRoadSections({ bundled: DATA_DIR });
  const { placed: stations } = placeStations(await loadStations(DATA_DIR), links, inputs);
  const { placed, unplaced } = placeSections(sections, draw(links, stations, sections));

  test('every section has its place, but for Nibbevegen, whose road is not drawn', () => {
    const names = unplaced.map(({ id }) => sections.find((one) => one.id === id)?.name);
    expect(new Set(names)).toEqual(new Set(['Nibbevegen']));
    expect(placed).toHaveLength(sections.length - 2);
  });

  // Lengths of the road from gate to gate, from maps; the lines are drawn for 1:1 000 000.
  test.each(
    table<'name' | 'km'>(`
      name                     | km
      Aurlandsfjellet          | 20
      Sognefjellet             | 29
      Gaularfjellet            | 17
      Hellandsbygd - Breiborg  | 7
      Breiborg - Røldal        | 17
      Friisvegen               | 20
      Værskei - Lenningen      | 22
      Gamle Strynefjellsvegen  | 25
      Tyin - Eidsbugarden      | 20
      Geiranger - Langvatn     | 15
      Valdresflye              | 19
      Trollstigen              | 8
      Hamningberg              | 36
      Brokke - Suleskard       | 27
      Lysevegen                | 24
      Tindevegen               | 21
      Geiranger-Hellesylt      | 20
    `),
  )('$name is some $km km long', ({ name, km }) => {
    const { id } = sections.find((one) => one.name === name) ?? {};
    const { lengthM = 0 } = placed.find((one) => one.id === id) ?? {};
    expect(Math.abs(lengthM / 1000 - Number(km))).toBeLessThan(0.15 * Number(km));
  });

  test('none is longer than its road can wind', () => {
    const winding = placed.map(({ id, lengthM }) => {
      const ends = sections.find((one) => one.id === id)?.ends;
      return ends === undefined ? 99 : lengthM / flatDistanceM(...ends);
    });
    expect(Math.max(...winding)).toBeLessThan(2);
    expect(Math.min(...winding)).toBeGreaterThan(0.95);
  });
});

describe('on a drawing', () => {
  const map = drawnNetwork(`
    a---b---c---d---e
        |       |
        f-------g
  `);
  const roads = [
    map.link('F55', 'abc'),
    map.link('F55', 'cde'),
    map.link('F7', 'bfgd'),
    map.link('~F9', 'ge'),
  ];
  const between = (road: string | undefined, from: string, to: string): SectionToPlace => ({
    id: '1',
    line: road === undefined ? 'ferry' : 'road',
    ...(road !== undefined && { road }),
    ends: [map.at(from), map.at(to)],
  });
  const place = (section: SectionToPlace, links: readonly RoadLink[] = roads) =>
    placeSections([section], draw(links, [], [section]));

  test('it lies along its road from end to end, and nowhere else', () => {
    expect(place(between('F55', 'b', 'd')).placed[0]?.lengthM).toBeCloseTo(800, -1);
    expect(place(between('F7', 'f', 'g')).placed[0]?.lengthM).toBeCloseTo(800, -1);
  });

  test('a road is cut at its ends, between two vertices', () => {
    const section = between('F55', 'a', 'c');
    const [from, to] = section.ends;
    const half: SectionToPlace = {
      ...section,
      ends: [{ lat: from.lat, lon: from.lon + 0.3 * (to.lon - from.lon) }, to],
    };
    expect(place(half).placed[0]?.lengthM).toBeCloseTo(0.7 * 800, -1);
  });

  test('a ferry line is no road, nor a road a ferry line', () => {
    expect(place(between(undefined, 'g', 'e')).placed).toHaveLength(1);
    expect(place(between(undefined, 'a', 'b')).placed).toEqual([]);
  });

  test('one that has no place is named with the reason', () => {
    const why = (section: SectionToPlace, links?: readonly RoadLink[]) =>
      place(section, links).unplaced.map((one) => one.why);
    expect(why(between('E6', 'a', 'c'))).toEqual(['no E6 within 505 m of an end']);
    const named = { ...between('E6', 'a', 'c'), name: 'Nibbevegen' };
    const { unplaced } = place(named);
    const sentence =
      'Nibbevegen has no place on the network (no E6 within 505 m of an end): a stop at its far end tells of its closure or toll, a route over it does not';
    expect(nameUnplaced(unplaced)).toEqual([sentence]);
    // Closed in winter and with a toll: two sections of one road.
    expect(nameUnplaced([...unplaced, ...unplaced])).toEqual([sentence]);
    const broken = [map.link('F55', 'ab'), map.link('F55', 'de')];
    expect(why(between('F55', 'a', 'e'), broken)).toEqual([
      'no way along F55 leads from one end to the other',
    ]);
  });

  test('the rest of the network stays as it is', () => {
    const { links } = drawGraph(roads, []);
    const cut = drawGraph(roads, [], [between('F55', 'b', 'd')]);
    expect(cut.links).toEqual(links);
  });
});
