/** Known distances, and the driving speeds of the product. */

import type { LatLon } from '../../src/base/point.ts';
import { quantile } from '../numbers.ts';
import { formatTable } from '../page.ts';
import type { AskProduct, AuditAnswer } from './product.ts';
import type { SeededTrip } from './seeded-trips.ts';

interface KnownDistance {
  readonly name: string;
  readonly from: LatLon;
  readonly to: LatLon;
  readonly km: number;
}

const OSLO = { lat: 59.9111, lon: 10.7528 };
const BERGEN = { lat: 60.3943, lon: 5.3259 };

/** Source: common route planners, rounded; approximate. */
const KNOWN: readonly KnownDistance[] = [
  { name: 'Oslo-Bergen', from: OSLO, to: BERGEN, km: 463 },
  { name: 'Oslo-Trondheim', from: OSLO, to: { lat: 63.4305, lon: 10.3951 }, km: 492 },
  { name: 'Stavanger-Bergen', from: { lat: 58.969, lon: 5.7331 }, to: BERGEN, km: 209 },
  {
    name: 'Molde-Ålesund',
    from: { lat: 62.7383, lon: 7.1603 },
    to: { lat: 62.4725, lon: 6.1547 },
    km: 80,
  },
  {
    name: 'Bodø-Tromsø',
    from: { lat: 67.2804, lon: 14.4049 },
    to: { lat: 69.6492, lon: 18.9553 },
    km: 555,
  },
  { name: 'Kristiansand-Oslo', from: { lat: 58.1467, lon: 7.9956 }, to: OSLO, km: 320 },
];

/** A known distance, and the distance by the product. */
export interface MeasuredDistance {
  readonly name: string;
  readonly knownKm: number;
  readonly km: number;
}

/** Each known distance as the product measures it. */
export async function measureKnown(ask: AskProduct): Promise<MeasuredDistance[]> {
  const measured: MeasuredDistance[] = [];
  for (const { name, from, to, km } of KNOWN) {
    const { bill } = await ask({ from, to, refine: true });
    measured.push({ name, knownKm: km, km: bill.distance / 1000 });
  }
  return measured;
}

/** Average speeds of one trip, km/h. */
export interface MeasuredSpeed {
  /** Including ferries and waiting. */
  readonly overallKmh: number;
  /** On the road alone. */
  readonly drivingKmh: number;
}

/** The speeds of trips. Trips without a route are left out. */
export async function measureSpeeds(
  trips: readonly SeededTrip[],
  ask: AskProduct,
): Promise<MeasuredSpeed[]> {
  const speeds: MeasuredSpeed[] = [];
  for (const { from, to } of trips) {
    const answer = await ask({ from, to, refine: true }).catch(() => undefined);
    if (answer !== undefined) speeds.push(toSpeed(answer));
  }
  return speeds;
}

function toSpeed({ features, bill }: AuditAnswer): MeasuredSpeed {
  const roads = features.map(({ properties }) => properties).filter(({ kind }) => kind === 'road');
  const sum = (of: (road: (typeof roads)[number]) => number) =>
    roads.reduce((total, road) => total + of(road), 0);
  const atQuaysMin = [...bill.ferries, ...(bill.ferryUnpriced ?? [])].reduce(
    (total, { waitMin = 0, boardingMin = 0 }) => total + waitMin + boardingMin,
    0,
  );
  return {
    overallKmh: bill.distance / 1000 / (bill.durationMin / 60),
    drivingKmh:
      sum(({ lengthM }) => lengthM) / 1000 / ((sum((r) => r.durationMin) - atQuaysMin) / 60),
  };
}

/** The known distances, and the speeds of the seeded trips. */
export function reportLengths(
  distances: readonly MeasuredDistance[],
  speeds: readonly MeasuredSpeed[],
): string {
  const rows = distances.map(({ name, knownKm, km }) => [
    name,
    knownKm,
    Math.round(km),
    `${((km / knownKm - 1) * 100).toFixed(1)} %`,
  ]);
  const row = (name: string, of: (speed: MeasuredSpeed) => number) => [
    name,
    ...[0.05, 0.5, 0.95, 1].map((share) => Math.round(quantile(speeds.map(of), share))),
  ];
  return [
    formatTable(['trip', 'known, km', 'Veipris, km', 'off'], rows),
    `Average speed of ${speeds.length} trips, km/h:`,
    formatTable(
      ['', '5 %', 'median', '95 %', 'fastest'],
      [
        row('the whole trip', ({ overallKmh }) => overallKmh),
        row('on the road alone', ({ drivingKmh }) => drivingKmh),
      ],
    ),
  ].join('\n\n');
}
