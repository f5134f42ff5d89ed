import type { LatLon } from '../../../src/base/point.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { keyOf } from '../../../src/network/vertex.ts';

/** Cuts links where a ramp meets them: a turn can be forbidden only between ends. */
export function splitAtRamps(links: readonly RoadLink[]): RoadLink[] {
  const tips = new Set(
    links.flatMap(({ ramp, line }) =>
      ramp === true ? [line[0] as LatLon, line.at(-1) as LatLon].map(keyOf) : [],
    ),
  );
  return links.flatMap((link) => cutAt(link.line, tips).map((line) => ({ ...link, line })));
}

/** The line in pieces that end at its inner points of these keys. */
function cutAt(line: readonly LatLon[], keys: ReadonlySet<string>): LatLon[][] {
  const pieces: LatLon[][] = [[]];
  line.forEach((point, i) => {
    pieces.at(-1)?.push(point);
    if (i > 0 && i < line.length - 1 && keys.has(keyOf(point))) pieces.push([point]);
  });
  return pieces;
}
