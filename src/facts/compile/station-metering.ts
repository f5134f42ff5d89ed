/**
 * The metering of a road, learned from the stations on it whose direction is known otherwise: on
 * one road of one project all stations "with" the metering charge the same way along it.
 */
import { angleBetweenDeg, flatDistanceM } from '../../geo/on-line.ts';
import type { Direction } from './station-direction.ts';
import type { SourceStation } from './station-source.ts';

export interface Metered {
  readonly row: SourceStation;
  readonly project: string;
  /** On a ramp, or an old record: it tells nothing about the road. */
  readonly aside: boolean;
  readonly direction: Direction;
}

/** Bearing of increasing metering at a decided station; `undefined` where it tells nothing. */
export function meteringDeg({ row, direction }: Metered): number | undefined {
  if (direction.chargedBearingDeg === null) return undefined;
  if (row.direction === 'with') return direction.chargedBearingDeg;
  if (row.direction === 'against') return (direction.chargedBearingDeg + 180) % 360;
  return undefined;
}

/** The nearest decided station on the same road of the same project, ramps left out. */
export function findMeteredNeighbour(
  stations: readonly Metered[],
  row: SourceStation,
  project: string,
): Metered | undefined {
  return stations
    .filter((other) => isReference(other) && isSameRoad(other, row, project))
    .sort((a, b) => flatDistanceM(a.row, row) - flatDistanceM(b.row, row))[0];
}

/**
 * Pairs of neighbouring stations on one road whose directions can not both be right: their
 * metering would run against each other. Each pair once, by id; `[]` when all agree.
 */
export function findContradictions(
  stations: readonly Metered[],
): readonly (readonly [string, string])[] {
  const references = stations.filter(isReference);
  return references.flatMap((station, i) => {
    const next = findMeteredNeighbour(references.slice(i + 1), station.row, station.project);
    const ownDeg = meteringDeg(station);
    const nextDeg = next && meteringDeg(next);
    if (next === undefined || ownDeg === undefined || nextDeg === undefined) return [];
    if (angleBetweenDeg(ownDeg, nextDeg) <= 90) return [];
    return [[String(station.row.nvdbId), String(next.row.nvdbId)] as const];
  });
}

const isReference = (station: Metered) => !station.aside && meteringDeg(station) !== undefined;

const isSameRoad = (other: Metered, row: SourceStation, project: string) =>
  other.project === project && other.row.road === row.road && other.row.nvdbId !== row.nvdbId;
