import { readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { type LinkDirection, type LinkPosition, roundPosition } from '../../geo/road-link.ts';
import { type ChargedFacts, chargedOnLink } from '../../passages/toll-site.ts';
import type { Metering } from './parse-place.ts';

/** The positions of a station on link sequences, and what they tell of its charged direction. */
export interface StationPositions {
  readonly positions: readonly LinkPosition[];
  /** The lanes and the metering contradict each other at one of them. */
  readonly isContradicted: boolean;
  /** The charged direction relative to the metering, where the lanes know it; absent: they do not. */
  readonly byLanes?: 'with' | 'against';
}

/**
 * Reads the link positions of a station.
 *
 * Where the charged direction can not be told, both are: the station itself says so.
 *
 * @param value `lokasjon.stedfestinger`.
 * @param metering one for each road reference; the one at the place of a position belongs to it,
 * else the first.
 */
export function parsePositions(
  value: unknown,
  collection: ChargedFacts['collection'],
  metering: readonly Metering[],
): StationPositions {
  const read = readList(value).flatMap((item, i) => {
    const raw = readRecord(item) ?? {};
    const linkId = readNumber(raw.veglenkesekvensid);
    const at = readNumber(raw.relativPosisjon);
    if (linkId === undefined || at === undefined || at < 0 || at > 1) return [];
    const direction = (metering[i] ?? metering[0])?.direction;
    const lanes = readList(raw.kjørefelt).flatMap((lane) => readText(lane) ?? []);
    const found = chargedOnLink({
      ...(collection !== undefined && { collection }),
      ...(direction !== undefined && { metering: direction }),
      lanes,
    });
    const position = { linkId, at: roundPosition(at), charged: found.charged ?? 'both' } as const;
    return [{ position, direction, isContradicted: found.isContradicted }];
  });
  const turned = read.map(({ position, direction }) => relativeTo(direction, position.charged));
  const [first] = turned;
  return {
    positions: read.map(({ position }) => position),
    isContradicted: read.some(({ isContradicted }) => isContradicted),
    ...(first !== undefined && turned.every((one) => one === first) && { byLanes: first }),
  };
}

/** The direction relative to the metering instead of the link; absent where it is not one. */
function relativeTo(
  metering: LinkDirection | undefined,
  charged: LinkPosition['charged'],
): 'with' | 'against' | undefined {
  if (metering === undefined || charged === 'both') return undefined;
  return metering === charged ? 'with' : 'against';
}
