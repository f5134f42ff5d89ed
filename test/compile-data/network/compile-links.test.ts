import { expect, test } from 'vitest';
import { encodePolyline } from '../../../src/geo/polyline.ts';
import {
  parseSourceLink,
  type SourceLink,
} from '../../../tools/compile-data/network/compile-links.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

const line = drawnNetwork('a---b').line('ab');
const row = (facts: Partial<SourceLink>): SourceLink => ({
  type: 'enkelBilveg',
  kat: 'E',
  fase: 'V',
  medium: 'T',
  geom: encodePolyline(line),
  ...facts,
});

test('a planned road is dropped: it would lead routes through tunnels that do not exist', () => {
  expect(parseSourceLink(row({ fase: 'P' }))).toBeUndefined();
});

test.each<[string, Partial<SourceLink>, object]>([
  ['an existing road', { nr: 39 }, { kind: 'road', category: 'E', number: 39 }],
  ['a road without number', { kat: 'K' }, { kind: 'road', category: 'K' }],
  ['a motorway', { motor: 'motorveg' }, { kind: 'road', category: 'E', motor: 'motorway' }],
  [
    'a motor traffic road',
    { motor: 'motortrafikkveg' },
    { kind: 'road', category: 'E', motor: 'motor-traffic-road' },
  ],
  ['an ordinary road', { motor: 'IkkeMotorveg' }, { kind: 'road', category: 'E' }],
  ['a tunnel', { medium: 'U' }, { kind: 'road', category: 'E', tunnel: true }],
  ['a bridge', { medium: 'L' }, { kind: 'road', category: 'E', bridge: true }],
])('%s keeps what it is, and its line', (_, facts, expected) => {
  expect(parseSourceLink(row(facts))).toEqual({ ...expected, line });
});

test('a ferry has neither phase nor medium, and is kept', () => {
  const ferry: SourceLink = { type: 'bilferje', kat: 'R', nr: 19, geom: encodePolyline(line) };
  expect(parseSourceLink(ferry)).toEqual({ kind: 'ferry', category: 'R', number: 19, line });
});
