import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { seeded } from '../numbers.ts';
import type { AuditNetwork } from './network.ts';

/** A trip between two places where people live. */
export interface SeededTrip {
  readonly region: string;
  readonly from: LatLon;
  readonly to: LatLon;
}

/** A region. Trips stay inside their region, except the trips across the country. */
interface Region {
  readonly name: string;
  readonly at: LatLon;
  readonly radiusKm: number;
  readonly trips: number;
}

const REGIONS: readonly Region[] = [
  { name: 'Oslo', at: { lat: 59.91, lon: 10.75 }, radiusKm: 40, trips: 50 },
  { name: 'Østfold', at: { lat: 59.27, lon: 11.05 }, radiusKm: 35, trips: 45 },
  {
    name: 'Vestfold and Telemark',
    at: { lat: 59.2, lon: 10.0 },
    radiusKm: 45,
    trips: 45,
  },
  { name: 'Innlandet', at: { lat: 60.9, lon: 10.8 }, radiusKm: 70, trips: 45 },
  { name: 'Agder', at: { lat: 58.2, lon: 8.0 }, radiusKm: 60, trips: 45 },
  { name: 'Stavanger', at: { lat: 58.93, lon: 5.72 }, radiusKm: 45, trips: 45 },
  { name: 'Bergen', at: { lat: 60.39, lon: 5.32 }, radiusKm: 45, trips: 45 },
  { name: 'Møre og Romsdal', at: { lat: 62.6, lon: 6.9 }, radiusKm: 60, trips: 45 },
  { name: 'Trondheim', at: { lat: 63.4, lon: 10.4 }, radiusKm: 50, trips: 45 },
  { name: 'Northern Norway', at: { lat: 68.4, lon: 17.0 }, radiusKm: 260, trips: 45 },
  { name: 'across the country', at: { lat: 63, lon: 12 }, radiusKm: 1500, trips: 45 },
];

const SEED = 20_261_120;
/** Shorter trips would stay within one street of the network. */
const MIN_KM = 3;

/**
 * 500 trips between points of built-up roads, the same ones every time.
 *
 * @param times this many times 500 trips, in the same regions.
 */
export function listSeededTrips({ links }: Pick<AuditNetwork, 'links'>, times = 1): SeededTrip[] {
  const random = seeded(SEED);
  const homes = links.flatMap(({ kind, builtUp, line }) =>
    kind === 'road' && builtUp === true ? line : [],
  );
  return REGIONS.flatMap(({ name, at, radiusKm, trips }) => {
    const near = homes.filter((point) => flatDistanceM(point, at) < radiusKm * 1000);
    const pick = () => near[Math.floor(random() * near.length)] as LatLon;
    return Array.from({ length: trips * times }, (): SeededTrip => {
      for (;;) {
        const [from, to] = [pick(), pick()];
        if (flatDistanceM(from, to) > MIN_KM * 1000) return { region: name, from, to };
      }
    });
  });
}
