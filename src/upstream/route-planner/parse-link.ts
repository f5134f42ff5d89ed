import { readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { type DrivenLink, roundPosition } from '../../geo/road-link.ts';

/**
 * Reads one entry of `nvdbReferenceLinks`. The positions may come in either order: only
 * `direction` tells the way of travel.
 *
 * @returns `undefined` when a member is missing or makes no sense.
 */
export function parseLink(value: unknown): DrivenLink | undefined {
  const raw = readRecord(value);
  const linkId = readNumber(raw?.nvdbReferenceId);
  const a = readNumber(raw?.fromLength);
  const b = readNumber(raw?.toLength);
  const direction = DIRECTIONS[readText(raw?.direction)?.toLowerCase() ?? ''];
  if (linkId === undefined || a === undefined || b === undefined || direction === undefined)
    return undefined;
  return {
    linkId,
    from: roundPosition(Math.min(a, b)),
    to: roundPosition(Math.max(a, b)),
    direction,
  };
}

const DIRECTIONS: Readonly<Record<string, DrivenLink['direction']>> = {
  with: 'with',
  against: 'against',
};
