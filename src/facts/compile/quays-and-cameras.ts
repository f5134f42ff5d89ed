/** `ferry-quays.json` and `speed-cameras.json` from the rows of the road database. */
import type { CameraRow, QuayRow } from '../../upstream/road-database/parse-objects.ts';
import type { SpeedCamera } from '../schema/country.ts';
import type { FerryDecisions } from '../schema/curated.ts';
import type { ConnectionRecord, QuayRecord } from '../schema/ferries.ts';
import { type OnUndecided, refuseUndecided } from './station-curation.ts';

/** NVDB 64 "Driftsstatus" in our words. */
const STATUS: Readonly<Record<string, QuayRecord['status']>> = {
  Trafikkeres: 'in-use',
  Beredskapskai: 'standby',
  Nedlagt: 'closed',
};

/** The data that is used if no decision exists. */
export interface QuayTerms {
  /** The data in force, by id; absent: there is none. */
  readonly known?: ReadonlyMap<string, QuayRecord>;
  /** Absent: every quay must be decided. */
  readonly onUndecided?: OnUndecided;
}

/**
 * All quays, in the order of the source. A quay is usable by cars when it is in use and its name
 * does not call it a quay of express boats, which carry passengers only.
 *
 * @throws Error when a decision is needed and `onUndecided` is absent: for an unknown status, or a missing name.
 */
export function compileFerryQuays(
  quays: readonly QuayRow[],
  connections: readonly Pick<ConnectionRecord, 'id' | 'quayIds'>[],
  decisions: Pick<FerryDecisions, 'quayNames' | 'duplicateQuays'>,
  { known = new Map(), onUndecided = refuseUndecided }: QuayTerms = {},
): QuayRecord[] {
  return quays.map((quay) => {
    const id = String(quay.nvdbId);
    const before = known.get(id);
    const status = STATUS[quay.status];
    const decided = quay.name ?? decisions.quayNames.find((decision) => decision.id === id)?.name;
    if (status === undefined) onUndecided(id, `a known quay status, not "${quay.status}",`);
    if (decided === undefined) onUndecided(id, 'a name');
    const name = decided ?? before?.name ?? `Unnamed, ${id}`;
    const duplicateOf = decisions.duplicateQuays.find((decision) => decision.id === id)?.of;
    return {
      id,
      name: name.replace(/\s+/g, ' ').trim(),
      lat: quay.lat,
      lon: quay.lon,
      municipality: quay.municipality,
      status: status ?? before?.status ?? 'unknown',
      usableByCars: (status ?? before?.status) === 'in-use' && !/hurtigbåt/i.test(name),
      ...(duplicateOf === undefined ? {} : { duplicateOf }),
      ramps: quay.ramps,
      waitingRoom: quay.waitingRoom,
      owner: quay.owner,
      connectionIds: connections.flatMap((one) => (one.quayIds.includes(id) ? one.id : [])),
    };
  });
}

/** All cameras, in the order of their ids. Doubtful cameras are marked. */
export function compileSpeedCameras(
  rows: readonly Omit<CameraRow, 'metering'>[],
): readonly SpeedCamera[] {
  return [...rows].sort((a, b) => a.nvdbId - b.nvdbId).map(compileCamera);
}

function compileCamera({ nvdbId, lat, lon, road, name }: Omit<CameraRow, 'metering'>): SpeedCamera {
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

/** `Rv150` becomes `R150`. @throws Error for a road that is written in another way. */
function normaliseRoad(road: string | null): string | null {
  if (road === null) return null;
  const [, letter, number] = /^([EFKPRSU])v?\.? ?(\d*)$/.exec(road) ?? [];
  if (letter === undefined) throw new Error(`Expected a road like Rv150, got ${road}.`);
  return `${letter}${number}`;
}
