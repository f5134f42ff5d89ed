import { readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { type CarriagewayPiece, roundPosition } from '../../geo/road-link.ts';
import { broken, parseBody } from './read-page.ts';

/**
 * The pieces of carriageway in an answer of the road network, which is a list of segments or a page
 * of them. Segments of other levels, ended ones and those that name no road are left out.
 *
 * Source: NVDB API les V4, segments of the road network, `superstedfesting`, November 2026.
 *
 * @throws Fault `upstream_broken` for anything else.
 */
export function parseCarriageways(body: string): readonly CarriagewayPiece[] {
  return listSegments(body).flatMap((value) => {
    const segment = readRecord(value) ?? {};
    const level = readText(segment.topologinivå)?.toUpperCase() ?? '';
    if (!level.startsWith('KJØREBANE')) return [];
    if (readText(readRecord(segment.metadata)?.sluttdato) !== undefined) return [];
    const road = readRecord(segment.superstedfesting) ?? {};
    const own = readStretch(segment);
    const above = readStretch(road);
    if (own === undefined || above === undefined || own.from === own.to) return [];
    const isReversed = readText(road.retning)?.toUpperCase() === 'MOT';
    return [{ ...own, road: above, isReversed }];
  });
}

/** Positions on a link sequence, the smaller one first. */
function readStretch(raw: Readonly<Record<string, unknown>>) {
  const linkId = readNumber(raw.veglenkesekvensid);
  const [start, end] = [readNumber(raw.startposisjon), readNumber(raw.sluttposisjon)];
  if (linkId === undefined || start === undefined || end === undefined) return undefined;
  const [from, to] = [Math.min(start, end), Math.max(start, end)].map(roundPosition);
  return from === undefined || to === undefined ? undefined : { linkId, from, to };
}

function listSegments(body: string): readonly unknown[] {
  const content = parseBody(body);
  const list = Array.isArray(content) ? content : readRecord(content)?.objekter;
  if (!Array.isArray(list)) throw broken('an answer without a list of segments');
  return list;
}
