import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { buildCrossingMatcher } from '../../src/facts/match-crossings.ts';
import type { FerryConnection } from '../../src/pricing/ferry/law.ts';
import type { Quay } from '../../src/trip/ports.ts';
import { drawn, metresAt } from '../support/drawn.ts';

// One character is a kilometre. Lines: 1 A-B-C, 2 B-D, 3 A-C, 4 E-F. The point g lies at sea.
const map = drawn(
  `
  A----------B----------C
             |
             |         h
     g       D
                  E---F
  `,
  1000,
);
const LINES: Readonly<Record<string, string>> = { 1: 'ABC', 2: 'BD', 3: 'AC', 4: 'EF' };

const at = (name: string): LatLon => metresAt(...map.at(name));
const quays = [...'ABCDEF'].map(
  (name): Quay => ({
    id: name,
    name: `${name} ferjekai`,
    at: at(name),
    municipality: 1,
    status: 'in-use',
    usableByCars: true,
    connectionIds: Object.keys(LINES).filter((id) => LINES[id]?.includes(name)),
  }),
);
const connections = Object.entries(LINES).map(
  ([id, called]): FerryConnection => ({
    id,
    name: [...called].join('-'),
    authority: 'state',
    quayIds: [...called],
    fare: { kind: 'own-fares', note: 'none' },
    agreementUnsure: false,
  }),
);
const [line] = connections as [FerryConnection];
const seed: Quay = { ...(quays[0] as Quay), connectionIds: ['x', 'y'] };
const match = buildCrossingMatcher(connections, quays);

const sail = (points: readonly LatLon[]) =>
  match({ line: points, lengthM: 20_000, durationS: 2000 }).map(
    ({ connection, fromQuay, toQuay, lengthM, durationS }) => ({
      ride: `${connection?.id ?? '-'}: ${fromQuay?.id ?? '-'}${toQuay?.id ?? '-'}`,
      lengthM: Math.round(lengthM / 100) * 100,
      durationS: Math.round(durationS / 10) * 10,
    }),
  );
const rides = (names: string) => sail([...names].map(at)).map(({ ride }) => ride);

test.each([
  ['AB', '1: AB', 'two quays of a line with more stops are one ride'],
  ['BA', '1: BA', 'it runs both ways'],
  ['BD', '2: BD', 'of several lines at a quay the one that serves both ends is taken'],
  ['AC', '3: AC', 'the line with fewer stops goes first'],
  ['ABC', '3: AC', 'a stop on the way makes no second crossing'],
])('%s is the ride %s: %s', (names, ride) => {
  expect(rides(names)).toEqual([ride]);
});

test('of two connections of the same quays the one that still sails is taken, whatever its id and stops', () => {
  const ended = { ...(connections[2] as FerryConnection), endedOn: '2026-11-01' };
  const matchNow = buildCrossingMatcher([line, ended], quays);
  const sailed = { line: [at('A'), at('C')], lengthM: 20_000, durationS: 2000 };
  expect(matchNow(sailed).map(({ connection }) => connection?.id)).toEqual(['1']);
});

test('ends may lie 1.6 km off their quays, as on a generalised network', () => {
  const off = (name: string, byDeg: number) => ({ ...at(name), lat: at(name).lat + byDeg });
  expect(sail([off('A', 0.0133), off('B', -0.0133)])[0]?.ride).toBe('1: AB');
  expect(sail([off('A', 0.0145), at('B')])[0]?.ride).toBe('-: -B');
});

test('changing ferries at a quay gives two crossings that share length and time', () => {
  expect(sail([at('A'), at('B'), at('D')])).toEqual([
    { ride: '1: AB', lengthM: 15_700, durationS: 1570 },
    { ride: '2: BD', lengthM: 4300, durationS: 430 },
  ]);
});

test('lines that the network joins at sea before the quay are still two crossings', () => {
  const nearB = { lat: at('B').lat - 0.02, lon: at('B').lon - 0.02 };
  const found = sail([at('A'), nearB, at('D')]);
  expect(found.map(({ ride }) => ride)).toEqual(['1: AB', '2: BD']);
});

test('of two quays to change at the one beside the line is taken', () => {
  // From D to F by way of E or, a kilometre beside the line, by way of H.
  const extra = [
    { id: 'H', at: { lat: at('E').lat - 0.009, lon: at('E').lon } },
    { id: 'E', at: at('E') },
  ];
  const all = [...quays.filter(({ id }) => id !== 'E'), ...extra.map((to) => ({ ...seed, ...to }))];
  const lines = extra.flatMap(({ id }, i) => [
    { ...line, id: `${i}1`, quayIds: ['D', id] },
    { ...line, id: `${i}2`, quayIds: [id, 'F'] },
  ]);
  const found = buildCrossingMatcher(
    lines,
    all,
  )({
    line: [at('D'), at('E'), at('F')],
    lengthM: 1,
    durationS: 1,
  });
  expect(found.map(({ connection }) => connection?.id)).toEqual(['11', '12']);
});

test('a line that no connection serves is one crossing with the quays that are near', () => {
  expect(rides('AE')).toEqual(['-: AE']);
  expect(rides('Ag')).toEqual(['-: A-']);
  expect(rides('gh')).toEqual(['-: --']);
});

test('a line that stays in the harbour of one quay is no crossing', () => {
  const near = { ...at('A'), lat: at('A').lat + 0.001 };
  expect(sail([at('A'), near])).toEqual([]);
});

test('a line that ends at sea, nearest to the quay that it left, is a crossing without a connection', () => {
  const metresEast = (metres: number) => ({
    ...at('D'),
    lon: at('D').lon + metres / (111_195 * Math.cos((at('D').lat * Math.PI) / 180)),
  });
  const towards = [at('D'), metresEast(1900)];
  const long = match({ line: [metresEast(-300), metresEast(1500)], lengthM: 1800, durationS: 400 });
  expect(long.map(({ fromQuay, toQuay }) => [fromQuay?.id, toQuay?.id])).toEqual([
    ['D', undefined],
  ]);
  expect(match({ line: towards, lengthM: 1900, durationS: 400 })).toHaveLength(1);
});

test('nobody changes from a connection to the same connection', () => {
  const beyond = { ...at('B'), lon: at('B').lon + 0.1 };
  expect(sail([at('A'), beyond, at('A')])).toEqual([]);
});

test('where no connection is found the planner’s name stays', () => {
  const named = { line: [at('g'), at('h')], lengthM: 1, durationS: 1, name: 'Nordvik - Sørvik' };
  expect(match(named)).toMatchObject([{ plannedName: 'Nordvik - Sørvik' }]);
  const [known] = match({ ...named, line: [at('A'), at('B')] });
  expect(known).not.toHaveProperty('plannedName');
});

test('a line without points is a programmer error', () => {
  expect(() => match({ line: [], lengthM: 0, durationS: 0 })).toThrow('at least two points');
});
