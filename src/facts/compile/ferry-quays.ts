import type { QuayRecord } from '../ferry-schema.ts';
import type { FerryDecisions, SourceQuay } from './ferry-source.ts';
import { type OnUndecided, refuseUndecided } from './undecided.ts';

/** NVDB 64 "Driftsstatus" in our words. */
const STATUS: Readonly<Record<string, QuayRecord['status']>> = {
  Trafikkeres: 'in-use',
  Beredskapskai: 'standby',
  Nedlagt: 'closed',
};

/** A connection and the quays that it calls at. */
interface CallingConnection {
  readonly nvdbId: number;
  readonly quays: readonly { readonly nvdbId: number }[];
}

/** What stands in where nothing decides. */
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
 * @throws when a quay has a status or lacks a name that nobody decided on, where it must.
 */
export function compileFerryQuays(
  quays: readonly SourceQuay[],
  connections: readonly CallingConnection[],
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
      connectionIds: connections
        .filter((connection) => connection.quays.some(({ nvdbId }) => nvdbId === quay.nvdbId))
        .map((connection) => String(connection.nvdbId)),
    };
  });
}
