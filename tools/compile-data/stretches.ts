import { join } from 'node:path';
import { encodePolyline, simplifyLine } from '../../src/geo/polyline.ts';
import type { CompiledText } from './compiled-text.ts';
import { readRows } from './read-rows.ts';

/** A row of the extract. Its line runs opposite to the direction in its name. */
interface SourceStretch {
  readonly id: number;
  readonly name: string;
  readonly km: number;
  readonly freeFlowSec: number;
  readonly travelSec?: number;
  readonly line: readonly (readonly [lon: number, lat: number])[];
}

const WHAT =
  'Measured stretches: length, seconds without other traffic, and with that of the moment where it was measured, course (encoded polyline, precision 6), as driven.';
const SOURCE =
  'Statens vegvesen, DATEX; public copy knuthp/spartid-poll2db@56a9cd5b; compiled by `veipris data compile`';

/** Lines need little precision: they only find the road, which N1000 draws up to some 200 m off. Metres. */
const TOLERANCE_M = 20;

/** `road-network/stretches.json`: measured stretches of road, by their id. */
export async function compileStretches(from: string): Promise<CompiledText> {
  const path = join(from, 'travel-times', 'stretches-2016.ndjson');
  const rows = (await readRows<SourceStretch>(path)).toSorted((a, b) => a.id - b.id);
  const text = rows.map(({ id, name, km, freeFlowSec, travelSec, line }) => {
    const driven = line.map(([lon, lat]) => ({ lat, lon })).toReversed();
    return JSON.stringify({
      id: String(id),
      name,
      km,
      freeFlowSec,
      ...(travelSec !== undefined && { travelSec }),
      line: encodePolyline(simplifyLine(driven, TOLERANCE_M)),
    });
  });
  const meta = JSON.stringify({
    what: WHAT,
    source: SOURCE,
    date: '2026-11-22',
    measured: '2016-04-15',
    licence: 'NLOD 2.0',
  });
  return {
    path: 'road-network/stretches.json',
    text: `{\n"meta": ${meta},\n"stretches": [\n${text.join(',\n')}\n]\n}\n`,
    records: rows.length,
  };
}
