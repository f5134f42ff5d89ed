import { describe, expect, test } from 'vitest';
import type { RoadLink } from '../../src/network/link.ts';
import { drawNetwork } from '../../src/network/osm-data.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { readSpeeds } from '../support/speeds.ts';

/** The motorway a-b-c, an exit from b to the street s-t, and an entry from the street to c. */
const map = drawnNetwork(`
  a-------b-----------c-------d

              s---t

`);
const MOTORWAY = ['ab', 'bc', 'cd'].map((points) => map.link('E6', points));
const STREET = map.link('F2', 'st');
const EXIT = map.link('E6', 'bs', { ramp: true, oneWay: true });
const ENTRY = map.link('E6', 'tc', { ramp: true, oneWay: true });

/** The forbidden turns, as pairs of the links' indices. */
function forbidden(links: readonly RoadLink[]): string[] {
  const { osm } = drawNetwork(links, [], readSpeeds());
  return (osm.relations ?? []).map(({ members }) =>
    members
      .filter(({ type }) => type === 'way')
      .map(({ id }) => id - 1)
      .join('>'),
  );
}

describe('a ramp', () => {
  test('is left and joined forwards only', () => {
    expect(forbidden([...MOTORWAY, STREET, EXIT, ENTRY])).toEqual(['1>4', '5>1']);
  });

  test('that is driven both ways is joined forwards in both', () => {
    const both = { ...EXIT, oneWay: false };
    expect(forbidden([...MOTORWAY, STREET, both])).toEqual(['1>4', '4>1']);
  });

  test('may turn as it likes at the lesser road', () => {
    const sharp = map.link('F2', 'sa');
    expect(forbidden([sharp, EXIT])).toEqual([]);
  });
});

test('a restriction names the way from, the node over which, and the way to', () => {
  const { osm } = drawNetwork([...MOTORWAY, EXIT], [], readSpeeds());
  expect(osm.relations?.[0]).toMatchObject({
    members: [{ role: 'from' }, { type: 'node', role: 'via', id: 2 }, { role: 'to' }],
    tags: { type: 'restriction', restriction: 'no_u_turn' },
  });
});

test('without ramps nothing is forbidden', () => {
  expect(forbidden([...MOTORWAY, STREET])).toEqual([]);
});
