import type { LatLon } from '../../base/point.ts';
import { readBundled } from '../../facts/schema/read-data.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { Quay } from '../../trip/ports.ts';

/** A quay where car ferries call. */
export type CarQuay = Pick<Quay, 'id' | 'at' | 'connectionIds'>;

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
 * Does a known connection have quays at both ends of a line? If so, a ferry takes cars although the map does not say
 * so. Most other ferries without a tag for cars carry passengers only.
 */
export function isConnection(line: readonly LatLon[], { quays, quayM }: FerryRules): boolean {
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

/** Seconds of a `duration`; undefined: there is none, it is 0, or it can not be read. */
export function parseDurationS(text = ''): number | undefined {
  const found = DURATIONS.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  const { h = 0, m = 0, s = 0 } = found ?? {};
  return Number(h) * 3600 + Number(m) * 60 + Number(s) || undefined;
}
