import { expect, test } from 'vitest';
import { readFragment, toFragment } from '../../portal/js/trip/fragment.js';
import { type Trip, VEHICLE_FIELDS } from '../../portal/js/trip/trip-query.js';

const EMPTY = Object.fromEntries(VEHICLE_FIELDS.map((name) => [name, ''])) as Trip['vehicle'];
const STOPS = [
  { text: 'Vik, Sømna', point: { lat: 65.3, lon: 12.2 } },
  { text: '60.1, 10.2', point: { lat: 60.1, lon: 10.2 } },
];
const trip = (facts: Partial<Trip> = {}): Trip => ({
  stops: STOPS.map(({ point }) => point),
  wallTime: '2026-11-20T08:00',
  ferryClass: '',
  vehicleLength: '',
  heavy: false,
  vehicle: EMPTY,
  avoidTolls: false,
  valueOfTime: '',
  stayMin: '',
  ...facts,
});

test('a trip is read again as it was written, its departure only where one was named', () => {
  const vehicle = { ...EMPTY, fuel: 'electric', weight: '2300', tag: '0' };
  const facts = {
    vehicleLength: '7,5',
    heavy: true,
    avoidTolls: true,
    valueOfTime: '200',
    stayMin: '120',
  };
  const written = trip({ ...facts, vehicle });
  const read = readFragment(toFragment(written, STOPS, false));
  expect(read.stops).toEqual(STOPS);
  const { plate: _, ...told } = vehicle;
  expect(read).toMatchObject({
    wallTime: '2026-11-20T08:00',
    ...facts,
    vehicle: told,
  });
  expect(readFragment(toFragment(written, STOPS, true)).wallTime).toBeUndefined();
});

test('a plate never stands in the address', () => {
  const vehicle = { ...EMPTY, plate: 'QQ10001' };
  expect(toFragment(trip({ vehicle }), STOPS, false)).not.toContain('QQ');
  expect(readFragment('plate=QQ10001').vehicle).not.toHaveProperty('plate');
});

test.each(['', 'x', 'stop=here', 'stop=95,200+Nowhere', 'time=now&stop='])(
  'what cannot be read of %j is left out',
  (text) => {
    expect(readFragment(text)).toMatchObject({ stops: [], wallTime: undefined });
  },
);
