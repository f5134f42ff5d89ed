import type { LatLon } from '../../base/point.ts';
import { flatDistanceM, flatLengthM } from '../../geo/on-line.ts';
import type { OsmTags } from '../osm-pbf.ts';
import { isForCars } from './roadway.ts';

/** A quay where car ferries call. */
export interface CarQuay {
  readonly id: string;
  readonly at: LatLon;
  /** Ids of the connections that call here. */
  readonly connectionIds: readonly string[];
}

export interface FerryRules {
  readonly quays: readonly CarQuay[];
  /** The end of a line belongs to a quay within this distance. Metres. */
  readonly quayM: number;
  /** Usual speed where the map gives no time. */
  readonly knots: number;
}

const MPS_PER_KNOT = 1852 / 3600;

/**
 * The tags of a ferry line as the tile builder is to read them: it lets cars onto every ferry that
 * does not forbid them, most of which carry passengers only, and it reads times as `HH:MM`.
 *
 * Where the map does not say whether a ferry takes cars, it does if a connection of ours has quays
 * at both ends of the line.
 */
export function toFerryTags(tags: OsmTags, line: readonly LatLon[], rules: FerryRules): OsmTags {
  if (!isForCars(tags, isConnection(line, rules)))
    return { ...without(tags, 'motorcar'), motor_vehicle: 'no' };
  const sailingS = flatLengthM(line) / (rules.knots * MPS_PER_KNOT);
  const duration = formatClock(parseDurationS(tags['duration']) ?? sailingS);
  return { ...tags, motor_vehicle: 'yes', duration };
}

function isConnection(line: readonly LatLon[], { quays, quayM }: FerryRules): boolean {
  const [start, end] = [line[0], line.at(-1)];
  if (start === undefined || end === undefined) return false;
  const near = (at: LatLon) => quays.filter((quay) => flatDistanceM(quay.at, at) <= quayM);
  const there = near(end);
  return near(start).some((quay) =>
    there.some(
      (other) =>
        other.id !== quay.id && other.connectionIds.some((id) => quay.connectionIds.includes(id)),
    ),
  );
}

/**
 * Seconds of a `duration`; undefined where there is none, or it can not be read.
 *
 * Source: wiki.openstreetmap.org/wiki/Key:duration: `MM`, `HH:MM`, `HH:MM:SS`, or ISO 8601 as `PT1H5M`.
 */
export function parseDurationS(text = ''): number | undefined {
  const clock = /^(?:(\d+):)?(\d+):(\d{2})$|^(\d+)$/.exec(text.trim());
  const iso = /^P(?:T(?=\d))(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text.trim());
  const [, first, second, third, minutes] = clock ?? [];
  const parts =
    clock === null
      ? [iso?.[1], iso?.[2], iso?.[3]]
      : minutes !== undefined
        ? [undefined, minutes, undefined]
        : first === undefined
          ? [second, third, undefined]
          : [first, second, third];
  const [h = 0, m = 0, s = 0] = parts.map((part) => Number(part ?? 0));
  const seconds = h * 3600 + m * 60 + s;
  return seconds > 0 ? seconds : undefined;
}

/** Seconds as `HH:MM:SS`. */
function formatClock(seconds: number): string {
  const whole = Math.round(seconds);
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

function without(tags: OsmTags, key: string): OsmTags {
  const { [key]: _, ...rest } = tags;
  return rest;
}
