import type { QuayRecord } from '../ferry-schema.ts';
import type { FerryDecisions, SourceConnection, SourceQuay } from './ferry-source.ts';

/** NVDB 64 "Driftsstatus" in our words. */
const STATUS: Readonly<Record<string, QuayRecord['status']>> = {
  Trafikkeres: 'in-use',
  Beredskapskai: 'standby',
  Nedlagt: 'closed',
};

/**
 * All quays, in the order of the source. A quay is usable by cars when it is in use and its name
 * does not call it a quay of express boats, which carry passengers only.
 *
 * @throws when a quay has a status or lacks a name that nobody decided on.
 */
export function compileFerryQuays(
  quays: readonly SourceQuay[],
  connections: readonly SourceConnection[],
  decisions: Pick<FerryDecisions, 'quayNames' | 'duplicateQuays'>,
): QuayRecord[] {
  return quays.map((quay) => {
    const id = String(quay.nvdbId);
    const status = STATUS[quay.status];
    const name = quay.name ?? decisions.quayNames.find((decision) => decision.id === id)?.name;
    if (status === undefined)
      throw new Error(`Expected a known quay status, got ${quay.status} for ${id}.`);
    if (name === undefined) throw new Error(`Expected a name for quay ${id}, got none.`);
    const duplicateOf = decisions.duplicateQuays.find((decision) => decision.id === id)?.of;
    return {
      id,
      name: name.replace(/\s+/g, ' ').trim(),
      lat: quay.lat,
      lon: quay.lon,
      municipality: quay.municipality,
      status,
      usableByCars: status === 'in-use' && !/hurtigbåt/i.test(name),
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
