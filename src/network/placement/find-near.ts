import Flatbush from 'flatbush';
import type { LatLon } from '../../base/point.ts';
import { boxAround } from '../../geo/area.ts';
import { findPlaceOnLine, M_PER_DEG, type PlaceOnLine } from '../../geo/on-line.ts';
import type { RoadLink } from '../link.ts';

interface Drawn {
  readonly line: readonly LatLon[];
}

/** A place on a link near a point. */
export interface NearPlace {
  /** Index into the list of links. */
  readonly link: number;
  readonly place: PlaceOnLine;
}

/**
 * The nearest accepted place on any link within `limitM` metres; undefined when there is none.
 * Each link offers only its own nearest place.
 */
export type FindNear<Link extends Drawn = RoadLink> = (
  point: LatLon,
  limitM: number,
  accepts: (link: Link, near: NearPlace) => boolean,
) => NearPlace | undefined;

/** Indexes the links once, for many questions. Links that change keep their old boxes. */
export function openFinder<Link extends Drawn>(links: readonly Link[]): FindNear<Link> {
  const search = indexBoxes(links);
  return (point, limitM, accepts) => {
    let best: NearPlace | undefined;
    for (const i of search(point, limitM)) {
      const link = links[i] as Link;
      const place = findPlaceOnLine(link.line, point);
      const beatenM = best?.place.offM ?? Number.POSITIVE_INFINITY;
      if (place === undefined || place.offM > limitM || place.offM >= beatenM) continue;
      const near = { link: i, place };
      if (accepts(link, near)) best = near;
    }
    return best;
  };
}

/** Finds the links whose box is within a distance. */
function indexBoxes(links: readonly Drawn[]) {
  if (links.length === 0) return () => [];
  const index = new Flatbush(links.length);
  for (const { line } of links) {
    const { south, west, north, east } = boxAround(line, 0);
    index.add(west, south, east, north);
  }
  index.finish();
  return ({ lat, lon }: LatLon, limitM: number): readonly number[] => {
    // The same metres per degree as in `findPlaceOnLine`: every place that it finds within the limit lies in the box.
    const latPad = limitM / M_PER_DEG;
    const lonPad = latPad / Math.cos((lat * Math.PI) / 180);
    return index.search(lon - lonPad, lat - latPad, lon + lonPad, lat + latPad);
  };
}
