import { type Static, type TSchema, Type } from 'typebox';
import type { Quay } from '../trip/ports.ts';
import { choice, count, nok, position } from './unit.ts';

/**
 * The dumps are sent as they are, so these describe and do not serialise; a test holds the files
 * against them. A file may have members that are not named here.
 */
const open = { additionalProperties: true } as const;

/** Beside its own type it may be null. */
const orNull = (schema: TSchema & { readonly type: string }) =>
  Type.Unsafe<unknown>({ ...schema, type: [schema.type, 'null'] });
const text = (description: string) => Type.String({ description });
const day = (description: string) => Type.String({ format: 'date', description });

const Meta = Type.Object(
  {
    source: text('Where the data comes from.'),
    date: day('The day that the data stands for.'),
    licence: text('Name and address of the licence.'),
    attribution: text('The credit that the licence asks for.'),
    counts: Type.Record(Type.String(), count('How many there are.'), {
      description: 'How many entries of each kind.',
    }),
  },
  { ...open, title: 'FileMeta', description: 'What the file is.' },
);

const station = {
  id: text('Id in the national road database (NVDB), object type 45.'),
  name: text('Name of the station.'),
  kind: choice(['autopass', 'private', 'ferry-collection'], {
    description: '`ferry-collection` is where a ferry is paid: it has no toll.',
  }),
  project: text('Toll project, whose rules hold.'),
  operator: orNull(text('Toll company. Null: not known.')),
  road: text('Category and number, such as `E39`.'),
  municipality: orNull(count('Number of the municipality; 301 is Oslo. Null: not known.')),
  ...position,
  passageKey: text('Records with the same key are one station: passing them is charged once.'),
  staleTwinOf: Type.Optional(
    text('Id of the record that replaced this one, which is never charged. Absent: it is current.'),
  ),
  smallNok: orNull(nok('Small vehicle, without discount. Null: not known.')),
  largeNok: orNull(nok('Large vehicle, without discount. Null: not known.')),
  smallRushNok: orNull(nok('Small vehicle in the rush, without discount. Null: no such tariff.')),
  largeRushNok: Type.Optional(
    nok('Large vehicle in the rush, without discount. Absent: not known.'),
  ),
  rush: orNull(
    Type.Array(Type.String(), {
      description: 'Windows `HH:MM-HH:MM`, Norwegian time, the end outside. Null: no rush tariff.',
    }),
  ),
  tariffNote: Type.Optional(text('Why tariff or windows differ from the road database.')),
  hourGroup: orNull(text('Stations of a group share a one-hour rule. Null: no such rule.')),
  hourGroupWhy: Type.Optional(text('Why the group is not that of the project.')),
  onRamp: Type.Optional(Type.Literal(true, { description: 'It stands on a ramp.' })),
  charged: choice(['both', 'one-way', 'undecided-one-way'], {
    description: 'Directions that pay; `undecided-one-way`: one of them, it is not known which.',
  }),
  chargedBearingDeg: orNull(
    Type.Number({
      description: 'Degrees from north in which one pays. Null: both ways, or not known.',
    }),
  ),
  chargedBy: text('What decided the charged direction.'),
  chargedWhy: text('The evidence, one sentence.'),
};

/** Body of `GET /data/toll-stations.json`. */
export const TollStationsFile = Type.Object(
  {
    meta: Meta,
    stations: Type.Array(
      Type.Object(station, { ...open, title: 'TollStation', description: 'A toll station.' }),
      { description: 'By their ids.' },
    ),
  },
  { ...open, title: 'TollStations', description: 'All toll stations.' },
);

const camera = {
  id: text('Id in the national road database (NVDB), object type 162.'),
  ...position,
  road: orNull(text('Category and number, such as `E39`. Null: not known.')),
  name: orNull(text('Null: it has none.')),
  doubtful: Type.Optional(text('Why it may be out of use. Absent: nothing speaks against it.')),
};

/** Body of `GET /data/speed-cameras.json`. */
export const SpeedCamerasFile = Type.Object(
  {
    meta: Meta,
    cameras: Type.Array(
      Type.Object(camera, { ...open, title: 'SpeedCamera', description: 'A speed camera.' }),
      { description: 'By their ids.' },
    ),
  },
  { ...open, title: 'SpeedCameras', description: 'All speed cameras.' },
);

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
