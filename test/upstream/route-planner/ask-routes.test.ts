import { expect, test } from 'vitest';
import type { TripRequest } from '../../../src/trip/ports.ts';
import { formatQuery, type QueryTerms } from '../../../src/upstream/route-planner/ask-routes.ts';
import { table } from '../../support/table.ts';

const TRIP: TripRequest = {
  from: { lat: 59.4, lon: 7.1 },
  to: { lat: 59.5, lon: 7.2 },
  via: [],
  startMs: Date.parse('2026-11-20T08:00:00+01:00'),
  avoidTolls: false,
};

const queryOf = (trip: Partial<TripRequest> = {}, terms: Partial<QueryTerms> = {}) => {
  const path = formatQuery(
    { ...TRIP, ...trip },
    { kind: 'best', links: false, avoidTolls: false, ...terms },
  );
  return new URL(path, 'http://planner.test');
};

test('a plain question asks for geometry in UTM 33, from stops in degrees', () => {
  expect(formatQuery(TRIP, { kind: 'best', links: false, avoidTolls: false })).toBe(
    '/best?Stops=7.1,59.4;7.2,59.5&InputSRS=EPSG_4326&OutputSRS=EPSG_25833&ReturnFields=Geometry&StartTime=20261120080000',
  );
});

test('stops have x first, in the order of the trip, with at most six decimals', () => {
  const url = queryOf({
    from: { lat: 59.12345678, lon: 10 },
    via: [
      { lat: 60.0000004, lon: -0.0000001 },
      { lat: 61, lon: 1e-7 },
    ],
    to: { lat: 70.5, lon: 25.12345678 },
  });
  expect(url.searchParams.get('Stops')).toBe('10,59.123457;0,60;0,61;25.123457,70.5');
});

test.each(
  table<'instant' | 'start' | 'because'>(`
    instant                   | start          | because
    2026-11-20T07:00:00Z      | 20261120080000 | winter is an hour ahead of UTC
    2026-07-01T23:30:05Z      | 20260702013005 | summer two, and the day may change
    2026-10-25T00:30:00Z      | 20261025023000 | the first of the repeated hour
    2026-10-25T01:30:00Z      | 20261025023000 | the second looks the same
    2026-03-29T01:00:00Z      | 20260329030000 | the skipped hour is never written
    2026-11-20T08:00:00+09:00 | 20261120000000 | the instant counts, not the offset it was written in
  `),
)('$instant starts at $start: $because', ({ instant, start }) => {
  expect(queryOf({ startMs: Date.parse(instant) }).searchParams.get('StartTime')).toBe(start);
});

test('links and toll avoidance are asked for only where they are wanted', () => {
  const plain = queryOf().searchParams;
  expect(plain.getAll('ReturnFields')).toEqual(['Geometry']);
  expect(plain.has('AvoidRoadFeatureTypes')).toBe(false);
  const full = queryOf({}, { kind: 'tourist', links: true, avoidTolls: true });
  expect(full.pathname).toBe('/tourist');
  expect(full.searchParams.getAll('ReturnFields')).toEqual(['Geometry', 'NvdbReferences']);
  expect(full.searchParams.get('AvoidRoadFeatureTypes')).toBe('Bomstasjon');
});
