/** The price of the other side of the rush is named as such, whatever the vehicle pays by. */
import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { TollVehicle } from '../../src/pricing/toll/terms.ts';
import { calendar, priceBill, tolls } from './drawn-bills.ts';
import { reconcile } from './scene.ts';

const SMALL = { size: 'small', tagged: true } as const;
const VEHICLES: Readonly<Record<string, TollVehicle>> = {
  diesel: { ...SMALL, fuel: 'diesel' },
  petrol: { ...SMALL, fuel: 'petrol' },
  'plug-in': { ...SMALL, fuel: 'plugin-hybrid' },
  electric: { ...SMALL, fuel: 'electric' },
  'petrol without a tag': { ...SMALL, tagged: false, fuel: 'petrol' },
  'Euro VI': { size: 'large', tagged: true, fuel: 'diesel', euroClass: 6 },
};
const DAYS = ['2022-10-05', '2023-03-01', '2024-02-01', '2025-12-04'];

test.each(Object.entries(VEHICLES))(
  'the price outside the rush and that of the rush are told from each other for %s',
  (_, vehicle) => {
    const stations = ['Hasleveien', 'Sandviken'].flatMap(
      (name) => tolls.stations.find((one) => one.name === name) ?? [],
    );
    const told = stations.flatMap((station) =>
      DAYS.flatMap((day) => {
        const [rush, noon] = ['08:00', '12:00'].flatMap((clock) => {
          const atMs = fromOsloWallClock(`${day}T${clock}`);
          const [line] = priceBill([{ station, atMs }], vehicle);
          return line && !line.charged.estimated ? line : [];
        });
        if (rush === undefined || noon === undefined) return [];
        const billed = [
          { ...rush, ore: noon.ore },
          { ...noon, ore: rush.ore },
        ].map(({ atMs, ore }) => ({ line: 2, atMs, station: station.id, ore }));
        const kinds = billed.flatMap((row) =>
          reconcile([row], undefined, { tolls, calendar, vehicle }).findings.map(
            ({ kind }) => kind,
          ),
        );
        return [kinds.join(' ')];
      }),
    );
    expect(told.length).toBeGreaterThan(2);
    expect(new Set(told)).toEqual(new Set(['rush-not-charged rush-charged']));
  },
);
