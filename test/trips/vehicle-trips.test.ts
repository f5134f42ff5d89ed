/** The fictitious vehicles of the demo register, by plate, over HTTP, on the bundled network. */
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import type { RouteAnswer } from '../../src/wire/route.ts';
import { appOf, keyed } from '../support/app.ts';
import { NETWORK_HOME } from '../support/network-home.ts';
import { table } from '../support/table.ts';

const TRIPS: Readonly<Record<string, string>> = {
  // Through the ring of Bergen at Sandviken, in the afternoon rush.
  Bergen: 'from=60.467,5.325&to=60.3913,5.3221&startTime=2026-11-18T15:00:00%2B01:00',
  // Two rings of Oslo, the dearer of which pays, in the morning rush of 2024.
  Oslo: 'from=59.9139,10.7522&to=59.956,11.05&startTime=2024-03-05T08:00:00%2B01:00',
  'Moss-Horten': 'from=59.434,10.658&to=59.417,10.484&startTime=2024-06-03T10:00:00%2B02:00',
};

let app: ReturnType<typeof appOf>;

beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  const { answerRoute, answerEstimate } = await openAnswers(
    config,
    pino({ level: 'silent' }),
    () => undefined,
  );
  app = appOf({ answerRoute, answerEstimate }, 60_000);
});

async function ask(question: string): Promise<RouteAnswer> {
  const reply = await app.inject(keyed(question));
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
  return reply.json();
}

type Row = 'trip' | 'plate' | 'with' | 'toll' | 'ferry' | 'estimated' | 'because';

test.each(
  table<Row>(`
    trip        | plate   | with                   | toll  | ferry | estimated | because
    Bergen      | QQ10001 |                        | 154   | 0     | yes       | Euro VI of 2026 is not published: the ordinary tariff
    Bergen      | QQ10002 |                        | 0     | 0     | no        | a large electric vehicle with a tag
    Bergen      | QQ10002 | tag=0                  | 154   | 0     | no        | without a tag in full, in the rush
    Bergen      | QQ10003 |                        | 0     | 0     | no        | hydrogen is free with a tag
    Bergen      | QQ10003 | tag=0                  | 24    | 0     | no        | the zero-emission tariff without a tag
    Bergen      | QQ10004 |                        | 56    | 0     | no        | a heavy passenger car is in group 1 with a tag
    Bergen      | QQ10005 |                        | 51.2  | 0     | no        | petrol
    Bergen      | ÆØÅ0000 |                        | 51.2  | 0     | no        | the same car by its personal plate
    Bergen      | QQ10006 |                        | 56    | 0     | yes       | the register tells neither fuel nor weight
    Bergen      | QQ10006 | fuel=electric&weight=2000 | 19.2 | 0   | no        | the question tells both
    Oslo        | QQ10001 |                        | 91    | 0     | no        | Euro VI in the rush
    Oslo        | QQ10001 | euroClass=5            | 150   | 0     | no        | Euro V in the rush
    Oslo        | QQ10003 | fuel=electric          | 15.2  | 0     | no        | what is asked for beats the plate
    Oslo        | QQ10005 |                        | 31.2  | 0     | no        | petrol
    Moss-Horten | QQ10001 |                        | 0     | 862   | no        | 9.8 m is AP3
    Moss-Horten | QQ10003 |                        | 0     | 200   | no        | 70 % of 286 for hydrogen
    Moss-Horten | QQ10003 | ferryAgreement=private | 0     | 140   | yes       | 30 % off on top, by an agreement of its own
    Moss-Horten | QQ10003 | tag=1                  | 0     | 180   | no        | 10 % off on top
    Moss-Horten | QQ10005 | trailerLength=3.5      | 0     | 572   | no        | 4.35 m and 3.5 m: twice the fare
  `),
)('$trip, $plate $with: toll $toll, ferry $ferry, for $because', async (row) => {
  const more = row.with === '' ? '' : `&${row.with}`;
  const plate = encodeURIComponent(row.plate);
  const { _billing } = await ask(`/api/route?refine=1&plate=${plate}&${TRIPS[row.trip]}${more}`);
  const [route] = _billing.routes;
  const [tollNok, ferryNok] = [Number(row.toll), Number(row.ferry)];
  expect(route?.vehicle).toEqual({
    tollNok,
    ferryNok,
    totalNok: tollNok + ferryNok,
    estimated: row.estimated === 'yes',
  });
  const sum = (amounts: readonly { readonly vehicleNok?: number }[] = []) =>
    amounts.reduce((ore, { vehicleNok = 0 }) => ore + Math.round(vehicleNok * 100), 0) / 100;
  expect([sum(route?.chargedStations), sum(route?.ferries)]).toEqual([tollNok, ferryNok]);
});

