/** Edges and turns of drawn roads. */
import { expect, test } from 'vitest';
import { drawnRoads } from '../support/drawn-roads.ts';
import { table } from '../support/table.ts';

/** A ferry from b to c, a road from there on, and a one-way road round over e. */
const TOWN = `
  a---b~~~~~~c---d
      |      |
      e---f--g
`;
const town = drawnRoads(TOWN, ({ link }) => [
  link('F1', 'ab'),
  link('~F1', 'bc'),
  link('F1', 'cd'),
  link('K2', 'bef', { oneWay: true }),
  link('K3', 'fg'),
  link('K3', 'gc'),
]);

/** By the letters of both ends: `ab` leads from a to b. */
function nameEdges() {
  const { graph } = town.network;
  const ends = ['ab', 'bc', 'cd', 'bf', 'fg', 'gc'];
  return Array.from(graph.linkOf, (link, edge) =>
    graph.isBackward[edge] === 1 ? [...(ends[link] ?? '')].reverse().join('') : (ends[link] ?? ''),
  );
}

test('a link that is driven both ways is two edges, a one-way link one, by the nodes where they begin', () => {
  expect(nameEdges()).toEqual(
    ['ab', 'ba', 'bc', 'bf', 'cb', 'cd', 'cg', 'dc', 'fg', 'gf', 'gc'].sort(byTail),
  );
  const { graph } = town.network;
  graph.opposite.forEach((other, edge) => {
    const isOneWay = nameEdges()[edge] === 'bf';
    expect(other === -1).toBe(isOneWay);
    if (!isOneWay) expect(graph.opposite[other]).toBe(edge);
  });
});

test.each(
  table<'edge' | 'turns' | 'because'>(`
    edge | turns    | because
    ab   | bc bf    | one goes on wherever a road leads, not back
    ba   | ab       | at a dead end one turns back
    cb   | ba bf    | a ferry is left as a road is
    bf   | fg       | a one-way road is left at its end
    gf   | fg       | it is not entered there: for all others this is a dead end
    dc   | cb cg    | the ferry and the road both begin here
  `),
)('from $edge one turns into $turns: $because', ({ edge, turns: wanted }) => {
  const { turns } = town.network.graph;
  const names = nameEdges();
  const from = names.indexOf(edge);
  const into = turns.to.subarray(turns.first[from], turns.first[from + 1]);
  expect(Array.from(into, (next) => names[next]).sort()).toEqual(wanted.split(' ').sort());
});

test('a turn that leads backwards onto a ramp of the other carriageway is not there', () => {
  // The ramp leaves the motorway towards the east; who comes from the east does not take it.
  const art = `
    a----b----c
          '--d
  `;
  const main = { motor: 'motorway' } as const;
  const junction = drawnRoads(art, ({ link }) => [
    link('E6', 'ab', main),
    link('E6', 'bc', main),
    link('E6', 'bd', { ramp: true, oneWay: true }),
  ]);
  expect(junction.tell(['a', 'd'])?.way).toBe('abd');
  expect(junction.tell(['c', 'd'])?.way).toBe('cbabd');
});

/** The order of nodes is the order in which they are drawn. */
const NODES = 'abcdfg';
const byTail = (a: string, b: string) => NODES.indexOf(a[0] ?? '') - NODES.indexOf(b[0] ?? '');
