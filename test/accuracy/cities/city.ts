import type { LatLon } from '../../../src/base/point.ts';
import { parseReceipts, type Receipt } from './receipts.ts';

/** The toll stations of a city, and what a clerk charges on trips through them. */
export interface City {
  readonly name: string;
  /** What the operator publishes of the ring, and where: the expectations follow from it. */
  readonly published: string;
  readonly places: ReadonlyMap<string, LatLon>;
  readonly receipts: readonly Receipt[];
}

/** A city as it is written down. */
interface CityText {
  readonly name: string;
  readonly published: string;
  /** A line per place: latitude, longitude, and what it is called in the trips. */
  readonly places: string;
  /** Receipts with a blank line between them (`parseReceipts`). */
  readonly trips: string;
}

/** @throws Error for a line that does not read, a place twice, or a trip to a place that is not there. */
export function readCity({ name, published, places: lines, trips }: CityText): City {
  const places = readPlaces(lines);
  const receipts = parseReceipts(trips);
  for (const { stops, title } of receipts)
    for (const stop of stops)
      if (!places.has(stop)) throw new Error(`${name}, ${title}: there is no place ${stop}.`);
  return { name, published, places, receipts };
}

function readPlaces(lines: string): Map<string, LatLon> {
  const places = new Map<string, LatLon>();
  for (const line of lines.trim().split('\n')) {
    const [, lat, lon, name] = /^ *(\d+\.\d+) +(\d+\.\d+) +(\S.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`Expected latitude, longitude and name: ${line}`);
    if (places.has(name)) throw new Error(`The place ${name} is there twice.`);
    places.set(name, { lat: Number(lat), lon: Number(lon) });
  }
  return places;
}
