import { decodePolyline } from '../../../src/geo/polyline.ts';
import type { RoadCategory, RoadLink } from '../../../src/network/link.ts';

/** One row of the N1000 road-link extract, with the short forms of its Norwegian attributes. */
export interface SourceLink {
  readonly type: 'enkelBilveg' | 'bilferje';
  readonly kat: RoadCategory;
  readonly nr?: number;
  /** `V` existing, `P` planned; absent on ferries. */
  readonly fase?: 'V' | 'P';
  /** `T` on the ground, `U` tunnel, `L` bridge; absent on ferries. */
  readonly medium?: 'T' | 'U' | 'L';
  readonly motor?: 'motorveg' | 'motortrafikkveg' | 'IkkeMotorveg';
  readonly geom: string;
}

/**
 * Reads one row of the extract; `undefined` for planned roads, which would lead routes through
 * tunnels that do not exist.
 */
export function parseSourceLink(row: SourceLink): RoadLink | undefined {
  if (row.fase === 'P') return undefined;
  return {
    kind: row.type === 'bilferje' ? 'ferry' : 'road',
    category: row.kat,
    ...(row.nr === undefined ? {} : { number: Number(row.nr) }),
    ...(row.motor === 'motorveg' ? { motor: 'motorway' } : {}),
    ...(row.motor === 'motortrafikkveg' ? { motor: 'motor-traffic-road' } : {}),
    ...(row.medium === 'U' ? { tunnel: true } : {}),
    ...(row.medium === 'L' ? { bridge: true } : {}),
    line: decodePolyline(row.geom),
  };
}
