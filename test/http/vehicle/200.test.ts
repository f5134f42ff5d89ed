import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { VehicleBody } from '../../../src/wire/vehicle.ts';
import { json } from '../../support/fake-upstream/answer.ts';
import { RECORD } from '../../support/fake-upstream/vehicle-register.ts';
import { isCounted } from '../../support/key-contract.ts';
import { quotaOf } from '../../support/metered-app.ts';
import { openDemoApp, openVehicleApp } from './vehicle-app.ts';

test('the record comes as the register wrote it, to the last character', async () => {
  const body = `{ "kjoretoydataListe": [ {"kjoretoyId":{"kjennemerke":"QQ 12345"},
    "nytt": {"tall": 12345678901234567890.10, "tekst": "Ærø \\u00e6", "null": null}, "nytt": 1} ],
    "ekstra": [] }\n`;
  const { ask } = await openVehicleApp(() => ({ body }));
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(200);
  expect(reply.payload).toBe(body);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
});

test.each([
  ['an entry without any member', '{"kjoretoydataListe":[{}]}'],
  ['several entries', '{"kjoretoydataListe":[{},{}]}'],
  ['a complaint that is null', '{"feilmelding":null,"kjoretoydataListe":[{}]}'],
  ['a code word inside the record', '{"kjoretoydataListe":[{"merknad":"KJENNEMERKE_UKJENT"}]}'],
])('%s is a vehicle', async (_what, body) => {
  const { ask } = await openVehicleApp(() => ({ body }));
  const reply = await ask('QQ12345');
  expect(reply.statusCode).toBe(200);
  expect(reply.payload).toBe(body);
});

test.each([
  ['QQ 12345', 'QQ12345'],
  ['qq-12345', 'QQ12345'],
  ['ÆØÅ QQ', '%C3%86%C3%98%C3%85QQ'],
])('the register is asked for %s as %s, with our key and for JSON', async (plate, asked) => {
  const { fake, ask } = await openVehicleApp();
  expect((await ask(plate)).json()).toEqual(RECORD);
  expect(fake.requests).toHaveLength(1);
  expect(fake.requests[0]).toMatchObject({
    method: 'GET',
    path: `/lookup?kjennemerke=${asked}`,
    headers: {
      'svv-authorization': 'Apikey 00000000-0000-4000-8000-000000000000',
      accept: 'application/json',
    },
  });
});

test.each([
  'Apikey 00000000-0000-4000-8000-000000000000',
  ' apikey  00000000-0000-4000-8000-000000000000 ',
])('the key may be set as %j', async (key) => {
  const { ask } = await openVehicleApp(undefined, { key });
  expect((await ask('QQ12345')).statusCode).toBe(200);
});

test('a wrong content type does not matter', async () => {
  const { fake, ask } = await openVehicleApp();
  fake.fail('wrong content type');
  expect((await ask('QQ12345')).json()).toEqual(RECORD);
});

test.each([
  ['that it has', { kjoretoyId: { kjennemerke: 'QQ 12345' } }],
  [
    'that is its personal one',
    { kjoretoyId: { kjennemerke: 'QQ 10003' }, kjennemerke: [{ kjennemerke: 'QQ 12345' }] },
  ],
  [
    'that it had before',
    {
      kjoretoyId: { kjennemerke: 'QQ 10003' },
      kjennemerke: [
        { kjennemerke: 'QQ 12345', tilTidspunkt: '2025-02-03T00:00:00+01:00' },
        { kjennemerke: 'QQ 10003', fomTidspunkt: '2025-02-03T00:00:00+01:00' },
      ],
    },
  ],
  ['written in another way', { kjoretoyId: { kjennemerke: 'qq-12345' } }],
  ['of which its record tells nothing', { kjoretoyId: {}, kjennemerke: [] }],
] as const)('a vehicle is found by a plate %s', async (_what, record) => {
  const other = { kjoretoyId: { kjennemerke: 'QQ 10003' } };
  const answer = { kjoretoydataListe: [other, record] };
  const { ask } = await openVehicleApp(() => json(answer));
  const reply = await ask('QQ12345');
  expect([reply.statusCode, reply.json()]).toEqual([200, answer]);
});

describe('what is remembered', () => {
  test('a plate is asked once an hour, however it is written, and every call counts', async () => {
    const { fake, ask, time } = await openVehicleApp();
    expect(quotaOf(await ask('QQ12345'))).toBe('500/499');
    await time.pass(3_599_000);
    const reply = await ask('qq 12345');
    expect(reply.json()).toEqual(RECORD);
    expect(quotaOf(reply)).toBe('500/498');
    expect(fake.requests).toHaveLength(1);
    await time.pass(1001);
    await ask('QQ12345');
    expect(fake.requests).toHaveLength(2);
  });

  test('an hour is an hour, also when the clock on the wall is set back in it', async () => {
    const { fake, ask, time } = await openVehicleApp();
    await ask('QQ12345');
    time.stepClock(-3_600_000);
    await time.pass(3_600_001);
    await ask('QQ12345');
    expect(fake.requests).toHaveLength(2);
  });

  test('an unknown plate is asked for again after ten minutes', async () => {
    const { fake, ask, time } = await openVehicleApp();
    await ask('QQ99999');
    await time.pass(599_000);
    expect((await ask('QQ99999')).statusCode).toBe(404);
    expect(fake.requests).toHaveLength(1);
    await time.pass(1001);
    await ask('QQ99999');
    expect(fake.requests).toHaveLength(2);
  });

  test('a failure is not remembered', async () => {
    const { fake, ask } = await openVehicleApp();
    fake.fail('HTML instead of JSON', 1);
    expect((await ask('QQ12345')).statusCode).toBe(502);
    expect((await ask('QQ12345')).statusCode).toBe(200);
  });

  test('ten calls at once for a plate are one question', async () => {
    const { fake, ask } = await openVehicleApp();
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask('QQ12345')));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(fake.requests).toHaveLength(1);
  });

  test('calls at once for different plates are different questions', async () => {
    const { fake, ask } = await openVehicleApp();
    const [known, unknown] = await Promise.all([ask('QQ12345'), ask('QQ99999')]);
    expect([known?.statusCode, unknown?.statusCode]).toEqual([200, 404]);
    expect(fake.requests).toHaveLength(2);
  });
});

describe('the demo register', () => {
  const plates = ['QQ10001', 'QQ 10002', 'qq10003', 'QQ-10004', 'QQ10005', 'ÆØÅ 0000', 'QQ10006'];

  test.each(plates)('knows %s, in the shape of the real one', async (plate) => {
    const reply = await (await openDemoApp()).ask(plate);
    expect(reply.statusCode).toBe(200);
    expect(Object.keys(reply.json())).toEqual(['kjoretoydataListe']);
    expect(Check(VehicleBody, reply.json())).toBe(true);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('gives every member that the interface promises', async () => {
    const [vehicle] = (await (await openDemoApp()).ask('QQ10001')).json().kjoretoydataListe;
    expect(vehicle).toMatchObject({
      kjoretoyId: { kjennemerke: 'QQ 10001' },
      forstegangsregistrering: { registrertForstegangNorgeDato: '2021-06-15' },
      godkjenning: {
        tekniskGodkjenning: {
          tekniskeData: {
            miljodata: {
              miljoOgdrivstoffGruppe: [{ drivstoffKodeMiljodata: { kodeNavn: 'Diesel' } }],
            },
            vekter: { egenvektMinimum: expect.any(Number), tillattTotalvekt: 26_000 },
          },
        },
      },
    });
  });
});

isCounted('/api/vehicle?plate=QQ10001');
