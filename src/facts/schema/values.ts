/** The values that the records of `data/` are made of. */
import Type from 'typebox';
import { isDay } from '../../base/day.ts';
import { FERRY_CLASSES } from '../../base/vehicle.ts';

/** What a schema describes, read-only. */
export type Row<S extends Type.TSchema> = Immutable<Type.Static<S>>;

type Immutable<T> = unknown extends T ? T : { readonly [K in keyof T]: Immutable<T[K]> };

/** A record of our own: a mistyped field name must not pass unseen. */
export const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** A value for each of some names. */
export const eachOf = <Name extends string, S extends Type.TSchema>(
  names: readonly Name[],
  value: S,
) => strict(Object.fromEntries(names.map((name) => [name, value])) as Record<Name, S>);

/** Null: not known, or none. */
export const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** At least one: a list that is empty has been lost. */
export const some = <T extends Type.TSchema>(record: T) => Type.Array(record, { minItems: 1 });

/** At least one, each once. */
export const someOnce = <T extends Type.TSchema>(value: T) =>
  Type.Array(value, { minItems: 1, uniqueItems: true });

/** A list in which two records with the same `key` would contradict each other. */
export const once = <T extends Type.TSchema>(key: string, record: T, minItems = 0) =>
  Type.Refine(
    Type.Array(record, { minItems }),
    (records) => new Set(records.map((row) => memberOf(row, key))).size === records.length,
    () => `must not have the same ${key} twice`,
  );

const periodOf =
  (isOne: (from: string, until: string) => boolean, rule: string) =>
  <T extends Type.TSchema & { static?: unknown }>(record: T) =>
    Type.Refine(
      record,
      (row) => {
        const [from, until] = [memberOf(row, 'from'), memberOf(row, 'until')];
        return typeof from !== 'string' || typeof until !== 'string' || isOne(from, until);
      },
      () => rule,
    );

/** Something that holds for some days, the last one outside. */
export const lasting = periodOf((from, until) => from < until, 'must begin before it ends');
/**
 * The same, or a row that ends on its first day: it holds for hours of it, or for none and only takes
 * the place of another.
 */
export const lastingOrNot = periodOf(
  (from, until) => from <= until,
  'must not end before it begins',
);

const memberOf = (record: unknown, key: string): unknown =>
  Object.entries(record ?? {}).find(([name]) => name === key)?.[1];

/** Words; a text of blanks is none. */
export const Text = Type.Refine(
  Type.String(),
  (text) => text.trim() !== '',
  () => 'must say something',
);
export const True = Type.Literal(true);

/** No vehicle, tariff or rule of the data is older. */
const FIRST = '1980-01-01';
/** A tariff is published some months ahead, a rule some years. */
const LAST = '2039-12-31';

/** `YYYY-MM-DD`, a day that the calendar has: `2025-02-30` is none. */
export const Day = Type.Refine(
  Type.Refine(
    Type.String(),
    isDay,
    (text) => `must be a day of the calendar such as 2026-02-28, not ${text}`,
  ),
  (text) => text >= FIRST && text <= LAST,
  (text) => `must be a day from ${FIRST} to ${LAST}, not ${text}`,
);
/** The day of a file. The oldest source is of April 2016: an earlier one is a slip, or of a wrong clock. */
export const FileDay = Type.Refine(
  Day,
  (text) => text >= '2016-01-01',
  (text) => `must be a day from 2016-01-01 on, not ${text}`,
);
/** `mm-dd`, a day that every year has. */
export const MonthDay = Type.String({
  pattern:
    '^((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))$',
});
/** `HH:MM`, Norwegian wall clock. */
export const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
/** `HH:MM-HH:MM`, the end outside. */
export const Window = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-4]):[0-5]\\d$',
});

/** Kroner; no published price is as high for a passage or a crossing. */
export const Nok = Type.Number({ minimum: 0, maximum: 100_000, multipleOf: 0.01 });
/** 0 to 100. */
export const Percent = Type.Number({ minimum: 0, maximum: 100 });
export const Metres = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 });
export const Degrees = Type.Number({ minimum: 0, exclusiveMaximum: 360 });

/**
 * The least and the greatest degrees of the mainland and its islands, from the Hvaler isles to the
 * North Cape; Svalbard and Jan Mayen have none of our facts.
 */
export const Lat = Type.Number({ minimum: 57, maximum: 72 });
export const Lon = Type.Number({ minimum: 4, maximum: 32 });
export const Place = strict({ lat: Lat, lon: Lon });

/** Its number, without a leading zero. */
export const Municipality = Type.Integer({ minimum: 0, maximum: 9999 });
/** Of an object of the road database. */
export const Id = Type.String({ pattern: '^\\d+$' });
/** Of a toll project or an hour group. */
export const ProjectId = Type.String({ pattern: '^[a-z0-9-]+$' });
/** Category and number of a road; `K` and `P` without a number are any of their kind. */
export const RoadName = Type.String({ pattern: '^[ERFKP]\\d*$' });
export const FerryClassName = Type.Enum([...FERRY_CLASSES]);

/** In the `meta` of a file: how many records of each kind it has. */
export const Counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));
/** The same, and its day. */
export const CountedMeta = Type.Object({ date: FileDay, counts: Counts });
/** What a file with a source says of itself. */
export const SourcedMeta = Type.Object({
  source: Text,
  date: FileDay,
  licence: Text,
  attribution: Text,
  counts: Counts,
});
/** What a file of decisions by hand says of itself. */
export const AboutMeta = strict({ about: Text, date: FileDay });

/** Where it comes from, and what must be known about it. */
export const sourced = { source: Text, note: Type.Optional(Text) };
