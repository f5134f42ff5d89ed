import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import type { Gate } from '../../src/passages/gate.ts';
import { buildDoubtFinder } from '../../src/passages/possible-passages.ts';
import { table } from '../support/table.ts';
import { lineOf, routeOf } from '../support/trip-scene.ts';

const [one, two] = lineOf('12') as [LatLon, LatLon];
const gate = (stationId: string, at: LatLon, charged: Gate['charged'] = 'forward'): Gate => ({
  stationId,
  at,
  forwardBearingDeg: 90,
  charged,
});
/** Twenty metres north of the line. */
const aside = (at: LatLon): LatLon => ({ ...at, lat: at.lat + 20 / 111_195 });

const locateOn = () => (leg: number, share: number) => ({ alongM: leg + share, atS: leg + share });
const find = (gates: readonly Gate[], names: string) =>
  buildDoubtFinder(
    gates,
    30,
    locateOn,
  )(routeOf(names))
    .map(({ stationId, isSure }) => `${stationId} ${isSure ? 'sure' : 'perhaps'}`)
    .join(', ');

const ROWS = table<'line' | 'gates' | 'found'>(`
  line | gates          | found
  a1b  | through        | 1 sure
  b1a  | through        |
  a1b  | aside          | 1 perhaps
  ab   | through        | 1 perhaps
  a1b2c | both          | 1 sure, 2 perhaps
  a2c  | both           | 1 perhaps, 2 perhaps
`);

const GATES: Readonly<Record<string, readonly Gate[]>> = {
  through: [gate('1', one)],
  aside: [gate('1', aside(one))],
  // The one beside the line comes first in the list and second on the way.
  both: [gate('2', aside(two)), gate('1', one)],
};

test.each(ROWS)('the line $line past gates $gates: $found', ({ line, gates, found }) => {
  expect(find(GATES[gates] ?? [], line)).toBe(found);
});
