/** The schemas of the values in the records of `data/`. */
import Type from 'typebox';
import { isDay } from '../../base/day.ts';
import { FERRY_CLASSES } from '../../base/vehicle.ts';

/** The read-only type that a schema describes. */
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

/** A list of at least one record: an empty list would mean lost data. */
export const some = <T extends Type.TSchema>(record: T) => Type.Array(record, { minItems: 1 });

/** A list of at least one value, without repeats. */
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

/** A row that holds for some days. `until` is the first day on which it no longer holds. */
export const lasting = periodOf((from, until) => from < until, 'must begin before it ends');
/**
 * The same, but the row may end on its first day. Then it holds for some hours of the day, or for none: it only
 * replaces another row.
 */
export const lastingOrNot = periodOf(
  (from, until) => from <= until,
  'must not end before it begins',
);

const memberOf = (record: unknown, key: string): unknown =>
  Object.entries(record ?? {}).find(([name]) => name === key)?.[1];

/** A text that is not only blanks. */
export const Text = Type.Refine(
  Type.String(),
  (text) => text.trim() !== '',
  () => 'must say something',
);
export const True = Type.Literal(true);

/** No vehicle, tariff or rule of the data is older. */
const FIRST = '1980-01-01';
/** Tariffs are published some months ahead, and rules some years ahead. */
const LAST = '2039-12-31';

/** `YYYY-MM-DD`, a day of the calendar: `2025-02-30` is not valid. */
export const Day = Type.Refine(
  Type.Refine(
    Type.String(),
    isDay,
    (text) => `must be a day of the calendar such as 2026-02-28, not ${text}`,
  ),
  (text) => text >= FIRST && text <= LAST,
  (text) => `must be a day from ${FIRST} to ${LAST}, not ${text}`,
);
/** The day of a file. The oldest source is of April 2016: an earlier day is a mistake, or comes from a wrong clock. */
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

/** Kroner. Every published price for a passage or a crossing is lower than the maximum. */
export const Nok = Type.Number({ minimum: 0, maximum: 100_000, multipleOf: 0.01 });
/** 0 to 100. */
export const Percent = Type.Number({ minimum: 0, maximum: 100 });
export const Metres = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 });
export const Degrees = Type.Number({ minimum: 0, exclusiveMaximum: 360 });

/**
 * The least and the greatest degrees of the mainland and its islands, from the Hvaler isles to the North Cape. There
 * are no facts about Svalbard and Jan Mayen.
 */
export const Lat = Type.Number({ minimum: 57, maximum: 72 });
export const Lon = Type.Number({ minimum: 4, maximum: 32 });
export const Place = strict({ lat: Lat, lon: Lon });

/** The number of a municipality, without a leading zero. */
export const Municipality = Type.Integer({ minimum: 0, maximum: 9999 });
/** The id of an object of the road database. */
export const Id = Type.String({ pattern: '^\\d+$' });
/** The id of a toll project or an hour group. */
export const ProjectId = Type.String({ pattern: '^[a-z0-9-]+$' });
/** Category and number of a road. `K` and `P` without a number stand for any road of their kind. */
export const RoadName = Type.String({ pattern: '^[ERFKP]\\d*$' });
export const FerryClassName = Type.Enum([...FERRY_CLASSES]);

/** The number of records of each kind, in the `meta` of a file. */
export const Counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));
/** The counts and the day of a file. */
export const CountedMeta = Type.Object({ date: FileDay, counts: Counts });
/** The `meta` of a file with a source. */
export const SourcedMeta = Type.Object({
  source: Text,
  date: FileDay,
  licence: Text,
  attribution: Text,
  counts: Counts,
});
/** The `meta` of a file of decisions by hand. */
export const AboutMeta = strict({ about: Text, date: FileDay });

/** The source of a row, and a remark that a reader needs. */
export const sourced = { source: Text, note: Type.Optional(Text) };
