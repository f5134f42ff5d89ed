import { describe, expect, test } from 'vitest';
import type { RoadLink } from '../../../src/network/link.ts';
import { drawGraph } from '../../../src/network/n1000/draw-graph.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

/** The motorway a-b-c, an exit from b to the street s-t, and an entry from the street to c. */
const map = drawnNetwork(`
  a-------b-----------c-------d

              s---t

`);
const MOTORWAY = ['ab', 'bc', 'cd'].map((points) => map.link('E6', points));
const STREET = map.link('F2', 'st');
const EXIT = map.link('E6', 'bs', { ramp: true, oneWay: true });
const ENTRY = map.link('E6', 'tc', { ramp: true, oneWay: true });

/** The forbidden turns, as pairs of the links' indices: none of them has a junction inside. */
const forbidden = (links: readonly RoadLink[]): string[] =>
  drawGraph(links, []).links.bans.map(({ from, to }) => `${from}>${to}`);

describe('a ramp', () => {
  test('is left and joined forwards only', () => {
    expect(forbidden([...MOTORWAY, STREET, EXIT, ENTRY])).toEqual(['1>4', '5>1']);
  });

  test('that is driven both ways is joined forwards in both', () => {
    const { oneWay: _, ...both } = EXIT;
    expect(forbidden([...MOTORWAY, STREET, both])).toEqual(['1>4', '4>1']);
  });

  test('may turn as it likes at the lesser road', () => {
    const sharp = map.link('F2', 'sa');
    expect(forbidden([sharp, EXIT])).toEqual([]);
  });
});

test('a ban names the link from, the node over which, and the link to', () => {
  const { from, bans } = drawGraph([...MOTORWAY, EXIT], []).links;
  // Link 1 and the exit, which is link 3, both begin at b.
  expect(bans).toEqual([{ from: 1, via: from[3], to: 3 }]);
});

test('without ramps nothing is forbidden', () => {
  expect(forbidden([...MOTORWAY, STREET])).toEqual([]);
});
