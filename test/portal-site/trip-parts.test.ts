import { expect, test } from 'vitest';
import { byDay } from '../../portal/js/account/by-day.js';
import { legOf } from '../../portal/js/trip/leg-of.js';

const LINE = Array.from({ length: 11 }, (_, at) => [10 + at / 10, 60] as const);
const STOPS = [10, 10.5, 11].map((lon) => ({ lat: 60, lon }));

test.each([
  { lon: 10.2, leg: 1, why: 'before the stop on the way' },
  { lon: 10.8, leg: 2, why: 'after it' },
])('a route that is pulled $why gets its new stop there', ({ lon, leg }) => {
  expect(legOf(LINE, STOPS, { lat: 60.001, lon })).toBe(leg);
});

test('without stops on the way the new one stands between start and destination', () => {
  expect(
    legOf(
      LINE,
      [STOPS[0], STOPS[2]].flatMap((stop) => stop ?? []),
      { lat: 60, lon: 10.9 },
    ),
  ).toBe(1);
});

test('days without calls are there, the newest first, and failures are counted', () => {
  const rows = [
    {
      day: '2026-11-20',
      endpoint: '/api/route',
      calls: 9,
      byStatus: { '2xx': 7, '4xx': 1, '5xx': 1 },
    },
    { day: '2026-11-20', endpoint: '/api/vehicle', calls: 2, byStatus: { '2xx': 2 } },
    { day: '2026-11-18', endpoint: '/api/route', calls: 1, byStatus: { '2xx': 1 } },
  ];
  const { endpoints, days } = byDay(rows, '2026-11-20', 3);
  expect(endpoints).toEqual(['/api/route', '/api/vehicle']);
  expect(days).toEqual([
    { day: '2026-11-20', calls: { '/api/route': 9, '/api/vehicle': 2 }, all: 11, failed: 2 },
    { day: '2026-11-19', calls: { '/api/route': 0, '/api/vehicle': 0 }, all: 0, failed: 0 },
    { day: '2026-11-18', calls: { '/api/route': 1, '/api/vehicle': 0 }, all: 1, failed: 0 },
  ]);
});
