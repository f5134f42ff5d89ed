/** Link positions as they are written: `0.125-0.75@990000001 with`. */
import type { CarriagewayPiece, DrivenLink } from '../../src/geo/road-link.ts';

function stretchOf(text: string) {
  const [, from, to, linkId] = /^([\d.]+)-([\d.]+)@(\d+)$/.exec(text) ?? [];
  if (linkId === undefined) throw new Error(`Expected <from>-<to>@<id>, got ${text}.`);
  return { linkId: Number(linkId), from: Number(from), to: Number(to) };
}

export function drivenOf(text: string): DrivenLink {
  const [stretch = '', direction] = text.split(' ');
  if (direction !== 'with' && direction !== 'against') throw new Error(`No direction in ${text}.`);
  return { ...stretchOf(stretch), direction };
}

/** Reads `0-1@7 on 0.2-0.6@1`, with ` MOT` behind it where it runs against its road. */
export function pieceOf(text: string): CarriagewayPiece {
  const [own = '', , road = '', reversed] = text.split(' ');
  return { ...stretchOf(own), road: stretchOf(road), isReversed: reversed === 'MOT' };
}

export const formatDriven = ({ linkId, from, to, direction }: DrivenLink) =>
  `${from}-${to}@${linkId} ${direction}`;
