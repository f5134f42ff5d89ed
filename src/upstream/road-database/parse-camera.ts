import { type Metering, parsePlace, roundAt } from './parse-place.ts';
import { readProperties } from './read-property.ts';

/** A speed camera as the road database describes it, type 162. */
export interface CameraRow {
  readonly nvdbId: number;
  readonly lon: number;
  readonly lat: number;
  /** `E39`; `null`: the object has no road reference. */
  readonly road: string | null;
  readonly name: string | null;
  /** How the road is metered there. */
  readonly metering: readonly Metering[];
}

/** Source: NVDB data catalogue 2.38, type 162. */
const ID = { name: 9522 } as const;

/**
 * Reads a camera.
 *
 * @returns `undefined` for a test point, which is no camera.
 * @throws NotReadable when the position cannot be read.
 */
export function parseCamera(
  nvdbId: number,
  raw: Readonly<Record<string, unknown>>,
): CameraRow | undefined {
  const name = readProperties(raw.egenskaper).text(ID.name) ?? null;
  if (name !== null && /testpunkt/i.test(name)) return undefined;
  const { at, road, metering } = parsePlace(raw, 'object');
  return { nvdbId, ...roundAt(at, 6), road, name, metering };
}
