/** The toll rings, and the places from which they must be tight. */
import type { LatLon } from '../../src/base/point.ts';

/** A ring of stations around a place. */
export interface Ring {
  readonly name: string;
  /** A place inside. */
  readonly inside: LatLon;
  /** Places that are farther away from it are outside. Metres. */
  readonly radiusM: number;
  /** The stations: a toll project, or an hour group of it. */
  readonly stations: string;
  /** Directions in which it charges. */
  readonly charges: readonly ('in' | 'out')[];
  /** Roads that lead in without a station, by the operators or by the places of the stations. */
  readonly open: readonly { readonly at: LatLon; readonly why: string }[];
}

const BOTH = ['in', 'out'] as const;
const IN = ['in'] as const;

/** Source: data/curated/toll-stations-rings.json and the operators named there and here. */
export const RINGS: readonly Ring[] = [
  {
    name: 'Oslo, Indre ring and Osloringen',
    inside: { lat: 59.913, lon: 10.7402 },
    radiusM: 12_000,
    stations: 'oslo-a',
    charges: BOTH,
    open: [],
  },
  {
    name: 'Oslo, Bygrensen',
    inside: { lat: 59.913, lon: 10.7402 },
    radiusM: 14_000,
    stations: 'oslo-b',
    charges: IN,
    open: [
      {
        at: { lat: 60.0032, lon: 10.6176 },
        why: 'Sørkedalen lies in Oslo, and ends in the forest',
      },
    ],
  },
  {
    name: 'Bergen',
    inside: { lat: 60.391, lon: 5.3265 },
    radiusM: 20_000,
    stations: 'bergen',
    charges: IN,
    open: [],
  },
  {
    name: 'Stavanger',
    inside: { lat: 58.97, lon: 5.7331 },
    radiusM: 9000,
    stations: 'nord-jaeren',
    charges: IN,
    open: [
      {
        at: { lat: 58.9833, lon: 5.7405 },
        why: 'The bridge to Hundvåg charges northwards, out of the centre (ferde.no/bomanlegg-og-priser/bomstasjoner-nord-jaeren)',
      },
    ],
  },
  {
    name: 'Sandnes',
    inside: { lat: 58.852, lon: 5.735 },
    radiusM: 5000,
    stations: 'nord-jaeren',
    charges: IN,
    open: [],
  },
  {
    name: 'Forus',
    inside: { lat: 58.9, lon: 5.705 },
    radiusM: 5000,
    stations: 'nord-jaeren',
    charges: IN,
    open: [],
  },
  {
    name: 'Kristiansand',
    inside: { lat: 58.1467, lon: 7.9956 },
    radiusM: 9000,
    stations: 'kristiansand',
    charges: IN,
    open: [],
  },
  {
    name: 'Tromsø',
    inside: { lat: 69.6492, lon: 18.9553 },
    radiusM: 7000,
    stations: 'tromso',
    charges: BOTH,
    open: [],
  },
  {
    name: 'Bodø',
    inside: { lat: 67.2804, lon: 14.4049 },
    radiusM: 6000,
    stations: 'bodo',
    charges: BOTH,
    open: [],
  },
  {
    name: 'Harstad',
    inside: { lat: 68.7985, lon: 16.5414 },
    radiusM: 6000,
    stations: 'harstad',
    charges: BOTH,
    open: [],
  },
  {
    name: 'Ålesund, the centre',
    inside: { lat: 62.4722, lon: 6.1549 },
    radiusM: 22_000,
    stations: 'alesund',
    charges: BOTH,
    open: [
      {
        at: { lat: 62.4811, lon: 6.1857 },
        why: 'Ellingsøytunnelen comes up on the city side of Volsdalen (bypakkealesund.no/bomstasjonar)',
      },
    ],
  },
  {
    name: 'Haugesund',
    inside: { lat: 59.4138, lon: 5.268 },
    radiusM: 9000,
    stations: 'haugaland',
    charges: BOTH,
    open: [],
  },
  {
    name: 'Førde',
    inside: { lat: 61.452, lon: 5.8572 },
    radiusM: 5000,
    stations: 'forde',
    charges: IN,
    open: [],
  },
  {
    name: 'Fredrikstad',
    inside: { lat: 59.2128, lon: 10.938 },
    radiusM: 9000,
    stations: 'nedre-glomma',
    charges: IN,
    open: [{ at: { lat: 59.2, lon: 10.9397 }, why: 'Kråkerøy and Hvaler have no other way out' }],
  },
  {
    name: 'Sarpsborg',
    inside: { lat: 59.2839, lon: 11.1096 },
    radiusM: 8000,
    stations: 'nedre-glomma',
    charges: IN,
    open: [
      { at: { lat: 59.2963, lon: 11.0735 }, why: 'Fv. 114 from the north has no station' },
      { at: { lat: 59.2956, lon: 11.1139 }, why: 'Fv. 1164 from the north has no station' },
    ],
  },
  {
    name: 'Tønsberg',
    inside: { lat: 59.267, lon: 10.4076 },
    radiusM: 7000,
    stations: 'tonsberg',
    charges: BOTH,
    open: [],
  },
];
