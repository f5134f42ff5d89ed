import { type Static, Type } from 'typebox';
import type { Quay } from '../../trip/ports.ts';

/** One entry of `GET /api/ferry-quays`. */
export const FerryQuay = Type.Object({
  id: Type.String({ description: 'NVDB object id, type 64.' }),
  name: Type.String(),
  lat: Type.Number({ description: 'WGS84 degrees.' }),
  lon: Type.Number({ description: 'WGS84 degrees.' }),
  municipality: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Number of the municipality; 301 is Oslo; null: not known.',
  }),
  status: Type.Enum(['in-use', 'standby', 'closed', 'unknown']),
  usableByCars: Type.Boolean({ description: 'False where only passenger boats call.' }),
  duplicateOf: Type.Optional(Type.String({ description: 'Id of the entry for the same quay.' })),
  connectionIds: Type.Array(Type.String(), { description: 'NVDB object ids, type 770.' }),
});

/** A quay as it goes on the wire. */
export function formatQuay({ at, ...quay }: Quay): Static<typeof FerryQuay> {
  const { id, name, ...rest } = quay;
  return { id, name, lat: at.lat, lon: at.lon, ...rest, connectionIds: [...rest.connectionIds] };
}
