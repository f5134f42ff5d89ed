import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** The read-only type of what a schema describes. */
export type Shape<Schema extends TSchema> = Frozen<Static<Schema>>;

type Frozen<Value> = Value extends object
  ? { readonly [Member in keyof Value]: Frozen<Value[Member]> }
  : Value;

/** A member that may be absent. */
export const maybe = Type.Optional;

/** A member that is true where it is present. */
export const mark = (description: string) => maybe(Type.Literal(true, { description }));

export const bool = (description: string) => Type.Boolean({ description });

export const text = (description: string) => Type.String({ description });

export const number = (description: string) => Type.Number({ description });

export const list = <Item extends TSchema>(
  description: string,
  item: Item,
  more: { readonly minItems?: number; readonly maxItems?: number } = {},
) => Type.Array(item, { ...more, description });

type Openness = { readonly additionalProperties?: boolean };

/** A value, or null. */
export const orNull = <Value extends TSchema>(description: string, value: Value) =>
  Type.Union([value, Type.Null()], { description });

/** A shape that the contract names. */
export const object = <Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
  more: Openness = {},
) => Type.Object(members, { title, ...more, description });

/** A shape within another one. */
export const part = <Members extends TProperties>(
  description: string,
  members: Members,
  more: Openness = {},
) => Type.Object(members, { ...more, description });

/** How much there is of something. */
export const measure = (description: string) => Type.Number({ description, minimum: 0 });

/** An amount in kroner, at most two decimals. */
export const nok = (description: string) => measure(`NOK. ${description}`);

/** A moment as text. */
export const instant = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description} ISO 8601 with the Norwegian offset.`,
  });

/** A calendar day as text. */
export const day = (description: string) => Type.String({ format: 'date', description });

/** A time of day as text. */
export const clock = (description: string) =>
  Type.String({ description: `${description} \`HH:MM\`, Norwegian wall clock.` });

/** How many there are. */
export const count = (description: string) => Type.Integer({ description, minimum: 0 });

/** One of a few texts. */
export const choice = <const Values extends string[]>(
  values: readonly [...Values],
  terms: { readonly title?: string; readonly description: string },
) => Type.Enum(values, { type: 'string', ...terms });

/** Where something stands. */
export const position = {
  lat: Type.Number({ description: 'WGS84 degrees.', minimum: -90, maximum: 90 }),
  lon: Type.Number({ description: 'WGS84 degrees.', minimum: -180, maximum: 180 }),
};

/** A place as it is found and told by its name. */
export const NamedPlace = object('Place', 'A place, at a road that one can drive to.', {
  name: text('Its name; of a postcode with the town.'),
  kind: text(
    '`town`, `settlement`, `district`, `post-town`, `hamlet`, `island`, `airport`, `station`, `quay`, `postcode`, `lodge`, `mountain` or `farm`.',
  ),
  area: maybe(text('Its municipality; of a postcode the district.')),
  code: maybe(text('The postcode, or the IATA code of an airport.')),
  awayM: maybe(
    Type.Integer({
      minimum: 1000,
      description: 'Metres from here to what the name stands for. Absent: less than 1 000.',
    }),
  ),
  ...position,
});

const parameter = maybe(
  text(
    'What is missing or wrong: a parameter, a header, or a member of a body. Absent where no single value is to blame.',
  ),
);

const docs = Type.String({
  format: 'uri-reference',
  description: 'Where the code is explained, below the address of this server.',
});

/** Body of every answer that is not 2xx or 304. */
export const ErrorBody = object('ApiError', 'Why there is no better answer.', {
  error: text('A stable code, or one sentence for 400, 500 and above.'),
  message: text('One sentence for a person to read.'),
  requestId: text('The value of the `X-Request-Id` header.'),
  code: text('A stable code, at every status.'),
  parameter,
  docs,
  errors: maybe(
    list(
      'Of a question with values that are refused: all of them, that of `message` first.',
      Type.Object({
        code: text('A stable code.'),
        parameter,
        message: text('One sentence.'),
        candidates: maybe(
          list(
            'Of the name of a place that several have, or that none has: those that may be meant, the most likely first. Absent where none is known.',
            NamedPlace,
            { minItems: 1 },
          ),
        ),
        docs,
      }),
      { minItems: 1 },
    ),
  ),
  credited: mark(
    'Of the last record of an answer as NDJSON, where we had to break it off: the whole call is credited.',
  ),
});

/** Seconds to minutes with one decimal, for the wire. */
export const toMinutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** Metres to kilometres with one decimal, for the wire. */
export const toKm = (metres: number): number => Math.round(metres / 100) / 10;
