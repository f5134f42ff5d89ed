import type { LatLon } from '../../base/point.ts';
import { readBundled } from '../../facts/schema/read-data.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { OsmTags } from './parse-block.ts';

/** A quay where car ferries call. */
export interface CarQuay {
  readonly id: string;
  readonly at: LatLon;
  /** Ids of the connections that call here. */
  readonly connectionIds: readonly string[];
}

/** @param data the project's `data/`. */
export const listQuays = (data: string): readonly CarQuay[] =>
  readBundled(data, 'ferry-quays.json')
    .quays.filter(({ usableByCars, connectionIds }) => usableByCars && connectionIds.length > 0)
    .map(({ id, lat, lon, connectionIds }) => ({ id, at: { lat, lon }, connectionIds }));

export interface FerryRules {
  readonly quays: readonly CarQuay[];
  /** The end of a line belongs to a quay within this distance. Metres. */
  readonly quayM: number;
}

/**
 * Minutes that the map gives a ferry line for cars; NaN where it gives none, undefined where no cars are taken.
 *
 * Most ferries that do not forbid cars carry passengers only. Where the map does not say whether a ferry takes cars, it
 * does if a connection of ours has quays at both ends of the line.
 */
export function readFerryMin(
  tags: OsmTags,
  takesCars: boolean | undefined,
  line: readonly LatLon[],
  rules: FerryRules,
): number | undefined {
  if (!(takesCars ?? isConnection(line, rules))) return undefined;
  return (parseDurationS(tags.duration) ?? Number.NaN) / 60;
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
