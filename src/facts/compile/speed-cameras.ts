/** A row of the extract of the road database (NVDB type 162). */
export interface SourceCamera {
  readonly nvdbId: number;
  readonly lon: number;
  readonly lat: number;
  /** `E39`, `Rv150`, `Fv24`, `Kv168`; `null`: the source names none. */
  readonly road: string | null;
  readonly name: string | null;
}

/** A speed camera as `data/speed-cameras.json` holds it. */
export interface SpeedCamera {
  /** NVDB object id, type 162. */
  readonly id: string;
  readonly lat: number;
  readonly lon: number;
  /** Category letter and number, as in the toll stations: `R150`; `null`: the source names none. */
  readonly road: string | null;
  /** `null`: the source has no name. */
  readonly name: string | null;
  /** Why the camera may not be in use; absent: nothing speaks against it. */
  readonly doubtful?: string;
}

/** The cameras in the order of their ids; none is dropped, doubtful ones are marked. */
export function compileSpeedCameras(rows: readonly SourceCamera[]): readonly SpeedCamera[] {
  return [...rows].sort((a, b) => a.nvdbId - b.nvdbId).map(compileCamera);
}

function compileCamera({ nvdbId, lat, lon, road, name }: SourceCamera): SpeedCamera {
  const crossedOut = name !== null && /^x\p{Lu}/u.test(name);
  return {
    id: String(nvdbId),
    lat,
    lon,
    road: normaliseRoad(road),
    name: name?.replace(/\s+/g, ' ').trim() ?? null,
    ...(crossedOut ? { doubtful: 'The name is crossed out with an x: probably out of use.' } : {}),
  };
}

/** `Rv150` becomes `R150`. @throws for a road that is written otherwise. */
function normaliseRoad(road: string | null): string | null {
  if (road === null) return null;
  const [, letter, number] = /^([EFKPRSU])v?\.? ?(\d*)$/.exec(road) ?? [];
  if (letter === undefined) throw new Error(`Expected a road like Rv150, got ${road}.`);
  return `${letter}${number}`;
}
