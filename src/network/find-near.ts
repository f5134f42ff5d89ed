import Flatbush from 'flatbush';
import type { LatLon } from '../base/point.ts';
import { findPlaceOnLine, type PlaceOnLine } from '../geo/on-line.ts';
import type { RoadLink } from './link.ts';

/** Metres per degree of latitude, a little low, so that the search box is never too small. */
const M_PER_DEG_MIN = 110_500;

/**
 * The nearest place on any accepted link within `limitM` metres, and the index of its link;
 * undefined when there is none.
 */
export type FindNear = (
  point: LatLon,
  limitM: number,
  accepts: (link: RoadLink, index: number) => boolean,
) => { readonly link: number; readonly place: PlaceOnLine } | undefined;

/** Indexes the links once, for many questions. Links that change keep their old boxes. */
export function openFinder(links: readonly RoadLink[]): FindNear {
  const index = new Flatbush(links.length);
  for (const { line } of links) {
    const lats = line.map(({ lat }) => lat);
    const lons = line.map(({ lon }) => lon);
    index.add(Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats));
  }
  index.finish();

  return ({ lat, lon }, limitM, accepts) => {
    const latPad = limitM / M_PER_DEG_MIN;
    const lonPad = latPad / Math.cos((lat * Math.PI) / 180);
    return index
      .search(lon - lonPad, lat - latPad, lon + lonPad, lat + latPad)
      .filter((i) => accepts(links[i] as RoadLink, i))
      .map((i) => ({ link: i, place: findPlaceOnLine((links[i] as RoadLink).line, { lat, lon }) }))
      .filter((near): near is { link: number; place: PlaceOnLine } => isWithin(near.place, limitM))
      .reduce<ReturnType<FindNear>>(
        (best, near) => (best === undefined || near.place.offM < best.place.offM ? near : best),
        undefined,
      );
  };
}

const isWithin = (place: PlaceOnLine | undefined, limitM: number) =>
  place !== undefined && place.offM <= limitM;
