import { expect, test } from 'vitest';
import { openOwnPlaces } from '../../../src/facts/compile/station-roads.ts';
import { at, road } from '../../support/invented-stations.ts';
import { table } from '../../support/table.ts';

/** E1 and, 400 m north of it, a municipal road. */
const ROADS = [
  road('E1', [-1000, 0], [1000, 0]),
  road('K', [-1000, 400], [1000, 400]),
  road('F7', [-1000, 450], [1000, 450]),
];
const findOwnPlace = openOwnPlaces(ROADS);
const LIMITS = { sameRoadM: 300, streetM: 120 };

test.each(
  table<'road' | 'north' | 'found' | 'because'>(`
    road | north | found | because
    E1   | 299   | E1    | its own road is within 300 m
    E1   | 301   |       | no road but its own will do
    K9   | 281   | K     | a municipal road without number is within 120 m
    K9   | 279   |       | it is too far away
    F7   | 299   | F7    | nearer roads have another name
    F8   | 449   |       | a county road is no street
  `),
)(
  'a station of $road $north m north lies on "$found": $because',
  ({ road: name, north, found }) => {
    const place = findOwnPlace({ road: name, ...at(0, Number(north)) }, undefined, LIMITS);
    expect(place?.road.road ?? '').toBe(found);
  },
);
