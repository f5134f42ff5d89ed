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
  const duration = formatClock(parseDurationS(tags.duration) ?? sailingS);
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

/** Source: wiki.openstreetmap.org/wiki/Key:duration: minutes, a clock, or ISO 8601. */
const DURATIONS = [
  /^(?<m>\d+)$/,
  /^(?<h>\d+):(?<m>\d{2})(?::(?<s>\d{2}))?$/,
  /^PT(?:(?<h>\d+)H)?(?:(?<m>\d+)M)?(?:(?<s>\d+)S)?$/,
];

/**
 * Seconds of a `duration`; undefined where there is none, or it can not be read.
 *
 * @internal Its tests read durations without a ferry.
 */
export function parseDurationS(text = ''): number | undefined {
  const found = DURATIONS.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  const { h = 0, m = 0, s = 0 } = found ?? {};
  return Number(h) * 3600 + Number(m) * 60 + Number(s) || undefined;
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
