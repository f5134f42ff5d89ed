import { expect, test } from 'vitest';
import { withoutToll } from '../../../src/network/osm/toll-tags.ts';
import type { OsmTags } from '../../../src/network/osm-pbf.ts';

test.each<[string, OsmTags]>([
  ['a numbered road', { highway: 'trunk', ref: 'E 18', toll: 'yes' }],
  ['a ramp', { highway: 'motorway_link', toll: 'yes' }],
])('%s loses its toll: our gates say where and in which direction', (_, tags) => {
  const { toll: _toll, ...rest } = tags;
  expect(withoutToll(tags)).toEqual(rest);
});

test.each<[string, OsmTags]>([
  ['a private road keeps it: nobody else knows of it', { highway: 'track', toll: 'yes' }],
  ['a road without toll stays', { highway: 'trunk', ref: 'E 18' }],
  ['a road that says so stays', { highway: 'trunk', ref: 'E 18', toll: 'no' }],
])('%s', (_, tags) => {
  expect(withoutToll(tags)).toBeUndefined();
});
