import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCurlLine, quote } from '../../portal/js/trip/curl-line.js';
import {
  isKnownVehicle,
  preliminaryQuery,
  refinedQuery,
  type Trip,
  toTripQuery,
  VEHICLE_FIELDS,
} from '../../portal/js/trip/trip-query.js';

const UNKNOWN = Object.fromEntries(VEHICLE_FIELDS.map((name) => [name, ''])) as Trip['vehicle'];
const TRIP = {
  stops: [
    { lat: 59.9125, lon: 10.636 },
    { lat: 59.92, lon: 10.7 },
    { lat: 59.9139, lon: 10.7522 },
  ],
  wallTime: '2026-11-20T08:00',
  ferryClass: 'AP1',
  vehicleLength: '',
  heavy: false,
  avoidTolls: false,
  valueOfTime: '',
  stayMin: '',
  vehicle: UNKNOWN,
};

test('the line asks for the trip of the form, with exact figures and the key from a variable', () => {
  const line = formatCurlLine('http://127.0.0.1:8080', refinedQuery(toTripQuery(TRIP)));
  expect(line).toBe(
    'curl -H "Authorization: Bearer $VEIPRIS_KEY" ' +
      "'http://127.0.0.1:8080/api/route?from=59.9125,10.636&to=59.9139,10.7522&via=59.92,10.7" +
      "&startTime=2026-11-20T08:00:00%2B01:00&ferryClass=AP1&srs=4326&refine=1&explain=1'",
  );
});

test.each([
  ['200', 2, false, 'valueOfTime=200, alternatives=pareto'],
  ['0', 2, false, 'valueOfTime=0, alternatives=pareto'],
  ['', 2, false, ''],
  ['200', 3, false, 'valueOfTime=200, alternatives=pareto'],
  ['200', 2, true, 'valueOfTime=200, alternatives=pareto'],
])(
  'an hour of %j NOK, %i stops, tolls avoided: %j asks for "%s"',
  (valueOfTime, count, avoidTolls, asked) => {
    const stops = count === 3 ? TRIP.stops : TRIP.stops.slice(1);
    const query = toTripQuery({ ...TRIP, stops, valueOfTime, avoidTolls });
    const money = [...refinedQuery(query)].filter(([name]) => /^(value|altern)/.test(name));
    expect(money.map((pair) => pair.join('=')).join(', ')).toBe(asked);
    expect(preliminaryQuery(query).has('valueOfTime')).toBe(false);
  },
);

test('a length stands instead of a class, with a point for a comma', () => {
  const query = toTripQuery({ ...TRIP, vehicleLength: '7,5' });
  expect(query.get('vehicleLength')).toBe('7.5');
  expect(query.has('ferryClass')).toBe(false);
});

test('only what was chosen is asked', () => {
  const stops = TRIP.stops.slice(0, 2);
  const bare = toTripQuery({ ...TRIP, stops, wallTime: '', ferryClass: '' });
  expect([...bare.keys()]).toEqual(['from', 'to', 'srs']);
  const vehicle = { ...UNKNOWN, plate: 'QQ 10001', fuel: 'electric', weight: '3 500,5', tag: '0' };
  const full = toTripQuery({ ...TRIP, vehicle, heavy: true, avoidTolls: true });
  expect(Object.fromEntries(full)).toMatchObject({
    plate: 'QQ 10001',
    fuel: 'electric',
    weight: '3500.5',
    tag: '0',
    heavy: '1',
    avoidTolls: '1',
  });
  expect(full.has('euroClass')).toBe(false);
});

test('a vehicle is known when anything is said of it alone', () => {
  expect(isKnownVehicle(UNKNOWN)).toBe(false);
  expect(isKnownVehicle({ ...UNKNOWN, tag: '0' })).toBe(true);
});

test('whatever stands in a value, a shell sees one word', () => {
  const nasty = fc.string({ unit: fc.constantFrom("'", '"', '$', '`', '\\', ' ', '\n', '&', 'a') });
  const words = fc.sample(nasty, { numRuns: 40 });
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(quote).join(' ')}`]);
  expect(printed.toString().split('\0').slice(0, -1)).toEqual(words);
});

test('a plate with a quote can not end the line', () => {
  const query = toTripQuery({ ...TRIP, vehicle: { ...UNKNOWN, plate: `x'; rm -rf ~ #` } });
  const line = formatCurlLine('http://127.0.0.1:8080', query);
  expect(line.match(/'/g)).toHaveLength(2);
});
