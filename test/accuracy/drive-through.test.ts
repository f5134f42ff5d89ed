/** The audit itself: it finds what is wrong, on a drawn road and with a product that lies. */
import { describe, expect, test } from 'vitest';
import { driveThrough } from '../../measure/audit/drive-through.ts';
import { buildAuditNetwork } from '../../measure/audit/network.ts';
import type { AskProduct, AuditAnswer } from '../../measure/audit/product.ts';
import type { LatLon } from '../../src/base/point.ts';
import type { RoadLink } from '../../src/network/link.ts';
import type { StationToPlace } from '../../src/network/placement/place.ts';
import { placeStations } from '../../src/network/placement/place-stations.ts';
import { drawnNetwork } from '../support/drawn-network.ts';

/** The E6 a-b-c with the stations 1 and 2; the street s-t beside it with station 3. */
const map = drawnNetwork(`
  a-----------1-----------b-----2-----c

  s-----------3-----------t
`);
const LINKS = [map.link('E6', 'a1b'), map.link('E6', 'b2c'), map.link('F7', 's3t')];
const LIMITS = { sameRoadM: 50, roadKnownM: 500, streetM: 50, rampM: 50, bearingDeg: 60 };

function networkOf(stations: readonly StationToPlace[], links: readonly RoadLink[] = LINKS) {
  const placement = placeStations(stations, links, { limits: LIMITS, overrides: [] });
  const tolls = stations.map(({ id, name }) => ({ id, name, passageKey: `town/${id}` }));
  return buildAuditNetwork({ stations, links, placement, tolls });
}

const E6 = [map.station('1', 'E6'), map.station('2', 'E6')];

/** A product that drives straight from stop to stop and names what it is told to. */
const productSaying =
  (passed: (eastward: boolean) => readonly string[]): AskProduct =>
  async ({ from, via = [], to }) =>
    ({
      line: [from, ...via, to],
      passedIds: passed(to.lon > from.lon),
      // Only line and stations are looked at.
    }) as unknown as AuditAnswer;

const faultsOf = async (stations: readonly StationToPlace[], ask: AskProduct) => {
  const network = networkOf(stations);
  const [result] = await driveThrough(network, network.placed.slice(0, 1), ask);
  return result?.drives.map(({ faults }) => faults.join('; '));
};

test('a product that names both stations in the order of the drive is right both ways', async () => {
  const right = productSaying((eastward) => (eastward ? ['1', '2'] : ['2', '1']));
  expect(await faultsOf(E6, right)).toEqual(['', '']);
});

describe('it is wrong', () => {
  test('to leave a station out', async () => {
    const [east] =
      (await faultsOf(
        E6,
        productSaying(() => ['2']),
      )) ?? [];
    expect(east).toBe('Station 1 is passed and not charged');
  });

  test('to name one twice', async () => {
    const [east] =
      (await faultsOf(
        E6,
        productSaying(() => ['1', '1', '2']),
      )) ?? [];
    expect(east).toBe('Station 1 is charged 2 times and passed 1 times');
  });

  test('to name one on another road', async () => {
    const stations = [...E6, map.station('3', 'F7')];
    const [east] =
      (await faultsOf(
        stations,
        productSaying(() => ['1', '2', '3']),
      )) ?? [];
    expect(east).toBe('Station 3 is charged and not passed in a charged direction');
  });

  test('to charge a one-way station against its direction', async () => {
    const eastward = map.station('1', 'E6', { charged: 'one-way', chargedBearingDeg: 90 });
    const product = productSaying(() => ['1']);
    expect(await faultsOf([eastward], product)).toEqual([
      '',
      'Station 1 is charged and not passed in a charged direction',
    ]);
  });

  test('to drive another road', async () => {
    const elsewhere: AskProduct = async () =>
      ({ line: map.line('st') as LatLon[], passedIds: ['1', '2'] }) as unknown as AuditAnswer;
    const [east] = (await faultsOf(E6, elsewhere)) ?? [];
    expect(east).toMatch(/^another way is driven: it leaves the road by/);
  });

  test('to find no way', async () => {
    const lost: AskProduct = () => Promise.reject(new Error('No path could be found.'));
    expect(await faultsOf(E6, lost)).toEqual([
      'no way: No path could be found.',
      'no way: No path could be found.',
    ]);
  });
});

test('a one-way road is driven one way', async () => {
  const links = [map.link('E6', 'a1b', { oneWay: true })];
  const network = networkOf([map.station('1', 'E6')], links);
  const [result] = await driveThrough(
    network,
    network.placed,
    productSaying(() => ['1']),
  );
  expect(result?.drives).toEqual([{ travelDeg: expect.closeTo(90, 0), faults: [] }]);
});
