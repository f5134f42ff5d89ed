/** The shape of `data/curated/added-roads.json`: roads that the source lacks, drawn by us. */
import Type from 'typebox';

const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

const Text = Type.String({ minLength: 1 });
const Name = Type.String({ pattern: '^[ERFKP]\\d*$' });
const Place = Type.Tuple([
  Type.Number({ minimum: 57, maximum: 72 }),
  Type.Number({ minimum: 4, maximum: 32 }),
]);
const True = Type.Literal(true);

const AddedRoad = strict({
  name: Text,
  /** Category and number, as `roadName` gives them. */
  road: Name,
  ramp: Type.Optional(True),
  oneWay: Type.Optional(True),
  tunnel: Type.Optional(True),
  /** Latitude before longitude. */
  line: Type.Array(Place, { minItems: 2 }),
  /** The roads that its start and its end are carried to; null: an end that leads nowhere. */
  joins: Type.Tuple([Type.Union([Name, Type.Null()]), Type.Union([Name, Type.Null()])]),
  why: Text,
});

const Parting = strict({
  at: Place,
  /** The road that is moved aside, and the one that it does not meet. */
  part: Name,
  from: Name,
  why: Text,
});

export const AddedRoadsFile = strict({
  meta: Type.Unknown(),
  limits: strict({
    /** How far an end is carried to meet its road. Metres. */
    joinM: Type.Number({ exclusiveMinimum: 0 }),
  }),
  roads: Type.Array(AddedRoad),
  partings: Type.Array(Parting),
});

export type AddedRoads = Type.Static<typeof AddedRoadsFile>;
export type AddedRoad = Type.Static<typeof AddedRoad>;
export type Parting = Type.Static<typeof Parting>;
