import { describe, expect, test } from 'vitest';
import type { ParsedQuestion } from '../../../src/wire/question.ts';
import { answer } from '../../support/answer.ts';
import { appOf, keyed, NOW } from '../../support/app.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

test('the answer arrives whole: no field is lost or rewritten on its way to the wire', async () => {
  const reply = await appOf().inject(keyed(TRIP));
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.json()).toEqual(answer());
});

test('a price is computed anew for every caller', async () => {
  const reply = await appOf().inject(keyed(TRIP));
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('HEAD gives the headers of GET without its body', async () => {
  const reply = await appOf().inject(keyed({ method: 'HEAD', url: TRIP }));
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('');
});

describe('what the endpoint asks for', () => {
  test('only the two ends: a small car, now, the direct way, without refining', async () => {
    expect(await askedBy(TRIP)).toEqual({
      request: {
        from: { lat: 59.91, lon: 10.75 },
        to: { lat: 60.39, lon: 5.32 },
        via: [],
        startMs: Date.parse(NOW),
        avoidTolls: false,
        refine: false,
        size: 'small',
        ferry: { ferryClass: 'AP1' },
      },
      lengthIgnored: false,
    });
  });

  test('a stop may be the name of a place, also one on the way', async () => {
    const { request, named } = await askedBy(
      '/api/route?from=oslo&via=60.1,9%7COslo&to=60.39,5.32',
    );
    const oslo = { lat: 59.9139, lon: 10.7522 };
    expect(request).toMatchObject({ from: oslo, via: [{ lat: 60.1, lon: 9 }, oslo] });
    expect(named?.map((place) => place?.name)).toEqual(['Oslo', undefined, 'Oslo', undefined]);
  });

  test('flags are on with 1, and off with 0 or nothing', async () => {
    const on = await askedBy(`${TRIP}&refine=1&heavy=1&avoidTolls=1`);
    expect(on.request).toMatchObject({ refine: true, size: 'large', avoidTolls: true });
    const off = await askedBy(`${TRIP}&refine=0&heavy=&avoidTolls`);
    expect(off.request).toMatchObject({ refine: false, size: 'small', avoidTolls: false });
  });

  test.each([
    ['2026-11-20T08:00:00+01:00', '2026-11-20T07:00:00Z'],
    ['2026-11-20T08:00:00%2B01:00', '2026-11-20T07:00:00Z'],
    ['2026-11-20T08:00:00-05:00', '2026-11-20T13:00:00Z'],
    ['2026-11-20T08:00:00.25Z', '2026-11-20T08:00:00.250Z'],
    ['2026-11-20t08:00z', '2026-11-20T08:00:00Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00Z'],
    ['2100-12-31T23:59:59Z', '2100-12-31T23:59:59Z'],
  ])('startTime=%s departs at %s, also where + has become a blank', async (written, instant) => {
    const { request } = await askedBy(`${TRIP}&startTime=${written}`);
    expect(request.startMs).toBe(Date.parse(instant));
  });

  test('via points keep their order, and eight are allowed', async () => {
    const eight = Array.from({ length: 8 }, (_, i) => `6${i}.5,9.25`);
    const { request } = await askedBy(`${TRIP}&via=${eight.join('|')}`);
    expect(request.via.map(({ lat }) => lat)).toEqual([
      60.5, 61.5, 62.5, 63.5, 64.5, 65.5, 66.5, 67.5,
    ]);
  });

  test('an empty list of via points is none', async () => {
    expect((await askedBy(`${TRIP}&via=`)).request.via).toEqual([]);
  });

  test('an encoded | and a blank after the comma are read like plain ones', async () => {
    const { request } = await askedBy(`${TRIP}&via=60.5,%209.5%7C61.5,+9`);
    expect(request.via).toEqual([
      { lat: 60.5, lon: 9.5 },
      { lat: 61.5, lon: 9 },
    ]);
  });

  test.each([
    ['vehicleLength=6.01', 'AP2'],
    ['ferryClass=MC', 'MC'],
  ])('%s is ferry class %s', async (parameter, ferryClass) => {
    const { request } = await askedBy(`${TRIP}&${parameter}`);
    expect(request.ferry.ferryClass).toBe(ferryClass);
  });

  test('ferryClass wins over vehicleLength, which is then left out of every fare', async () => {
    const asked = await askedBy(`${TRIP}&ferryClass=AP2&vehicleLength=18`);
    expect(asked.request.ferry).toEqual({ ferryClass: 'AP2' });
    expect(asked.lengthIgnored).toBe(true);
  });

  test('srs=4326 asks for the geometry in WGS84', async () => {
    expect((await askedBy(`${TRIP}&srs=4326`)).srs).toBe('4326');
  });

  test('unknown parameters are ignored, also dangerous names', async () => {
    const plain = await askedBy(TRIP);
    expect(
      await askedBy(`${TRIP}&utm_source=x&__proto__=1&constructor=2&hasOwnProperty=3`),
    ).toEqual(plain);
  });
});

async function askedBy(url: string): Promise<ParsedQuestion> {
  const asked: ParsedQuestion[] = [];
  const app = appOf({
    answerRoute: async (question) => {
      asked.push(question);
      return answer();
    },
  });
  const reply = await app.inject(keyed(url));
  if (asked[0] === undefined) throw new Error(`Not asked: ${reply.body}`);
  return asked[0];
}
