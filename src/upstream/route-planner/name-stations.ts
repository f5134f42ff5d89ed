import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine, flatDistanceM, pointBetween } from '../../geo/on-line.ts';
import type { NamedStation } from '../../passages/planned-route.ts';
import type { LaidParts } from './lay-parts.ts';
import type { PlannedTollStation, RoutePart } from './parse-part.ts';

/** A station that two parts name no farther apart than this is passed once. Metres. */
const ONE_SPOT_M = 100;

/**
 * The toll stations that the parts name, in travel order. Both parts may name a station at their joint. A station
 * without a place is put in the middle of its part, where the error is smallest.
 */
export function nameStations(parts: readonly RoutePart[], laid: LaidParts): NamedStation[] {
  const found = parts.flatMap(({ stations }, part) =>
    stations.map((station): Mention => {
      const { id, name, listed, at } = station;
      return { part, station, named: { id, name, ...placeOn(laid, part, at), listed } };
    }),
  );
  return found
    .filter((mention, i) => !found.slice(0, i).some((before) => isSameDrivePast(before, mention)))
    .map(({ named }) => named)
    .sort((a, b) => a.alongM - b.alongM);
}

interface Mention {
  /** Index of the part. */
  readonly part: number;
  readonly station: PlannedTollStation;
  readonly named: NamedStation;
}

function isSameDrivePast(before: Mention, { part, station, named }: Mention): boolean {
  if (before.named.id !== named.id || before.named.name !== named.name) return false;
  if (part - before.part > 1) return false;
  return station.at === undefined || named.alongM - before.named.alongM <= ONE_SPOT_M;
}

/** @param at the place of the station; absent: it stands somewhere on the part. */
function placeOn(
  { line, secondsAt, alongM, spans }: LaidParts,
  part: number,
  at: LatLon | undefined,
): Pick<NamedStation, 'at' | 'alongM' | 'atS'> {
  const { fromIndex = 0, toIndex = 0 } = spans[part] ?? {};
  const { index, share } =
    (at && nearestOn(line.slice(fromIndex, toIndex + 1), at)) ??
    middleOf(alongM.slice(fromIndex, toIndex + 1));
  const leg = fromIndex + index;
  const from = line[leg];
  if (from === undefined) throw new Error(`Expected part ${part} on a line of ${line.length}.`);
  const to = line[leg + 1] ?? from;
  const between = (a = 0, b = a) => a + share * (b - a);
  return {
    at: pointBetween(from, to, share),
    alongM: between(alongM[leg], alongM[leg + 1]),
    atS: between(secondsAt[leg], secondsAt[leg + 1]),
  };
}

interface LegPlace {
  readonly index: number;
  /** The share of the leg before the place, 0 … 1. */
  readonly share: number;
}

/** The nearest place on a line; `undefined`: it has fewer than two points. */
function nearestOn(line: readonly LatLon[], at: LatLon): LegPlace | undefined {
  const place = findPlaceOnLine(line, at);
  const [from, to] = place === undefined ? [] : [line[place.index], line[place.index + 1]];
  if (place === undefined || from === undefined || to === undefined) return undefined;
  const legM = flatDistanceM(from, to);
  return { index: place.index, share: legM === 0 ? 0 : flatDistanceM(from, place.at) / legM };
}

function middleOf(alongM: readonly number[]): LegPlace {
  const startM = alongM[0] ?? 0;
  const middleM = (startM + (alongM.at(-1) ?? startM)) / 2;
  const index = Math.max(
    0,
    alongM.findLastIndex((m) => m <= middleM),
  );
  const legM = (alongM[index + 1] ?? 0) - (alongM[index] ?? 0);
  return { index, share: legM > 0 ? (middleM - (alongM[index] ?? 0)) / legM : 0 };
}
