import type { LatLon } from '../../../src/base/point.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { openCallPoints } from './boarding.ts';
import { cutAt } from './draft.ts';

/**
 * Cuts every ferry line where it can be boarded on its way, so that each piece has its own time, which follows from its
 * line (`set-crossing-times.ts`). A piece that several lines share, such as the way ashore from a quay of two
 * connections, is kept once.
 *
 * @param stops keys of further points to cut at.
 */
export function cutFerries(
  links: readonly RoadLink[],
  stops: ReadonlySet<string> = new Set(),
): RoadLink[] {
  const listCallPoints = openCallPoints(links);
  const drawn = new Set<string>();
  const isNew = (line: readonly LatLon[]) => {
    const keys = line.map(keyOf);
    const key = [keys.join(' '), keys.toReversed().join(' ')].sort()[0] as string;
    return !drawn.has(key) && drawn.add(key).size > 0;
  };
  return links.flatMap((link) => {
    if (link.kind === 'road') return [link];
    const cuts = new Set([...stops, ...listCallPoints(link).map(keyOf)]);
    return cutAt(link.line, cuts)
      .filter(isNew)
      .map((line) => ({ ...link, line }));
  });
}