// Sources: vegamot.no (motorcycles pass free); torghatten.no/our-routes/BF and m.basto-fosen.no/fares/
// (Moss-Horten 2024: MC 108, AP1 286, AP2 634, AP6 1289); the ring of Bergen in the rush, ferde.no.
test.each(
  table<'trip' | 'type' | 'with' | 'toll' | 'ferry' | 'class' | 'estimated' | 'because'>(`
    trip        | type       | with                      | toll | ferry | class | estimated | because
    Bergen      | motorcycle |                           | 0    | 0     | MC    | no        | it passes free
    Bergen      | motorcycle | tag=0                     | 0    | 0     | MC    | no        | without a tag, too
    Bergen      | motorcycle | plate=QQ10001             | 0    | 0     | MC    | no        | the plate of a lorry says less
    Bergen      | car        |                           | 56   | 0     | AP1   | yes       | the fuel is not told
    Bergen      | car        | fuel=petrol               | 51.2 | 0     | AP1   | no        | petrol
    Bergen      | camper     | fuel=diesel&weight=4250   | 56   | 0     | AP1   | no        | group 1 with a tag
    Oslo        | motorcycle |                           | 0    | 0     | MC    | no        |
    Oslo        | truck      | euroClass=6               | 91   | 0     | AP1   | no        | group 2 without a weight
    Oslo        | bus        | euroClass=6               | 91   | 0     | AP1   | no        | group 2 without a weight
    Oslo        | truck      | weight=3500&fuel=petrol   | 31.2 | 0     | AP1   | no        | a weight says more
    Moss-Horten | motorcycle | fuel=petrol               | 0    | 108   | MC    | no        |
    Moss-Horten | motorcycle |                           | 0    | 108   | MC    | yes       | the fuel is not told
    Moss-Horten | motorcycle | ferryClass=AP1&fuel=petrol | 0    | 286   | AP1   | no        | a class says more
    Moss-Horten | camper     | vehicleLength=7.4&fuel=diesel | 0    | 634   | AP2   | no        |
    Moss-Horten | truck      |                           | 0    | 286   | AP1   | yes       | its length is not told
    Moss-Horten | car        | fuel=diesel&tag=1         | 0    | 257.4 | AP1   | no        | a tag takes 10 % off
    Moss-Horten | van        | fuel=diesel&vehicleLength=5.9&trailerLength=3.9 | 0 | 572 | AP1 | yes | its weight is not told
    Moss-Horten | van        | fuel=diesel&vehicleLength=5.9&trailerLength=3.9&weight=4000 | 0 | 862 | AP1 | no | the class of both
  `),
)('$trip, $type $with: toll $toll, ferry $ferry, for $because', async (row) => {
  const more = row.with === '' ? '' : `&${row.with}`;
  const { _billing } = await ask(
    `/api/route?refine=1&alternatives=0&vehicleType=${row.type}&${TRIPS[row.trip]}${more}`,
  );
  const [route] = _billing.routes;
  expect(route?.vehicle).toMatchObject({
    tollNok: Number(row.toll),
    ferryNok: Number(row.ferry),
  });
  expect(_billing.vehicle?.vehicleType).toEqual({ value: row.type, from: 'parameter' });
  expect(_billing.vehicle?.ferryClass.value).toBe(row.class);
  expect(route?.vehicle?.estimated).toBe(row.estimated === 'yes');
});

test('a ferry class that is assumed makes an estimate of the crossing and of its line, too', async () => {
  const asked = 'refine=1&alternatives=0&vehicleType=truck&fuel=diesel&lines=1';
  const { _billing } = await ask(`/api/route?${asked}&${TRIPS['Moss-Horten']}`);
  const [route] = _billing.routes;
  expect(route?.ferries).toMatchObject([{ vehicleNok: 286, vehicleEstimated: true }]);
  expect(route?.lines).toMatchObject([{ kind: 'ferry', nok: 286, estimated: true }]);
});

test('a fare whose days are inferred makes estimates of the lines, also without a vehicle', async () => {
  const trip = 'from=59.434,10.658&to=59.417,10.484&startTime=2025-06-03T10:00:00%2B02:00';
  const { _billing } = await ask(`/api/route?refine=1&alternatives=0&lines=1&${trip}`);
  const [route] = _billing.routes;
  expect(route?.ferries).toMatchObject([{ nok: 291, estimated: false }]);
  expect(route?.lines).toMatchObject([{ kind: 'ferry', nok: 291, estimated: true }]);
  expect(route?.warnings).toMatchObject([
    { code: 'stations_of_extract' },
    { code: 'ferry_day_inferred' },
  ]);
});

test('the answer says what each vehicle was taken for, and where each fact came from', async () => {
  const { _billing } = await ask(`/api/route?plate=QQ10001&weight=20000&${TRIPS.Bergen}`);
  expect(_billing.vehicle).toEqual({
    technicalCode: { value: 'N3', from: 'plate' },
    fuel: { value: 'diesel', from: 'plate' },
    euroClass: { value: 6, from: 'plate' },
    weightKg: { value: 20_000, from: 'parameter' },
    lengthM: { value: 9.8, from: 'plate' },
    tariffGroup: { value: 2, from: 'parameter' },
    tag: { value: true, from: 'default' },
    ferryClass: { value: 'AP3', from: 'plate' },
    ferryAgreement: { value: 'none', from: 'default' },
  });
  expect(_billing.routes[0]).toMatchObject({ ferryVehicleClass: 'AP3' });
});

test('a preliminary price and an estimate of the second engine are estimates', async () => {
  for (const path of ['/api/route', '/api/route-osrm']) {
    const { _billing } = await ask(`${path}?plate=QQ10003&tag=0&${TRIPS.Bergen}`);
    expect(_billing.routes[0]?.vehicle).toMatchObject({ estimated: true });
  }
});

test('the four sums are the same with a vehicle and without', async () => {
  const sums = async (more: string) => {
    const { _billing } = await ask(`/api/route?refine=1&${TRIPS.Oslo}${more}`);
    const { tollSmall, tollSmallNoDiscount, tollLarge, tollLargeNoDiscount } =
      _billing.routes[0] ?? {};
    return [tollSmall, tollSmallNoDiscount, tollLarge, tollLargeNoDiscount];
  };
  expect(await sums('&fuel=electric&weight=4000')).toEqual(await sums(''));
});
