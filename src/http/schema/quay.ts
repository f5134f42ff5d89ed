import { type Static, Type } from 'typebox';
import type { Quay } from '../../trip/ports.ts';
import { choice, position } from './unit.ts';

const FerryQuay = Type.Object(
  {
    id: Type.String({ description: 'Id in the national road database (NVDB), object type 64.' }),
    name: Type.String({ description: 'Name of the quay.' }),
    ...position,
    municipality: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of the municipality; 301 is Oslo. Null: not known.',
    }),
    status: choice(['in-use', 'standby', 'closed', 'unknown'], {
      description: 'Whether ferries call there.',
    }),
    usableByCars: Type.Boolean({ description: 'False where only passenger boats call.' }),
    duplicateOf: Type.Optional(
      Type.String({
        description: 'Id of the entry for the same quay. Absent: it is the only one.',
      }),
    ),
    connectionIds: Type.Array(Type.String(), {
      description: 'Ferry connections that call there: NVDB ids, object type 770.',
    }),
  },
  { title: 'FerryQuay', description: 'A Norwegian ferry quay.' },
);

/** Body of `GET /api/ferry-quays`. */
export const FerryQuays = Type.Array(FerryQuay, {
  description: 'Every quay, in the order of the road database.',
});

/** A quay as it goes on the wire. */
export function formatQuay({ at, ...quay }: Quay): Static<typeof FerryQuay> {
  const { id, name, ...rest } = quay;
  return { id, name, lat: at.lat, lon: at.lon, ...rest, connectionIds: [...rest.connectionIds] };
}
