import type { LatLon } from '../../src/base/point.ts';
import type { NearPlace } from '../../src/network/find-near.ts';
import { openFinder } from '../../src/network/find-near.ts';
import type { RoadLink } from '../../src/network/link.ts';

/** Every road link within so many metres of a point, each with its nearest place. */
export function openLinksNear(
  links: readonly RoadLink[],
): (point: LatLon, limitM: number) => NearPlace[] {
  const find = openFinder(links);
  return (point, limitM) => {
    const near: NearPlace[] = [];
    // Refusing each place makes the finder offer the next link.
    find(point, limitM, ({ kind }, place) => {
      if (kind === 'road') near.push(place);
      return false;
    });
    return near;
  };
}
