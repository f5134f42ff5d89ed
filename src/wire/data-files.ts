import { type TSchema, Type } from 'typebox';
import type { Quay } from '../trip/ports.ts';
import * as t from './unit.ts';

/**
 * The dumps are sent as they are: these schemas describe them and do not serialise. A test holds the files against
 * the schemas. A file may have members that are not named here.
 */
const open = { additionalProperties: true } as const;

/** A value of the schema, or null. */
const orNull = (schema: TSchema & { readonly type: string }) =>
  Type.Unsafe<unknown>({ ...schema, type: [schema.type, 'null'] });

const Meta = Type.Object(
  {
    source: t.text('Where the data comes from.'),
    date: t.day('The day that the data stands for.'),
    note: t.maybe(t.text('What is left out, and why.')),
    licence: t.text('Name and address of the licence.'),
    attribution: t.text('The credit that the licence asks for.'),
    counts: Type.Record(Type.String(), t.count('How many there are.'), {
      description: 'How many entries of each kind.',
    }),
  },
  { ...open, title: 'FileMeta', description: 'What the file is.' },
);

const station = {
  id: t.text('Id in the national road database (NVDB), object type 45.'),
  name: t.text('Name of the station.'),
  written: t.maybe(t.text('Its name in the road database. Absent: `name`, or it has none there.')),
  kind: t.choice(['autopass', 'private', 'ferry-collection'], {
    description: '`ferry-collection` is where a ferry is paid: it has no toll.',
  }),
  project: t.text('Toll project, whose rules hold.'),
  operator: orNull(t.text('Toll company. Null: not known.')),
  road: t.text('Category and number, such as `E39`.'),
  municipality: orNull(t.count('Number of the municipality; 301 is Oslo. Null: not known.')),
  ...t.position,
  passageKey: t.text('Records with the same key are one station: passing them is charged once.'),
  staleTwinOf: t.maybe(
    t.text(
      'Id of the record that replaced this one, which is never charged. Absent: it is current.',
    ),
  ),
  smallNok: orNull(t.nok('Small vehicle, without discount. Null: not known.')),
  largeNok: orNull(t.nok('Large vehicle, without discount. Null: not known.')),
  smallRushNok: orNull(t.nok('Small vehicle in the rush, without discount. Null: no such tariff.')),
  largeRushNok: t.maybe(t.nok('Large vehicle in the rush, without discount. Absent: not known.')),
  rush: orNull(
    t.list(
      'Windows `HH:MM-HH:MM`, Norwegian time, the end outside. Null: no rush tariff.',
      Type.String(),
    ),
  ),
  tariffNote: t.maybe(t.text('Why tariff or windows differ from the road database.')),
  collectedUntil: t.maybe(
    t.day('The first day on which it surely collects no toll any more. Absent: it collects.'),
  ),
  hourGroup: orNull(
    t.text(
      'Stations of a group share the hour rule of their project, on the days on which it has one. Null: never one.',
    ),
  ),
  hourGroupWhy: t.maybe(
    t.text('Why the group is not that of the project, or until when it had the rule.'),
  ),
  onRamp: t.mark('It stands on a ramp.'),
  charged: t.choice(['both', 'one-way', 'undecided-one-way'], {
    description: 'Directions that pay; `undecided-one-way`: one of them, it is not known which.',
  }),
  chargedBearingDeg: orNull(
    t.number('Degrees from north in which one pays. Null: both ways, or not known.'),
  ),
  chargedBy: t.text('What decided the charged direction.'),
  chargedWhy: t.text('The evidence, one sentence.'),
};

/** Body of `GET /data/toll-stations.json`. */
export const TollStationsFile = Type.Object(
  {
    meta: Meta,
    stations: t.list(
      'By their ids.',
      Type.Object(station, { ...open, title: 'TollStation', description: 'A toll station.' }),
    ),
  },
  { ...open, title: 'TollStations', description: 'All toll stations.' },
);

const camera = {
  id: t.text('Id in the national road database (NVDB), object type 162.'),
  ...t.position,
  road: orNull(t.text('Category and number, such as `E39`. Null: not known.')),
  name: orNull(t.text('Null: it has none.')),
  doubtful: t.maybe(t.text('Why it may be out of use. Absent: nothing speaks against it.')),
};

/** Body of `GET /data/speed-cameras.json`. */
export const SpeedCamerasFile = Type.Object(
  {
    meta: Meta,
    cameras: t.list(
      'By their ids.',
      Type.Object(camera, { ...open, title: 'SpeedCamera', description: 'A speed camera.' }),
    ),
  },
  { ...open, title: 'SpeedCameras', description: 'All speed cameras.' },
);

const FerryQuay = t.object('FerryQuay', 'A Norwegian ferry quay.', {
  id: t.text('Id in the national road database (NVDB), object type 64.'),
  name: t.text('Name of the quay.'),
  ...t.position,
  municipality: t.orNull(
    'Number of the municipality; 301 is Oslo. Null: not known.',
    Type.Integer(),
  ),
  status: t.choice(['in-use', 'standby', 'closed', 'unknown'], {
    description: 'Whether ferries call there.',
  }),
  usableByCars: t.bool('False where only passenger boats call.'),
  duplicateOf: t.maybe(t.text('Id of the entry for the same quay. Absent: it is the only one.')),
  connectionIds: t.list(
    'Ferry connections that call there: NVDB ids, object type 770.',
    Type.String(),
  ),
});

/** Body of `GET /api/ferry-quays`. */
export const FerryQuays = t.list('Every quay, in the order of the road database.', FerryQuay);

/** A quay as it goes on the wire. */
export const formatQuay = ({ at, id, name, ...rest }: Quay): t.Shape<typeof FerryQuay> => ({
  id,
  name,
  lat: at.lat,
  lon: at.lon,
  ...rest,
});
